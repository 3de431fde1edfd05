"""When the stages of an interview began and ended, as somebody who took part would say."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Any

Span = tuple[int, int]


def stage_spans(record: Mapping[str, Any], ended_ms: int) -> list[Span]:
    """Beginning and end in milliseconds, in the order of the record's stages. A stage begins with the interviewer's first words
    in it, and lasts until the next begins: an answer that goes on after the engine has moved still belongs to its question.
    Both are whole seconds, as they are shown: lengths are the differences of the times shown, and add up."""
    first: dict[str, int] = {}
    for message in record["messages"]:
        if message["speaker"] == "interviewer":
            first.setdefault(message["stage"], message["started_ms"])
    begins: list[int] = []
    for stage in record["stages"]:
        began = first.get(stage["id"], stage["entered_ms"])
        begins.append(max([began, *begins[-1:]]))
    moments = [*begins, max([ended_ms, *begins[-1:]])] if begins else []
    return list(pairwise(moment // 1000 * 1000 for moment in moments))
