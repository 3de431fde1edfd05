"""The drill queue: questions with a weak answer or none come again, spaced by FSRS.

The scheduler is FSRS-6 of py-fsrs, with its published weights and its fuzzing off: the same reviews at
the same times give the same dates. A question that was never repeated is due at once and has no row.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from functools import partial
from typing import Any, Final, Literal, TypeAlias

from fsrs import Card, Rating, Scheduler

from greenroom.app.ports import DrillRow, InterviewRow, NotFound, Refused, Store
from greenroom.app.practice.progress import newest
from greenroom.app.practice.questions import Held, context_of, held
from greenroom.app.reports.replay import ReplayedInterview, words_version
from greenroom.app.reports.report_cache import Key, report_cache_of
from greenroom.app.reports.wording import FOUND
from greenroom.assessment.coaching.shapes import Withheld
from greenroom.assessment.exchanges import Exchange
from greenroom.assessment.sentence import Sentence
from greenroom.interview.questions import normalised

Grade = Literal["again", "hard", "good", "easy"]
Asked: TypeAlias = tuple[int, str, str | None, str]
MOST_A_DAY: Final = 5
WEAK: Final = 2
"""An answer that goes no deeper is weak (docs/explanation/practice.md)."""

NAMES: Final[Mapping[Grade, Sentence]] = {
    "again": Sentence("again"),
    "hard": Sentence("hard"),
    "good": Sentence("good"),
    "easy": Sentence("easy"),
}
_GRADES: Final[Mapping[Grade, Rating]] = {
    "again": Rating.Again,
    "hard": Rating.Hard,
    "good": Rating.Good,
    "easy": Rating.Easy,
}
_BY_DEPTH: Final[Mapping[int, Grade]] = {1: "again", 2: "hard", 3: "good", 4: "good", 5: "easy"}


@dataclass(frozen=True, slots=True)
class Drill:
    """One question of the queue."""

    interview_id: str
    message: int
    question: str
    why: str
    due: str
    reviews: int
    context: str = ""
    """Of a follow-up: the question that it followed."""


def grade_of(exchange: Exchange | None) -> tuple[Grade, str]:
    """How a retried answer is graded, and by which rule."""
    if exchange is None or not exchange.answers:
        return "again", Sentence("There was no answer.")
    depth = exchange.depth
    if depth is None:
        return "again", Sentence("The answer was not assessed.")
    return _BY_DEPTH[depth], FOUND[depth]


def weak(exchange: Exchange) -> str | None:
    """Why this question belongs into the queue; None: it doesn't."""
    if not exchange.answers:
        return Sentence("It was not answered.")
    depth = exchange.depth
    if depth is None or depth > WEAK:
        return None
    return FOUND[WEAK]


def reviewed(row: DrillRow, grade: Grade, now: datetime) -> DrillRow:
    """The question after one more repetition."""
    scheduler = Scheduler(enable_fuzzing=False)
    card = Card.from_dict(dict(row.card)) if row.card else Card(card_id=1, due=now)  # type: ignore[arg-type]
    card, _ = scheduler.review_card(card, _GRADES[grade], now.astimezone(UTC))
    due = card.due.isoformat(timespec="seconds")
    return DrillRow(row.interview_id, row.message, dict(card.to_dict()), due, row.reviews + 1)


async def queue(store: Store, owner: str, now: datetime) -> list[Drill]:
    """Every question of the owner's that is to come again, what is due first; on one day `MOST_A_DAY` at
    most. Retries add none: their question is in the queue already. The same question of two interviews
    stands there once."""
    kept = {(row.interview_id, row.message): row for row in await store.drills.of_owner(owner)}
    found: dict[str, Drill] = {}
    for row in await newest(store, owner):
        for drill in await _drills(store, row, kept, now):
            found.setdefault(normalised(drill.question), drill)
    order = sorted(found.values(), key=lambda one: (one.due, one.interview_id, one.message))
    today = now.astimezone(UTC).date()
    done = sum(_reviewed_on(row) == today for row in kept.values())
    return _spread(order, now, done)


def _reviewed_on(row: DrillRow) -> date | None:
    """The day of the last repetition."""
    last = row.card.get("last_review")
    return datetime.fromisoformat(str(last)).astimezone(UTC).date() if last else None


