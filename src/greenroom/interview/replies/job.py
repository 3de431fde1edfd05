"""What the papers about the job say to a question about it, word for word (F19). English.

A question is put to a topic of `job.toml`, the first that fits. A statement answers it when it holds a sign of that
topic, or stands under a heading for it. Where no statement does, or the question fits no topic and its
words do not all stand in one statement, nothing is quoted: a wrong answer is worse than none.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from importlib import resources
from typing import Any, Final

from greenroom.interview.background import Background, Quote
from greenroom.interview.events import AnswerGiven, Event
from greenroom.interview.reading import About
from greenroom.interview.replies.papers import Statement, statements
from greenroom.interview.terms.stemming import stem

MOST_WORDS: Final = 32
"""Of a quote: what a listener can hold."""
LONGEST_QUESTION: Final = 400

_ASKS: Final = re.compile(
    r"\?|\b(?:what|when|where|who|whom|which|how|why|whether)\b|^(?:and |so |but |ok(?:ay)? |um+ |uh+ )*"
    r"(?:is|are|do|does|did|will|would|can|could|should|am|may|must|has|have)\b"
    r"|\b(?:tell me|wondering|wonder|curious|would like to know|want to know|like to ask|want to ask|question)\b",
    re.I,
)
_WORD: Final = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_OPEN: Final = re.compile(r"\b(?:how|when|where|who|whom|why|what|which)\b", re.I)


@dataclass(frozen=True, slots=True)
class _Topic:
    name: str
    asked: re.Pattern[str]
    says: re.Pattern[str]
    headings: re.Pattern[str] | None
    never: re.Pattern[str] | None
    list: bool
    company: bool


def answer(question: str, background: Background, language: str = "en") -> Quote | None:
    """The statement of the papers that answers a turn, should it be a question about the job; else None. Total."""
    question = " ".join(question.split())
    if language != "en" or len(question) > LONGEST_QUESTION or not _ASKS.search(question):
        return None
    topic = next((one for one in _TOPICS if one.asked.search(question)), None)
    job = statements(background.job)
    if topic is None:
        found = _by_words(question, job)
        return Quote("job", found) if found else None
    text = _said(topic, question, job)
    if not text and topic.company:
        text = _said(topic, question, statements(background.company))
        return Quote("company", text) if text else None
    return Quote("job", text) if text else None


def quoted(event: Event, background: Background, language: str) -> Event:
    """The event, with what answers it if it is a turn that asks about the job: of a turn that was read, the words
    that were read as such a question."""
    if not isinstance(event, AnswerGiven) or not (background.job or background.company):
        return event
    text = event.text.strip()
    asides = event.reading.asides if event.reading is not None else ()
    asked = (text[one.start : one.end] for one in asides if one.about is About.JOB)
    return replace(event, quote=answer(next(asked, text), background, language))


def _said(topic: _Topic, question: str, paper: Iterable[Statement]) -> str:
    """The first statement with the very words of the question, with the topic for its label, with a sign of it, or
    under a heading for it. What else the question is about a statement must name: "is training paid" is not
    answered by the pay."""
    rest = _stems(topic.asked.sub(" ", question))
    named = _stems(" ".join(match[0] for match in topic.asked.finditer(question)))
    kept = [one for one in paper if topic.never is None or not topic.never.search(one.text)]
    below = [one for one in kept if topic.headings and topic.headings.fullmatch(one.heading)]
    if topic.list and below and not rest:
        return _joined(below)
    kept = [one for one in kept if rest <= _stems(f"{one.heading} {one.text}")]
    signs = [one for one in kept if topic.says.search(one.text)]
    same = [one for one in signs if named and named <= _stems(one.text)]
    own = [one for one in below if one.labelled or one in signs]
    for one in (*same, *own, *signs, *below):
        text = _cut(one.text, topic.says) if one in kept else ""
        if text:
            return text
    return ""


def _stems(text: str) -> frozenset[str]:
    return frozenset(stem(word) for word in _telling(text))


def _joined(found: Iterable[Statement]) -> str:
    """As many whole statements, one after another, as can be held in mind."""
    taken, count = list[str](), 0
    for one in _one_list(list(found)):
        words = len(one.text.split())
        if count + words > MOST_WORDS:
            break
        taken.append(one.text.rstrip(" .;,"))
        count += words
    return f"{'; '.join(taken)}." if taken else ""


def _one_list(found: list[Statement]) -> list[Statement]:
    """The items of the first list, or the lines where there is none."""
    items = [one for one in found if one.item]
    return items or found


_CLAUSE: Final = re.compile(r"[;–—]\s+|,\s+(?=(?:and|so|which|where|who|with)\b)")
_LIMITS: Final = re.compile(
    r"\b(?:not|no|never|but|except|unless|although|though|however|only|if|subject|depending|until|without|"
    r"provided|excluding|less|minus|before)\b|n['’]t\b",
    re.I,
)


def _cut(text: str, sign: re.Pattern[str]) -> str:
    """The statement, or its clauses up to the one with the sign, if what is left out takes nothing back."""
    if len(text.split()) <= MOST_WORDS:
        return text
    found = sign.search(text)
    ends = [end.start() for end in _CLAUSE.finditer(text)]
    for end in reversed(ends):
        kept = found is not None and found.end() <= end and not _LIMITS.search(text[end:])
        if kept and len(text[:end].split()) <= MOST_WORDS:
            return f"{text[:end].rstrip(' ,;')}."
    return ""


def _by_words(question: str, paper: Iterable[Statement]) -> str:
    """For a yes/no question: the statement that has its telling words side by side, in their order; of one word,
    only a thing that means one thing in a description. Others would be guesses."""
    words = _telling(question)
    if not words or _OPEN.search(question) or (len(words) == 1 and words[0] not in _THINGS):
        return ""
    wanted = f" {' '.join(stem(word) for word in words)} "
    for one in paper:
        said = f" {' '.join(stem(word) for word in _telling(one.text))} "
        if wanted in said and len(one.text.split()) <= MOST_WORDS:
            return one.text
    return ""


def _telling(text: str) -> list[str]:
    words = (word.lower().replace("’", "'").split("'")[0] for word in _WORD.findall(text))
    return [word for word in words if word not in _COMMON]


def _topic(raw: Mapping[str, Any]) -> _Topic:
    def any_of(key: str) -> re.Pattern[str] | None:
        return re.compile("|".join(raw[key]), re.I) if key in raw else None

    asked, says = any_of("asked"), any_of("says")
    assert asked is not None
    assert says is not None
    return _Topic(
        raw["name"],
        asked,
        says,
        any_of("headings"),
        any_of("never"),
        raw.get("list", False),
        raw.get("company", False),
    )


_TABLE: Final = tomllib.loads(resources.files(__package__).joinpath("job.toml").read_text("utf-8"))
_TOPICS: Final = tuple(_topic(raw) for raw in _TABLE["topics"])
_THINGS: Final = frozenset(_TABLE["things"])
_COMMON: Final = frozenset(_TABLE["common"].split())
