"""What the templates of a report are given: the page, a shared link, and the document on paper."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, Final

from greenroom.app.ports import ReportContents
from greenroom.app.reports import coached
from greenroom.app.reports.incidents import CAUSES, went_wrong
from greenroom.app.reports.reporting import WITHOUT_SOUND, agreed_to, judged_by
from greenroom.app.reports.sharing import Part
from greenroom.web.languages import N_
from greenroom.web.reports import charts, readable_record
from greenroom.web.reports.figures import figures

EVERYTHING: Final = frozenset(Part)


@dataclass(frozen=True, slots=True)
class Shareable:
    """One thing that a link may show."""

    id: str
    label: str
    hint: str = ""
    usual: bool = True


SHAREABLE: Final = (
    Shareable("scorecard", N_("The scorecard"), N_("with your words that it quotes")),
    Shareable("measures", N_("How it sounded")),
    Shareable("stages", N_("How the interview moved")),
    Shareable(
        "coaching",
        N_("The coaching"),
        N_("how it went and what to do next, with your words"),
        usual=False,
    ),
    Shareable("transcript", N_("The transcript"), usual=False),
    Shareable("name", N_("Your name"), N_("else it is covered wherever it was said"), usual=False),
)


def values(told: ReportContents, shown: Collection[str] = EVERYTHING) -> dict[str, Any]:
    """All that the parts of a report need."""
    record, report, titles = told.record, told.report, told.stages
    card = report["scorecard"]
    coaching = coached.shown(report["coaching"])
    quotes = [] if card is None else [q for c in card["criteria"] for q in c.get("quotes", ())]
    if Part.COACHING in shown:
        quotes += coached.quotes(coaching)
    return {
        "title": told.title,
        "record": record,
        "report": report,
        "card": card,
        "coaching": coaching,
        "marked": bool(quotes),
        "again_question": next(
            (one["question"] for one in coaching["answers"] if one["message"] == coaching["again"]),
            "",
        ),
        "judged_words": [one for one in report["question_feedback"] if one.get("judged")],
        "judged_by": "" if card is None else judged_by(card),
        "causes": CAUSES,
        "without_sound": WITHOUT_SOUND,
        "agreed": agreed_to(told.record),
        "times": {message["index"]: message["started_ms"] for message in record["messages"]},
        "parts_shown": {part.value: part in shown for part in Part},
        "headline": readable_record.headline(record, card),
        "length_ms": charts.length_ms(record),
        "spoken_ms": readable_record.spoken_ms(record, "candidate"),
        "tape": charts.tape(record),
        "timeline": charts.timeline(record, titles),
        "figures": figures(record, report["measures"]),
        "moves": readable_record.moves(record, titles),
        "went_wrong": went_wrong,
        "refusals": readable_record.refusals(record),
        "parts": readable_record.transcript(record, titles, quotes),
    }
