"""The speech routes of OpenAI's API: text to sound, and sound to text."""

from __future__ import annotations

import asyncio
import base64
import json
import wave
from collections.abc import Callable
from typing import Any

from aiohttp import BodyPartReader, web

from greenroom.testing.providers.script import IN_MID_STREAM, Fault, Lines, Reply, Request, Script
from greenroom.testing.providers.server import STATUS, ProviderServer, break_off
from greenroom.testing.providers.sound import SAMPLE_RATE, SECONDS_PER_WORD, as_wav, seconds_of

PIECE = 2 * SAMPLE_RATE // 5
"""Bytes of sound sent at once: 0.2 s."""
NO_SOUND = b"<html><body>502 Bad Gateway</body></html>"


class SpeechRoutes:
    """`owner` keeps the log and checks the key."""

    def __init__(
        self,
        owner: ProviderServer,
        speech: Script,
        transcriptions: Script | None,
        voice: Callable[[str], bytes],
        *,
        sse: bool,
    ) -> None:
        self._owner, self._voice, self._sse = owner, voice, sse
        self._speech = Lines(speech)
        self._heard = Lines(_as_long if transcriptions is None else transcriptions)

    async def speak(self, request: web.Request) -> web.StreamResponse:
        body = await request.json()
        noted = self._owner.note(request, "tts", body)
        form = body.get("response_format", "mp3")
        if not body.get("input") or form not in ("pcm", "wav"):  # the encoders we do without
            raise self._owner.refusal(request, 400, "invalid_request_error")
        reply = self._speech.next(noted)
        if reply.fault in STATUS:
            raise self._owner.failure(request, reply)
        pcm = b"" if reply.fault is Fault.EMPTY else self._voice(body["input"])
        sound = as_wav(pcm) if form == "wav" else pcm
        events = self._sse and body.get("stream_format") == "sse"
        if reply.fault in (Fault.GARBLED, Fault.MALFORMED, Fault.WRONG_SCHEMA):
            sound, events = NO_SOUND, False
        kind = "text/event-stream" if events else f"audio/{form}"
        pieces = [sound[at : at + PIECE] for at in range(0, len(sound), PIECE)]
        async with self._owner.streaming(request, noted, kind) as out:
            await asyncio.sleep(self._owner.pace.first_ms / 1000)
            for piece in pieces[: reply.at] if reply.fault in IN_MID_STREAM else pieces:
                await out.write(_audio_event(piece) if events else piece)
            if reply.fault in IN_MID_STREAM:
                await break_off(request, reply.fault)
            if events:
                await out.write(_done_event(body["input"], len(pcm)))
        return out

    async def transcribe(self, request: web.Request) -> web.StreamResponse:
        fields, sound = await _form(request)
        try:
            fields["seconds"] = seconds_of(sound)
        except (wave.Error, EOFError):
            fields["seconds"] = None
        noted = self._owner.note(request, "stt", fields)
        if fields["seconds"] is None or not fields.get("model"):
            raise self._owner.refusal(request, 400, "invalid_request_error")
        reply = self._heard.next(noted)
        if reply.fault in STATUS:
            raise self._owner.failure(request, reply)
        await asyncio.sleep(self._owner.pace.first_ms / 1000)
        return await _transcript(request, noted, reply)


async def _transcript(request: web.Request, noted: Request, reply: Reply) -> web.Response:
    text = "" if reply.fault in (Fault.EMPTY, Fault.REFUSAL) else reply.text
    seconds = noted.body["seconds"]
    match reply.fault:
        case Fault.STALL | Fault.CUT:
            noted.aborted = True
            await break_off(request, reply.fault)
        case Fault.GARBLED | Fault.MALFORMED | Fault.EARLY_END:
            return web.Response(text='{"text": "half of', content_type="application/json")
        case Fault.WRONG_SCHEMA:
            return web.json_response({"transcript": {"content": text}})
        case _:
            """The status faults are over; the rest is about language models."""
    body: dict[str, Any] = {"text": text, "usage": {"type": "duration", "seconds": seconds}}
    if noted.body.get("response_format") == "verbose_json":
        body |= {"task": "transcribe", "language": "english", "duration": seconds, "segments": []}
    return web.json_response(body)


async def _form(request: web.Request) -> tuple[dict[str, Any], bytes]:
    """The fields of a multipart form, and its file."""
    fields: dict[str, Any] = {}
    sound = b""
    async for part in await request.multipart():
        if not isinstance(part, BodyPartReader):
            continue
        content = await part.read(decode=True)
        if part.name == "file":
            sound = bytes(content)
        elif part.name is not None:
            fields[part.name] = content.decode()
    return fields, sound


def _as_long(request: Request) -> str:
    """As many words as fit into the sound."""
    return " ".join(["word"] * max(1, round(request.body["seconds"] / SECONDS_PER_WORD)))


def _audio_event(piece: bytes) -> bytes:
    return _event({"type": "speech.audio.delta", "audio": base64.b64encode(piece).decode()})


def _done_event(text: str, sound: int) -> bytes:
    words, heard = len(text.split()), sound // PIECE
    usage = {"input_tokens": words, "output_tokens": heard, "total_tokens": words + heard}
    return _event({"type": "speech.audio.done", "usage": usage})


def _event(body: dict[str, Any]) -> bytes:
    return f"data: {json.dumps(body)}\n\n".encode()
