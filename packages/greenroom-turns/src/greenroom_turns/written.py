"""What a text is by the word lists, taken as it stands. Pure.

The texts of an utterance repeat, and what is expected over the interviewer is a short list: each is looked up
once.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, NamedTuple, TypeAlias

from greenroom_turns import folding, language

Kind: TypeAlias = Literal["backchannel", "call", "content"]
KEPT = 1_024
REPLY_WORDS = 3
"""A yes or no of more words, said over the question, has content that should not wait for its end."""


class Written(NamedTuple):
    kind: Kind
    words: int
    """How many."""
    letters: int
    begun: bool
    """More words could still make it a backchannel, and it is no refusal, though "no problem" is one."""
    stops: bool
    expected: bool
    """Stop words and backchannels and nothing else."""
    reply: bool
    """Yes or no and nothing else. A "no" is a stop word too, and as such not left to wait (T3)."""
    request: bool
    """A spoken command, or a request for time to think."""


@lru_cache(KEPT)
def written(text: str, lang: str) -> Written:
    said, answer = folding.words(text), language.yes_no(text, lang)
    ack, stops = language.is_ack(text, lang), language.stops(text, lang)
    asks = language.command(text, lang) is not None
    return Written(
        "backchannel" if ack else "call" if stops or asks else "content",
        len(said),
        sum(map(len, said)),
        answer != "no" and language.may_become_ack(text, lang),
        stops and not ack,
        language.is_expected(text, lang),
        answer is not None and len(said) <= REPLY_WORDS and not stops,
        asks or language.thinking(text, lang),
    )
