"""Which requirements of the job an interview came to: asked by the interviewer, met by words of the
candidate, or neither.

Words decide, not a judgement. A requirement is *covered* when one answer holds one of its names ("SQL"),
or two of its ordinary words (all, where it has fewer). That says that the candidate spoke about it, not
how well. Of "Python and SQL" one name is enough: nobody is asked again for what they told, and the
report quotes which.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final, TypeAlias

from greenroom.interview.background import Requirement
from greenroom.interview.terms.stemming import stem
from greenroom.interview.terms.tokens import Word, words
from greenroom.interview.transcript import Message
from greenroom_turns.folding import base
from greenroom_turns.vocabulary import DEFAULT_LANGUAGE

STATES: Final = ("covered", "asked", "not_reached")
ENOUGH: Final = 2
"""Ordinary words of a requirement that one answer must hold; all of them where it has fewer."""

Place: TypeAlias = tuple[int, int]


@dataclass(frozen=True, slots=True)
class _Term:
    """What must be said for a term: all words of one of its alternatives."""

    is_name: bool
    alternatives: tuple[tuple[str, ...], ...]
    """The keys of their words. Several, as of "on-call", must be said one after the other."""


@dataclass(frozen=True, slots=True)
class _Said:
    """The words of a text by their keys, each with the first place where it stands."""

    places: Mapping[str, Place]
    pairs: Mapping[tuple[str, str], Place]
    """Two words that stand side by side."""


def coverage(
    requirements: Iterable[Requirement],
    messages: Sequence[Message],
    language: str = DEFAULT_LANGUAGE,
) -> list[dict[str, Any]]:
    """One object for each requirement; `messages` are in the order in which the record counts them."""
    wanted = list(requirements)
    texts = [_words_of(message.text, language) for message in messages] if wanted else []
    return [_of(requirement, messages, texts, language) for requirement in wanted]


def is_covered(requirement: Requirement, answer: str, language: str = DEFAULT_LANGUAGE) -> bool:
    """Whether this answer covers the requirement, by the rule of the report."""
    return bool(_met(_terms(requirement, language), _words_of(answer, language)))


def keys(text: str, language: str = DEFAULT_LANGUAGE) -> frozenset[str]:
    """What the words of a text are compared by."""
    return frozenset(word.key for word in words(text, language))


def _of(
    requirement: Requirement,
    messages: Sequence[Message],
    texts: Sequence[_Said],
    language: str,
) -> dict[str, Any]:
    terms = _terms(requirement, language)
    asked, quotes = list[int](), list[dict[str, Any]]()
    for index, (message, said) in enumerate(zip(messages, texts, strict=True)):
        if message.speaker == "interviewer" and _met(terms, said):
            asked.append(index)
        elif message.kind == "answer":
            quotes += [
                {"message": index, "start": start, "end": end, "quote": message.text[start:end]}
                for start, end in _met(terms, said)
            ]
    return {
        "requirement": requirement.text,
        "kind": requirement.kind,
        "stage": requirement.stage,
        "state": "covered" if quotes else "asked" if asked else "not_reached",
        "asked": asked,
        "quotes": quotes,
    }


def _words_of(text: str, language: str) -> _Said:
    """A compound is also one word where it is written as two: "health care"."""
    places, pairs = dict[str, Place](), dict[tuple[str, str], Place]()
    before: Word | None = None
    for word in words(text, language):
        places.setdefault(word.key, (word.start, word.end))
        if word.inner:
            continue
        if before is not None and word.start - before.end == 1:
            pairs.setdefault((before.key, word.key), (before.start, word.end))
            whole = stem(f"{before.text}{word.text}".lower(), base(language))
            places.setdefault(whole, (before.start, word.end))
        before = word
    return _Said(places, pairs)


def _terms(requirement: Requirement, language: str) -> list[_Term]:
    return [_term(term, language) for term in requirement.terms]


def _term(term: str, language: str) -> _Term:
    """A term as it is compared: "nursing/midwifery" has two alternatives, "CI/CD" is one name."""
    whole = words(term, language)
    divided = sum(not word.inner for word in whole) > 1 and "/" in term
    alternatives = [words(one, language) for one in term.split("/")] if divided else [whole]
    named = any(_is_name(word) for one in alternatives for word in one)
    keyed = (tuple(word.key for word in one if not word.inner) for one in alternatives)
    return _Term(named, tuple(filter(None, keyed)))


def _is_name(word: Word) -> bool:
    """Whether a term's word is a name: one that is known, or written with a capital letter."""
    return word.known or word.strong or word.text[:1].isupper()


def _met(terms: Sequence[_Term], said: _Said) -> list[Place]:
    """Where the terms of a requirement stand, in order; none where they are too few."""
    found = [(term.is_name, _said(term, said)) for term in terms]
    named = any(is_name and places for is_name, places in found)
    ordinary = [places for is_name, places in found if places and not is_name]
    needed = min(ENOUGH, sum(not term.is_name for term in terms))
    if not named and (not ordinary or len(ordinary) < needed):
        return []
    return sorted({place for _, places in found for place in places})


def _said(term: _Term, said: _Said) -> list[Place]:
    """The places of the first alternative that is said whole."""
    for keys_of in term.alternatives:
        if len(keys_of) == 1 and keys_of[0] in said.places:
            return [said.places[keys_of[0]]]
        side_by_side = list(pairwise(keys_of))
        if side_by_side and all(pair in said.pairs for pair in side_by_side):
            return [said.pairs[pair] for pair in side_by_side]
    return []
