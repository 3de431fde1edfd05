"""The voice of a simulated candidate: who said what, when, and how well it will be understood."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TypeAlias

SECONDS_PER_WORD = 0.36
"""The pace of speech when nobody says otherwise: 167 words a minute."""


@dataclass(frozen=True, slots=True)
class Hearing:
    """How the speech recogniser fares with one utterance."""

    text: str | None = None
    """What it understands instead; None: every word as spoken. "" understands nothing."""
    delay_s: float = 0.3
    """From the end of the speech to the final transcript."""
    interims: bool = True
    confidence: float = 0.95


@dataclass(frozen=True, slots=True)
class Utterance:
    """One stretch of speech, in seconds of the loop's clock."""

    text: str
    began_s: float
    ended_s: float
    hearing: Hearing

    @property
    def heard(self) -> str:
        return self.text if self.hearing.text is None else self.hearing.text

    def rest(self, now_s: float) -> Utterance:
        """What is still to come of it: the words that are not half spoken yet, at an even pace."""
        words = self.heard.split()
        gone = (now_s - self.began_s) / (self.ended_s - self.began_s)
        text = " ".join(words[round(len(words) * gone) :])
        return replace(self, began_s=now_s, hearing=replace(self.hearing, text=text))


Ear: TypeAlias = "asyncio.Queue[Utterance]"


class Speaker:
    """A mouth that says one thing at a time, and the ears that listen to it.

    An ear gets each utterance when it begins, with its end and words known ahead: the parts that
    listen (voice activity, recogniser) then report it as it would have become known.
    """

    def __init__(self) -> None:
        self.said: list[Utterance] = []
        """Everything, oldest first."""
        self._ears: list[Ear] = []

    @property
    def speaking(self) -> bool:
        return self._current() is not None

    def _current(self) -> Utterance | None:
        if self.said and self.said[-1].ended_s > asyncio.get_running_loop().time():
            return self.said[-1]
        return None

    def begin(
        self, text: str, seconds: float | None = None, hearing: Hearing | None = None
    ) -> Utterance:
        """Begin to speak now. Who is still speaking may not: nobody talks over himself."""
        if self.speaking:
            raise ValueError("the candidate is still speaking")
        now = asyncio.get_running_loop().time()
        seconds = SECONDS_PER_WORD * len(text.split()) if seconds is None else seconds
        utterance = Utterance(text, now, now + seconds, hearing or Hearing())
        self.said.append(utterance)
        for ear in self._ears:
            ear.put_nowait(utterance)
        return utterance

    async def say(
        self, text: str, seconds: float | None = None, hearing: Hearing | None = None
    ) -> Utterance:
        """Wait for the own last word, speak, and return when it is said."""
        await self.silence()
        utterance = self.begin(text, seconds, hearing)
        await self.silence()
        return utterance

    async def silence(self) -> None:
        """Return once nothing is being said."""
        while (current := self._current()) is not None:
            await until(current.ended_s)

    @contextmanager
    def listened(self) -> Iterator[Ear]:
        """An ear. Of speech that is going on already it hears the rest."""
        ear: Ear = asyncio.Queue()
        if (current := self._current()) is not None:
            ear.put_nowait(current.rest(asyncio.get_running_loop().time()))
        self._ears.append(ear)
        try:
            yield ear
        finally:
            self._ears.remove(ear)


async def until(moment_s: float) -> None:
    """Sleep until this moment of the loop's clock; not at all when it has passed."""
    remaining = moment_s - asyncio.get_running_loop().time()
    if remaining > 0:
        await asyncio.sleep(remaining)
