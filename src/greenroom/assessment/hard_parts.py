"""The parts of an interview in which somebody was in distress: nothing is measured there, and nothing is said of them."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from greenroom.assessment.exchanges import Exchange, exchanges
from greenroom.interview.reading import About
from greenroom.interview.understanding.urgent import urgent

Message = Mapping[str, Any]
_NO_QUESTIONS: Final[Mapping[str, str]] = MappingProxyType({})


def distressed(messages: Iterable[Message]) -> frozenset[int]:
    """Messages of somebody in distress, as the record tells it."""
    return frozenset(
        m["index"]
        for m in messages
        if m["speaker"] == "candidate"
        and (m.get("about") == About.DISTRESS or urgent(m["text"]).distress)
    )


def is_hard(exchange: Exchange, hurt: Container[int]) -> bool:
    """Whether a message of distress stands between this question and the next one."""
    return any(m["index"] in hurt for m in exchange.between)


def without_hard(
    messages: Sequence[Message],
    known: Iterable[int] = (),
    questions: Mapping[str, str] = _NO_QUESTIONS,
) -> Sequence[Message]:
    """The messages without what the candidate said in these parts. `known`: messages in distress of which the
    record alone does not tell."""
    hurt = distressed(messages).union(known)
    if not hurt:
        return messages
    found = exchanges(messages, questions)
    hard = hurt.union(m["index"] for one in found if is_hard(one, hurt) for m in one.between)
    return [m for m in messages if m["speaker"] != "candidate" or m["index"] not in hard]
