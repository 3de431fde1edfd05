"""`greenroom_turns.vocabulary`."""

from greenroom_turns.vocabulary import *
