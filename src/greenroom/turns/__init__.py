"""The public names of the package `greenroom_turns`, which Greenroom itself imports directly."""

from typing import Any

import greenroom_turns
from greenroom_turns import (
    Action,
    Decision,
    Hold,
    Limits,
    QuestionKind,
    SoundFeatures,
    Spoken,
    TurnCause,
    decide,
)

__all__ = [
    "Action",
    "Decision",
    "GatedSTT",
    "Hold",
    "Limits",
    "QuestionKind",
    "SoundFeatures",
    "Spoken",
    "TurnCause",
    "decide",
    "gated_turn_handling",
]


def __getattr__(name: str) -> Any:
    if name in __all__:  # of LiveKit, which is loaded only when it is asked for
        return getattr(greenroom_turns, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
