"""Deepgram: the live socket, recordings, and the call that checks a key."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from typing import Any

from aiohttp import WSMsgType, web

from greenroom.testing.providers.deepgram_ear import Ear
from greenroom.testing.providers.script import AT_ONCE, Fault, Lines, Pace, Reply, Request, Script
from greenroom.testing.providers.server import KEY, STATUS, ProviderServer, break_off
from greenroom.testing.providers.sound import seconds_of

SILENT_LIMIT_S = 10.0
"""A connection that sends neither sound nor KeepAlive for so long is closed (NET-0001)."""
NO_SOUND_CODE = 1011


class DeepgramServer(ProviderServer):
    """`heard` has the words of each utterance of a connection, and what goes wrong with it; without
    it as many words as fit into the voice. `connect` scripts faults of whole connections, and of
    recordings."""

    def __init__(
        self,
        heard: Script = "",
        *,
        connect: Script = "",
        key: str | None = KEY,
        pace: Pace = AT_ONCE,
        silent_limit_s: float = SILENT_LIMIT_S,
    ) -> None:
        super().__init__(key=key, pace=pace)
        self._heard, self._connections = Lines(heard), Lines(connect)
        self.silent_limit_s = silent_limit_s

    @property
    def url(self) -> str:
        """Of LiveKit's plugin: the address of the listening route itself."""
        return f"{self.origin}/v1/listen"

    def add_routes(self, router: web.UrlDispatcher) -> None:
        router.add_get("/v1/listen", self._listen)
        router.add_post("/v1/listen", self._recording)
        router.add_get("/v1/projects", self._projects)

    def key_sent(self, request: web.Request) -> str:
        return request.headers.get("Authorization", "").removeprefix("Token ")

    def error(self, status: int, kind: str, text: str) -> Mapping[str, Any]:
        code = {401: "INVALID_AUTH", 403: "INSUFFICIENT_PERMISSIONS", 429: "TOO_MANY_REQUESTS"}
        return {"err_code": code.get(status, kind), "err_msg": text, "request_id": "local"}

    async def _projects(self, request: web.Request) -> web.Response:
        self.note(request, "key", {})
        return web.json_response({"projects": [{"project_id": "local", "name": "Local"}]})

    async def _recording(self, request: web.Request) -> web.Response:
        seconds = seconds_of(await request.read())
        noted = self.note(request, "stt", dict(request.query) | {"seconds": seconds})
        reply = self._connections.next(noted)
        if reply.fault in STATUS:
            raise self.failure(request, reply)
        words = [{"word": "word", "start": 0.0, "end": seconds, "confidence": 0.98}]
        text = self._heard.next(noted).text or "word"
        alternative = {"transcript": text, "confidence": 0.98, "words": words}
        channels = [{"alternatives": [alternative]}]
        body = {"metadata": {"request_id": "local"}, "results": {"channels": channels}}
        return web.json_response(body)

    async def _listen(self, request: web.Request) -> web.StreamResponse:
        noted = self.note(request, "stt", dict(request.query) | {"utterances": 0})
        reply = self._connections.next(noted)
        if reply.fault in STATUS:
            raise self.failure(request, reply)
        if reply.fault is Fault.STALL:
            await break_off(request, reply.fault)
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        line = _Line(self, request, socket, noted, connected=reply)
        try:
            await line.serve()
        except (ConnectionError, asyncio.CancelledError):
            noted.aborted = True
            raise
        return socket

    def utterance(self, noted: Request) -> Reply:
        return self._heard.next(noted)


class _Line:
    """One live connection."""

    def __init__(
        self,
        owner: DeepgramServer,
        request: web.Request,
        socket: web.WebSocketResponse,
        noted: Request,
        *,
        connected: Reply,
    ) -> None:
        self._owner, self._request, self._socket = owner, request, socket
        self._noted, self._connected = noted, connected
        self._body = dict(noted.body)
        noted.body = self._body
        self._ear = Ear(request.query, self._utterance, "local")
        self._deaf = False

    def _utterance(self, number: int) -> Reply:
        self._body["utterances"] = number + 1
        return self._owner.utterance(self._noted)

    async def serve(self) -> None:
        if self._connected.fault is Fault.CUT:
            self._abort()
        while not self._socket.closed:
            try:
                message = await self._socket.receive(timeout=self._owner.silent_limit_s)
            except TimeoutError:
                await self._socket.close(code=NO_SOUND_CODE, message=b"NET-0001")
                return
            if message.type is WSMsgType.BINARY:
                await self._hear(message.data)
            elif message.type is WSMsgType.TEXT:
                await self._obey(json.loads(message.data)["type"])
            else:
                return

    async def _hear(self, sound: bytes) -> None:
        for message in self._ear.push(sound):
            await self._tell(message)
            if self._ear.fault is Fault.STALL:
                self._deaf = True
            elif self._ear.fault in (Fault.CUT, Fault.EARLY_END):
                self._abort()
                return

    async def _tell(self, message: Mapping[str, Any]) -> None:
        if self._deaf:
            return
        if message["type"] == "Results":
            if self._ear.fault in (Fault.GARBLED, Fault.MALFORMED):
                await self._socket.send_str('{"type": "Results", "channel": {')
                return
            if self._ear.fault is Fault.WRONG_SCHEMA:
                message = {"type": "Results", "text": "Certainly!"}
        await self._socket.send_json(message)

    async def _obey(self, command: str) -> None:
        if command == "Finalize":
            for message in self._ear.finalize():
                await self._tell(message)
        elif command == "CloseStream":
            for message in self._ear.finalize():
                await self._tell(message)
            duration = round(self._ear.now_s, 3)
            await self._tell({"type": "Metadata", "request_id": "local", "duration": duration})
            await self._socket.close()

    def _abort(self) -> None:
        self._noted.aborted = True
        if self._request.transport is not None:
            self._request.transport.abort()
