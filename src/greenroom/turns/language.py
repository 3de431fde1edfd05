"""What a turn's words are, by language: a backchannel, a stop, a request, the end of an answer.

Every function is total and pure: any text, any language tag. A tag without lists of its own ("nl")
is served by the English ones, and `note` says so. Words are compared after NFKC and case folding,
without punctuation; combining marks stay with their letter, so Devanagari words stay whole.
"""

import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal, TypeAlias, get_args

from greenroom.turns.languages import TABLES

Words: TypeAlias = tuple[str, ...]
CommandName: TypeAlias = Literal["repeat", "rephrase", "skip", "pause", "resume", "go_on", "end"]
YesNo: TypeAlias = Literal["yes", "no"]

DEFAULT_LANGUAGE = "en"
EXPECTED: tuple[CommandName, ...] = ("repeat", "rephrase", "skip", "pause")
"""Requests that are made over the interviewer."""
ACK_WORDS = 10
"""Three backchannels in one transcript are still backchannels; a longer run is speech."""
REQUEST_WORDS = 16
"""A request is a short turn. Longer ones are answers that happen to hold the words."""
REPLY_WORDS = 6
"""A yes/no reply with more words than this is an answer with content of its own."""

_APOSTROPHES = dict.fromkeys(map(ord, "\u2018\u2019\u02bc\uff07`\u00b4"), "'")
_JOINERS = dict.fromkeys((0x200C, 0x200D, 0xFEFF))


@dataclass(frozen=True, slots=True)
class _Phrases:
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
class _Rule:
    """Phrases with a condition: what may follow them, and how they may be introduced."""

    phrases: _Phrases
    after: frozenset[str]
    alone: bool
    yours: bool
    set_off: bool

    def whole(self, turn: Words) -> bool:
        """The turn begins with a phrase, and only words of `after` follow it."""
        length = self.phrases.longest_at(turn, 0)
        return length > 0 and self.after.issuperset(turn[length:])


@dataclass(frozen=True, slots=True)
class _Vocabulary:
    acks: _Phrases
    hums: _Phrases
    yes: _Phrases
    no: _Phrases
    stops: _Phrases
    true_stops: _Phrases
    asks: _Phrases
    openers: _Phrases
    own_openers: _Phrases
    thinking: tuple[_Rule, ...]
    done: tuple[_Rule, ...]
    fillers: tuple[_Rule, ...]
    commands: tuple[tuple[CommandName, _Rule], ...]


def phrases(lang: str = DEFAULT_LANGUAGE) -> tuple[str, ...]:
    """What somebody who listens may say: backchannels, stop words, requests. For recognisers that
    hear better what they expect."""
    table = TABLES.get(base(lang), TABLES[DEFAULT_LANGUAGE])
    said = [
        e for e in (*table["acks"], *table["stops"]) if not (e.get("misheard") or e.get("rare"))
    ]
    said += [entry for name in EXPECTED for entry in table["commands"][name]]
    return tuple(dict.fromkeys(phrase for entry in said for phrase in entry["phrases"]))


def words(text: str) -> Words:
    """The words of a text, folded for comparison: "O.K., d'accord!" is ("o", "k", "d'accord")."""
    folded = unicodedata.normalize("NFKC", text.translate(_APOSTROPHES)).casefold()
    kept = [c if _in_word(c) else " " for c in folded.translate(_JOINERS)]
    return tuple(w for w in (raw.strip("'") for raw in "".join(kept).split()) if w)


@lru_cache(2_048)
def _in_word(char: str) -> bool:
    return char == "'" or unicodedata.category(char)[0] in "LMN"


def _phrases(entries: Iterable[Mapping[str, Any]], *keys: str) -> _Phrases:
    """The phrases of all entries that have every flag in `keys` set."""
    by_first: dict[str, set[Words]] = {}
    for entry in entries:
        if all(entry.get(key) for key in keys):
            for phrase in map(words, entry["phrases"]):
                by_first.setdefault(phrase[0], set()).add(phrase)
    return _Phrases({k: tuple(sorted(v, key=lambda p: (-len(p), p))) for k, v in by_first.items()})


