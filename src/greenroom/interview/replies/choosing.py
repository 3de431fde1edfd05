"""One reply among the wordings that are true now."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from greenroom.interview.replies.facts import ReplyFacts
from greenroom.interview.replies.table import TABLES, Entry, Table, Then, Wording
from greenroom.interview.replies.values import conditions, values


@dataclass(frozen=True, slots=True)
class Reply:
    text: str
    then: Then


def reply(topic: str, facts: ReplyFacts, used: Collection[str] = ()) -> Reply:
    """What to say to an aside ("about.topic", or one of `OFFERS`), and what follows. Total.

    An unknown topic is met as its `about` is, an unknown `about` as `off_script`; a language without a table
    in English. `used` are the texts that were spoken in this interview: the wording that stands
    in the fewest of them is taken, and of several the first in the file.
    """
    table = TABLES.get(facts.language.lower().partition("-")[0]) or TABLES["en"]
    known, holding = values(facts, table.values), conditions(facts)
    for entry in _tried(table, topic):
        if entry.when <= holding:
            fitting = [wording for wording in entry.say if wording.needs <= known.keys()]
            if fitting:
                return Reply(_filled(_least_used(fitting, used), known), entry.then)
    raise AssertionError("off_script has a wording without a condition")  # pragma: no cover


def _tried(table: Table, topic: str) -> Iterator[Entry]:
    for name in (topic, topic.partition(".")[0], "off_script"):
        yield from table.entries.get(name, ())


def _least_used(wordings: list[Wording], used: Collection[str]) -> Wording:
    return min(wordings, key=lambda one: sum(map(one.is_in, used)))


def _filled(wording: Wording, known: Mapping[str, str]) -> str:
    return wording.text.format_map(known)