def _spread(drills: Sequence[Drill], now: datetime, done: int) -> list[Drill]:
    """What is due today beyond `MOST_A_DAY` less what is `done` waits for the days after."""
    found = []
    place = done
    for drill in drills:
        if datetime.fromisoformat(drill.due).date() <= now.date():
            days = place // MOST_A_DAY
            place += 1
            if days:
                later = (now + timedelta(days=days)).isoformat(timespec="seconds")
                drill = replace(drill, due=later)
        found.append(drill)
    return sorted(found, key=lambda one: (one.due, one.interview_id, one.message))


async def _drills(
    store: Store,
    row: InterviewRow,
    kept: Mapping[tuple[str, int], DrillRow],
    now: datetime,
) -> Sequence[Drill]:
    at = now.isoformat(timespec="seconds")
    found = []
    for message, question, why, context in await _asked(store, row):
        known = kept.get((row.id, message))
        if (known is not None and known.dropped) or (known is None and why is None):
            continue
        due, reviews = (at, 0) if known is None else (known.due, known.reviews)
        why = why or Sentence("You put it here.")
        found.append(Drill(row.id, message, question, why, due, reviews, context))
    return found


async def _asked(store: Store, row: InterviewRow) -> Sequence[Asked]:
    """Each question of the interview that can be practised: its message, its words, why it is weak, and
    the question that it followed."""
    cache = report_cache_of(store.interviews)

    async def make() -> Sequence[Asked]:
        try:
            interview = await held(store, row)
        except Refused:
            return []
        return await cache.apart(row.owner, partial(_practised, interview.replayed))

    key = Key("drills", (row.id,), await words_version(store.interviews, row))
    return await cache.once(key, make, lambda asked: 400 * len(asked))


def _practised(replayed: ReplayedInterview) -> list[Asked]:
    """Greetings, the candidate's own questions and what touched a distress are never practised. A question
    that was cut off has all its words (`whole_questions`)."""
    left_out = {
        one.message
        for one in replayed.coaching.answers
        if one.withheld in (Withheld.DISTRESS, Withheld.ASKED_BACK)
    }
    coached = {one.message for one in replayed.coaching.answers} - left_out
    found = replayed.exchanges
    return [
        (one.message, one.question, weak(one), context_of(found, one))
        for one in found
        if one.message in coached
    ]


async def review(
    store: Store,
    row: InterviewRow,
    message: int,
    grade: Grade | None,
    retry_id: str | None,
    now: datetime,
) -> tuple[DrillRow, str]:
    """Grade one repetition: as the candidate says, or else by the answer of `retry_id`. Raises
    `NotFound`, and `Refused` when there is nothing to grade by or another window was quicker."""
    (await held(store, row)).exchange(message)
    why: str = Sentence("You graded it yourself.")
    if grade is None:
        grade, why = await _graded(store, row, message, retry_id)
    known = await store.drills.find(row.id, message) or _new(row, message, now)
    changed = await asyncio.to_thread(reviewed, known, grade, now)
    await _keep(store, changed, known.reviews)
    return changed, Sentence("{grade}: {why}", grade=NAMES[grade], why=why)


async def drop(store: Store, row: InterviewRow, message: int, now: datetime) -> None:
    """Take a question out of the queue for good."""
    (await held(store, row)).exchange(message)
    known = await store.drills.find(row.id, message) or _new(row, message, now)
    gone = DrillRow(row.id, message, known.card, known.due, known.reviews, dropped=True)
    await _keep(store, gone, known.reviews)


async def _graded(
    store: Store, row: InterviewRow, message: int, retry_id: str | None
) -> tuple[Grade, str]:
    known = await store.retries.find(retry_id) if retry_id else None
    again = await store.interviews.find(known.interview_id) if known else None
    if known is None or again is None or (known.of_interview, known.message) != (row.id, message):
        raise NotFound("this is no retry of that question")
    if again.status != "ended":
        raise Refused(Sentence("This retry is not over yet."))
    second: Held = await held(store, again)
    return grade_of(second.exchanges[0] if second.exchanges else None)


def _new(row: InterviewRow, message: int, now: datetime) -> DrillRow:
    return DrillRow(row.id, message, {}, now.isoformat(timespec="seconds"))


async def _keep(store: Store, row: DrillRow, reviews: int) -> None:
    if not await store.drills.put(row, reviews):
        raise Refused(
            Sentence("This question was graded in another window meanwhile. Nothing was changed.")
        )


def plain(drill: Drill, now: datetime) -> dict[str, Any]:
    found = {
        "interview": drill.interview_id,
        "message": drill.message,
        "question": drill.question,
        "context": drill.context,
        "why": drill.why,
        "due": drill.due,
        "reviews": drill.reviews,
    }
    return {**found, "today": datetime.fromisoformat(drill.due).date() <= now.date()}
