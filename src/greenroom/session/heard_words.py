"""What the candidate heard of an utterance that was cut off."""

from __future__ import annotations

import re

from greenroom.interview.plan import Millis

_WORD = re.compile(r"\S+")


def heard_part(text: str, played_ms: Millis, total_ms: Millis) -> str:
    """The words of `text` that were out of the loudspeaker after `played_ms` of `total_ms`.

    Speech is taken to run at an even pace over the characters; a word counts as heard once it was
    played to its end. Never more than `text`, a prefix of it, cut at a word's end; "" before the
    first word ended; the whole text when all was played. `total_ms` of 0 with nothing played is "".
    """
    if played_ms <= 0 or not text:
        return ""
    if played_ms >= total_ms:
        return text
    reached = len(text) * played_ms
    end = 0
    for word in _WORD.finditer(text):
        if word.end() * total_ms > reached:
            break
        end = word.end()
    return text[:end]
