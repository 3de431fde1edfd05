"""`greenroom_turns.silence`."""

from greenroom_turns.silence import *
