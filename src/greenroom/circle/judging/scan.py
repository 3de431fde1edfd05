"""A look at the transcript for words that are meant for the judge. It decides nothing.

A flag is a passage that is taken out when a yes is asked for again (`ablated`). So a false alarm costs
one more question, and a miss costs what the judge itself cannot resist: flattery, and a lie that
nobody thought of, are nothing that this scan can tell from conversation.
"""

from __future__ import annotations

import base64
import binascii
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Final

from greenroom.circle.inputs import Message, Transcript
from greenroom.circle.judging.claimed import CLAIMED
from greenroom.circle.judging.suspicions import LEXICONS, Lexicon


class FlagKind(StrEnum):
    ADDRESS = "address"
    """Somebody speaks to the judge or to a machine."""
    ORDER = "order"
    """The verdict is ordered, or claimed."""
    OVERRIDE = "override"
    """Instructions are to be forgotten, or replaced."""
    FORGED_TURN = "forged_turn"
    """A speaker's label within a message."""
    CLAIM = "claim"
    """An agreement is told of, or what the other is said to have said."""
    MARKUP = "markup"
    """Tags, template marks, the keys of a verdict, an end of the transcript."""
    HIDDEN = "hidden"
    """Characters that show nothing, letters of another script in a word, spaced-out letters."""
    ENCODED = "encoded"
    """Text in base64 or hexadecimal."""


@dataclass(frozen=True, slots=True)
class Flag:
    """`transcript[message].message[start:end]`."""

    kind: FlagKind
    message: int
    start: int
    end: int


class _Reach(StrEnum):
    """How much is suspicious around what was found."""

    ITSELF = "itself"
    CLAIM = "claim"
    """The clause, and the next of its sentence: what was claimed ("as you said, we meet on Thursday")."""
    SENTENCE = "sentence"
    LINE = "line"
    REST = "rest"


@dataclass(frozen=True, slots=True)
class _Sign:
    kind: FlagKind
    pattern: re.Pattern[str]
    reach: _Reach


WORD: Final = r"[\w\u0900-\u0963\u0966-\u097f]"
"""A letter of a word; Python counts the vowel signs of Devanagari as none."""
CLAUSE: Final = r"(?:^|[\n.!?।:;,\"“”«»(\[{>*#|–—-]|(?<!\w)['‘])\s*"
ACCENTS: Final = re.compile("[\u0300-\u036f]")
LOOKALIKES: Final = str.maketrans(
    "авсԁеһіјӏмнорԛстѕухԝѵαβεικνορτυχɡ", "abcdehijlmhopqctsyxwvabeikvoptuxg"
)
"""Cyrillic, Greek and phonetic letters that are drawn like Latin ones."""
HIDING: Final = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f"
    "\u3164\ufeff\uffa0\ufff9-\ufffb\U000e0000-\U000e0fff\ue000-\uf8ff\x00-\x08\x0b-\x1f\x7f-\x9f]+"
)
"""Not the joiners of Persian, of Indian scripts and of emoji."""
MIXED: Final = re.compile(r"\b(?=\w*[a-zA-Z])(?=\w*[\u0370-\u03ff\u0400-\u04ff])\w+\b")
SPACED: Final = re.compile(r"(?<!\S)(?:\S ){5,}\S(?!\S)|(?<!\w)(?:\w[._*|-]){5,}\w(?!\w)")
BLOB: Final = re.compile(r"(?<![\w+/=])[A-Za-z0-9+/_-]{20,}={0,2}(?![\w+/=])")
SENTENCE_END: Final = re.compile(r"[.!?।]+(?=\s|$)|\n")
CLAUSE_END: Final = re.compile(r"[.!?।]+(?=\s|$)|[\n,;:—–]")
FIELDS: Final = (
    r"(?:verdict|decision|notification|speaker|role)[\"'”“]?\s*[:=]\s*[\"'“”]?\s*"
    r"(?:yes|no|true|false|null|owner|visitor|system|approved|undecided)"
    r"|(?:stop_suggested|injection_suspected|as_user_message|owner_objective|turn_goal|intent_tag)\b"
)
TAGS: Final = (
    r"</?\s*(?:transcript|system|instructions?|prompt|owner|visitor|judge|conversation|data|assistant"
    r"|user|verdict|output|context)\b|<\|\w+\|>|\[/?(?:inst|system|sys|end)\b|<<sys>>|```|\bnonce\b"
    r"|\x1b\[|<\s*(?:script|img|iframe|svg|a)\b"
)


