"""Anthropic's Messages API."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator, Mapping
from typing import Any

from aiohttp import web

from greenroom.testing.providers.language import LanguageServer, garbled
from greenroom.testing.providers.script import Fault, Request, Told, tokens
from greenroom.testing.providers.server import break_off

KINDS = {
    401: "authentication_error",
    403: "permission_error",
    429: "rate_limit_error",
    500: "api_error",
}


class AnthropicServer(LanguageServer):
    """POST /v1/messages (streamed or not, tools, `output_config`), GET /v1/models."""

    def add_routes(self, router: web.UrlDispatcher) -> None:
        router.add_get("/v1/models", self._list_models)
        router.add_post("/v1/messages", self._reply)

    def key_sent(self, request: web.Request) -> str:
        return request.headers.get("x-api-key", "")

    def error(self, status: int, kind: str, text: str) -> Mapping[str, Any]:
        kind = "billing_error" if kind == Fault.QUOTA else KINDS.get(status, kind)
        return {"type": "error", "error": {"type": kind, "message": text}, "request_id": "req_1"}

    async def _list_models(self, request: web.Request) -> web.Response:
        self.note(request, "key", {})
        model = {
            "type": "model",
            "id": "local-model",
            "display_name": "Local",
            "created_at": "2026-01-01T00:00:00Z",
        }
        body = {"data": [model], "has_more": False, "first_id": model["id"], "last_id": model["id"]}
        return web.json_response(body)

    async def _reply(self, request: web.Request) -> web.StreamResponse:
        body = await request.json()
        noted = self.note(request, "llm", body)
        known = all(body.get(field) for field in ("messages", "model", "max_tokens"))
        if not known or "anthropic-version" not in request.headers:
            raise self.refusal(request, 400, "invalid_request_error")
        asked = ("system", "messages", "tools", "output_config")
        said = self.said(request, noted, self._lines, asked, _instructions(body))
        if body.get("stream"):
            return await self._stream(request, noted, said)
        return await self._whole(request, noted, said)

    async def _stream(self, request: web.Request, noted: Request, said: Told) -> web.StreamResponse:
        async with self.streaming(request, noted, "text/event-stream") as out:
            await _send(out, {"type": "message_start", "message": _message(noted, [], None)})
            async for event in self.pace.of(list(_events(said))):
                if said.fault is Fault.GARBLED:
                    await out.write(b'event: content_block_delta\ndata: {"type": "content\n\n')
                    continue
                await _send(out, event)
                noted.tokens_out += event["type"] == "content_block_delta"
            if said.breaks_off:
                await break_off(request, said.fault)
            delta = {"stop_reason": _stop(said), "stop_sequence": None}
            usage = {"output_tokens": noted.tokens_out}
            await _send(out, {"type": "message_delta", "delta": delta, "usage": usage})
            await _send(out, {"type": "message_stop"})
        return out

    async def _whole(self, request: web.Request, noted: Request, said: Told) -> web.Response:
        text = await self.composed(request, noted, said)
        if said.fault is Fault.GARBLED:
            return garbled('{"content": [')
        blocks: list[dict[str, Any]] = [{"type": "text", "text": text}] if text else []
        for n, call in enumerate(said.calls):
            blocks.append(_tool_use(n, call.name) | {"input": dict(call.arguments)})
        return web.json_response(_message(noted, blocks, _stop(said)))


def _instructions(body: Mapping[str, Any]) -> str:
    system = body.get("system") or ""
    return system if isinstance(system, str) else " ".join(block["text"] for block in system)


def _message(noted: Request, content: list[dict[str, Any]], stop: str | None) -> dict[str, Any]:
    return {
        "id": "msg_local",
        "type": "message",
        "role": "assistant",
        "model": noted.body["model"],
        "content": content,
        "stop_reason": stop,
        "stop_sequence": None,
        "usage": {"input_tokens": noted.tokens_in, "output_tokens": noted.tokens_out},
    }


def _stop(said: Told) -> str:
    if said.fault is Fault.LENGTH:
        return "max_tokens"
    if said.refused:
        return "refusal"
    return "tool_use" if said.calls else "end_turn"


def _tool_use(index: int, name: str) -> dict[str, Any]:
    return {"type": "tool_use", "id": f"toolu_{index}", "name": name, "input": {}}


def _events(said: Told) -> Iterator[dict[str, Any]]:
    """The content blocks: one of text, if there is any, then one for each call."""
    index = 0
    if said.pieces:
        block = {"type": "text", "text": ""}
        yield {"type": "content_block_start", "index": index, "content_block": block}
        for piece in said.audible:
            delta = {"type": "text_delta", "text": piece}
            yield {"type": "content_block_delta", "index": index, "delta": delta}
        if said.breaks_off:
            return
        yield {"type": "content_block_stop", "index": index}
        index += 1
    for index, call in enumerate(said.calls, index):  # noqa: B020 - counts on from the text
        block = _tool_use(index, call.name)
        yield {"type": "content_block_start", "index": index, "content_block": block}
        for piece in tokens(json.dumps(call.arguments)):
            delta = {"type": "input_json_delta", "partial_json": piece}
            yield {"type": "content_block_delta", "index": index, "delta": delta}
        yield {"type": "content_block_stop", "index": index}


async def _send(out: web.StreamResponse, body: Mapping[str, Any]) -> None:
    await out.write(f"event: {body['type']}\ndata: {json.dumps(body)}\n\n".encode())
    await asyncio.sleep(0)
