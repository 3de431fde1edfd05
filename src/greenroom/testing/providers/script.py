"""What a provider server answers: replies, their faults, and the pace of a stream."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, TypeAlias

_TOKEN = re.compile(r" ?[^\W\d_]{1,8}| ?\d{1,3}|[^\w\s]+|\s+|\w")
"""A word with its space, up to three digits, a run of signs: near to a tokenizer's count for English
and JSON."""


class Fault(StrEnum):
    """How one request goes wrong."""

    KEY_REFUSED = "key_refused"
    """401."""
    FORBIDDEN = "forbidden"
    """403."""
    RATE_LIMITED = "rate_limited"
    """429 with Retry-After."""
    QUOTA = "quota"
    """429 of an account without money, which waiting does not mend."""
    SERVER_ERROR = "server_error"
    """500."""
    STALL = "stall"
    """Nothing more comes, and the connection stays open."""
    CUT = "cut"
    """The connection breaks off."""
    EARLY_END = "early_end"
    """The stream ends cleanly before its end, without a finish reason."""
    LENGTH = "length"
    """The longest reply was reached."""
    GARBLED = "garbled"
    """The protocol itself is broken: no JSON where there must be some, no audio but text."""
    MALFORMED = "malformed"
    """The model's JSON is broken. Speech parts: like `GARBLED`."""
    WRONG_SCHEMA = "wrong_schema"
    """Good JSON with other keys than were asked for."""
    EMPTY = "empty"
    """A proper reply with nothing in it."""
    REFUSAL = "refusal"
    """The model declines, in the provider's own way of saying so."""
    PROMPT_ECHO = "prompt_echo"
    """The reply repeats its instructions."""


IN_MID_STREAM = frozenset({Fault.STALL, Fault.CUT, Fault.EARLY_END, Fault.LENGTH})
"""These happen after `Reply.at` tokens; the others replace the reply."""


@dataclass(frozen=True, slots=True)
class Call:
    """One function call of a model."""

    name: str
    arguments: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Reply:
    """What one request gets: text, then calls. A speech server makes sound of the text, or the text
    is what was heard."""

    text: str = ""
    calls: tuple[Call, ...] = ()
    fault: Fault | None = None
    at: int = 0
    """Tokens (speech: pieces of audio, or interim results) before a fault in mid-stream."""
    retry_after_s: int = 2


@dataclass(slots=True)
class Request:
    """One request as the server saw it. Neither keys nor other headers are kept."""

    part: str
    """`llm`, `stt`, `tts`, or `key` for the cheap calls that check one."""
    body: Mapping[str, Any]
    at_s: float
    """When it came, by the event loop's clock."""
    authorized: bool
    tokens_in: int = 0
    tokens_out: int = 0
    aborted: bool = False
    """The line broke before the reply was whole, whoever broke it."""


Answer: TypeAlias = Reply | str
Script: TypeAlias = Answer | Sequence[Answer] | Callable[[Request], Answer]
"""One reply for every request, a list of them (the last is used on and on), or a function."""


@dataclass(slots=True)
class Lines:
    """A script that is being played."""

    script: Script
    played: int = 0

    def next(self, request: Request) -> Reply:
        if callable(self.script):
            answer = self.script(request)
        elif isinstance(self.script, Reply | str):
            answer = self.script
        else:
            answer = self.script[min(self.played, len(self.script) - 1)]
        self.played += 1
        return Reply(answer) if isinstance(answer, str) else answer


@dataclass(frozen=True, slots=True)
class Pace:
    """How fast a stream comes."""

    first_ms: int = 300
    per_s: float = 80.0
    """Tokens in a second."""

    async def of(self, pieces: Sequence[Any]) -> AsyncIterator[Any]:
        """The pieces one by one, each when it is due: a slow reader does not stretch the rest."""
        loop = asyncio.get_running_loop()
        due = loop.time() + self.first_ms / 1000
        for piece in pieces:
            await asyncio.sleep(max(0.0, due - loop.time()))
            yield piece
            due += 1 / self.per_s


LIKE_A_MODEL = Pace()
AT_ONCE = Pace(first_ms=0, per_s=1e6)


def tokens(text: str) -> list[str]:
    """`text` in pieces of about a token; together they are `text`."""
    return _TOKEN.findall(text)


def count_tokens(value: Any) -> int:
    """Of a part of a request, as JSON."""
    return len(tokens(json.dumps(value))) if value else 0


@dataclass(frozen=True, slots=True)
class Told:
    """A reply with the faults of its content worked in: what goes over the wire, token by token."""

    pieces: Sequence[str] = ()
    calls: Sequence[Call] = ()
    refused: bool = False
    fault: Fault | None = None
    """What is left for the wire to do: `GARBLED` or one of `IN_MID_STREAM`."""
    at: int = 0

    @property
    def breaks_off(self) -> bool:
        """The wire does not bring it to an end: it stalls, is cut, or ends early."""
        return self.fault in IN_MID_STREAM and self.fault is not Fault.LENGTH

    @property
    def audible(self) -> Sequence[str]:
        """The pieces before a fault in mid-stream."""
        return self.pieces[: self.at] if self.fault in IN_MID_STREAM else self.pieces


def told(reply: Reply, prompt: str) -> Told:
    """`prompt` is what the model was instructed with: some replies repeat it."""
    match reply.fault:
        case Fault.EMPTY:
            return Told()
        case Fault.REFUSAL:
            return Told(tokens("I can't help with that."), refused=True)
        case Fault.WRONG_SCHEMA:
            return Told(tokens('{"answer": {"content": "Certainly!"}}'))
        case Fault.MALFORMED:
            half = len(reply.text) // 2
            return Told(tokens(reply.text[:half] + ',,"' + reply.text[half:]))
        case Fault.PROMPT_ECHO:
            return Told(tokens(_with_echo(reply.text, prompt)))
        case _:
            return Told(tokens(reply.text), reply.calls, fault=reply.fault, at=reply.at)


def _with_echo(text: str, prompt: str) -> str:
    """The longest string of a JSON reply, or a plain reply as a whole, gives way to the prompt."""
    try:
        content = json.loads(text)
        key = max(
            (k for k in content if isinstance(content[k], str)), key=lambda k: len(content[k])
        )
    except (ValueError, TypeError):
        return prompt
    return json.dumps(content | {key: prompt})
