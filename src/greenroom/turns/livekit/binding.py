"""`greenroom_turns.livekit.binding`."""

from greenroom_turns.livekit.binding import *
