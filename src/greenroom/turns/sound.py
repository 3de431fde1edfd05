"""`greenroom_turns.sound`."""

from greenroom_turns.sound import *
