"""`greenroom_turns.voices`."""

from greenroom_turns.voices import *
