"""`greenroom_turns.livekit.stream`."""

from greenroom_turns.livekit.stream import *