def _rule(entry: Mapping[str, Any]) -> _Rule:
    after = (word for phrase in entry.get("after", ()) for word in words(phrase))
    flags = (bool(entry.get(key)) for key in ("alone", "yours", "set_off"))
    return _Rule(_phrases([entry]), frozenset(after), *flags)


def _vocabulary(table: Mapping[str, Any]) -> _Vocabulary:
    acks, openers = table["acks"], table["openers"]
    return _Vocabulary(
        acks=_phrases(acks),
        hums=_phrases([*acks, *table["hums"]]),
        yes=_phrases([*table["yes"], *(entry for entry in acks if entry.get("yes"))]),
        no=_phrases(table["no"]),
        stops=_phrases(table["stops"]),
        true_stops=_phrases(entry for entry in table["stops"] if not entry.get("misheard")),
        asks=_phrases(table["asks"]),
        openers=_phrases([*openers, *acks]),
        own_openers=_phrases(openers, "mine"),
        thinking=tuple(map(_rule, table["thinking"])),
        done=tuple(map(_rule, table["done"])),
        fillers=tuple(map(_rule, table["fillers"])),
        commands=tuple(
            (name, _rule(entry))
            for name in get_args(CommandName)
            for entry in table["commands"][name]
        ),
    )


_VOCABULARIES = {code: _vocabulary(table) for code, table in TABLES.items()}


def base(lang: str) -> str:
    """The language of a tag: "pt" of "pt-BR"."""
    return lang.replace("_", "-").split("-")[0].strip().casefold()


def _of(lang: str) -> _Vocabulary:
    return _VOCABULARIES.get(base(lang), _VOCABULARIES[DEFAULT_LANGUAGE])


def languages() -> tuple[str, ...]:
    return tuple(sorted(_VOCABULARIES))


def note(lang: str) -> str | None:
    """Why another language's lists are used, for a log or a page. None: the language has its own."""
    if base(lang) in _VOCABULARIES:
        return None
    return (
        f"There are no turn-taking word lists for {lang!r}; the English ones are used. "
        f"Languages with lists: {', '.join(languages())}."
    )


def is_ack(text: str, lang: str = DEFAULT_LANGUAGE) -> bool:
    """True when the whole turn is backchannels: "okay", "yeah, right", "uh-huh"."""
    turn = words(text)
    return len(turn) <= ACK_WORDS and _of(lang).acks.cover(turn)


def may_become_ack(text: str, lang: str = DEFAULT_LANGUAGE) -> bool:
    """True when more words could still make it a backchannel: "yeah, that" (makes sense)."""
    turn = words(text)
    return len(turn) <= ACK_WORDS and _of(lang).acks.cover(turn, begun=True)


def is_hum(text: str, lang: str = DEFAULT_LANGUAGE) -> bool:
    """True for backchannels and for the words that recognisers invent for a hum ("Mama.")."""
    turn = words(text)
    return len(turn) <= ACK_WORDS and _of(lang).hums.cover(turn)


def stops(text: str, lang: str = DEFAULT_LANGUAGE, *, misheard: bool = True) -> bool:
    """True when a stop word stands anywhere in it; with `misheard`, also what is often written for
    one ("weight"). Means something over the interviewer only."""
    vocabulary = _of(lang)
    return (vocabulary.stops if misheard else vocabulary.true_stops).within(words(text))


def asks(text: str, lang: str = DEFAULT_LANGUAGE) -> bool:
    """True when it begins with a question word and goes on: "when exactly"."""
    turn = words(text)
    return 0 < _of(lang).asks.longest_at(turn, 0) < len(turn)


