"""What a text is by the word lists, taken as it stands. Pure.

The texts of an utterance repeat, and what is expected over the interviewer is a short list: each is looked up
once.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from greenroom.turns import folding, language
from greenroom.turns.language import YesNo

KEPT = 1_024


class Written(NamedTuple):
    words: int
    """How many."""
    letters: int
    ack: bool
    begun: bool
    """More words could still make it a backchannel, and it is no refusal, though "no problem" is one."""
    stops: bool
    asks: bool
    """It is a request, such as "say that again"."""
    expected: bool
    """Stop words and backchannels and nothing else."""
    answer: YesNo | None


@lru_cache(KEPT)
def written(text: str, lang: str) -> Written:
    said, answer = folding.words(text), language.yes_no(text, lang)
    return Written(
        len(said),
        sum(map(len, said)),
        language.is_ack(text, lang),
        answer != "no" and language.may_become_ack(text, lang),
        language.stops(text, lang),
        language.command(text, lang) is not None,
        language.is_expected(text, lang),
        answer,
    )
