"""`greenroom_turns.livekit`."""

from greenroom_turns.livekit import *
