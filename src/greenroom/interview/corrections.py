"""Words that the candidate corrected after the interview: beside what was heard, each at its place."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from difflib import SequenceMatcher
from typing import Any, Final, TypeAlias

from greenroom.interview.transcript import Message

CORRECTABLE: Final = frozenset({"answer", "aside"})
"""Kinds of the candidate's messages whose words are shown as theirs."""
MOST_COMPARED: Final = 40_000
"""Pairs of words that are compared; where there are more, the corrected stretch is one."""

_Word: TypeAlias = tuple[str, int, int]


@dataclass(frozen=True, slots=True)
class Change:
    """One place of a corrected text."""

    start: int
    end: int
    """By characters of the corrected text; where words were taken out, nothing lies between."""
    heard: str
    """What was heard there."""


def is_correctable(message: Message) -> bool:
    """Whether a recogniser may have misheard it: a spoken message of the candidate's that has words."""
    spoken = message.ended_ms > message.started_ms
    return message.kind in CORRECTABLE and spoken and bool(message.text.strip())


def both(message: Message, text: str) -> dict[str, Any]:
    """Of the record: the corrected text, what was heard, and where they differ."""
    changed = [asdict(change) for change in changes(message.text, text)]
    return {"text": text, "heard": message.text, "corrected": changed}


def changes(heard: str, text: str) -> tuple[Change, ...]:
    """Where the words of `text` are not those that were heard."""
    old, new = _words(heard), _words(text)
    first = 0
    while first < min(len(old), len(new)) and old[first][0] == new[first][0]:
        first += 1
    last = 0
    while last < min(len(old), len(new)) - first and old[-1 - last][0] == new[-1 - last][0]:
        last += 1
    mine, theirs = new[first : len(new) - last], old[first : len(old) - last]
    found = []
    for (a, b), (c, d) in _stretches([w for w, _, _ in theirs], [w for w, _, _ in mine]):
        at = (
            mine[c][1]
            if c < len(mine)
            else new[first + c][1]
            if first + c < len(new)
            else len(text)
        )
        was = heard[theirs[a][1] : theirs[b - 1][2]] if a < b else ""
        found.append(Change(at, mine[d - 1][2] if c < d else at, was))
    return tuple(found)


def _stretches(old: list[str], new: list[str]) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    if not old and not new:
        return []
    if len(old) * len(new) > MOST_COMPARED:
        return [((0, len(old)), (0, len(new)))]
    codes = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    return [((a, b), (c, d)) for tag, a, b, c, d in codes if tag != "equal"]


def _words(text: str) -> list[_Word]:
    found, at = list[_Word](), 0
    for word in text.split():
        at = text.index(word, at)
        found.append((word, at, at + len(word)))
        at += len(word)
    return found
