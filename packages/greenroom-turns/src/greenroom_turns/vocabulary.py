"""The word lists of `greenroom_turns.languages`, made ready to be looked up in. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal, TypeAlias, get_args

from greenroom_turns.folding import Words, base, collapsed, words
from greenroom_turns.languages import TABLES

CommandName: TypeAlias = Literal["repeat", "rephrase", "skip", "pause", "resume", "go_on", "end"]
DEFAULT_LANGUAGE = "en"


@dataclass(frozen=True, slots=True)
class Phrases:
    """Phrases by their first word, the longest first: matching is one dictionary look-up."""

    by_first: Mapping[str, tuple[Words, ...]]

    def longest_at(self, turn: Words, at: int) -> int:
        """How many words of `turn` the longest phrase that stands at `at` covers; 0 for none."""
        for phrase in self.by_first.get(turn[at], ()) if at < len(turn) else ():
            if turn[at : at + len(phrase)] == phrase:
                return len(phrase)
        return 0

    def within(self, turn: Words) -> bool:
        return any(self.longest_at(turn, at) for at in range(len(turn)))

    def cover(self, turn: Words, *, begun: bool = False) -> bool:
        """True when the whole turn is a run of phrases, however it must be cut (and not empty).
        With `begun`, the last phrase may still lack its end."""
        reached = {0}
        for at in range(len(turn)):
            if at in reached:
                phrases = self.by_first.get(turn[at], ())
                if begun and any(phrase[: len(turn) - at] == turn[at:] for phrase in phrases):
                    return True
                reached |= {
                    at + len(phrase) for phrase in phrases if turn[at : at + len(phrase)] == phrase
                }
        return bool(turn) and len(turn) in reached


@dataclass(frozen=True, slots=True)
class Rule:
    """Phrases with a condition: what may follow them, and how they may be introduced."""

    phrases: Phrases
    after: frozenset[str]
    alone: bool
    yours: bool
    set_off: bool

    def whole(self, turn: Words) -> bool:
        """The turn begins with a phrase, and only words of `after` follow it."""
        length = self.phrases.longest_at(turn, 0)
        return length > 0 and self.after.issuperset(turn[length:])


@dataclass(frozen=True, slots=True)
class Vocabulary:
    acks: Phrases
    yes: Phrases
    no: Phrases
    stops: Phrases
    expected: Phrases
    openers: Phrases
    own_openers: Phrases
    thinking: tuple[Rule, ...]
    slower: tuple[Rule, ...]
    """Who says one wants to be waited for longer."""
    done: tuple[Rule, ...]
    fillers: tuple[Rule, ...]
    stretched: Mapping[str, str]
    """Fillers that are sounds, by what is left when repeated letters are taken once."""
    interjections: Phrases
    units: frozenset[str]
    numbers: frozenset[str]
    commands: tuple[tuple[CommandName, Rule], ...]
    questions_back: tuple[Rule, ...]
    """Those of `commands` that ask what is meant, and order nothing."""


def phrases_of(entries: Iterable[Mapping[str, Any]], *keys: str) -> Phrases:
    """The phrases of all entries that have every flag in `keys` set."""
    by_first: dict[str, set[Words]] = {}
    for entry in entries:
        if all(entry.get(key) for key in keys):
            for phrase in map(words, entry["phrases"]):
                by_first.setdefault(phrase[0], set()).add(phrase)
    return Phrases({k: tuple(sorted(v, key=lambda p: (-len(p), p))) for k, v in by_first.items()})


def _rule(entry: Mapping[str, Any]) -> Rule:
    after = (word for phrase in entry.get("after", ()) for word in words(phrase))
    flags = (bool(entry.get(key)) for key in ("alone", "yours", "set_off"))
    return Rule(phrases_of([entry]), frozenset(after), *flags)


def _stretched(entries: Iterable[Mapping[str, Any]]) -> Mapping[str, str]:
    found: dict[str, str] = {}
    for entry in entries:
        for phrase in () if entry.get("set_off") else map(words, entry["phrases"]):
            if len(phrase) == 1:
                found.setdefault(collapsed(phrase[0]), phrase[0])
    return found


def _vocabulary(table: Mapping[str, Any]) -> Vocabulary:
    acks, openers = table["acks"], table["openers"]
    return Vocabulary(
        acks=phrases_of(acks),
        yes=phrases_of([*table["yes"], *(entry for entry in acks if entry.get("yes"))]),
        no=phrases_of(table["no"]),
        stops=phrases_of(table["stops"]),
        expected=phrases_of([*acks, *table["stops"]]),
        openers=phrases_of([*openers, *acks]),
        own_openers=phrases_of(openers, "mine"),
        thinking=tuple(map(_rule, table["thinking"])),
        slower=tuple(map(_rule, table.get("slower", ()))),
        done=tuple(map(_rule, table["done"])),
        fillers=tuple(map(_rule, table["fillers"])),
        stretched=_stretched(table["fillers"]),
        interjections=phrases_of(table.get("interjections", ())),
        units=frozenset(table["units"]),
        numbers=frozenset(table["numbers"]),
        commands=tuple(
            (name, _rule(entry))
            for name in get_args(CommandName)
            for entry in table["commands"][name]
        ),
        questions_back=tuple(
            _rule(entry)
            for entries in table["commands"].values()
            for entry in entries
            if entry.get("back")
        ),
    )


VOCABULARIES = {code: _vocabulary(table) for code, table in TABLES.items()}


@lru_cache(maxsize=64)
def vocabulary_of(lang: str) -> Vocabulary:
    return VOCABULARIES.get(base(lang), VOCABULARIES[DEFAULT_LANGUAGE])
