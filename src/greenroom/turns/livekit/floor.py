"""`greenroom_turns.livekit.floor`."""

from greenroom_turns.livekit.floor import *
