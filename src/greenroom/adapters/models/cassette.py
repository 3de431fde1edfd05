"""A language model whose replies are kept on disk, and given again without it.

A reply is found by everything that was asked: the model's name, the messages, and what was said about
the form of the reply. The same words asked twice are two replies, in their order: who asks again
wants to hear something else.
"""

from __future__ import annotations

import difflib
import hashlib
import json
import re
from collections import Counter
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from livekit.agents import DEFAULT_API_CONNECT_OPTIONS, APIConnectOptions, llm
from livekit.agents.types import NOT_GIVEN, NotGivenOr

from greenroom.adapters.models.diagnosis import fault_of
from greenroom.app.ports import Amount, UpstreamFault
from greenroom.app.providers.upstream import UpstreamCause

NEAREST: Final = 6
"""Lines of the difference to the nearest kept request that are told on a miss."""


@dataclass(frozen=True, slots=True)
class Kept:
    """What came of a request: words, or why none came."""

    reply: str = ""
    fault: str | None = None


class Cassette:
    """A folder of replies, one file for each. What is asked for belongs to the run that asks."""

    def __init__(self, folder: Path, *, replay: bool) -> None:
        self.folder, self.replay = folder, replay
        self.missed: str | None = None
        """The first request of this run that was not recorded, told in a sentence."""
        self._times: Counter[str] = Counter()
        self._run = ""

    def begin(self, run: str) -> None:
        """What is asked from now on belongs to this run."""
        self._run, self.missed = run, None
        self._times.clear()

    def key(self, asked: str) -> str:
        """Of the next time that this is asked in this run."""
        base = hashlib.sha256(f"{self._run}\n{asked}".encode()).hexdigest()
        self._times[base] += 1
        return f"{base[:32]}-{self._times[base]}"

    def kept(self, key: str, asked: str) -> Kept | None:
        """None, and `missed` is told, when nothing was recorded."""
        try:
            found = json.loads((self.folder / f"{key}.json").read_text("utf-8"))
            return Kept(found["reply"], found["fault"])
        except (OSError, ValueError, KeyError):
            near = self._nearest(asked)
            self.missed = self.missed or f"{self.folder}: no reply was recorded for {key}{near}"
            return None

    def keep(self, key: str, asked: str, kept: Kept) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        whole = {"run": self._run, "asked": json.loads(asked), **asdict(kept)}
        new = self.folder / f"{key}.new"
        new.write_text(json.dumps(whole, ensure_ascii=False, indent=1) + "\n", "utf-8")
        new.replace(self.folder / f"{key}.json")

    def _nearest(self, asked: str) -> str:
        """Where the most similar request of the same run differs."""
        mine = _lines(json.loads(asked))
        others = []
        for file in sorted(self.folder.glob("*-*.json")):
            kept = json.loads(file.read_text("utf-8"))
            if kept["run"] == self._run:
                theirs = _lines(kept["asked"])
                others.append((difflib.SequenceMatcher(None, theirs, mine).ratio(), theirs))
        if not others:
            return f"; nothing was recorded for {self._run}"
        _, theirs = max(others)
        different = [line for line in difflib.ndiff(theirs, mine) if line[:1] in "+-"]
        return "".join(f"\n  {line.rstrip()[:200]}" for line in different[:NEAREST])


def _lines(asked: Any) -> list[str]:
    """Sentence by sentence: a transcript of one line would hide where it differs."""
    return [
        sentence
        for part in asked["messages"]
        for sentence in re.split(r"(?<=[.!?}])\s+|\n", part["text"])
    ]


class RecordedModel(llm.LLM[Any]):
    """Asks `inner`, counts what it used, and keeps each whole reply; or gives kept replies."""

    def __init__(self, inner: llm.LLM[Any] | None, name: str, cassette: Cassette | None) -> None:
        super().__init__()
        self.inner, self.name, self.cassette = inner, name, cassette
        self.spent = Amount()

    def chat(
        self,
        *,
        chat_ctx: llm.ChatContext,
        conn_options: APIConnectOptions = DEFAULT_API_CONNECT_OPTIONS,
        extra_kwargs: NotGivenOr[dict[str, Any]] = NOT_GIVEN,
        **_: Any,
    ) -> llm.LLMStream:
        return _Stream(self, extra_kwargs, chat_ctx=chat_ctx, tools=[], conn_options=conn_options)

    async def aclose(self) -> None:
        if self.inner is not None:
            await self.inner.aclose()


class _Stream(llm.LLMStream):
    def __init__(
        self, owner: RecordedModel, extra: NotGivenOr[dict[str, Any]], **more: Any
    ) -> None:
        self._owner, self._extra = owner, extra
        super().__init__(owner, **more)

    async def _run(self) -> None:
        cassette = self._owner.cassette
        asked = self._asked()
        key = "" if cassette is None else cassette.key(asked)
        if cassette is None:
            await self._ask()
        elif cassette.replay:
            self._give(cassette.kept(key, asked) or Kept(fault=UpstreamCause.UNEXPLAINED))
        else:
            kept = Kept(fault=UpstreamCause.TIMEOUT)  # who is not patient enough cancels this
            try:
                kept = Kept(await self._ask())
            except Exception as error:
                kept = Kept(fault=fault_of("cassette", error).cause)
                raise
            finally:
                cassette.keep(key, asked, kept)

    async def _ask(self) -> str:
        """The whole reply, which was passed on as it came."""
        owner, reply = self._owner, ""
        assert owner.inner is not None  # noqa: S101 - without one there is a cassette to replay
        async with owner.inner.chat(
            chat_ctx=self._chat_ctx, conn_options=self._conn_options, extra_kwargs=self._extra
        ) as stream:
            async for chunk in stream:
                if chunk.usage is not None:
                    used = chunk.usage
                    owner.spent += Amount(used.prompt_tokens, used.completion_tokens)
                reply += (chunk.delta.content or "") if chunk.delta is not None else ""
                self._event_ch.send_nowait(chunk)
        return reply

    def _asked(self) -> str:
        """The request, canonically."""
        messages = [
            {"role": item.role, "text": item.text_content or ""}
            for item in self._chat_ctx.items
            if isinstance(item, llm.ChatMessage)
        ]
        extra = self._extra if isinstance(self._extra, dict) else {}
        whole = {"model": self._owner.name, "messages": messages, "extra": extra}
        return json.dumps(whole, ensure_ascii=False, sort_keys=True)

    def _give(self, kept: Kept) -> None:
        if kept.fault is not None:
            cause = UpstreamCause(kept.fault)
            raise UpstreamFault("cassette", cause, retryable=cause.retryable)
        delta = llm.ChoiceDelta(role="assistant", content=kept.reply)
        self._event_ch.send_nowait(llm.ChatChunk(id="cassette", delta=delta))
