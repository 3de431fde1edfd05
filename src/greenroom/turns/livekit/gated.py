"""`greenroom_turns.livekit.gated`."""

from greenroom_turns.livekit.gated import *
