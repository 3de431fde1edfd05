"""LiveKit's session with scripted parts and nothing of ours around it."""

from __future__ import annotations

from typing import Any

from livekit.agents import AgentSession

from greenroom.simulation.candidate_voice import Speaker
from greenroom.simulation.scripted_speech import scripted_voice


def bare_session(speaker: Speaker) -> AgentSession[Any]:
    voice = scripted_voice(speaker)
    return AgentSession(
        stt=voice.stt,
        vad=voice.vad,
        tts=voice.tts,
        turn_handling={"turn_detection": "vad", "interruption": {"mode": "vad"}},
        aec_warmup_duration=None,
        user_away_timeout=None,
    )
