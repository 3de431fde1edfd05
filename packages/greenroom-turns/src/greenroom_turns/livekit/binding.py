"""What a LiveKit session must be like for the gate to hold in it, and what the gate cannot hold there."""

from __future__ import annotations

from typing import Any, cast

from livekit.agents import AgentSession, TurnHandlingOptions, llm

ANY_VOICE = (
    "The gate cannot keep any voice from stopping the interviewer: `min_words` is 0. "
    "Pass `turn_handling=gated_turn_handling()` to the AgentSession."
)
OWN_TURNS = (
    "The gate cannot keep an 'okay' from stopping this realtime model: the model hears the sound itself and "
    "keeps its own turn detection. Switch that off in the model, and pass turn_detection='manual' or 'vad'."
)
OWN_EARS = (
    "The gate keeps an 'okay' from stopping this realtime model, but not from its ears: the model hears the "
    "sound itself, and takes the 'okay' for a part of the next turn."
)


def unheld(session: AgentSession[Any]) -> tuple[str, ...]:
    """What the gate cannot hold in this session, in sentences. An agent's own `llm` is not looked at."""
    if not isinstance(model := session.llm, llm.RealtimeModel):
        few = session.options.interruption["min_words"] < 1
        return (ANY_VOICE,) if few and session.turn_detection != "manual" else ()
    held = model.capabilities.can_disable_turn_detection and session.turn_detection in (
        "manual",
        "vad",
    )
    return (OWN_TURNS,) if model.capabilities.turn_detection and not held else (OWN_EARS,)


def gated_turn_handling(**over: Any) -> TurnHandlingOptions:
    """The `turn_handling` that the gate needs; `over` is laid over it, `interruption` key by key."""
    interruption = {
        "mode": "vad",
        "min_words": 1,
        "min_duration": 0.3,
        "resume_false_interruption": True,
        "false_interruption_timeout": 1.0,
    } | over.pop("interruption", {})
    options = {"interruption": interruption, "preemptive_generation": {"enabled": False}} | over
    return cast("TurnHandlingOptions", options)