def _signs(lexicon: Lexicon) -> Iterator[_Sign]:
    words = lexicon
    some = r"(?:\s+[^\s.!?।\n]+){0,4}?[\s\"'“”«»:=(]+"
    lead = rf"(?:(?:{words.lead})[\s,]+){{0,3}}"
    to = rf"(?:(?:{words.article})\s+)?(?:(?:ai|ki|ia)\s+)?"
    colon = r"\s*(?:\([^)]*\)\s*)?[:：—–]"
    greeted = rf"(?:{words.greeting})[\s:,]*{to}(?:{words.judge}|{words.machine})(?!{WORD})"
    address = (
        rf"{CLAUSE}(?:{greeted}[^.!?\n]{{0,30}}?[:,：—–-]|{to}(?:{words.judge})\s*[:,：—–]"
        rf"|{to}(?:{words.machine}){colon})"
    )
    if words.verb_last:
        order = rf"(?<!{WORD})(?:{words.verdict})\s+(?:ही\s+)?(?:{words.say})(?!{WORD})"
        approve = rf"(?:{words.approved}){some}(?:{words.approve})(?!{WORD})"
        override = rf"(?:{words.overridden}){some}(?:{words.override})(?!{WORD})"
    else:
        formal = r"(?:\s+sie)?"
        order = rf"{CLAUSE}{lead}(?:{words.say}){formal}{some}(?:{words.verdict})(?!{WORD})"
        approve = rf"{CLAUSE}{lead}(?:{words.approve}){formal}{some}(?:{words.approved})(?!{WORD})"
        override = (
            rf"{CLAUSE}{lead}(?:{words.override}){formal}{some}(?:{words.overridden})(?!{WORD})"
        )
    duty = (
        rf"(?:{words.judge}|{words.machine})\s+(?:{words.duty}){some}(?:{words.verdict})(?!{WORD})"
    )
    steer = rf"(?<!{WORD})(?:{words.steer})(?!{WORD})"
    claim = rf"(?<!{WORD})(?:{words.outcome})(?!{WORD})[^.!?।\n,]{{0,30}}?(?<!{WORD})(?:{words.is_yes})(?!{WORD})"
    label = (
        rf"(?:(?:^|\n|\\n|[.!?।]\s)\s*[\"'“*#\[>-]*\s*)(?:agent[_ ])?(?:{words.side})[\]*]*\s*[:：]"
    )
    yield _Sign(FlagKind.ADDRESS, _compiled(address), _Reach.LINE)
    yield _Sign(FlagKind.ORDER, _compiled(rf"{order}|{approve}|{duty}|{claim}"), _Reach.SENTENCE)
    yield _Sign(FlagKind.OVERRIDE, _compiled(rf"{override}|{steer}"), _Reach.SENTENCE)
    yield _Sign(FlagKind.FORGED_TURN, _compiled(label), _Reach.LINE)
    yield _Sign(
        FlagKind.MARKUP, _compiled(rf"(?<!{WORD})(?:{words.ending})(?!{WORD})"), _Reach.REST
    )


def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(unicodedata.normalize("NFKD", pattern), re.MULTILINE)


SIGNS: Final = (
    *(sign for lexicon in LEXICONS for sign in _signs(lexicon)),
    *(
        _Sign(FlagKind.CLAIM, _compiled(rf"(?<!{WORD})(?:{words})(?!{WORD})"), _Reach.CLAIM)
        for words in CLAIMED
    ),
    _Sign(FlagKind.MARKUP, re.compile(f"{FIELDS}|{TAGS}"), _Reach.REST),
)


