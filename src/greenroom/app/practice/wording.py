"""A stronger answer worded by a model, where every word of it was the candidate's; else why not (R5).

It is asked for, made and shown, and not kept: asked again, the model words it again.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Final

import structlog

from greenroom.app.ports import InterviewRow, Refused, Store, UpstreamFault, Writers
from greenroom.app.practice.questions import held
from greenroom.app.providers.upstream import UpstreamCause
from greenroom.assessment.exchanges import followed
from greenroom.assessment.rewording.asked import speaks, usable, without_name
from greenroom.assessment.rewording.checked import Refusal, checked
from greenroom.assessment.rewording.checked import Sentence as OwnSentence
from greenroom.assessment.sentence import Sentence

LONGEST_S: Final = 120.0
"""Of one wording: a model that was loaded for it, and its reply."""

log = structlog.get_logger("greenroom.practice")


@dataclass(frozen=True, slots=True)
class Worded:
    """A wording that stands, or why there is none: then the rule's answer stands."""

    by: str | None
    sentences: tuple[OwnSentence, ...] = ()
    refusal: Refusal | None = None
    """The check's."""
    cause: str | None = None
    """Why the model failed."""


async def worded(
    store: Store, writers: Writers, row: InterviewRow, message: int, key: str
) -> Worded:
    """Word the answer to the question that `message` asked. `key` was chosen by
    `scorecards.requests.chosen_key`. Raises `NotFound` when nothing was asked there, `Refused` when
    there is nothing to word."""
    if row.status != "ended":
        raise Refused(
            Sentence("This interview is not over yet. Its answers can be reworded when it is.")
        )
    interview = await held(store, row)
    exchange, language = interview.exchange(message), interview.replayed.plan.language
    told = followed(interview.exchanges, exchange)
    name = row.candidate.get("name", "")
    said = await asyncio.to_thread(usable, told, name)
    asked = without_name(exchange.question, name)
    if not speaks(language):
        raise Refused(Sentence("There is no check for the language of this interview."))
    if not said:
        raise Refused(Sentence("There are no words of an answer to put in order."))
    try:
        async with asyncio.timeout(LONGEST_S), writers.of(row, key) as writer:
            proposed = await writer.propose(asked, said, language)
            by = writer.name
    except UpstreamFault as fault:
        return _told(row, Worded(None, cause=fault.cause))
    except TimeoutError:
        return _told(row, Worded(None, cause=UpstreamCause.TIMEOUT))
    found = checked(proposed, said, language)
    if isinstance(found, Refusal):
        return _told(row, Worded(by, refusal=found))
    return _told(row, Worded(by, found))


def _told(row: InterviewRow, found: Worded) -> Worded:
    log.info("answer_worded", interview=row.id, refused=found.refusal, cause=found.cause)
    return found
