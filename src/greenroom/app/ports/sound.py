"""The sound of candidates' answers, as it is kept: only where they allow it, and sealed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, Protocol, TypeAlias

SOUND_HZ: Final = 16_000
"""Sound here is mono, s16le, of so many samples a second."""

SoundSpan: TypeAlias = tuple[int, int]
"""Beginning and end in milliseconds of the interview's clock."""

SoundPlace: TypeAlias = tuple[str, int]
"""An interview's id, and a moment of its clock."""


@dataclass(frozen=True, slots=True)
class SealedSound:
    """A stretch of sound, compressed, and sealed outside of the store."""

    interview_id: str
    at_ms: int
    """When it began, on the interview's clock."""
    length_ms: int
    sealed: bytes = field(repr=False)


class Sounds(Protocol):
    """Sound of interviews whose candidates allow it (`InterviewRow.sound`). Whoever deletes the
    interview deletes its sound."""

    async def allow(self, interview_id: str, allowed: bool) -> bool:
        """Change what the candidate allows. False when the interview has begun, is over, or is gone:
        then nothing was changed."""
        ...

    async def append(self, sound: SealedSound) -> None:
        """Raises `NotFound` where the interview is gone, or its sound may not, or no longer, be kept;
        `OperatorFault` also when too little room would be left for anything else. A moment that is
        kept already stays as it is."""
        ...

    async def between(self, interview_id: str, from_ms: int, to_ms: int) -> Sequence[SealedSound]:
        """The stretches that reach into this one, in order."""
        ...

    async def spans(self, interview_id: str) -> Sequence[SoundSpan]:
        """What is kept, in order."""
        ...

    async def page(self, after: SoundPlace, most: int) -> Sequence[SealedSound]:
        """Everybody's in order of interview id and time, from the first one behind `after` on; for
        sealing them anew."""
        ...

    async def reseal(self, sounds: Sequence[SealedSound]) -> None:
        """Put what is the same, sealed anew, in the place of each that is still there."""
        ...

    async def delete(self, interview_id: str) -> None:
        """Delete the sound and allow no more of it; the interview stays. Done twice: no error."""
        ...


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
