"""Words that were misheard, corrected by the candidate when the interview is over, and taken back again.

Nothing is locked: a report, a link and a file say at any time what was corrected and what was heard there.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from greenroom.app.ports import InterviewRow, NotFound, Refused, Store
from greenroom.app.registration import one_line
from greenroom.app.reports.replay import replay_of
from greenroom.assessment.sentence import Sentence
from greenroom.interview.bounds import LONGEST_SPOKEN
from greenroom_turns import folding

MOST: Final = 200
"""Corrected messages of one interview."""
ROOM: Final = 200
"""Characters that a correction may have beyond twice what was heard."""


def longest(heard: str) -> int:
    """Characters of a correction: it mends words that were said, and is no new answer."""
    return min(LONGEST_SPOKEN, 2 * len(heard) + ROOM)


async def correct(store: Store, row: InterviewRow, message: int, text: str) -> Mapping[str, Any]:
    """Keep these words for a misheard message; returns the message as the record has it then. The words
    that were heard take the correction back. Raises `NotFound`, `Refused`."""
    said = await _said(store, row, message)
    heard, words = said.get("heard", said["text"]), one_line(text)
    if not folding.words(words):
        raise Refused(
            Sentence("A correction needs words. What was heard cannot be taken out."), status=422
        )
    if len(words) > longest(heard):
        told = Sentence(
            "A correction of this may have {most} characters, not {many}. It mends words that were misheard.",
            most=f"{longest(heard):,}",
            many=f"{len(words):,}",
        )
        raise Refused(told, status=422)
    if words == one_line(heard):
        await store.interviews.correct(row.id, message, None)
    else:
        kept = await store.interviews.corrections(row.id)
        if message not in kept and len(kept) >= MOST:
            raise Refused(
                Sentence("{most} answers can be corrected at most; take one back first.", most=MOST)
            )
        await store.interviews.correct(row.id, message, words)
    return await _said(store, row, message)


async def take_back(store: Store, row: InterviewRow, message: int) -> None:
    """What was heard is used again. Raises `NotFound`, `Refused`."""
    if "heard" not in await _said(store, row, message):
        raise NotFound("these words were not corrected")
    await store.interviews.correct(row.id, message, None)


async def _said(store: Store, row: InterviewRow, message: int) -> Mapping[str, Any]:
    if row.status != "ended":
        raise Refused(
            Sentence("This interview is not over yet. Its words can be corrected when it is.")
        )
    replayed = await replay_of(store.interviews, row)
    if replayed is None or message not in replayed.correctable:
        raise NotFound("nothing that can be corrected was said there")
    found: Mapping[str, Any] = replayed.record["messages"][message]
    return found
