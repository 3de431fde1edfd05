"""`greenroom_turns.unfinished`."""

from greenroom_turns.unfinished import *
