"""`greenroom_turns.fillers`."""

from greenroom_turns.fillers import *
