"""Where the checks of `testing.voices` and `testing.lines` are held: a transport, what it posts, and a candidate's page at its end."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import Any, Protocol, TypeAlias

from livekit import rtc
from livekit.agents.voice import io

from greenroom.interview.events import CandidateJoined, CandidateLeft, Event
from greenroom.session.transport import Transport
from greenroom.testing.talk import Talk

SPEECH_HZ = 24_000
TEN_WORDS = "alpha bravo candy delta eagle fancy grape honey igloo jolly"
TEN_MS = 2_500
"""How long they take."""


class Visitor(Protocol):
    """A candidate whose page is at the line."""

    @property
    def told(self) -> Sequence[Mapping[str, Any]]:
        """The messages that came, in order."""
        ...

    @property
    def heard_ms(self) -> int:
        """How much of the interviewer's voice came out of the loudspeaker so far."""
        ...

    @property
    def gone(self) -> bool:
        """Somebody has hung up on this page."""
        ...

    async def until(self, true: Callable[[], object]) -> None:
        """Until it is true of what was told or heard; gives up after a generous time."""
        ...

    async def send(self, message: Mapping[str, Any]) -> None: ...
    async def speak(self, ms: int) -> None:
        """A tone into the microphone, to its end."""
        ...

    async def leave(self) -> None: ...


class Place(Protocol):
    """A transport that was bound and started, what it posted, and the way in. Where it has a microphone
    `talk` overhears it."""

    transport: Transport
    talk: Talk

    async def arrive(self) -> Visitor:
        """A page of the candidate, now; whichever came last is the one that counts."""
        ...


Scenario: TypeAlias = Callable[[Place], Coroutine[Any, Any, None]]
Hold: TypeAlias = Callable[[Scenario], None]
"""Runs a scenario at a place of its own, from start to `aclose`."""


def held(scenario: Callable[[Any, Place], Coroutine[Any, Any, None]]) -> Callable[..., None]:
    """An ordinary test out of a scenario, held by the `hold` of its class."""

    def test(self: Any, hold: Hold) -> None:
        hold(lambda place: scenario(self, place))

    test.__name__, test.__doc__ = scenario.__name__, scenario.__doc__
    return test


def mouth_of(place: Place) -> io.AudioOutput:
    mouth = place.talk.session.output.audio
    assert mouth is not None
    return mouth


async def say(place: Place, name: str = "u1", ms: int = TEN_MS, text: str = TEN_WORDS) -> None:
    """Announce it, and give all of its sound as fast as it is taken."""
    place.transport.show({"t": "say", "id": name, "kind": "question", "text": text, "more": False})
    await sound(place, ms)
    mouth_of(place).flush()


async def sound(place: Place, ms: int) -> None:
    """A tone of 400 Hz, as loud as a voice."""
    samples = SPEECH_HZ // 10
    tone = (b"\x00\x20" * 30 + b"\x00\xe0" * 30) * (samples // 60)
    for _ in range(ms // 100):
        await mouth_of(place).capture_frame(rtc.AudioFrame(tone, SPEECH_HZ, 1, samples))


def view_of(question: str) -> dict[str, Any]:
    return {"t": "view", "cue": "turn", "stage": 0, "question": question}


def said_to(visitor: Visitor, t: str) -> list[Mapping[str, Any]]:
    return [message for message in visitor.told if message["t"] == t]


async def comes_back(place: Place) -> Visitor:
    """After one coming and one going: it is announced again, and nothing else is."""
    visitor = await place.arrive()
    await posted(place, visitor, CandidateJoined, 2)
    kinds = [CandidateJoined, CandidateLeft, CandidateJoined]
    assert [type(e) for e in place.talk.posted] == kinds
    return visitor


async def posted(place: Place, visitor: Visitor, kind: type[Event], times: int = 1) -> None:
    await visitor.until(lambda: sum(isinstance(e, kind) for e in place.talk.posted) >= times)
