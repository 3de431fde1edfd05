"""What else this server reaches or does outside the use cases: letters, rendered reports, searches, sound, jobs, trials,
counters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol, TypeAlias


class SoundEncoder(Protocol):
    """Compresses one recording, piece after piece."""

    def encode(self, pcm: bytes) -> bytes:
        """A piece of whole `SoundCodec.step_ms`."""
        ...


class SoundCodec(Protocol):
    """Makes sound small, and sound of it again. Takes milliseconds of a core: not for an event loop."""

    @property
    def step_ms(self) -> int:
        """Pieces are so long, or a multiple of it."""
        ...

    def encoder(self) -> SoundEncoder: ...

    def decode(self, pieces: Sequence[bytes]) -> Sequence[bytes]:
        """The sound of each piece. They should follow one another; the first 80 ms of the first one
        may be off."""
        ...


class MissionQueue(Protocol):
    """Where interviews wait to be held. Knows their opaque ids and nothing else of them."""

    async def put(self, meeting_id: str) -> None:
        """Durable when it returns. The same one twice is one job."""
        ...


@dataclass(frozen=True, slots=True)
class Letter:
    """One e-mail with one file."""

    to: str
    subject: str
    text: str
    filename: str
    media_type: str
    content: bytes


class Mailer(Protocol):
    """Hands letters to a mail server. What happens to them behind it nobody tells."""

    async def send(self, letter: Letter) -> None:
        """Returns when the server has taken it. Raises `UserFault` for an address that is none,
        `UpstreamFault` when it was not taken: `rejected` for an address that the server does not
        know, `rate_limited` when it asks to come again."""
        ...


@dataclass(frozen=True, slots=True)
class ReportContents:
    """What a report holds, in whatever form it is shown."""

    record: Mapping[str, Any]
    report: Mapping[str, Any]
    title: str
    """Of the plan."""
    stages: Mapping[str, str]
    """Titles of the plan's stages, by id."""
    voices: Sequence[tuple[int, int]] = ()
    """When the candidate's voice was there, in milliseconds; empty where only the record is known."""
    correctable: frozenset[int] = frozenset()
    """Messages whose words may have been misheard, by index."""


class ReportRenderer(Protocol):
    """Makes a report into HTML and PDF."""

    def say(self, text: str) -> str:
        """A sentence of a report in the reader's language."""
        ...

    def html(self, told: ReportContents, *, printed: bool) -> str:
        """One page that needs nothing else: no script, no address; `printed`: for `pdf`. Slow: not for
        the event loop."""
        ...

    async def pdf(self, html: str) -> bytes:
        """A printed page as PDF. Raises `Refused` where this machine cannot make one, in a sentence."""
        ...


@dataclass(frozen=True, slots=True)
class FoundPage:
    """A page as a search gives it: somebody else's words, to be cited and never obeyed."""

    title: str
    url: str
    text: str
    published: str | None
    """ISO 8601, where the search says it."""


class Research(Protocol):
    """A search of the web. The company's name leaves this server."""

    @property
    def provider(self) -> str:
        """Who searches, for people."""
        ...

    async def search(self, company: str) -> Sequence[FoundPage]:
        """A few pages about a company, best first. Raises `UpstreamFault`."""
        ...


TrialCandidate: TypeAlias = Literal["typical", "terse", "rambling"]
"""Answers as most do, in a word, or for minutes."""


class TrialRunner(Protocol):
    """Holds one interview by a plan in virtual time, off the event loop, within limits of its own."""

    async def __call__(self, toml: str, candidate: TrialCandidate) -> Mapping[str, Any]:
        """The record of the whole interview. Raises `Refused` with a sentence when there is none;
        cancelled, it leaves nothing running."""
        ...


class Counters(Protocol):
    """Counts for rate limits, of one process or of several together. Fails never: what cannot be reached is
    counted elsewhere."""

    async def add(self, key: str, window_s: int) -> int:
        """Counts one more; returns how many there are in the window. The first one begins it."""
        ...

    async def first_seen(self, key: str, now: float) -> float:
        """When this key was seen first, in seconds: `now` for one that is not remembered."""
        ...

    async def clear(self, key: str) -> None:
        """Forgets what was counted."""
        ...
