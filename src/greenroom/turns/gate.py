"""`greenroom_turns.gate`."""

from greenroom_turns.gate import *
