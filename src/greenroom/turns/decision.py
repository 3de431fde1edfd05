"""`greenroom_turns.decision`."""

from greenroom_turns.decision import *
