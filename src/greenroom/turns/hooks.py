"""`greenroom_turns.hooks`."""

from greenroom_turns.hooks import *
