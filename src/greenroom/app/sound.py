"""The sound of candidates' answers: sealed before it is kept, and heard again by its candidate alone."""

from __future__ import annotations

import asyncio
import struct
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Final, TypeAlias

from greenroom.app.ports import (
    SOUND_HZ,
    InterviewRow,
    NotFound,
    OperatorFault,
    Refused,
    SealedSound,
    Sealer,
    SoundCodec,
    SoundEncoder,
    Sounds,
    SoundSpan,
)
from greenroom.assessment.sentence import Sentence

LONGEST_MS: Final = 120_000
"""Of what is heard at once."""
_BEFORE_MS: Final = 100
"""A decoder needs some sound to find in."""
_BYTES_PER_MS: Final = 2 * SOUND_HZ // 1000

BEGUN: Final = Sentence("The interview has begun: whether its sound is kept is chosen before.")
SILENT: Final = "No sound is kept of this part of the interview."
LOCKED: Final = Sentence(
    "The sound of this interview was locked by a key that this server no longer has."
)

Keep: TypeAlias = Callable[[int, bytes], Awaitable[None]]
"""Keeps the sound (`SOUND_HZ`, mono, s16le) that began at that millisecond of the interview."""


class SoundArchive:
    """Sound on its way into the store and out of it."""

    def __init__(self, sounds: Sounds, sealer: Sealer, codec: SoundCodec) -> None:
        self._sounds, self._sealer, self._codec = sounds, sealer, codec

    # before and during the interview

    async def allow(self, row: InterviewRow, *, allowed: bool) -> None:
        """Change what the candidate allows. Raises `Refused` once the interview has begun."""
        if not await self._sounds.allow(row.id, allowed):
            raise Refused(BEGUN)

    def keeper(self, interview_id: str) -> Keep:
        """For one recording. It may raise what `Sounds.append` does."""
        encoder: SoundEncoder | None = None

        def sealed(at_ms: int, pcm: bytes) -> SealedSound:
            nonlocal encoder
            encoder = encoder or self._codec.encoder()
            return self._sealed(encoder, interview_id, at_ms, pcm)

        async def keep(at_ms: int, pcm: bytes) -> None:
            await self._sounds.append(await asyncio.to_thread(sealed, at_ms, pcm))

        return keep

    # afterwards

    async def kept(self, row: InterviewRow) -> list[SoundSpan]:
        """The stretches of the interview whose sound is kept."""
        return joined(await self._sounds.spans(row.id))

    async def wav(self, row: InterviewRow, from_ms: int, to_ms: int) -> bytes:
        """That stretch, to the millisecond; silence where nothing is kept. Raises `Refused` for one
        that is none or too long, `NotFound` where all of it would be silence."""
        if not 0 < to_ms - from_ms <= LONGEST_MS:
            raise Refused(
                Sentence(
                    "A stretch begins before it ends, and is {most} seconds long at most.",
                    most=LONGEST_MS // 1000,
                ),
                status=422,
            )
        found = await self._sounds.between(row.id, max(0, from_ms - _BEFORE_MS), to_ms)
        if not any(sound.at_ms + sound.length_ms > from_ms for sound in found):
            raise NotFound(SILENT)
        try:
            return await asyncio.to_thread(self._wav, found, from_ms, to_ms)
        except OperatorFault:
            raise Refused(LOCKED) from None

    async def delete(self, row: InterviewRow) -> None:
        """Delete the sound, and keep no more of it; the rest of the interview stays."""
        await self._sounds.delete(row.id)

    # inside: not on the event loop

    def _sealed(
        self, encoder: SoundEncoder, interview_id: str, at_ms: int, pcm: bytes
    ) -> SealedSound:
        step = self._codec.step_ms * _BYTES_PER_MS
        whole = pcm + bytes(-len(pcm) % step)
        sealed = self._sealer.seal(about_sound(interview_id, at_ms), encoder.encode(whole))
        return SealedSound(interview_id, at_ms, len(pcm) // _BYTES_PER_MS, sealed)

    def _wav(self, found: Sequence[SealedSound], from_ms: int, to_ms: int) -> bytes:
        opened = [
            self._sealer.unseal(about_sound(sound.interview_id, sound.at_ms), sound.sealed)
            for sound in found
        ]
        heard = bytearray((to_ms - from_ms) * _BYTES_PER_MS)
        for sound, pcm in zip(found, self._codec.decode(opened), strict=True):
            pcm = pcm[: sound.length_ms * _BYTES_PER_MS]
            at = (sound.at_ms - from_ms) * _BYTES_PER_MS
            pcm, at = pcm[max(0, -at) :], max(0, at)
            heard[at : at + len(pcm)] = pcm[: len(heard) - at]
        return _wave(bytes(heard))


def joined(spans: Iterable[SoundSpan]) -> list[SoundSpan]:
    """The same stretches, those that touch or overlap made one."""
    made: list[SoundSpan] = []
    for begin, end in sorted(spans):
        if made and begin <= made[-1][1]:
            made[-1] = made[-1][0], max(made[-1][1], end)
        else:
            made.append((begin, end))
    return made


def about_sound(interview_id: str, at_ms: int) -> str:
    return f"the sound of {interview_id} at {at_ms} ms"


def _wave(pcm: bytes) -> bytes:
    """A WAV file: one channel, 16 bits."""
    form = struct.pack("<4sIHHIIHH", b"fmt ", 16, 1, 1, SOUND_HZ, 2 * SOUND_HZ, 2, 16)
    data = struct.pack("<4sI", b"data", len(pcm))
    return struct.pack("<4sI4s", b"RIFF", 4 + len(form) + len(data) + len(pcm), b"WAVE") + (
        form + data + pcm
    )
