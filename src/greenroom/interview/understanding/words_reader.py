"""What a turn is, told by its words alone: the fallback where no trained reader has read it.

Careful by design: a sentence is an aside only if a pattern covers all of it, and everything else is an answer.
The patterns are data (`words_reader.toml`), read once. The wish to stop and danger are looked for beside every
reader (`urgent`).
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Iterator
from dataclasses import replace
from importlib import resources
from typing import Any, Final

from greenroom.interview.questions import words
from greenroom.interview.reading import About, Aside, Reading, blanked
from greenroom.interview.understanding.condensed import condensed
from greenroom_turns.function_words import FREQUENT_ENGLISH

NAME: Final = "words-1"
SURE: Final = 0.9
"""Of a pattern that covers a whole sentence."""
LONGEST: Final = 300
"""Characters of a sentence that may be an aside; longer ones are told as answers."""
FOREIGN: Final = 3
"""So many small words of another language, twice as many as English ones, and a text is in that language."""

_DATA: Final[dict[str, Any]] = tomllib.loads(
    resources.files(__package__).joinpath("words_reader.toml").read_text("utf-8")
)
_SENTENCE: Final = re.compile(r"[^.!?…\n]+[.!?…\n]*")
_CLAUSE: Final = re.compile(r"[^,;:]+")
_GROUP: Final = re.compile(r"\((?!\?)")


def _pattern(written: str) -> re.Pattern[str]:
    return re.compile(_GROUP.sub("(?:", written))


_LEAD: Final = _pattern(f"^((({'|'.join(_DATA['lead'])})) )+")
_TAIL: Final = _pattern(f"( ({'|'.join(_DATA['tail'])}))+$")
_ASIDES: Final = tuple(
    (one["topic"], _pattern("|".join(f"({pattern})" for pattern in one["patterns"])))
    for one in _DATA["asides"]
)
_BACK: Final = _DATA["question_back"]
_BEGINS, _NAMES = _pattern(rf"{_BACK['begins']}\b"), _pattern(rf"\b{_BACK['names']}\b")
_LANGUAGES: Final = tuple(frozenset(one["words"].split()) for one in _DATA["languages"])


def read(text: str, question: str, earlier: tuple[str, ...], language: str) -> Reading:
    """What the turn is. Total: any text, any language."""
    del question, earlier  # other readers need them
    if language.partition("-")[0] != "en":
        return Reading(NAME, 1.0)
    seen = condensed(text)
    reading = _reading(seen.text)
    placed = (
        replace(one, start=at[0], end=at[1])
        for one in reading.asides
        for at in (seen.span(one.start, one.end),)
    )
    return replace(reading, asides=tuple(placed))


def _reading(text: str) -> Reading:
    if _is_foreign(text):
        found: tuple[Aside, ...] = (_aside("language.other", 0, len(text)),)
        return Reading(NAME, 0.0, found)
    found, answers = _read(text)
    distress = max((one.sure for one in found if one.about is About.DISTRESS), default=0.0)
    return Reading(NAME, 1.0 if answers else 0.0, found, distress=distress)


def _read(text: str) -> tuple[tuple[Aside, ...], bool]:
    """The asides in it, and whether anything else was said."""
    found, rest = list[Aside](), False
    for match in _SENTENCE.finditer(text):
        start, end = match.span()
        said = " ".join(words(match[0]))
        if not said:
            continue
        topic = _topic(said)
        if topic is None and text[end:].strip() == "" and match[0].rstrip().endswith("?"):
            topic = _question_back(said)
        if topic is not None:
            found.append(_aside(topic, start, end))
            continue
        inside = tuple(_inside(match[0], start))
        found.extend(inside)
        if _bare(" ".join(words(blanked(text[start:end], inside, start)))):
            rest = True
    return tuple(found), rest or not found


def _inside(sentence: str, start: int) -> Iterator[Aside]:
    """The asides in a sentence that is more than one: a correction that opens it, or clauses that are
    all asides. Others may belong to a story ("nothing comes to mind, I told her")."""
    clauses = [(one.start(), one.end()) for one in _CLAUSE.finditer(sentence)]
    for count in range(len(clauses) - 1, 0, -1):
        end = clauses[count - 1][1]
        topic = _topic(" ".join(words(sentence[:end])))
        if topic is not None and topic.startswith(About.CORRECT):
            yield _aside(topic, start, start + end)
            return
    topics = [(_topic(" ".join(words(sentence[a:b]))), a, b) for a, b in clauses]
    found = [(topic, a, b) for topic, a, b in topics if topic is not None]
    if len(found) > 1 and all(
        topic or not _bare(" ".join(words(sentence[a:b]))) for topic, a, b in topics
    ):
        yield from (_aside(topic, start + a, start + b) for topic, a, b in found)


def _aside(topic: str, start: int, end: int) -> Aside:
    about, _, fine = topic.partition(".")
    return Aside(About(about), fine, start, end, SURE)


def _bare(said: str) -> str:
    """The sentence without what only begins or ends one; "" if there is nothing else."""
    return _TAIL.sub("", _LEAD.sub("", f"{said} ").strip()).strip()


def _forms(said: str) -> Iterator[str]:
    """The sentence as it is, and with ever less around it."""
    yield said
    led = _LEAD.sub("", said)
    yield led
    yield _TAIL.sub("", led)
    yield _TAIL.sub("", said)


def _topic(said: str) -> str | None:
    """What a sentence or clause is about that is an aside as a whole; None: no aside."""
    if len(said) > LONGEST:
        return None
    forms = tuple(dict.fromkeys(_forms(said)))
    return next((topic for topic, pattern in _ASIDES if any(map(pattern.fullmatch, forms))), None)


def _question_back(said: str) -> str | None:
    """A question about the job. In a story one asks oneself ("So what did I do?"), and not these."""
    led = _LEAD.sub("", said)
    if _BEGINS.match(led) and _NAMES.search(led):
        return str(_BACK["topic"])
    return None


def _is_foreign(text: str) -> bool:
    """Written in other letters, or with the small words of another language."""
    letters = [char for char in text if char.isalpha()]
    latin = sum("LATIN" in unicodedata.name(char, "") for char in letters[:200])
    if letters and latin * 2 < len(letters[:200]):
        return True
    said = words(text)
    english = sum(word in FREQUENT_ENGLISH for word in said)
    for small in _LANGUAGES:
        hits = sum(word in small and word not in FREQUENT_ENGLISH for word in said)
        if hits >= min(FOREIGN, max(2, len(said) // 2)) and hits > 2 * english:
            return True
    return False
