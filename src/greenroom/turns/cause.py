"""`greenroom_turns.cause`."""

from greenroom_turns.cause import *
