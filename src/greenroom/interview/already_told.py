"""Whether a question asks for what was told before: asked for "your greatest strength", somebody said "my strength is".

What a question wants is the noun behind its "your". An answer tells it that says "my" with the same noun, or a word
that stands for it, and goes on to say what it is. English only: elsewhere nothing is found.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Final

from greenroom.interview.understanding.condensed import condensed

_WANTED: Final = re.compile(r"\byour (?:(?:own|greatest|biggest|main|current) )?(\w+)", re.I)
_SAME: Final[Mapping[str, str]] = {
    "strength": r"strengths?|strong (?:point|suit|side)s?|best (?:skill|quality|thing)|superpower",
    "time": r"time|days?|weeks?|hours|shifts?",
    "weakness": r"weakness(?:es)?|weak (?:point|spot|side)s?",
}
"""What stands for the same. A noun that is not here is left alone: "your part" is asked of one piece of work, and told
of another."""
_BEFORE: Final[Mapping[str, str]] = {
    "strength": r"my (?:\w+ ){0,2}?",
    "time": r"(?:most|half|all|much) of (?:my|the) ",
    "weakness": r"my (?:\w+ ){0,2}?",
}
_TELLS: Final = r"(?: (?:i think|at work|as an? \w+|these days|now|really))?(?:['’]s| (?:is|are|was|goes|go|went|lies?|would be|has been|i|we|on|with|driving|doing)\b)"
_MINE: Final = {
    noun: re.compile(rf"\b{_BEFORE[noun]}(?:{same}){_TELLS}", re.I) for noun, same in _SAME.items()
}


def is_told(question: str, answers: Iterable[str]) -> bool:
    """Whether one of the answers says what this question asks for."""
    wanted = [noun for noun in map(str.lower, _WANTED.findall(question)) if noun in _MINE]
    return any(_tells(noun, answer) for answer in answers for noun in wanted)


@lru_cache(1024)
def _tells(noun: str, answer: str) -> bool:
    return _MINE[noun].search(condensed(answer).text) is not None
