"""The files that an interview can be taken away as."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from functools import partial
from typing import Any, assert_never

from greenroom.app.ports import InterviewRow, ReportContents, ReportRenderer, Store
from greenroom.app.reports.markdown import markdown
from greenroom.app.reports.replay import Record, contents_with_version
from greenroom.app.reports.report_cache import Key, report_cache_of


class Format(StrEnum):
    """What an interview can be exported as."""

    JSON = "json"
    MARKDOWN = "md"
    HTML = "html"
    PDF = "pdf"
    SEED = "seed"

    @property
    def media_type(self) -> str:
        match self:
            case Format.JSON | Format.SEED:
                return "application/json"
            case Format.MARKDOWN:
                return "text/markdown; charset=utf-8"
            case Format.HTML:
                return "text/html; charset=utf-8"
            case Format.PDF:
                return "application/pdf"
            case _:
                assert_never(self)

    @property
    def suffix(self) -> str:
        return ".seed.json" if self is Format.SEED else f".{self.value}"


@dataclass(frozen=True, slots=True)
class Export:
    """A file to take away."""

    content: bytes
    media_type: str
    filename: str


async def export(
    store: Store, row: InterviewRow, format: Format, renderer: ReportRenderer
) -> Export:
    """The interview as a file. Raises `Refused` when it never began, or cannot be made here."""
    told, version = await contents_with_version(store, row)
    cache = report_cache_of(store.interviews)

    async def make() -> bytes:
        if format is not Format.PDF:
            return await cache.apart(row.owner, partial(_written, told, format, renderer))
        html = await cache.apart(row.owner, partial(renderer.html, told, printed=True))
        async with cache.turn(f"pdf of {row.owner}"):
            return await renderer.pdf(html)

    key = Key(f"export as {format}", (row.id,), version)
    content = await cache.once(key, make, len)
    return Export(content, format.media_type, f"{row.id}{format.suffix}")


def _written(told: ReportContents, format: Format, renderer: ReportRenderer) -> bytes:
    match format:
        case Format.JSON:
            return _json(told.record)
        case Format.SEED:
            return _json(seed_form(told.record))
        case Format.MARKDOWN:
            return markdown(
                told.record, told.report, told.stages, renderer.say, told.title
            ).encode()
        case Format.HTML:
            return renderer.html(told, printed=False).encode()
        case _:
            raise AssertionError(format)


def _json(value: Mapping[str, Any]) -> bytes:
    return json.dumps(value, ensure_ascii=False, indent=2).encode()


def seed_form(found: Mapping[str, Any]) -> Record:
    """The record in the shape of the origin project's conversation files (`export`).

    The candidate is their name; `index` counts through each side from 0; `timestamp` is whole seconds
    since 1970, and the date is that of `started_at` without its zone. Names no room: there is none to name, so the interview's opaque id stands there.
    """
    began = datetime.fromisoformat(found["started_at"])
    started_ms = round(began.timestamp() * 1000)
    sides = {
        side: [m for m in found["messages"] if m["speaker"] == speaker]
        for side, speaker in (("agent", "interviewer"), ("user", "candidate"))
    }

    def told(index: int, message: Mapping[str, Any]) -> Record:
        at = (started_ms + message["started_ms"]) // 1000
        return {"index": index, "text": message["text"], "timestamp": at}

    return {
        "candidate": found["candidate"]["name"],
        "interview_date": began.replace(microsecond=0, tzinfo=None).isoformat(),
        "room_name": found["id"],
        "conversation": {
            "agent": [{**told(i, m), "stage": m["stage"]} for i, m in enumerate(sides["agent"])],
            "user": [told(i, m) for i, m in enumerate(sides["user"])],
        },
        "total_messages": {side: len(messages) for side, messages in sides.items()},
    }
