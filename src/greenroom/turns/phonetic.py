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

LONGEST_WORD = 60
"""Letters of a word that are heard; there is none as long."""
_ALIKE = (
    frozenset("TKP"),
    frozenset("MN"),
    frozenset("SFT"),
    frozenset("LRWA"),
    frozenset("HTKFP"),
)
"""Classes that are taken for one another in noise and over a telephone."""
SOUND, LIGHT, SWAP = 10, 3, 5
"""The costs in tenths: of a sound more, less or in place of a strange one; of a vowel or a breath
more or less; and of one sound for another like it."""
_LIGHT = frozenset("AH")


@lru_cache(maxsize=2_048)
def key(text: str) -> str:
    """The sounds of a text, one letter each: "hold on" is "HALTAN". Without Latin letters: ""."""
    return "".join(map(_sounds, text.lower().split()))


def _sounds(word: str) -> str:
    word = word[:LONGEST_WORD]
    for pattern, sound in _SPELLINGS:
        word = pattern.sub(sound, word)
    return word


def distance(one: str, other: str) -> float:
    """The weighted edit distance of two keys, by the weight of the heavier: 0 for the same sounds,
    1 for nothing in common (and at most that: moving a sound can cost more than it weighs)."""
    whole = max(_weight(one), _weight(other))
    return min(1.0, _edits(one, other, SOUND * (len(one) + len(other))) / whole) if whole else 1.0


def _cost(sound: str) -> int:
    return LIGHT if sound in _LIGHT else SOUND


def _weight(sounds: str) -> int:
    return sum(map(_cost, sounds))


def _swaps(one: str, other: str) -> int:
    if one == other:
        return 0
    return SWAP if any(one in like and other in like for like in _ALIKE) else SOUND


_SOUNDS = "NRHASMFTKPLW"
_SWAPS = {one: {other: _swaps(one, other) for other in _SOUNDS} for one in _SOUNDS}
_COSTS = {sound: _cost(sound) for sound in _SOUNDS}


def _edits(one: str, other: str, limit: int) -> int:
    """The least cost of changing `one` into `other`; when that is over the limit, any cost over it."""
    columns = [(sound, _COSTS[sound]) for sound in other]
    row = [0]
    for _, added in columns:
        row.append(row[-1] + added)
    for sound in one:
        swaps, lost = _SWAPS[sound], _COSTS[sound]
        diagonal, left = row[0], row[0] + lost
        below = [left]
        for (wanted, added), above in zip(columns, row[1:], strict=True):
            cost = diagonal + swaps[wanted]
            if above + lost < cost:
                cost = above + lost
            if left + added < cost:
                cost = left + added
            below.append(cost)
            diagonal, left = above, cost
        row = below
        if min(row) > limit:
            break
    return row[-1]


@dataclass(frozen=True, slots=True)
class Likeness:
    """Distances to the nearest phrase of each kind: 0 the same, 1 from `FAR` on."""

    ack: float
    stop: float
    request: float


FAR = 0.5
"""Nothing is decided by which of two texts this unlike each other is the more so: both are at 1."""
LONGEST = 10
"""Words of the longest text that is compared with a phrase."""


@lru_cache(maxsize=2_048)
def likeness(text: str, lang: str) -> Likeness:
    """1 everywhere for a language whose spelling this key was not made for, and for a text of more
    words than any phrase has: an interim comes several times a second, and long ones are speech."""
    if len(text.split()) > LONGEST:
        return Likeness(1.0, 1.0, 1.0)
    sounds = _sounds_of(key(text))
    return Likeness(*(_nearest(sounds, keys) for keys in _KEYS.get(lang, ((), (), ()))))


@dataclass(frozen=True, slots=True)
class _Sounds:
    """A key and what bounds its distance to another."""

    key: str
    weight: int
    heavy: int
    light: int
    held: int
    """A bit for each heavy sound, the n-th of its kind: what two keys share is counted at once."""


def _sounds_of(sounds: str) -> _Sounds:
    seen: dict[str, int] = {}
    held = 0
    for sound in sounds:
        if sound not in _LIGHT:
            seen[sound] = seen.get(sound, 0) + 1
            held |= 1 << seen[sound] * len(_SOUNDS) + _SOUNDS.index(sound)
    heavy = held.bit_count()
    return _Sounds(sounds, _weight(sounds), heavy, len(sounds) - heavy, held)


def _least(one: _Sounds, other: _Sounds) -> int:
    """No change of one key into the other costs less. Of the heavy sounds that they do not share as
    many as there are on both sides are swapped for one another, then those left for vowels, all as
    if they were alike; the last must go. So must the vowels that are left over."""
    if one.heavy < other.heavy:
        one, other = other, one
    swapped = other.heavy - (one.held & other.held).bit_count()
    more = one.heavy - other.heavy
    for_vowels = min(more, other.light)
    vowels = abs(one.light - other.light + for_vowels)
    return SWAP * (swapped + for_vowels) + SOUND * (more - for_vowels) + LIGHT * vowels


def _nearest(text: _Sounds, phrases: tuple[_Sounds, ...]) -> float:
    """The least distance. Those that may be near are compared first, which spares most of the rest."""
    bounds = []
    for at, phrase in enumerate(phrases):
        whole = max(text.weight, phrase.weight)
        if whole:
            bounds.append((_least(text, phrase) / whole, at, whole))
    bounds.sort()
    nearest = FAR
    for bound, at, whole in bounds:
        if bound >= nearest:
            break
        limit = int(nearest * whole)
        nearest = min(nearest, _edits(text.key, phrases[at].key, limit) / whole)
    return nearest if nearest < FAR else 1.0


REQUEST = 35
"""The weight of the shortest request that is compared: "next" is near to everything."""


def _keys(entries: Iterable[Mapping[str, Any]], least: int = 0) -> tuple[_Sounds, ...]:
    keys = {key(phrase) for entry in entries for phrase in entry["phrases"]}
    return tuple(_sounds_of(sounds) for sounds in sorted(keys) if _weight(sounds) >= least)


def _table(words: Mapping[str, Any]) -> tuple[tuple[_Sounds, ...], ...]:
    """The keys that a text is compared with, in the order of `Likeness`."""
    commands = words["commands"]
    return (
        _keys([*words["acks"], *words["hums"]]),
        _keys(entry for entry in words["stops"] if entry.get("near")),
        _keys([*commands["repeat"], *commands["rephrase"], *commands["skip"]], REQUEST),
    )


_KEYS = {"en": _table(TABLES["en"])}
