"""`greenroom_turns.limits`."""

from greenroom_turns.limits import *
