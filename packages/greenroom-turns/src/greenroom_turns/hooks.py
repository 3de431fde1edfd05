"""What the owner of a gate may be told, as functions. Times are epoch seconds of the speech."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias, TypedDict

from greenroom_turns.interruption import Decision

OnAck: TypeAlias = Callable[[str, float, float, str], None]
"""(text, began, ended, cause): a backchannel was ignored."""
OnLateWords: TypeAlias = Callable[[str, float, float, float | None], None]
"""(text, began, ended, confidence): an answer that came too late to be let through."""
OnWords: TypeAlias = Callable[[str, float, float, float | None, bool], None]
"""(text, began, ended, confidence, final): words that are part of a turn, as the session gets them. Those
that are not final may still change; an empty text takes them back."""
OnDecision: TypeAlias = Callable[[Decision, str, float, float], None]
"""(decision, text, began, ended); `ended` is `began` while the voice still sounds."""


class Hooks(TypedDict, total=False):
    on_ack: OnAck | None
    on_decision: OnDecision | None
    on_late_words: OnLateWords | None
    on_words: OnWords | None
