"""The replies as they stand in the files."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from string import Formatter
from typing import Any, Final, Literal, TypeAlias, get_args

from greenroom_turns.languages import CODES

Then: TypeAlias = Literal["keep", "again", "other_words", "next", "offer_pause", "offer_end"]
"""What follows a reply, the question staying pending unless it is `next`:
`keep`: nothing more is said. `again`: the question is said again. `other_words`: it is put in other words.
`next`: the next question. `offer_pause`, `offer_end`: the reply asks whether to pause, or to stop."""

OFFERS: Final = (
    "offer.stop",
    "offer.silent",
    "offer.declined",
    "offer.other_words",
    "questions.more",
)
"""Topics that are no asides: to ask whether to stop; after silence to an offer of a
pause to somebody in distress; after "no" to an offer; to ask of a turn that may be an aside
whether other words are wanted; after an answer to one of the candidate's own questions."""


@dataclass(frozen=True, slots=True)
class Wording:
    text: str
    needs: frozenset[str]
    """The values that it names."""
    shape: str
    """The pattern of what was said in this wording, whatever values it had."""

    def is_in(self, text: str) -> bool:
        """Whether the text has the wording."""
        return _compiled(self.shape).search(text) is not None


@dataclass(frozen=True, slots=True)
class Entry:
    """Wordings for one topic under one condition."""

    then: Then
    when: frozenset[str]
    """What must be so (`values.conditions`)."""
    say: tuple[Wording, ...]


@dataclass(frozen=True, slots=True)
class Table:
    entries: Mapping[str, tuple[Entry, ...]]
    """By topic, in the order in which they are tried."""
    values: Mapping[str, Any]
    """How values are said: times, numbers."""


@cache
def _compiled(shape: str) -> re.Pattern[str]:
    """Compiled at first use: there are hundreds, and an interview compares a few."""
    return re.compile(shape, re.S)


def _wording(text: str) -> Wording:
    pieces, needs = [r"(?:\A|(?<=\s))"], set[str]()
    for words, name, _, _ in Formatter().parse(text):
        pieces.append(re.escape(words))
        if name is not None:
            needs.add(name)
            pieces.append(".*?")
    return Wording(text, frozenset(needs), "".join(pieces))


def _entry(raw: Mapping[str, Any]) -> Entry:
    then = raw.get("then", "keep")
    if then not in get_args(Then) or not raw["say"]:
        raise ValueError(f"replies to {raw['topic']}: then = {then!r}, {len(raw['say'])} wordings")
    return Entry(then, frozenset(raw.get("when", ())), tuple(_wording(text) for text in raw["say"]))


def _read(language: str) -> Table:
    raw = tomllib.loads(
        resources.files(__package__).joinpath(f"{language}.toml").read_text("utf-8")
    )
    entries: dict[str, tuple[Entry, ...]] = {}
    for one in raw["replies"]:
        entries[one["topic"]] = (*entries.get(one["topic"], ()), _entry(one))
    return Table(entries, raw["values"])


TABLES: Final[Mapping[str, Table]] = {language: _read(language) for language in CODES}
HELP: Final[Mapping[str, Mapping[str, str]]] = tomllib.loads(
    resources.files(__package__).joinpath("emergency_numbers.toml").read_text("utf-8")
)
"""Telephone numbers by country; see the file's head."""
