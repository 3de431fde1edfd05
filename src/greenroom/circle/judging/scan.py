"""A look at the transcript for words that are meant for the judge. It decides nothing.

A flag is a passage that is taken out when a yes is asked for again (`ablated`). So a false alarm costs
one more question, and a miss costs what the judge itself cannot resist: flattery, and a lie that
nobody thought of, are nothing that this scan can tell from conversation.
"""

from __future__ import annotations

import base64
import binascii
import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from typing import Final

from greenroom.circle.inputs import Message, Transcript
from greenroom.circle.judging.folding import Folded
from greenroom.circle.judging.signs import FlagKind, Reach, possible


@dataclass(frozen=True, slots=True)
class Flag:
    """`transcript[message].message[start:end]`."""

    kind: FlagKind
    message: int
    start: int
    end: int


HIDING: Final = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f"
    "\u3164\ufeff\uffa0\ufff9-\ufffb\U000e0000-\U000e0fff\ue000-\uf8ff\x00-\x08\x0b-\x1f\x7f-\x9f]+"
)
"""Not the joiners of Persian, of Indian scripts and of emoji."""
MIXED: Final = re.compile(r"\b(?=\w*[a-zA-Z])(?=\w*[\u0370-\u03ff\u0400-\u04ff])\w+\b")
SPACED: Final = re.compile(r"(?<!\S)(?:\S ){5,}\S(?!\S)|(?<!\w)(?:\w[._*|-]){5,}\w(?!\w)")
BLOB: Final = re.compile(r"(?<![\w+/=])[A-Za-z0-9+/_-]{20,}={0,2}(?![\w+/=])")
LONG: Final = re.compile(r"\S{20}")
SHORT: Final = re.compile(r" \S \S \S \S \S|[._*|-]\w[._*|-]\w[._*|-]")
"""What a blob, and what is spaced out, has in it: looked for first."""
SENTENCE_END: Final = re.compile(r"(?<![.!?।])[.!?।]++(?=\s|$)|\n")
CLAUSE_END: Final = re.compile(r"(?<![.!?।])[.!?।]++(?=\s|$)|[\n,;:—–]")


def scan(transcript: Transcript) -> tuple[Flag, ...]:
    """Every suspicious passage, by message and place."""
    return tuple(
        Flag(kind, index, start, end)
        for index, message in enumerate(transcript)
        for kind, start, end in _passages(message.message)
    )


def ablated(transcript: Transcript, flags: tuple[Flag, ...]) -> Transcript:
    """The transcript without these passages."""
    left = list(transcript)
    for index, spans in _merged(flags):
        text = transcript[index].message
        edges = [0, *(edge for span in spans for edge in span), len(text)]
        kept = zip(edges[::2], edges[1::2], strict=True)
        words = "".join(text[start:end] for start, end in kept)
        left[index] = Message(transcript[index].speaker, words)
    return tuple(left)


def passages(transcript: Transcript, flags: tuple[Flag, ...]) -> list[str]:
    """The texts of these passages; those that overlap are one."""
    return [
        transcript[index].message[start:end]
        for index, spans in _merged(flags)
        for start, end in spans
    ]


def _merged(flags: tuple[Flag, ...]) -> Iterator[tuple[int, list[tuple[int, int]]]]:
    """By message, in order and without overlaps."""
    ordered = sorted(flags, key=lambda flag: (flag.message, flag.start))
    for index, of_message in groupby(ordered, key=lambda flag: flag.message):
        spans: list[tuple[int, int]] = []
        for flag in of_message:
            if spans and flag.start <= spans[-1][1]:
                spans[-1] = spans[-1][0], max(spans[-1][1], flag.end)
            else:
                spans.append((flag.start, flag.end))
        yield index, spans


@lru_cache(maxsize=512)
def _passages(text: str) -> tuple[tuple[FlagKind, int, int], ...]:
    """Remembered for a moment: a verdict looks at the same messages several times."""
    found = {*_signs(text), *_hidden(text), *_encoded(text)}
    return tuple(sorted(found, key=lambda one: (one[1], one[2], one[0])))


def _signs(text: str) -> Iterator[tuple[FlagKind, int, int]]:
    folded = Folded(text)
    signs = possible(folded.text)
    if not signs:
        return
    ends = {
        Reach.SENTENCE: _Ends(SENTENCE_END, folded.text),
        Reach.CLAIM: _Ends(CLAUSE_END, folded.text),
    }
    for sign in signs:
        for match in sign.pattern.finditer(folded.text):
            span = _around(sign.reach, folded.text, match.span(), ends)
            yield (sign.kind, *folded.origin(*span))


def _hidden(text: str) -> Iterator[tuple[FlagKind, int, int]]:
    sentences = _Ends(SENTENCE_END, text)
    if not text.isprintable():
        for match in HIDING.finditer(text):
            yield (FlagKind.HIDDEN, *sentences.around(*match.span()))
    if not text.isascii():
        for match in MIXED.finditer(text):
            yield FlagKind.HIDDEN, match.start(), match.end()
    if SHORT.search(text):
        for match in SPACED.finditer(text):
            yield FlagKind.HIDDEN, match.start(), match.end()


def _encoded(text: str) -> Iterator[tuple[FlagKind, int, int]]:
    if not LONG.search(text):
        return
    for match in BLOB.finditer(text):
        if _says(match[0]):
            yield FlagKind.ENCODED, match.start(), match.end()


class _Ends:
    """Where sentences, or clauses, of one text end: found once, however much is suspicious in it."""

    def __init__(self, pattern: re.Pattern[str], text: str) -> None:
        self._text = text
        self._pattern = pattern
        self._found: tuple[list[int], list[str]] | None = None

    def around(self, start: int, end: int, *, next_too: Iterable[str] = ()) -> tuple[int, int]:
        """From the last end before `start` to the first after `end`, or the one behind it, where the
        first is one of `next_too`."""
        if self._found is None:
            matches = list(self._pattern.finditer(self._text))
            self._found = [match.end() for match in matches], [match[0] for match in matches]
        places, marks = self._found
        before, after = bisect_right(places, start), bisect_right(places, end)
        if after < len(places) and marks[after] in next_too:
            after += 1
        if start and self._text[start - 1] in ".!?।":
            begin = start
        else:
            begin = places[before - 1] if before else 0
        return begin, places[after] if after < len(places) else len(self._text)


def _around(
    reach: Reach, text: str, span: tuple[int, int], ends: dict[Reach, _Ends]
) -> tuple[int, int]:
    """The passage in the folded text."""
    start, end = span
    while start < end - 1 and (text[start].isspace() or text[start] in ".!?।,;:"):
        start += 1
    if reach is Reach.CLAIM:
        return ends[reach].around(start, end, next_too=(",", ";", ":", "—", "–"))
    if reach is Reach.SENTENCE:
        return ends[reach].around(start, end)
    newline = text.find("\n", end) if reach is Reach.LINE else -1
    return start, newline if newline >= 0 else len(text)


def _says(blob: str) -> bool:
    """Whether the blob is text once it is decoded."""
    try:
        if re.fullmatch(r"(?:[0-9a-fA-F]{2})+", blob):
            data = bytes.fromhex(blob)
        else:
            padded = blob.rstrip("=") + "=" * (-len(blob.rstrip("=")) % 4)
            data = base64.b64decode(padded, altchars=b"-_" if set(blob) & {"-", "_"} else None)
        decoded = data.decode()
    except (ValueError, binascii.Error):
        return False
    return decoded.isprintable() and (" " in decoded or ":" in decoded or "=" in decoded)
