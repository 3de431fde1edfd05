"""OpenAI's API, as OpenAI and the many servers that imitate it speak it."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from typing import Any

from aiohttp import web

from greenroom.testing.providers.language import LanguageServer, garbled
from greenroom.testing.providers.openai_audio import SpeechRoutes
from greenroom.testing.providers.script import (
    IN_MID_STREAM,
    LIKE_A_MODEL,
    Call,
    Fault,
    Pace,
    Request,
    Script,
    Told,
    tokens,
)
from greenroom.testing.providers.server import KEY, break_off
from greenroom.testing.providers.sound import hum

CODES: Mapping[str, str] = {Fault.QUOTA: "insufficient_quota", Fault.KEY_REFUSED: "invalid_api_key"}
REPLY_ID = "chatcmpl-local"


class OpenAIServer(LanguageServer):
    """Chat completions (streamed or not, tools, structured output, usage), speech, transcriptions,
    models.

    `chat` says what the model replies; `transcriptions` what is heard, by default as many words as
    fit into the sound; `speech` scripts faults only, and `voice` makes the sound (PCM, 16 bits,
    24 kHz). `sse` False: speech is sent as plain bytes whatever was asked for, as imitators do.
    """

    def __init__(
        self,
        chat: Script = "I see. Tell me more?",
        *,
        speech: Script = "",
        transcriptions: Script | None = None,
        voice: Callable[[str], bytes] = hum,
        sse: bool = True,
        key: str | None = KEY,
        pace: Pace = LIKE_A_MODEL,
        models: tuple[str, ...] = ("local-model",),
    ) -> None:
        super().__init__(chat, key=key, pace=pace)
        self._models = models
        self._audio = SpeechRoutes(self, speech, transcriptions, voice, sse=sse)

    @property
    def url(self) -> str:
        return f"{self.origin}/v1"

    def add_routes(self, router: web.UrlDispatcher) -> None:
        router.add_get("/v1/models", self._list_models)
        router.add_post("/v1/chat/completions", self._complete)
        router.add_post("/v1/audio/speech", self._audio.speak)
        router.add_post("/v1/audio/transcriptions", self._audio.transcribe)

    def error(self, status: int, kind: str, text: str) -> Mapping[str, Any]:
        code = CODES.get(kind, kind)
        return {"error": {"message": text, "type": kind, "param": None, "code": code}}

    async def _list_models(self, request: web.Request) -> web.Response:
        self.note(request, "key", {})
        data = [
            {"id": name, "object": "model", "created": 1, "owned_by": "local"}
            for name in self._models
        ]
        return web.json_response({"object": "list", "data": data})

    async def _complete(self, request: web.Request) -> web.StreamResponse:
        body = await request.json()
        noted = self.note(request, "llm", body)
        if not body.get("messages") or not body.get("model"):
            raise self.refusal(request, 400, "invalid_request_error")
        asked = ("messages", "tools", "response_format")
        said = self.said(request, noted, self._lines, asked, _instructions(body))
        if body.get("stream"):
            return await self._stream(request, noted, said)
        return await self._whole(request, noted, said)

    async def _stream(self, request: web.Request, noted: Request, said: Told) -> web.StreamResponse:
        options = noted.body.get("stream_options") or {}
        async with self.streaming(request, noted, "text/event-stream") as out:
            await _send(out, noted, {"role": "assistant", "content": "", "refusal": None})
            async for delta in self._paced(said):
                if said.fault is Fault.GARBLED:
                    await out.write(b'data: {"choices": [{"delta"\n\n')
                    continue
                await _send(out, noted, delta)
                noted.tokens_out += 1
            if said.breaks_off:
                await break_off(request, said.fault)
            await _send(out, noted, {}, _finish(said))
            if options.get("include_usage"):
                await _event(out, _chunk(noted, []) | {"usage": _usage(noted)})
            await out.write(b"data: [DONE]\n\n")
        return out

    def _paced(self, said: Told) -> AsyncIterator[Any]:
        field = "refusal" if said.refused else "content"
        deltas: list[dict[str, Any]] = [{field: piece} for piece in said.audible]
        if said.fault not in IN_MID_STREAM:
            deltas += [delta for n, call in enumerate(said.calls) for delta in _call(n, call)]
        return self.pace.of(deltas)

    async def _whole(self, request: web.Request, noted: Request, said: Told) -> web.Response:
        text = await self.composed(request, noted, said)
        if said.fault is Fault.GARBLED:
            return garbled('{"choices": [')
        message: dict[str, Any] = {
            "role": "assistant",
            "content": None if said.refused else text,
            "refusal": text if said.refused else None,
        }
        if said.calls:
            message["tool_calls"] = [_whole_call(n, call) for n, call in enumerate(said.calls)]
        choice = {"index": 0, "message": message, "finish_reason": _finish(said), "logprobs": None}
        body = _chunk(noted, [choice]) | {"object": "chat.completion", "usage": _usage(noted)}
        return web.json_response(body)


def _instructions(body: Mapping[str, Any]) -> str:
    """The text of the system's messages."""
    roles = ("system", "developer")
    found = [m.get("content") for m in body["messages"] if m.get("role") in roles]
    return " ".join(text if isinstance(text, str) else json.dumps(text) for text in found)


def _chunk(noted: Request, choices: list[dict[str, Any]]) -> dict[str, Any]:
    return {
        "id": REPLY_ID,
        "object": "chat.completion.chunk",
        "created": 1,
        "model": noted.body["model"],
        "choices": choices,
    }


async def _send(
    out: web.StreamResponse, noted: Request, delta: Mapping[str, Any], finish: str | None = None
) -> None:
    choice = {"index": 0, "delta": delta, "finish_reason": finish, "logprobs": None}
    await _event(out, _chunk(noted, [choice]))


async def _event(out: web.StreamResponse, body: Mapping[str, Any]) -> None:
    await out.write(f"data: {json.dumps(body)}\n\n".encode())


def _finish(said: Told) -> str:
    if said.fault is Fault.LENGTH:
        return "length"
    return "tool_calls" if said.calls else "stop"


def _usage(noted: Request) -> dict[str, int]:
    return {
        "prompt_tokens": noted.tokens_in,
        "completion_tokens": noted.tokens_out,
        "total_tokens": noted.tokens_in + noted.tokens_out,
    }


def _whole_call(index: int, call: Call) -> dict[str, Any]:
    function = {"name": call.name, "arguments": json.dumps(call.arguments)}
    return {"id": f"call_{index}", "type": "function", "function": function}


def _call(index: int, call: Call) -> Iterator[dict[str, Any]]:
    whole = _whole_call(index, call)
    arguments = whole["function"]["arguments"]
    whole["function"] = {"name": call.name, "arguments": ""}
    yield {"tool_calls": [{"index": index} | whole]}
    for piece in tokens(arguments):
        yield {"tool_calls": [{"index": index, "function": {"arguments": piece}}]}
