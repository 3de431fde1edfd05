"""Whether words can be read alone: nothing in them points to what stood before them (English)."""

from __future__ import annotations

import re
from typing import Final

from greenroom.assessment.coaching import signs
from greenroom.interview.understanding.lexicon import NUMBER, ROLE_NOUNS
from greenroom_turns.folding import word_set

_THINGS: Final = re.compile(
    r"\b(?:it(?!\s+(?:turned\s+out|took\s+(?:me|us|him|her|them)|(?:is|was)\s+(?:late|early|dark|clear|hard|easy|time)|"
    rf"(?:is|was|became)\s+(?:only\s+)?{NUMBER})\b)|its|"
    r"them|the\s+others?|the\s+same(?!\s+\w)|the\s+rest|"
    r"(?:do|did|done|doing)\s(?:this|that)(?=\s(?:for|in|at|since|with|by|on|to|every|all|again)\b)|"
    r"(?<=\w\s)(?:this|that|these|those)(?=\s*(?:\Z|[,.;]|(?:and|but|so|because)\b))|"
    r"(?:been|be|am|was|is|are|were|an?(?:\s+\w+)?|another)\s+ones?(?=\W*(?:\Z|[,.;]|(?:for|and|in|at|with|to|since)\b))|"
    r"the\s+\w+\s+ones?\b|(?:year|month|week|day|times?|later|afterwards|and|but|so|because)\s+that(?=\s+(?:was|is|made|meant)\b)|"
    r"(?<!\bthere\s)there(?!\s+(?:is|was|are|were|had|has|have)\b|['’]s))\b",
    re.I,
)
"""Words that stand for a thing, a place or several people."""
_PERSON: Final = re.compile(r"\b(?:he|she|him|her|hers|his)\b", re.I)
_PEOPLE_TOLD: Final = re.compile(r"\b(?:they|their|theirs)\b", re.I)
_SO: Final = re.compile(
    r"\b(?:told|tell|said|say|asked|did|do|done|think|thought|hope|hoped|believe|believed)(?:\s+(?:him|her|them|me|us|it))?"
    r"\s+so\b(?=\W*(?:\Z|[,.;]|and\b|but\b))",
    re.I,
)
"""What was said before, in one word."""
_DETERMINER: Final = (
    r"(?:an?|the|my|our|your|his|her|their|every|each|some|many|most|all|both|no|another|other|more|this|that|these|those|"
    rf"{NUMBER})"
)
_NO_NOUN: Final = word_set("""
    i we you he she it they me us him her them this that these those one ones other others all both first same and or but so then a an the
    my our your his their its there here now
    of in on at to for with from by about as than who which was is were had has have do did not
    end beginning start time times day days night morning evening week month year moment way last next
""")
_NAMED: Final = re.compile(rf"(?=\b{_DETERMINER}\s+(?P<noun>[a-z][\w'’-]*))", re.I)
"""A thing or somebody, by a word that comes before one."""
_PROPER: Final = re.compile(r"(?<=[a-z,] )(?!I\b)[A-Z]\w+")
_SEVERAL: Final = re.compile(
    r"\b(?!(?:was|has|is|this|its|us|always|does|yes|as|his|hers|theirs|sometimes)\b)[a-z]{3,}s\b"
)
_PEOPLE: Final = re.compile(
    rf"\b(?:{'|'.join(sorted(ROLE_NOUNS))}|man|woman|boy|girl|child|kid|lady|gentleman|guy|person|patient|guest|friend|boss|"
    r"colleague|neighbour|neighbor|visitor|pupil|parent|father|mother|son|daughter|husband|wife|brother|sister|bride|groom|"
    r"apprentice|captain|inspector|foreman|\w{3,}(?:er|or|ist|ian|ant|man|woman|lady))\b",
    re.I,
)


_NO_VERB: Final = re.compile(
    r"\A(?:the|an?|my|our|some|most|those)\s+\w+\s+(?:who|which|that)\s+[\w'’]+\s*(?:,|\Z)", re.I
)
"""Somebody and what says who, and nothing that they did: "the people who count, and …"."""


def leans(said: str, *, on_people: bool = True) -> bool:
    """Whether the words begin or go on with what stands for something that they do not name before. `on_people`: "he" and "they" too;
    who reads their own answer knows of whom they spoke."""
    bare = signs.JOINED.sub("", said)
    if _NO_VERB.match(bare) is not None:
        return True
    if signs.LEANS.match(bare.lower()) is not None or _SO.search(bare) is not None:
        return True
    if any(
        not _names(bare[: found.start()], one=found[0].lower() in ("it", "its"))
        for found in _THINGS.finditer(bare)
    ):
        return True
    if not on_people:
        return False
    several = any(not _names(bare[: found.start()]) for found in _PEOPLE_TOLD.finditer(bare))
    return several or any(
        not _names_somebody(bare[: found.start()]) for found in _PERSON.finditer(bare)
    )


def _names(before: str, *, one: bool = False) -> bool:
    """Whether a thing is named there; `one`: a single one."""
    nouns = [found["noun"].lower() for found in _NAMED.finditer(before)]
    if any(noun not in _NO_NOUN and not (one and _SEVERAL.fullmatch(noun)) for noun in nouns):
        return True
    return _PROPER.search(before) is not None or (not one and _SEVERAL.search(before) is not None)


def _names_somebody(before: str) -> bool:
    return _PROPER.search(before) is not None or _PEOPLE.search(before) is not None