def thinking(text: str, lang: str = DEFAULT_LANGUAGE) -> bool:
    """True for a short turn that asks for time: "hmm, that's a good question, let me think"."""
    turn, vocabulary = words(text), _of(lang)
    if not 0 < len(turn) <= REQUEST_WORDS:
        return False
    return any(
        rule.whole(rest)
        for rest, _ in _without_openers(turn, vocabulary)
        for rule in vocabulary.thinking
    ) or _thinks_at_the_end(text, vocabulary)


def _thinks_at_the_end(text: str, vocabulary: _Vocabulary) -> bool:
    """The last clause asks for time: "I worked with … hmm. Let me think." """
    clauses = _clauses(text)
    last = clauses[-1] if clauses else ()
    return any(
        rule.whole(rest)
        for rest, _ in _without_openers(last, vocabulary)
        for rule in vocabulary.thinking
        if not rule.alone
    )


def command(text: str, lang: str = DEFAULT_LANGUAGE) -> CommandName | None:
    """What a short turn asks for: "could you repeat the question, please" is "repeat".

    The request must be all there is, politeness aside: "I repeat the deployment every week" and
    "we skip this one at night" are answers.
    """
    turn, vocabulary = words(text), _of(lang)
    if len(turn) > REQUEST_WORDS:
        return None
    for rest, mine in _without_openers(turn, vocabulary):
        for name, rule in vocabulary.commands:
            if not (mine and rule.yours) and rule.whole(rest):
                return name
    return None


def _without_openers(turn: Words, vocabulary: _Vocabulary) -> Iterable[tuple[Words, bool]]:
    """The turn, then the turn with ever more of its openers gone, and whether one was "I want to"."""
    mine = False
    while turn:
        yield turn, mine
        mine = mine or vocabulary.own_openers.longest_at(turn, 0) > 0
        length = vocabulary.openers.longest_at(turn, 0)
        if not length:
            return
        turn = turn[length:]


def done(text: str, lang: str = DEFAULT_LANGUAGE) -> bool:
    """True when the turn ends by saying that it ends: "… and that's my background." """
    turn, vocabulary = words(text), _of(lang)
    return any(
        rule.whole(turn[at:])
        for rule in vocabulary.done
        for at in range(max(0, len(turn) - REQUEST_WORDS), len(turn))
    )


def yes_no(text: str, lang: str = DEFAULT_LANGUAGE) -> YesNo | None:
    """A short reply that says yes or no. "Right" and "mm-hmm" are yes; "hmm" is neither."""
    vocabulary = _of(lang)
    turn = words(text)
    if len(turn) > REPLY_WORDS:
        return None
    for at in range(len(turn)):
        no, yes = vocabulary.no.longest_at(turn, at), vocabulary.yes.longest_at(turn, at)
        if no or yes:
            return "no" if no >= yes else "yes"
        if not vocabulary.acks.longest_at(turn, at):
            return None
    return None


def fillers(text: str, lang: str = DEFAULT_LANGUAGE) -> tuple[str, ...]:
    """The filler words and phrases of a transcript, in order, for a report.

    Words that are also ordinary words ("like") count only where punctuation sets them off.
    """
    rules, found = _of(lang).fillers, []
    for clause in _clauses(text):
        whole = next(
            (r for r in rules if r.set_off and r.phrases.longest_at(clause, 0) == len(clause)), None
        )
        if whole is not None:
            found.append(" ".join(clause))
            continue
        at = 0
        while at < len(clause):
            length = max(
                (r.phrases.longest_at(clause, at) for r in rules if not r.set_off), default=0
            )
            if length:
                found.append(" ".join(clause[at : at + length]))
            at += max(1, length)
    return tuple(found)


def _clauses(text: str) -> tuple[Words, ...]:
    """The words between punctuation. Apostrophes and hyphens inside words do not divide."""
    plain = text.translate(_APOSTROPHES)
    divided = "".join(
        "\n" if unicodedata.category(c) in ("Po", "Pd") and c not in "'-" else c for c in plain
    )
    return tuple(clause for clause in map(words, divided.split("\n")) if clause)
