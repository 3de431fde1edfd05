"""Readers for tests."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from greenroom.app.ports import ReaderInput
from greenroom.interview.questions import is_repeat
from greenroom.interview.reading import About, Aside, Reading


class WordsReader:
    """Implements `ports.Reader` by words: what ends in a question mark is an aside, the rest an answer."""

    def __init__(self) -> None:
        self.heard: list[ReaderInput] = []

    async def read(self, heard: ReaderInput) -> Reading | None:
        self.heard.append(heard)
        if heard.language.split("-")[0] != "en":
            return None
        asks = heard.text.endswith("?")
        aside = Aside(About.CLARIFY, "meaning", 0, len(heard.text), 0.9)
        return Reading("words-test", 0.1 if asks else 0.9, (aside,) if asks else ())

    async def repeats(self, question: str, asked: Sequence[str], language: str) -> float | None:
        if language.split("-")[0] != "en" or not asked or not question.strip():
            return None
        return float(is_repeat(question, asked))


class BrokenReader:
    """Implements `ports.Reader` and fails, or takes `slow_s` seconds and then fails."""

    def __init__(self, slow_s: float = 0.0) -> None:
        self.slow_s, self.asked = slow_s, 0

    async def read(self, heard: ReaderInput) -> Reading | None:
        self.asked += 1
        await asyncio.sleep(self.slow_s)
        raise ValueError("the reader is broken")

    async def repeats(self, question: str, asked: Sequence[str], language: str) -> float | None:
        self.asked += 1
        await asyncio.sleep(self.slow_s)
        raise ValueError("the reader is broken")
