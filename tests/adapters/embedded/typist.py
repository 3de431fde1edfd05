"""A page that types its answers, over a wire that may stand still: the rules of docs/reference/socket.md for what the
page says, without a browser."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from typing import Any

PING_S, DEAF_S, AGAIN_S, TICK_S = 2.0, 4.5, 3.0, 0.5
MOMENTARY = ("ptt", "finish", "interrupt")


class Wire:
    """Implements `ports.Socket`; its other end is `Typist`. Black-holed, it loses what is sent, or holds it
    back until it moves again, and tells neither end."""

    def __init__(
        self, hear: Callable[[dict[str, Any]], None], hung_up: Callable[[int], None]
    ) -> None:
        self._hear, self._hung_up = hear, hung_up
        self._up: asyncio.Queue[str | None] = asyncio.Queue()
        self.dead_up = self.dead_down = False
        self.held: list[str] = []
        """What was sent up into the hole."""

    # ports.Socket

    async def send_text(self, text: str) -> None:
        if not self.dead_down:
            self._hear(json.loads(text))

    async def send_bytes(self, data: bytes) -> None:
        pass

    async def messages(self) -> AsyncIterator[str | bytes]:
        while (message := await self._up.get()) is not None:
            yield message

    async def close(self, code: int, reason: str) -> None:
        self._up.put_nowait(None)
        if not self.dead_down:
            self._hung_up(code)

    # the page's end

    def say(self, message: dict[str, Any]) -> None:
        text = json.dumps(message)
        if self.dead_up:
            self.held.append(text)
        else:
            self._up.put_nowait(text)

    def hang_up(self) -> None:
        """The page closes; a dead wire does not say so."""
        if not self.dead_up:
            self._up.put_nowait(None)

    def revive(self) -> None:
        """What was held back arrives after all, as TCP sends it again."""
        self.dead_up = False
        for text in self.held:
            self._up.put_nowait(text)
        self.held.clear()


class Typist:
    """Answers each question once, in writing. `attend(wire)` opens a connection; `watch` is told each
    message of ours and of the server, and may black-hole the wire."""

    def __init__(
        self,
        attend: Callable[[Wire], Any],
        answers: tuple[str, ...],
        watch: Callable[[Typist, str, dict[str, Any]], None] = lambda *_: None,
    ) -> None:
        self._attend, self._answers, self._watch = attend, list(answers), watch
        self._waiting: dict[str, tuple[dict[str, Any], float]] = {}
        self.saved: list[str] = []
        """Texts of the answers that the server said are saved."""
        self.lapsed: list[dict[str, Any]] = []
        """What was pressed and told as not done."""
        self.lost_at: list[float] = []
        self.over: int | None = None
        self.view: dict[str, Any] = {}
        self.answered = ""
        self.wire: Wire | None = None
        self.blocked = False
        """New connections come to nothing, too."""
        self._ready = False
        self._count = 0
        self._heard_at = self._pinged_at = 0.0
        self._tasks: list[asyncio.Task[Any]] = []

    async def run(self) -> None:
        while self.over is None:
            self._tick()
            await asyncio.sleep(TICK_S)
        await asyncio.gather(*self._tasks, return_exceptions=True)

    # what the candidate does

    def put(self, t: str, **fields: Any) -> None:
        self._count += 1
        mid = f"m-{self._count}"
        message = {"t": t, **fields, "mid": mid}
        self._waiting[mid] = (message, float("-inf"))
        self._watch(self, "put", message)
        self._flush()

    def press(self, command: str) -> None:
        self.put("command", command=command, question=self.view.get("question"))

    # the line

    @property
    def _now(self) -> float:
        return asyncio.get_running_loop().time()

    def _connect(self) -> None:
        self._ready = False
        self._heard_at = self._now - DEAF_S + 30
        wire = self.wire = Wire(
            lambda m: self._hear(wire, m), lambda code: self._closed(wire, code)
        )
        wire.dead_up = wire.dead_down = self.blocked
        if not self.blocked:
            self._tasks.append(asyncio.get_running_loop().create_task(self._attended(wire)))
        else:
            self._heard_at = self._now

    async def _attended(self, wire: Wire) -> None:
        code = await self._attend(wire)
        if wire is self.wire and code:
            self._closed(wire, code)

    def _tick(self) -> None:
        if self.wire is None:
            self._connect()
        elif self._now - self._heard_at > DEAF_S:
            if self._ready:
                self.lost_at.append(self._now)
            self._lose()
        elif self._now - self._pinged_at >= PING_S:
            self._pinged_at = self._now
            self.wire.say({"t": "ping", "every_ms": 2000})
        self._flush()

    def _lose(self) -> None:
        former, self.wire, self._ready = self.wire, None, False
        if former is not None:
            former.hang_up()
        for mid, (message, _) in list(self._waiting.items()):
            if message["t"] in MOMENTARY or message.get("command") in MOMENTARY:
                self.lapsed.append(self._waiting.pop(mid)[0])
            else:
                self._waiting[mid] = (message, float("-inf"))

    def _flush(self) -> None:
        wire = self.wire
        if wire is None or not self._ready:
            return
        for mid, (message, sent_at) in list(self._waiting.items()):
            if self._now - sent_at >= AGAIN_S:
                self._waiting[mid] = (message, self._now)
                wire.say(message)
                self._watch(self, "sent", message)

    def _closed(self, wire: Wire, code: int) -> None:
        if wire is not self.wire:
            return
        self._lose()
        if code in (4000, 4409):
            self.over = code

    def _hear(self, wire: Wire, message: dict[str, Any]) -> None:
        if wire is not self.wire:
            return
        self._heard_at = self._now
        self._watch(self, "heard", message)
        if wire.dead_down:
            return
        match message["t"]:
            case "hello":
                self._settle(message["saved"])
            case "view":
                self.view, self._ready = message, True
                self._flush()
                self._answer()
            case "saved":
                self._settle(message["mids"])
            case "lapsed":
                self.lapsed += [
                    self._waiting.pop(m)[0] for m in message["mids"] if m in self._waiting
                ]
            case "error" if "saved" in message:
                self._settle(message["saved"])
            case "say":
                wire.say({"t": "started", "id": message["id"]})
            case "length":
                asyncio.get_running_loop().call_later(
                    message["ms"] / 1000, self._heard_out, wire, message["id"], message["ms"]
                )

    def _heard_out(self, wire: Wire, utterance: str, ms: int) -> None:
        if wire is self.wire:
            wire.say({"t": "finished", "id": utterance, "played_ms": ms})

    def _settle(self, mids: list[str]) -> None:
        for mid in mids:
            if mid in self._waiting:
                message, _ = self._waiting.pop(mid)
                self._watch(self, "saved", message)
                if message["t"] == "typed":
                    self.saved.append(message["text"])

    def _answer(self) -> None:
        question = self.view["question"]
        asked = self.view["cue"] in ("turn", "answering") and question
        if asked and question != self.answered and self._answers:
            self.answered = question
            self.put("typed", text=self._answers.pop(0))
