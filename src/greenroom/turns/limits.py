"""The numbers of the turn decision, each with what it means. Times are milliseconds, distances nats
where nothing else is said."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

Millis: TypeAlias = int


@dataclass(frozen=True, slots=True)
class Limits:
    tail_ms: Millis = 1_000
    """A reply that begins this close to the end of a yes/no question answers it."""
    untranscribed_limit_ms: Millis = 2_000
    overlap_ms: Millis = 500
    """Who began first may end this late into the interviewer's words without interrupting them."""
    few_words: int = 2
    few_words_ms: Millis = 1_200
    """So many words interrupt when they are final, or when the voice has gone on for this long.
    Stop words wait for nothing."""
    hum_db: int = -20
    """A closed mouth leaves less than this above 1 kHz (synthetic hums: -28 to -41); the lowest of
    235 spoken words and sentences, of two engines and eight voices, had -16."""
    closed_db: int = -27
    """Below this no vowel was spoken: a "no" that is heard in it is a hum, too."""
    hum_ms: Millis = 1_500
    hum_least_ms: Millis = 200
    """A shorter dull sound without words is a thump (60 to 160 ms)."""
    hum_words: int = 3
    certain: float = 0.88
    """Words more certain than this were spoken, however dull the voice."""
    doubt_ms: Millis = 900
    """More voice than this is speech, however little its words are trusted."""
    unsure_ms: Millis = 600
    """Up to `few_words`, shorter than this and not `trusted`, are not worth stopping for."""
    garbled: float = 0.5
    """Nor is any number of words less confident than this: what a laugh is written as."""
    near: float = 5.5
    """An alternative that is less likely than the text by no more than this (nats) may be meant."""
    trusted: float = 0.75
    near_trusted: float = 3.0
    """A backchannel must be nearer than that to a text with so much confidence, or where something else
    is heard with `heard_so`; and a call that is so near interrupts before its words are final."""
    near_stop: float = 1.0
    """Nearer still where a stop word is written."""
    favour: float = 2.5
    """A backchannel must be likelier than a call by more than this, and the other way about to interrupt
    before the words are final."""
    heard_well: float = 0.88
    """What sounds like a backchannel with this chance is one, if its words are not `certain`; ..."""
    heard_beyond: float = 0.98
    beyond_doubt: float = 0.94
    """... with this, if they are less certain than `beyond_doubt`, and although a stop word is written, if
    they are not `certain`. Of 1,270 stop words that were said 0.9 was the most."""
    said_words: int = 4
    """So many words, if they are trusted, were said: no sound makes a backchannel of them. Without it 28
    of 700 short lines by actors would be ignored, and with it 25; three words would cost 2 of 2,564
    backchannels."""
    heard_hummed: float = 0.999
    """With this, and as dull as a hum, an answer was hummed, whatever was written. 111 hums of closed
    mouths had 0.9999 and more; of 1,335 short answers none is taken for one."""
    heard_call: float = 0.5
    """Where a call is heard with this chance, neither doubt nor an "amen" makes a hum of it; what is not
    trusted is no backchannel, and a written one only if no call is about as likely."""
    heard_so: float = 0.8
    """Where something else is heard with this chance, the words may be wrong, but there were words."""
    near_request: float = 4.0
    """To a silent interviewer a request is meant that is no farther behind the text than that, ..."""
    request_words: int = 4
    """... if it has so many words and is heard as a call with `heard_so`, or is heard as one with
    `heard_beyond` and has only `request_words_least`. Of 2,477 short answers, many with words of
    requests in them, one was taken for one."""
    request_words_least: int = 3
