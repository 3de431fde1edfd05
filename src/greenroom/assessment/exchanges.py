"""A record taken apart by question: what was asked, and what was answered to it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from types import MappingProxyType
from typing import Any, Final

Message = Mapping[str, Any]

ASKING: Final = frozenset({"greeting", "question", "probe", "bridge"})
"""Kinds of message that bring a new question."""


@dataclass(frozen=True, slots=True)
class Exchange:
    """One question and the answers that were given before the next one, or later to it by name."""

    asked: Message
    answers: tuple[Message, ...]
    between: tuple[Message, ...]
    """Every message from the question to the next one, in order."""
    question: str
    """What was asked, whole; without thanks and bridges where they can be told from it."""

    @property
    def message(self) -> int:
        """Index of the message that asked; names the exchange within its interview."""
        index: int = self.asked["index"]
        return index

    @property
    def words(self) -> str:
        return " ".join(answer["text"] for answer in self.answers).strip()

    @property
    def depth(self) -> int | None:
        """How deep the rules found the last assessed answer, 1 to 5 (`interview.understanding.depth`)."""
        depths = [answer.get("depth") for answer in self.answers]
        return next((depth for depth in reversed(depths) if depth is not None), None)


def exchanges(
    messages: Sequence[Message], questions: Mapping[str, str] = MappingProxyType({})
) -> tuple[Exchange, ...]:
    """Every question of a record that a candidate could answer, in order. A closing asks nothing.
    `questions`: their bare words by id (`app.reports.asked`), where the journal is at hand; else a
    question is the whole message that asked it."""
    groups: list[list[Message]] = []
    for message in messages:
        asks = message["speaker"] == "interviewer" and message["kind"] in ASKING
        if asks and message.get("question_id"):
            groups.append([message])
        elif groups:
            _group_of(groups, message).append(message)
    return tuple(_exchange(group, questions) for group in groups)


def _group_of(groups: Sequence[list[Message]], message: Message) -> list[Message]:
    """Where the message belongs: with the last question, unless it is an answer to an earlier one."""
    if message["speaker"] == "candidate" and message.get("question_id"):
        mine = (g for g in reversed(groups) if g[0]["question_id"] == message["question_id"])
        return next(mine, groups[-1])
    return groups[-1]


def followed(found: Sequence[Exchange], exchange: Exchange) -> tuple[Exchange, ...]:
    """The exchange, and the follow-ups (probes) that came right after it in its stage: together they
    are one story."""
    after = found[found.index(exchange) + 1 :]
    probes = takewhile(
        lambda e: e.asked["kind"] == "probe" and e.asked["stage"] == exchange.asked["stage"], after
    )
    return (exchange, *probes)


def _exchange(group: Sequence[Message], questions: Mapping[str, str]) -> Exchange:
    asked, answers = group[0], tuple(m for m in group if _answers(m))
    question = questions.get(asked["question_id"]) or asked["text"].strip()
    return Exchange(asked, answers, tuple(group), question)


def _answers(message: Message) -> bool:
    return message["kind"] == "answer" and bool(message["text"].strip())
