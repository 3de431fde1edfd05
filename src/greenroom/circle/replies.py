"""What agents and judges must reply, read strictly: one JSON object, these keys, these types.

A reply is never searched for something that looks right. What is not the contract is refused with a
cause, and asked for again.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from greenroom.circle.events import Criterion, Evidence, Judgement, Verdict

FENCE: Final = re.compile(r"```(?:json)?\s*+")
LARGEST: Final = 200_000
"""Characters of a reply. The longest message that rules allow has half of that."""
LONGEST_TAG: Final = 64
MOST_QUOTES: Final = 200
"""Quotes, and criteria, of one judgement: two for each message of the longest interview."""
HALF: Final = re.compile("[\ud800-\udfff]")
"""Half a character is no text, and nobody could write it down."""


class FaultCause(StrEnum):
    """What is wrong with a reply."""

    NOT_JSON = "not_json"
    WRONG_SHAPE = "wrong_shape"
    BLANK = "blank"
    """The owner's message says nothing. The visitor's may: that is engaging little."""
    TOO_LONG = "too_long"
    TOO_LARGE = "too_large"
    """The reply is over `LARGEST` characters: it is not read."""
    PRIVATE = "private"
    """The message repeats what the agent's own side keeps private."""
    EXHAUSTED = "exhausted"
    """A script has no more lines."""
    NOBODY = "nobody"
    """There is nobody to ask."""
    GIVEN_UP = "given_up"
    """It was tried several times, and each time the process died or failed before anything came."""


class ReplyFault(ValueError):
    """A reply that is not the contract."""

    def __init__(self, cause: FaultCause, *, retryable: bool = True) -> None:
        super().__init__(cause.value)
        self.cause, self.retryable = cause, retryable


@dataclass(frozen=True, slots=True)
class TurnReply:
    """An agent's reply. Only `as_user_message` is ever seen by anybody else."""

    as_user_message: str
    intent_tag: str | None = None
    stop_suggested: bool = False


def turn_reply(raw: str) -> TurnReply:
    """Keys that are not in the contract are passed over: they are the agent's own. Raises
    `ReplyFault`."""
    table = _table(raw)
    tag, stop = table.get("intent_tag"), table.get("stop_suggested", False)
    if tag is not None and (not isinstance(tag, str) or len(tag) > LONGEST_TAG):
        raise ReplyFault(FaultCause.WRONG_SHAPE)
    return TurnReply(_text(table, "as_user_message"), tag, _flag(stop))


def judgement(raw: str) -> Judgement:
    """Raises `ReplyFault`."""
    table = _table(raw)
    line = table.get("notification")
    if line is not None:
        line = _text(table, "notification")
    reasoning = _text(table, "reasoning") if "reasoning" in table else ""
    try:
        verdict = Verdict(_text(table, "verdict").strip().lower())
    except ValueError:
        raise ReplyFault(FaultCause.WRONG_SHAPE) from None
    return Judgement(
        reasoning,
        tuple(Evidence(_text(e, "id"), _text(e, "quote")) for e in _tables(table, "evidence")),
        tuple(_criterion(one) for one in _tables(table, "criteria")),
        _flag(table.get("injection_suspected", False)),
        verdict,
        line,
    )


def is_blank(message: str) -> bool:
    """Whether it shows nothing: white space and invisible characters alone."""
    return all(c.isspace() or unicodedata.category(c) in ("Cc", "Cf") for c in message)


def _criterion(table: Mapping[str, Any]) -> Criterion:
    evidence = table.get("evidence", [])
    if not isinstance(evidence, list) or not all(isinstance(one, str) for one in evidence):
        raise ReplyFault(FaultCause.WRONG_SHAPE)
    return Criterion(_text(table, "id"), _flag(table.get("met")), tuple(evidence))


def _table(raw: str) -> dict[str, Any]:
    if len(raw) > LARGEST:
        raise ReplyFault(FaultCause.TOO_LARGE)
    text = raw.strip()
    if (fence := FENCE.match(text)) and text.endswith("\n```"):
        text = text[fence.end() :].removesuffix("```")
    try:
        table = json.loads(text)
    except (ValueError, RecursionError):
        raise ReplyFault(FaultCause.NOT_JSON) from None
    if not isinstance(table, dict):
        raise ReplyFault(FaultCause.WRONG_SHAPE)
    return table


def _tables(table: Mapping[str, Any], key: str) -> list[dict[str, Any]]:
    rows = table.get(key, [])
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise ReplyFault(FaultCause.WRONG_SHAPE)
    if len(rows) > MOST_QUOTES:
        raise ReplyFault(FaultCause.WRONG_SHAPE)
    return rows


def _text(table: Mapping[str, Any], key: str) -> str:
    value = table.get(key)
    if not isinstance(value, str) or (not value.isascii() and HALF.search(value)):
        raise ReplyFault(FaultCause.WRONG_SHAPE)
    return value


def _flag(value: Any) -> bool:
    if value is None:
        return False
    if not isinstance(value, bool):
        raise ReplyFault(FaultCause.WRONG_SHAPE)
    return value
