"""A person's name covered in a text, however it is written, by as many signs as it has.

The name is looked for without accents and case, whole or in parts, hyphenated, run together, spelled out
or with initials. A part that is a common word too ("Will", "May"), or has two letters, is covered only
where it is written as a name: beside another part, or with a capital where a plain word has none.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable
from itertools import pairwise
from typing import Final

MASK: Final = "•"
LONGEST: Final = 12
"""Parts of a name that are looked for; more are no name."""
_WORDS: Final = """
abel amber angel an april art august autumn baker banks bell berry best bill bishop black
blue bond brook brown buck bud carol carpenter chance charity chase chip christian church
clay cliff cook cooper crystal cross daisy dale dan dawn day dean do dick drew duke early
earl east eve even faith fern field fields fisher fish flora florence forest foster fox
frank free gay gene georgia ginger glen good grace grant gray green guy hall hand harmony
harry haven heather herb hill holly hope house hunt hunter iris island ivy jack jade jasmine
jean jewel joy june just kay king knight lake lance land law lee lily lock long love major
mark marina marsh mason max may mercy miles mill miller mine more nick noble north olive
pace page park parker pat patience pearl penny pepper peter pierce piper pitch pop poppy
porter price prince queen rain ray reed rich river rob robin rock rod rose ruby rusty sage
sandy savage say see sharp shepherd short sky smart smith so sterling stone story strong sue
summer sun sunny tailor taylor terry tony turner van victor violet viola wade walker wall
ward warren water waters weaver west white will willow winter wise wolf wood woods worth
young
"""
COMMON: Final = frozenset(_WORDS.split())
"""Words of everyday English that are names of people, too."""
GREETED: Final = (
    r"(?:hi|hello|hey|dear|thanks|thank you|welcome|named|called|call me|i am|i'm|name is|meet)"
)
_CARRIES_ON: Final = r"(?:and|said|told|asked|here|is|was|has|had)"
_APOSTROPHE: Final = r"(?:['’‘ʼ`´]|&#39;|&#x27;|&apos;)"
_SEPARATOR: Final = rf"(?:,?\s{{1,3}}|\s?[\-‐‑]\s?|[._·]|{_APOSTROPHE})?"
_LIKE: Final = str.maketrans("øđłıðþħŧœæ", "odlidphtoa")
"""Letters that people type without their stroke, of one character for one."""


def _vowels(first: int, last: int) -> str:
    """Vowel signs of scripts that write them as marks of their own."""
    marks = (chr(code) for code in range(first, last) if not unicodedata.combining(chr(code)))
    return "".join(mark for mark in marks if unicodedata.category(mark) in ("Mc", "Mn"))


_LETTER: Final = rf"(?:[^\W\d_]|[{_vowels(0x0900, 0x0E00)}])"
_PART: Final = re.compile(rf"(?:[^\W_]|[{_vowels(0x0900, 0x1A00)}])+")


def coverer(names: Iterable[str]) -> Callable[[str], str]:
    """What covers these names in a text, each with its parts."""
    written = {one for name in names for one in (name, _typed(name))}
    patterns = [pattern for one in sorted(written) if (pattern := _pattern(one)) is not None]

    def covered(text: str) -> str:
        plain, places = _folded(text)
        hidden: set[int] = set()
        for pattern in patterns:
            for found in pattern.finditer(plain):
                if found["common"] is None or _is_name(
                    text, places[found.start()], found["common"]
                ):
                    hidden.update(places[found.start() : found.end()])
        for at, one in enumerate(text):
            if unicodedata.combining(one) and at - 1 in hidden:
                hidden.add(at)
        return "".join(MASK if at in hidden and not c.isspace() else c for at, c in enumerate(text))

    return covered


def _typed(name: str) -> str:
    """As it is typed where a keyboard has no such letters."""
    letters = {"ä": "ae", "ö": "oe", "ü": "ue", "å": "aa", "ø": "oe", "æ": "ae"}
    return "".join(letters.get(one, one) for one in unicodedata.normalize("NFC", name).lower())


def _pattern(name: str) -> re.Pattern[str] | None:
    parts = _PART.findall(_folded(name)[0])[:LONGEST]
    if not any(len(part) > 1 for part in parts):
        return None
    sure = [part for part in parts if _is_sure(part)]
    unsure = [part for part in parts if len(part) > 1 and not _is_sure(part)]
    initials = "".join(sorted({re.escape(part[0]) for part in parts}))
    beside = rf"(?:(?<!{_LETTER})[{initials}]\.\s?){{0,3}}"
    forms = []
    if len(parts) > 1:
        forms.append(_SEPARATOR.join(map(re.escape, parts)))
        forms.append(_SEPARATOR.join(map(re.escape, reversed(parts))))
        forms.append(r"\.\s?".join(re.escape(part[0]) for part in parts) + r"\.")
        forms += [_SEPARATOR.join(map(re.escape, pair)) for pair in pairwise(parts)]
    words = (_PART.findall(word) for word in _folded(name)[0].split())
    forms += [_SEPARATOR.join(map(re.escape, word)) for word in words if len(word) > 1]
    forms += [_spelled(part) for part in parts if len(part) > 2]
    forms += [beside + re.escape(part) + rf"s?(?:\s[{initials}]\.){{0,3}}" for part in sure]
    forms += [rf"[{initials}]\.\s?{re.escape(part)}" for part in unsure]
    common = "|".join(map(re.escape, unsure)) or r"(?!)"
    whole = "|".join(form if _spaceless(form) else _apart(form) for form in forms)
    return re.compile(rf"{whole}|(?P<common>{_apart(common)})")


def _apart(form: str) -> str:
    return rf"(?<!{_LETTER})(?:{form})(?!{_LETTER})"


def _spelled(part: str) -> str:
    return r"(?:[\s\-‐‑.,]{1,3})".join(map(re.escape, part))


def _is_sure(part: str) -> bool:
    return part not in COMMON and (len(part) > 2 or (len(part) > 1 and _spaceless(part)))


def _spaceless(part: str) -> bool:
    """Whether it is of a script that writes words without spaces between them, or with endings."""
    return any(
        "\u0e00" <= c <= "\u0eff" or "\u1000" <= c <= "\u11ff" or c >= "\u2e80" for c in part
    )


def _is_name(text: str, at: int, word: str) -> bool:
    """Whether a common word is written as a name there."""
    before, after = text[:at], text[at + len(word) :]
    if not text[at].isupper():
        return False
    if re.search(rf"\b{GREETED}[\s,]+$", before[-20:], re.IGNORECASE):
        return True
    begins = re.search(r"(?:^|[.!?…:;\n\"“”(])\s*$", before[-4:] if before else "") is not None
    if not begins:
        return True
    return re.match(rf"\s*(?:$|[,.!?;:'’)]|{_CARRIES_ON}\b|[A-Z]\w)", after[:12]) is not None


def _folded(text: str) -> tuple[str, list[int]]:
    """The text without case, accents and invisible signs, and for each of its characters the place in `text`."""
    plain, places = [], []
    for at, character in enumerate(text):
        for one in unicodedata.normalize("NFKD", character).casefold().translate(_LIKE):
            if not unicodedata.combining(one) and unicodedata.category(one) != "Cf":
                plain.append(one)
                places.append(at)
    return "".join(plain), places
