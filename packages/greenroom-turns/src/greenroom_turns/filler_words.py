"""Filler words and phrases of a transcript, for a report.

A filler may be stretched ("ummm", "ähhh", "उम्म"). The same letters are none after a number ("5 mm"), in
capitals or with a capital inside of a clause ("the ER", "my friend Ben"), in a compound ("uh-huh"), and
in a longer interjection or backchannel ("uh huh", "uh oh").
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from greenroom_turns.folding import collapsed, divided, words
from greenroom_turns.vocabulary import DEFAULT_LANGUAGE, Vocabulary, vocabulary_of

_NO_FILLERS: Final = frozenset(("err", "been"))
"""Words that look like a stretched "er" or "ben"."""


@dataclass(frozen=True, slots=True)
class _Heard:
    """A word of a clause."""

    word: str
    form: str
    """The list's form of a stretched filler, else the word."""
    is_name: bool
    """Written with capital letters where an ordinary word has none, or a part of a compound."""


def fillers(text: str, lang: str = DEFAULT_LANGUAGE) -> tuple[str, ...]:
    """The filler words and phrases of a transcript, in order, each as the language's list has it.

    Words that are also ordinary words ("like") count only where punctuation sets them off.
    """
    vocabulary = vocabulary_of(lang)
    shouted = text.isupper()
    found = list[str]()
    for clause in divided(text):
        heard = list(_heard(clause, vocabulary, shouted=shouted))
        said = tuple(one.word for one in heard)
        if said and _is_set_off(said, vocabulary):
            found.append(" ".join(said))
        else:
            found += _within(heard, vocabulary)
    return tuple(found)


def _heard(clause: str, vocabulary: Vocabulary, *, shouted: bool) -> Iterator[_Heard]:
    first = True
    for chunk in clause.split():
        parts = words(chunk)
        letters = "".join(char for char in chunk if char.isalpha())
        capital = letters[:1].isupper() and not first
        capitals = len(letters) > 1 and letters.isupper()
        for word in parts:
            once = collapsed(word)
            stretched = once != word and word not in _NO_FILLERS
            form = vocabulary.stretched.get(once, word) if stretched else word
            is_name = len(parts) > 1 or ((capital or capitals) and not shouted)
            yield _Heard(word, form, is_name)
            first = False


def _is_set_off(said: tuple[str, ...], vocabulary: Vocabulary) -> bool:
    """The whole clause is a word that is a filler only between punctuation."""
    rules = (rule for rule in vocabulary.fillers if rule.set_off)
    return any(rule.phrases.longest_at(said, 0) == len(said) for rule in rules)


def _within(heard: list[_Heard], vocabulary: Vocabulary) -> Iterator[str]:
    said = tuple(one.word for one in heard)
    forms = tuple(one.form for one in heard)
    rules = [rule for rule in vocabulary.fillers if not rule.set_off]
    at = 0
    while at < len(heard):
        length = max((rule.phrases.longest_at(forms, at) for rule in rules), default=0)
        longer = max(
            vocabulary.acks.longest_at(said, at), vocabulary.interjections.longest_at(said, at)
        )
        if longer > max(1, length):
            at += longer
            continue
        if length and (length > 1 or not (heard[at].is_name or _is_unit(heard, at, vocabulary))):
            yield " ".join(forms[at : at + length])
        at += max(1, length)


def _is_unit(heard: list[_Heard], at: int, vocabulary: Vocabulary) -> bool:
    """Whether a word counts what stands before it: "5 mm", "thirty mm"."""
    if not at or heard[at].word not in vocabulary.units:
        return False
    before = heard[at - 1].word
    return before[-1].isdigit() or before in vocabulary.numbers
