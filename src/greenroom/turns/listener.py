"""`greenroom_turns.listener`."""

from greenroom_turns.listener import *
