"""How near two short English texts sound, judged by their letters. Pure.

A small recogniser that hears a word without a sentence around it often writes another that sounds
alike: "hold on" becomes "cold on", "stop" becomes "spike". `key` reduces a text to classes of sounds,
`distance` says how much of one must be changed to become the other, and `likeness` compares a text
with the backchannels and the stop words of a language.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from greenroom.turns.languages import TABLES

_SPELLINGS = tuple(
    (re.compile(pattern), sound)
    for pattern, sound in (
        (r"[^a-z]", ""),
        (r"^kn|^gn|ng", "N"),
        (r"^wr", "R"),
        (r"^who", "HA"),
        (r"mb$", "M"),
        (r"tch|sh|ch|j|c(?=[eiy])|[sz]", "S"),
        (r"^(.*[aeiouy].*[^aeiouy])e(S?)$", r"\1\2"),
        (r"ph|[fv]", "F"),
        (r"th|[td]", "T"),
        (r"gh", ""),
        (r"x", "KS"),
        (r"ck|qu?|[kcg]", "K"),
        (r"[pb]", "P"),
        (r"n", "N"),
        (r"m", "M"),
        (r"l", "L"),
        (r"^w(?=[aeiouhy])", "W"),
        (r"r(?=[aeiouy])", "R"),
        (r"h(?=[aeiouy])", "H"),
        (r"[aeiouyrwh]+", "A"),
        (r"(.)\1+", r"\1"),
    )
)
"""In this order, on one lower-case word. What is left of r, w and h colours the vowel before it."""

_ALIKE = (
    frozenset("TKP"),
    frozenset("MN"),
    frozenset("SFT"),
    frozenset("LRWA"),
    frozenset("HTKFP"),
)
"""Classes that are taken for one another in noise and over a telephone."""
SWAP = 0.5
"""The cost of one sound for another like it, where a strange one costs 1."""
LIGHT = {"A": 0.3, "H": 0.3}
"""The cost of a vowel or a breath more or less, where another sound costs 1."""


@lru_cache(maxsize=2_048)
def key(text: str) -> str:
    """The sounds of a text, one letter each: "hold on" is "HALTAN". Without Latin letters: ""."""
    return "".join(map(_sounds, text.lower().split()))


def _sounds(word: str) -> str:
    for pattern, sound in _SPELLINGS:
        word = pattern.sub(sound, word)
    return word


def distance(one: str, other: str) -> float:
    """The weighted edit distance of two keys, by the weight of the heavier: 0 for the same sounds,
    1 for nothing in common (and at most that: moving a sound can cost more than it weighs)."""
    whole = max(_weight(one), _weight(other))
    return min(1.0, _edits(one, other) / whole) if whole else 1.0


@lru_cache(maxsize=4_096)
def _weight(sounds: str) -> float:
    return sum(LIGHT.get(sound, 1.0) for sound in sounds)


def _edits(one: str, other: str) -> float:
    row = [0.0]
    for sound in other:
        row.append(row[-1] + LIGHT.get(sound, 1.0))
    for sound in one:
        lost = LIGHT.get(sound, 1.0)
        above, row = row, [row[0] + lost]
        for at, wanted in enumerate(other):
            row.append(
                min(
                    above[at] + _swap(sound, wanted),
                    above[at + 1] + lost,
                    row[at] + LIGHT.get(wanted, 1.0),
                )
            )
    return row[-1]


@lru_cache(maxsize=256)
def _swap(one: str, other: str) -> float:
    if one == other:
        return 0.0
    alike = any(one in sounds and other in sounds for sounds in _ALIKE)
    return SWAP if alike else 1.0


@dataclass(frozen=True, slots=True)
class Likeness:
    """Distances to the nearest phrase of each kind: 0 the same, 1 nothing alike."""

    ack: float
    stop: float
    request: float


LONGEST = 10
"""Words of the longest text that is compared with a phrase."""


@lru_cache(maxsize=2_048)
def likeness(text: str, lang: str) -> Likeness:
    """1 everywhere for a language whose spelling this key was not made for, and for a text of more
    words than any phrase has: an interim comes several times a second, and long ones are speech."""
    if len(text.split()) > LONGEST:
        return Likeness(1.0, 1.0, 1.0)
    sounds = key(text)
    return Likeness(*(_nearest(sounds, keys) for keys in _KEYS.get(lang, ((), (), ()))))


def _nearest(sounds: str, keys: tuple[str, ...]) -> float:
    """The least distance. Two keys differ at least by their weights, which spares most of the work."""
    nearest, weight = 1.0, _weight(sounds)
    for other in keys:
        theirs = _weight(other)
        whole = max(weight, theirs)
        if whole and abs(weight - theirs) / whole < nearest:
            nearest = min(nearest, distance(sounds, other))
    return nearest


REQUEST = 3.5
"""The weight of the shortest request that is compared: "next" is near to everything."""


def _keys(entries: Iterable[Mapping[str, Any]], least: float = 0.0) -> tuple[str, ...]:
    keys = {key(phrase) for entry in entries for phrase in entry["phrases"]}
    return tuple(sorted(sounds for sounds in keys if _weight(sounds) >= least))


def _table(words: Mapping[str, Any]) -> tuple[tuple[str, ...], ...]:
    """The keys that a text is compared with, in the order of `Likeness`."""
    commands = words["commands"]
    return (
        _keys([*words["acks"], *words["hums"]]),
        _keys(entry for entry in words["stops"] if entry.get("near")),
        _keys([*commands["repeat"], *commands["rephrase"], *commands["skip"]], REQUEST),
    )


_KEYS = {"en": _table(TABLES["en"])}
