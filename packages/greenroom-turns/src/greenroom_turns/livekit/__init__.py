"""The gate on anybody's LiveKit agent; no other part of `turns` knows LiveKit."""

from greenroom_turns.livekit.binding import gated_turn_handling
from greenroom_turns.livekit.gated import GatedSTT

__all__ = ["GatedSTT", "gated_turn_handling"]
