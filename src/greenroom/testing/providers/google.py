"""Google's Gemini API, as far as LiveKit's plugin uses it with a key: `streamGenerateContent`.

Google's speech services are gRPC with a service account, not a key; they are not served here.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from aiohttp import web

from greenroom.testing.providers.language import LanguageServer
from greenroom.testing.providers.script import Fault, Request, Told
from greenroom.testing.providers.server import break_off

KINDS = {
    400: "INVALID_ARGUMENT",
    401: "UNAUTHENTICATED",
    403: "PERMISSION_DENIED",
    429: "RESOURCE_EXHAUSTED",
    500: "INTERNAL",
}


class GoogleServer(LanguageServer):
    """Streamed content with function calls, response schema and usage; the list of models."""

    def add_routes(self, router: web.UrlDispatcher) -> None:
        router.add_get(r"/{version:v1(?:beta)?}/models", self._list_models)
        router.add_post(
            r"/{version:v1(?:beta)?}/models/{model}:streamGenerateContent", self._stream
        )

    def key_sent(self, request: web.Request) -> str:
        return request.headers.get("x-goog-api-key", "")

    def error(self, status: int, kind: str, text: str) -> Mapping[str, Any]:
        return {"error": {"code": status, "message": text, "status": KINDS.get(status, kind)}}

    async def _list_models(self, request: web.Request) -> web.Response:
        self.note(request, "key", {})
        return web.json_response({"models": [{"name": "models/local-model", "version": "1"}]})

    async def _stream(self, request: web.Request) -> web.StreamResponse:
        body = await request.json()
        noted = self.note(request, "llm", body)
        if not body.get("contents"):
            raise self.refusal(request, 400, "invalid_request_error")
        prompt = json.dumps(body.get("systemInstruction") or "")
        asked = ("systemInstruction", "contents")
        said = self.said(request, noted, self._lines, asked, prompt)
        async with self.streaming(request, noted, "text/event-stream") as out:
            if said.refused:
                await _send(out, {"promptFeedback": {"blockReason": "PROHIBITED_CONTENT"}})
                return out
            await self._send_parts(out, noted, said)
            if said.breaks_off:
                await break_off(request, said.fault)
            reason = "MAX_TOKENS" if said.fault is Fault.LENGTH else "STOP"
            await _send(out, _candidate([], reason) | {"usageMetadata": _usage(noted)})
        return out

    async def _send_parts(self, out: web.StreamResponse, noted: Request, said: Told) -> None:
        parts: list[dict[str, Any]] = [{"text": piece} for piece in said.audible]
        parts += [
            {"functionCall": {"name": call.name, "args": dict(call.arguments)}}
            for call in said.calls
        ]
        async for part in self.pace.of(parts):
            if said.fault is Fault.GARBLED:
                await out.write(b'data: {"candidates": [\r\n\r\n')
                continue
            await _send(out, _candidate([part]))
            noted.tokens_out += 1


def _candidate(parts: list[dict[str, Any]], reason: str | None = None) -> dict[str, Any]:
    candidate: dict[str, Any] = {"content": {"role": "model", "parts": parts}, "index": 0}
    if reason is not None:
        candidate["finishReason"] = reason
    return {"candidates": [candidate]}


def _usage(noted: Request) -> dict[str, int]:
    return {
        "promptTokenCount": noted.tokens_in,
        "candidatesTokenCount": noted.tokens_out,
        "totalTokenCount": noted.tokens_in + noted.tokens_out,
    }


async def _send(out: web.StreamResponse, body: Mapping[str, Any]) -> None:
    await out.write(f"data: {json.dumps(body)}\r\n\r\n".encode())
