"""The gate for anybody's LiveKit agent. The one place of `turns` that knows LiveKit."""

from greenroom.turns.livekit.gated_stt import GatedSTT, gated_turn_handling

__all__ = ["GatedSTT", "gated_turn_handling"]
