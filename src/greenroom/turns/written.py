"""`greenroom_turns.written`."""

from greenroom_turns.written import *
