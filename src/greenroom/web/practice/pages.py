"""The pages of practice: one interview's questions, two answers compared, drills and progress."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, Final

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from greenroom.app.ports import InterviewRow
from greenroom.app.practice import drills
from greenroom.app.practice.progress import progress
from greenroom.app.practice.questions import held
from greenroom.app.practice.retrying import comparison
from greenroom.app.providers.catalogue import Part
from greenroom.app.providers.choices import own_key
from greenroom.app.reports.report_cache import report_cache_of
from greenroom.app.scorecards.requests import OPERATORS, judging_keys
from greenroom.assessment.sentence import Sentence
from greenroom.assessment.told_parts import named
from greenroom.web.languages import N_
from greenroom.web.languages import told as told_as
from greenroom.web.owners import opened, owned, owner_of
from greenroom.web.practice.bank import LONGEST_WORDING
from greenroom.web.practice.routes import questions
from greenroom.web.reports import charts
from greenroom.web.reports.figures import title_of
from greenroom.web.reports.playing import Playing
from greenroom.web.saved_providers import asked_models
from greenroom.web.services import Services
from greenroom.web.templating import page
from greenroom.web.titles import applied

_UNITS: Final = {
    "speech_rate": N_("words a minute"),
    "articulation_rate": N_("words a minute"),
    "fillers": N_("a minute"),
    "pauses": "",
    "response_latency": "s",
    "talk_ratio": "%",
    "answer_length": "s",
    "time_to_the_point": "s",
}


def router(services: Services) -> APIRouter:
    pages = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)

    @pages.get("/interviews/{interview_id}/questions")
    async def asked(request: Request, interview_id: str) -> HTMLResponse:
        row = await opened(request, interview_id)
        found = await questions(services.store, row)
        keys = await judging_keys(services.keys, row.owner)
        writers = [] if services.writers is None else asked_models(keys, services.operators_model)
        usual = own_key(row, Part.LLM) or OPERATORS
        made = partial(
            page,
            "questions.html",
            interview=row,
            questions=found,
            kept=await services.store.wordings.of_interview(row.id),
            longest_wording=LONGEST_WORDING,
            hear=await _hear(services, row),
            name=applied(row.candidate),
            writers=writers,
            usual=usual,
            named=named,
        )
        return await report_cache_of(services.interviews).apart(row.owner, made)

    @pages.get("/interviews/{interview_id}/comparison")
    async def compared(request: Request, interview_id: str) -> HTMLResponse:
        row = await owned(request, interview_id)
        found = await comparison(services.store, row)
        first = await services.interviews.find(found["interview"])
        hear = (first and await _hear(services, first), await _hear(services, row))
        return page("comparison.html", interview=row, told=found, hear=hear, title_of=title_of)

    @pages.get("/practice")
    async def practice(request: Request) -> HTMLResponse:
        owner, now = owner_of(request), services.now()
        found = [] if owner is None else await drills.queue(services.store, owner, now)
        queue = [drills.plain(one, now) for one in found]
        told = await progress(services.store, owner or "")
        kept = {} if owner is None else await services.store.wordings.of_owner(owner)
        return page(
            "practice.html",
            kept=kept,
            due=[one for one in queue if one["today"]],
            later=[one for one in queue if not one["today"]],
            areas=told["weak_areas"],
            interviews=told["interviews"],
            measured=[
                _line(told_as(title_of(k)), p, told_as(_UNITS.get(k, "")))
                for k, p in told["measures"].items()
            ],
            levels=[
                _line(name, points, told_as(N_("of 5")))
                for name, points in told["criteria"].items()
            ],
        )

    return pages


async def _hear(services: Services, row: InterviewRow) -> Playing | None:
    """What of its answers can be played; None where no sound is kept."""
    kept = await services.sound.kept(row)
    if not kept:
        return None
    replayed = (await held(services.store, row)).replayed
    return Playing(replayed.record, replayed.heard.voices, kept)


def _line(title: str, points: Sequence[Mapping[str, Any]], unit: str) -> dict[str, Any]:
    """One measure over time as a picture, whose name tells every value."""
    values = [point["value"] for point in points]
    told = "; ".join(f"{point['at'][:10]}: {point['value']:g} {unit}".strip() for point in points)
    return {
        "title": title,
        "last": f"{values[-1]:g} {unit}".strip(),
        "picture": charts.bars(
            values,
            told_as(Sentence("{title}, interview by interview: {told}", title=title, told=told)),
        ),
        "told": told,
        "count": len(values),
    }
