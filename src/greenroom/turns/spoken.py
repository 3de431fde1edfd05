"""`greenroom_turns.spoken`."""

from greenroom_turns.spoken import *
