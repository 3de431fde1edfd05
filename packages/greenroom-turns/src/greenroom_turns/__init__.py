"""Turn-taking for voice agents, usable alone: who spoke over whom, and what follows from it.

    from greenroom_turns import GatedSTT, gated_turn_handling

`decide` and the word lists are pure and need nothing; `GatedSTT` puts them on a LiveKit agent and is
loaded only when it is asked for.
"""

from importlib import import_module
from typing import Any

from greenroom_turns.cause import TurnCause
from greenroom_turns.interruption import Action, Decision, Hold, QuestionKind, decide
from greenroom_turns.limits import Limits
from greenroom_turns.sound import SoundFeatures
from greenroom_turns.spoken import Spoken

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
    if name in ("GatedSTT", "gated_turn_handling"):
        return getattr(import_module("greenroom_turns.livekit"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
