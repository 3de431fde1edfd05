"""The local reader: puts together what each of its parts finds in a turn.

The parts are functions; none knows another. Kinds come first: what is an aside tells no story and names no
phrase, and the parts after it are given the reading so far.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import Protocol, TypeVar

import numpy as np

from greenroom.adapters.understanding.encoder import Embed, Floats
from greenroom.adapters.understanding.head import plain
from greenroom.app.ports import ReaderInput
from greenroom.interview.reading import Aside, Phrase, Reading, Stated, Told
from greenroom.interview.understanding.condensed import LONGEST, Condensed, condensed
from greenroom_turns import folding

LONGEST_QUESTION = 600
REMEMBERED = 4096
"""Turns whose readings a simulation keeps: its candidates say the same things again and again."""
DECIMALS = 3
"""Of every probability: more say nothing, and differ between processors."""


class EmbedAsked(Protocol):
    """The same, of texts that were said to a plain question."""

    def __call__(self, texts: Sequence[str], question: str = "") -> Floats: ...


T = TypeVar("T")
Placed = TypeVar("Placed", Aside, Told, Stated, Phrase)


@dataclass(frozen=True, slots=True)
class Parts:
    """What the reader is made of. Each may be asked about any text, and answers the same each time."""

    embed: EmbedAsked
    kinds: Callable[[ReaderInput, Embed], Reading]
    """What the turn is: a reading without `told`, `facts` and `phrases`."""
    told: Callable[[ReaderInput, Reading, Embed], Sequence[Told]]
    facts: Callable[[ReaderInput, Reading], Sequence[Stated]]
    phrases: Callable[[ReaderInput, Reading], Sequence[Phrase]]
    relevance: Callable[[ReaderInput, Embed], float | None]
    """How well the turn fits its question (`Reading.relevance`)."""
    repeats: Callable[[str, Sequence[str], Embed], float]
    """How sure it is that a question asks what one of the others did; there is at least one."""


class LocalReader:
    """Implements `ports.Reader` for English. One for a process: its parts are asked one turn at a time.

    `executor` None: everything is done where it is asked for, and readings are remembered (a simulation).
    Else nothing that a candidate said is kept.
    """

    def __init__(self, parts: Parts, executor: Executor | None) -> None:
        self._parts, self._executor = parts, executor
        kept = REMEMBERED if executor is None else 0
        self._read = lru_cache(kept)(partial(read_now, parts))
        self._compare = lru_cache(kept)(self._compare_now)

    async def read(self, heard: ReaderInput) -> Reading | None:
        if not reads(heard.language):
            return None
        return await self._run(lambda: self._read(bounded(heard)))

    async def repeats(self, question: str, asked: Sequence[str], language: str) -> float | None:
        if not reads(language) or not asked or not question.strip():
            return None
        short = tuple(text[:LONGEST_QUESTION] for text in asked)
        return await self._run(lambda: self._compare(question[:LONGEST_QUESTION], short))

    def close(self) -> None:
        """Let the thread end."""
        if self._executor is not None:
            self._executor.shutdown(wait=False, cancel_futures=True)

    async def _run(self, call: Callable[[], T]) -> T:
        if self._executor is None:
            return call()
        return await asyncio.get_running_loop().run_in_executor(self._executor, call)

    def _compare_now(self, question: str, asked: tuple[str, ...]) -> float:
        return _rounded(self._parts.repeats(question, asked, self._parts.embed))


def read_now(parts: Parts, heard: ReaderInput) -> Reading:
    """The reading of a turn that is not too long."""
    seen = condensed(heard.text)
    heard = replace(heard, text=seen.text)
    embed = _once(partial(parts.embed, question=plain(heard.question)))
    reading = parts.kinds(heard, embed)
    told = parts.told(heard, reading, embed)
    relevance = parts.relevance(heard, embed)
    facts, phrases = parts.facts(heard, reading), parts.phrases(heard, reading)
    return replace(
        reading,
        answer=_rounded(reading.answer),
        asides=_placed(reading.asides, seen),
        end=_rounded(reading.end),
        distress=_rounded(reading.distress),
        told=_placed(told, seen),
        facts=_placed(facts, seen),
        phrases=_placed(phrases, seen),
        relevance=None if relevance is None else round(relevance, DECIMALS),
    )


def reads(language: str) -> bool:
    """Whether turns in a language (BCP 47) are read."""
    return folding.is_english(language)


def bounded(heard: ReaderInput) -> ReaderInput:
    """The turn without what is too long to be read: its beginning counts."""
    return replace(
        heard,
        text=heard.text[:LONGEST],
        question=heard.question[:LONGEST_QUESTION],
    )


def _once(embed: Embed) -> Embed:
    """The same for one turn: parts that ask about the same clause share its vector."""
    known: dict[str, Floats] = {}

    def ask(texts: Sequence[str]) -> Floats:
        new = [text for text in dict.fromkeys(texts) if text not in known]
        known.update(zip(new, embed(new), strict=True))
        return np.array([known[text] for text in texts], np.float32).reshape(len(texts), -1)

    return ask


def _placed(found: Sequence[Placed], seen: Condensed) -> tuple[Placed, ...]:
    """Those that lie inside the text, by their places in the whole of it, each with a rounded probability."""
    inside = (one for one in found if 0 <= one.start < one.end <= len(seen.text))
    return tuple(
        replace(one, start=at[0], end=at[1], sure=_rounded(one.sure))
        for one in inside
        for at in (seen.span(one.start, one.end),)
    )


def _rounded(sure: float) -> float:
    return round(min(max(float(sure), 0.0), 1.0), DECIMALS)


def own_thread() -> Executor:
    """Where the reader of a server works: one turn at a time, off the event loop."""
    return ThreadPoolExecutor(1, thread_name_prefix="reader")
