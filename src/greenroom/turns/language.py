"""`greenroom_turns.language`."""

from greenroom_turns.language import *
