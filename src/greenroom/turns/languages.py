"""`greenroom_turns.languages`."""

from greenroom_turns.languages import *
