"""`greenroom_turns.folding`."""

from greenroom_turns.folding import *