@dataclass(frozen=True, slots=True)
class _Folded:
    """The text as it is compared; `origin[i]` is where its i-th character comes from."""

    text: str
    origin: tuple[int, ...]


def scan(transcript: Transcript) -> tuple[Flag, ...]:
    """Every suspicious passage, by message and place."""
    return tuple(
        Flag(kind, index, start, end)
        for index, message in enumerate(transcript)
        for kind, start, end in _passages(message.message)
    )


def ablated(transcript: Transcript, flags: tuple[Flag, ...]) -> Transcript:
    """The transcript without these passages."""
    texts = [[*message.message] for message in transcript]
    for flag in flags:
        texts[flag.message][flag.start : flag.end] = [""] * (flag.end - flag.start)
    return tuple(
        Message(message.speaker, "".join(text))
        for message, text in zip(transcript, texts, strict=True)
    )


@lru_cache(maxsize=256)
def _passages(text: str) -> tuple[tuple[FlagKind, int, int], ...]:
    """Remembered for a moment: a verdict looks at the same messages several times."""
    folded = _fold(text)
    found = {
        (sign.kind, *_around(sign.reach, folded, match.start(), match.end()))
        for sign in SIGNS
        for match in sign.pattern.finditer(folded.text)
    }
    found |= {(FlagKind.HIDDEN, *_sentence(text, *m.span())) for m in HIDING.finditer(text)}
    found |= {(FlagKind.HIDDEN, m.start(), m.end()) for m in MIXED.finditer(text)}
    found |= {(FlagKind.HIDDEN, m.start(), m.end()) for m in SPACED.finditer(text)}
    found |= {(FlagKind.ENCODED, m.start(), m.end()) for m in BLOB.finditer(text) if _says(m[0])}
    return tuple(sorted(found, key=lambda one: (one[1], one[2], one[0])))


def _fold(text: str) -> _Folded:
    shown: list[str] = []
    origin: list[int] = []
    for index, character in enumerate(text):
        for folded in _folded(character):
            shown.append(folded)
            origin.append(index)
    return _Folded("".join(shown), tuple(origin))


@lru_cache(maxsize=4096)
def _folded(character: str) -> str:
    if character in "\r\x0b\x0c\x85\u2028\u2029":
        return "\n"
    if unicodedata.category(character) in ("Cf", "Co", "Cn"):
        return ""
    plain = ACCENTS.sub("", unicodedata.normalize("NFKD", character))
    return plain.lower().translate(LOOKALIKES)


def _around(reach: _Reach, folded: _Folded, start: int, end: int) -> tuple[int, int]:
    """The passage in the original text."""
    text = folded.text
    while start < end - 1 and (text[start].isspace() or text[start] in ".!?।,;:"):
        start += 1
    if reach is _Reach.CLAIM:
        start, end = _claim(text, start, end)
    elif reach is _Reach.SENTENCE:
        start, end = _sentence(text, start, end)
    elif reach is _Reach.LINE:
        newline = text.find("\n", end)
        end = newline if newline >= 0 else len(text)
    elif reach is _Reach.REST:
        end = len(text)
    return folded.origin[start], folded.origin[end - 1] + 1


def _sentence(text: str, start: int, end: int) -> tuple[int, int]:
    """The sentences that this stands in."""
    after = SENTENCE_END.search(text, end)
    before = (match.end() for match in SENTENCE_END.finditer(text, 0, start))
    return max(before, default=0), after.end() if after else len(text)


def _claim(text: str, start: int, end: int) -> tuple[int, int]:
    """The clause that this stands in, and the next one, if it is of the same sentence."""
    before = (match.end() for match in CLAUSE_END.finditer(text, 0, start))
    ends = CLAUSE_END.finditer(text, end)
    after = next(ends, None)
    if after is not None and after[0] in (",", ";", ":", "—", "–"):
        after = next(ends, None)
    return max(before, default=0), after.end() if after else len(text)


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
