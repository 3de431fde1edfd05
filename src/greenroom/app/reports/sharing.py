"""Links to a report: made by the candidate, shown without what the candidate keeps, ended at any time.

The token in a link opens it; the store knows only the token's digest.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from enum import StrEnum
from functools import partial
from typing import Any, Final

from greenroom.app.ports import InterviewRow, Link, Links, NotFound, Refused, ReportContents, Store
from greenroom.app.reports.covering import coverer
from greenroom.app.reports.replay import contents_of
from greenroom.app.reports.report_cache import report_cache_of
from greenroom.app.timestamps import stamped
from greenroom.assessment.sentence import Sentence

MOST: Final = 10
"""Open links of one interview."""
LONGEST_TOLD: Final = 5
"""Words of a name that was told; more are a sentence."""


class Part(StrEnum):
    """What a link may show."""

    NAME = "name"
    COACHING = "coaching"
    SCORECARD = "scorecard"
    MEASURES = "measures"
    STAGES = "stages"
    TRANSCRIPT = "transcript"


async def share(
    links: Links, row: InterviewRow, parts: Sequence[Part], days: int, now: datetime
) -> tuple[Link, str]:
    """A new link and the token that opens it, told this once. Raises `Refused`."""
    if row.status != "ended":
        raise Refused(Sentence("This interview is not over: its report can be shown when it is."))
    if not parts:
        raise Refused(Sentence("Choose something that the link shows."), status=422)
    await links.expire(stamped(now))
    if len(await links.of_interview(row.id)) >= MOST:
        raise Refused(
            Sentence("{most} links to a report are open at most; end one first.", most=MOST)
        )
    token = secrets.token_urlsafe(32)
    link = Link(
        id=f"lnk_{secrets.token_hex(8)}",
        digest=_digest(token),
        interview_id=row.id,
        created_at=stamped(now),
        expires_at=stamped(now + timedelta(days=days)),
        parts=tuple(part.value for part in Part if part in parts),
    )
    await links.add(link)
    return link, token


async def live(links: Links, row: InterviewRow, now: datetime) -> list[Link]:
    """The interview's links that still open."""
    return [link for link in await links.of_interview(row.id) if link.expires_at > stamped(now)]


async def revoke(links: Links, row: InterviewRow, link_id: str) -> None:
    """The link opens nothing from now on. Raises `NotFound`."""
    if not await links.delete(row.id, link_id):
        raise NotFound("this link is gone")


async def shown(
    store: Store, token: str, now: datetime
) -> tuple[InterviewRow, Link, ReportContents]:
    """What the link with this token shows. Raises `NotFound` for one that never was, is over or was
    ended: which of them is nobody's business."""
    link = await store.links.find(_digest(token))
    row = None if link is None else await store.interviews.find(link.interview_id)
    if link is None or row is None or link.expires_at <= stamped(now):
        raise NotFound("there is nothing at this address")
    told = await contents_of(store, row)
    if Part.NAME not in link.parts:
        cache = report_cache_of(store.interviews)
        told = await cache.apart(row.owner, partial(_without_name, told))
    return row, link, told


def _without_name(told: ReportContents) -> ReportContents:
    """The candidate's name covered wherever it was said or written, by as many signs: places of quotes
    stay what they are."""
    cover = coverer(_names(told.record))
    record = _each_text(told.record, cover)
    texts = {one["index"]: one["text"] for one in record["messages"]}
    report = _quoted(_each_text(told.report, cover), texts)
    return replace(told, record=_quoted(record, texts), report=report)


def _names(record: Mapping[str, Any]) -> set[str]:
    """What the candidate registered as, and what they told the interviewer to call them."""
    told = {stage["facts"].get("name", "") for stage in record["stages"]}
    found = {
        record["candidate"]["name"],
        *(name for name in told if len(name.split()) <= LONGEST_TOLD),
    }
    return {name for name in found if name}


def _each_text(value: Any, cover: Callable[[str], str]) -> Any:
    if isinstance(value, str):
        return cover(value)
    if isinstance(value, Mapping):
        return {key: _each_text(inner, cover) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_each_text(inner, cover) for inner in value]
    return value


def _quoted(value: Any, texts: Mapping[int, str]) -> Any:
    """Quotes as the covered messages have them: a word may be a name only by what stands before it."""
    if isinstance(value, Mapping):
        if {"message", "start", "end", "quote"} <= value.keys() and value["message"] in texts:
            quote = texts[value["message"]][value["start"] : value["end"]]
            return {**value, "quote": quote}
        return {key: _quoted(inner, texts) for key, inner in value.items()}
    if isinstance(value, list):
        return [_quoted(inner, texts) for inner in value]
    return value


def _digest(token: str) -> str:
    """256 random bits need no salt and no slow hash."""
    return hashlib.sha256(token.encode()).hexdigest()
