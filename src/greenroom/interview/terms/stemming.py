"""Stems of words, so that "policies" meets "policy" and "managed" meets "managing".

English by Porter2 (Porter, Snowball, 2001) without its exceptions, after a table of word families whose
forms share no stem ("lead", "led", "leadership"). The other languages by removing the longest known
ending (light stemming, Savoy 2006); accents are folded first.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Final

from greenroom.interview.terms.families import FAMILIES

_DOUBLES: Final = ("bb", "dd", "ff", "gg", "mm", "nn", "pp", "rr", "tt")
_LI: Final = frozenset("cdeghkmnrt")
_STEP_2: Final = {
    "tional": "tion",
    "enci": "ence",
    "anci": "ance",
    "abli": "able",
    "entli": "ent",
    "izer": "ize",
    "ization": "ize",
    "ational": "ate",
    "ation": "ate",
    "ator": "ate",
    "alism": "al",
    "aliti": "al",
    "alli": "al",
    "fulness": "ful",
    "ousli": "ous",
    "ousness": "ous",
    "iveness": "ive",
    "iviti": "ive",
    "biliti": "ble",
    "bli": "ble",
    "fulli": "ful",
    "lessli": "less",
}
_STEP_3: Final = {
    "tional": "tion",
    "ational": "ate",
    "alize": "al",
    "icate": "ic",
    "iciti": "ic",
    "ical": "ic",
    "ful": "",
    "ness": "",
}
_STEP_4: Final = (
    *("ement", "ance", "ence", "able", "ible", "ment"),
    *("ant", "ent", "ism", "ate", "iti", "ous", "ive", "ize", "al", "er", "ic"),
)
_BRITISH: Final = re.compile(r"(?<=\w{3})(?:(?<=i)s|(?<=y)s)(?=ation|e[drs]?$|ers$|ing$|able$)")
"""The "s" of "organise" and "analyse", which is a "z" in American spelling."""
_OUR: Final = re.compile(r"(?<=\w{3})our(?=s?$)")

_ENDINGS: Final = {
    "de": "erinnen erin innen ungen ung heiten heit keiten keit lich liche lichen licher isch ische "
    "ischen ischer ern en em er es e n s t st te ten tet",
    "fr": "issements issement ements ement ations ation atrices atrice ateurs ateur euses euse eurs eur "
    "istes iste ites ite ives ive ifs if antes ante ants ant ees ee es er ez ent aient ait ais ai ions ons "
    "iez ir ies ie is it i s e x ire ure re oir",
    "es": "amientos amiento imientos imiento aciones acion adoras adora adores ador idades idad ivamente "
    "amente mente istas ista ivas iva ivos ivo ando iendo adas ada ados ado idas ida idos ido aron ieron "
    "abamos aba abas aban iamos ia ias ian amos emos imos aste iste are ere ire ara era ira aran eran ar er ir as os es en an a o e i s",
    "pt": "amentos amento imentos imento acoes acao adoras adora adores ador idades idade amente mente "
    "istas ista ivas iva ivos ivo ando endo indo adas ada ados ado idas ida idos ido aram eram iram avamos ava "
    "avam iamos ia iam amos emos imos aste ei ou iu oes ao ais ar er ir as os es a o e s",
    "hi": "ियों ियाँ ियां ाओं ाएं ाएँ ुओं ुएं ों ें ीं ी ा े ि ु ू ो ौ ैं ना ने नी ता ते ती कर एं ओं",
}
_LONGEST_FIRST: Final = {
    language: tuple(sorted(endings.split(), key=len, reverse=True))
    for language, endings in _ENDINGS.items()
}
_SHORTEST: Final = {"de": 4, "hi": 2}
_PLURAL_OF_L: Final = {"fr": re.compile(r"(?<=[^\We])aux$"), "pt": re.compile(r"(?<=\w{3}a)is$")}
_SINGULAR_OF_L: Final = {"fr": "al", "pt": "l"}
"""Plurals of words in "-al": "internationaux", "hospitais"."""
_GERMAN_PARTICIPLE: Final = re.compile(r"(ab|an|auf|aus|ein|mit|um|vor|zu)?ge(?=\w{4})")
"""Of "abgeschlossen" without its ending."""


LONGEST: Final = 64
"""Letters of a word. What is longer is no word, and is compared as it is."""


def stem(word: str, language: str = "en") -> str:
    """The form in which a lower-case word is compared. A language without rules keeps its words."""
    return _stem(word, language) if len(word) <= LONGEST else word


@lru_cache(8_192)
def _stem(word: str, language: str) -> str:
    if language in _LONGEST_FIRST:
        return _light(word, language)
    return _english(word) if language == "en" else word


def folded(word: str) -> str:
    """The word without accents. Marks of other scripts than Latin stay."""
    if word.isascii():
        return word
    apart = unicodedata.normalize("NFD", word.replace("ß", "ss"))
    return unicodedata.normalize("NFC", "".join(c for c in apart if not "\u0300" <= c <= "\u036f"))


def _light(word: str, language: str) -> str:
    plain = folded(word)
    if language == "de":
        plain = _without_ge(plain)
    if language in _PLURAL_OF_L:
        plain = _PLURAL_OF_L[language].sub(_SINGULAR_OF_L[language], plain)
    shortest = _SHORTEST.get(language, 3)
    for ending in _LONGEST_FIRST[language]:
        if plain.endswith(ending) and len(plain) - len(ending) >= shortest:
            return plain[: -len(ending)]
    return plain


def _without_ge(word: str) -> str:
    """A German participle without its "ge": "abgeschlossen" and "abschließen" begin alike."""
    ending = next((one for one in ("t", "en") if word.endswith(one)), "")
    if not ending:
        return word
    body = word.removesuffix(ending)
    return _GERMAN_PARTICIPLE.sub(lambda match: match[1] or "", body, count=1) + ending


def _english(word: str) -> str:
    word = folded(word).removesuffix("'s").replace("'", "")
    word = _OUR.sub("or", _BRITISH.sub("z", word))
    family = FAMILIES.get(word) or FAMILIES.get(word.removesuffix("s"), word)
    found, before = family, ""
    while found != before and len(found) > 3:  # "dimensional" loses two endings, "dimension" one
        found, before = _porter2(found), found
    return found[:-1] if found.endswith(("ll", "mm", "nn", "tt")) else found


def _porter2(word: str) -> str:
    word = re.sub(r"(?:^|(?<=[aeiouy]))y", "Y", word)
    word = _step_1a(word)
    word = _step_1b(word)
    if len(word) > 2 and word[-1] in "yY" and word[-2] not in "aeiouy":
        word = word[:-1] + "i"
    for replacements in (_STEP_2, _STEP_3):
        word = _derived(word, replacements)
    return _step_5(_step_4(word)).lower()


def _region(word: str, start: int = 0) -> int:
    """Where the region after the first consonant that follows a vowel begins (R1; from R1: R2)."""
    if start == 0:
        for front in ("gener", "commun", "arsen"):
            if word.startswith(front):
                return len(front)
    for at in range(start + 1, len(word)):
        if word[at] not in "aeiouy" and word[at - 1] in "aeiouy":
            return at + 1
    return len(word)


def _r2(word: str) -> int:
    return _region(word, r1) if (r1 := _region(word)) < len(word) else len(word)


def _is_short(word: str) -> bool:
    """The word ends in a short syllable and R1 is empty."""
    return _region(word) >= len(word) and _ends_short(word)


def _ends_short(word: str) -> bool:
    if len(word) == 2:
        return word[0] in "aeiouy" and word[1] not in "aeiouy"
    return (
        len(word) > 2
        and word[-3] not in "aeiouy"
        and word[-2] in "aeiouy"
        and word[-1] not in "aeiouywxY"
    )


def _step_1a(word: str) -> str:
    if word.endswith("sses"):
        return word[:-2]
    if word.endswith(("ied", "ies")):
        return word[:-2] if len(word) > 4 else word[:-1]
    if word.endswith(("us", "ss")) or not word.endswith("s"):
        return word
    return word[:-1] if any(c in "aeiouy" for c in word[:-2]) else word


def _step_1b(word: str) -> str:
    for ending in ("eedly", "eed"):
        if word.endswith(ending):
            at = len(word) - len(ending)
            return word[:at] + "ee" if at >= _region(word) else word
    for ending in ("ingly", "edly", "ing", "ed"):
        rest = word.removesuffix(ending)
        if rest != word:
            return _repaired(rest) if any(c in "aeiouy" for c in rest) else word
    return word


def _repaired(rest: str) -> str:
    """What is left after "-ing" or "-ed", with the end that it had before."""
    if rest.endswith(("at", "bl", "iz")):
        return rest + "e"
    if rest.endswith(_DOUBLES):
        return rest[:-1]
    return rest + "e" if _is_short(rest) else rest


def _derived(word: str, replacements: dict[str, str]) -> str:
    """Steps 2 and 3: the longest ending replaced, where it stands in R1."""
    r1 = _region(word)
    for ending in sorted(replacements, key=len, reverse=True):
        if word.endswith(ending):
            at = len(word) - len(ending)
            return word[:at] + replacements[ending] if at >= r1 else word
    if replacements is _STEP_2:
        return _shorter_step_2(word, r1)
    if word.endswith("ative") and len(word) - 5 >= _r2(word):
        return word[:-5]
    return word


def _shorter_step_2(word: str, r1: int) -> str:
    if word.endswith("ogi"):
        return word[:-1] if len(word) - 3 >= r1 and word[-4:-3] == "l" else word
    if word.endswith("li") and len(word) - 2 >= r1 and word[-3:-2] in _LI:
        return word[:-2]
    return word


def _step_4(word: str) -> str:
    r2 = _r2(word)
    for ending in _STEP_4:
        if word.endswith(ending):
            at = len(word) - len(ending)
            return word[:at] if at >= r2 else word
    if word.endswith("ion") and len(word) - 3 >= r2 and word[-4:-3] in ("s", "t"):
        return word[:-3]
    return word


def _step_5(word: str) -> str:
    at = len(word) - 1
    if word.endswith("e"):
        if at >= _r2(word) or (at >= _region(word) and not _ends_short(word[:-1])):
            return word[:-1]
    elif word.endswith("ll") and at >= _r2(word):
        return word[:-1]
    return word
