"""`greenroom_turns.posterior`."""

from greenroom_turns.posterior import *
