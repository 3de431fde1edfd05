"""espeak-ng, the last resort when the voice's weights are missing or refused: robotic, but there.

It is a program of its own (GPL), run once per sentence; nothing of it is linked or shipped.
"""

from __future__ import annotations

import asyncio
import shutil

from livekit import rtc
from livekit.agents import (
    DEFAULT_API_CONNECT_OPTIONS,
    APIConnectionError,
    APIConnectOptions,
    tts,
    utils,
)

from greenroom.adapters.speech.local_tts import LocalTTS
from greenroom.adapters.speech.text_normalization import normalized

SAMPLE_RATE = 24_000
PROGRAM = "espeak-ng"
HEADER = 44
"""Bytes of the WAV header it writes; the audio behind it is 16-bit mono."""
OWN_RATE = 22_050


def espeak_found() -> bool:
    return shutil.which(PROGRAM) is not None


class EspeakTTS(LocalTTS):
    """Needs `espeak-ng` on the PATH."""

    def __init__(self) -> None:
        super().__init__(PROGRAM, SAMPLE_RATE)

    def synthesize(
        self, text: str, *, conn_options: APIConnectOptions = DEFAULT_API_CONNECT_OPTIONS
    ) -> tts.ChunkedStream:
        return _Speech(tts=self, input_text=text, conn_options=conn_options)


class _Speech(tts.ChunkedStream):
    async def _run(self, output_emitter: tts.AudioEmitter) -> None:
        program = await asyncio.create_subprocess_exec(
            *(PROGRAM, "-v", "en-us", "-s", "160", "--stdin", "--stdout"),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
        )
        try:
            wav, _ = await program.communicate(normalized(self._input_text).encode())
        finally:
            if program.returncode is None:
                program.kill()
                await program.wait()
        if program.returncode != 0 or len(wav) <= HEADER:
            raise APIConnectionError(f"{PROGRAM} ended with {program.returncode} and no audio")
        resampler = rtc.AudioResampler(OWN_RATE, SAMPLE_RATE)
        frames = [*resampler.push(bytearray(wav[HEADER:])), *resampler.flush()]
        output_emitter.initialize(
            request_id=utils.shortuuid(),
            sample_rate=SAMPLE_RATE,
            num_channels=1,
            mime_type="audio/pcm",
        )
        for frame in frames:
            output_emitter.push(bytes(frame.data))
        output_emitter.flush()
