"""`greenroom score`: one interview record judged by one rubric."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from greenroom import settings as configuration
from greenroom.app import plans
from greenroom.app.ports import ReportContents, UserFault
from greenroom.app.reports import records, reporting
from greenroom.app.reports.asked import whole_questions
from greenroom.app.reports.markdown import markdown
from greenroom.app.scorecards import rubrics
from greenroom.app.scorecards.scoring import score
from greenroom.app.scorecards.scripted_judge import LONGEST_LINE, ScriptedJudge
from greenroom.assessment.delivery import measures
from greenroom.assessment.rubric import Rubric
from greenroom.assessment.scorecard import Scorecard
from greenroom.assessment.speech import NOT_KEPT, JournalExtract
from greenroom.assessment.transcript import Transcript, said
from greenroom.bootstrap import replay
from greenroom_turns import folding
from greenroom_turns.language import languages

SCRIPT: Final = "script:"
REPORTS: Final = ("md", "html")
FORMATS: Final = ("text", "json", *REPORTS)


def main(
    path: Path,
    rubric: str,
    model: str | None,
    language: str | None,
    format: str = "text",
    journal: Path | None = None,
) -> int:
    """Print the scorecard and the measures, or the whole report with them. 0 whatever the levels are, or whether there are any.

    Raises `UserFault` for a record, rubric or script that cannot be used, `OperatorFault` when no
    model is set.
    """
    if format not in FORMATS:
        raise UserFault(f"--format {format}: there are {', '.join(FORMATS)}")
    wanted = rubrics.load(rubric)
    record = records.read(path, for_report=format in REPORTS)
    language = _language(language, record)
    heard = NOT_KEPT if journal is None else _heard(journal, record)
    name = (record.get("candidate") or {}).get("name", "")
    transcript = Transcript(said(record["messages"], heard), language, name)
    card = asyncio.run(_judged(wanted, transcript, model))
    if format in REPORTS:
        text = _report(record, reporting.report(record, heard, language, card), format)
    else:
        measured = measures(record, heard, language)
        found = {**card.plain(), "language": language, "measures": measured}
        whole = json.dumps(found, ensure_ascii=False, indent=2) + "\n"
        text = whole if format == "json" else "\n".join((*_told(wanted, card, measured), ""))
    sys.stdout.buffer.write(text.encode())
    sys.stdout.buffer.flush()
    return 0


def _report(record: Mapping[str, Any], told: Mapping[str, Any], format: str) -> str:
    if format == "md":
        return markdown(record, told)
    from greenroom.web.reports.rendering import HtmlReportRenderer

    # the plan is not at hand, and a record has its stages' ids alone
    return HtmlReportRenderer().html(
        ReportContents(record, told, record["plan"], {}), printed=False
    )


async def _judged(rubric: Rubric, transcript: Transcript, model: str | None) -> Scorecard:
    if model is None:
        return await score(rubric, transcript, None)
    if model.startswith(SCRIPT):
        return await score(rubric, transcript, ScriptedJudge(_script(model.removeprefix(SCRIPT))))
    if model != "llm":
        raise UserFault(f"--model {model}: give llm, or script:FILE with a judge's lines")
    from greenroom.adapters.models.json_model import JsonModel
    from greenroom.adapters.models.judge import ModelJudge
    from greenroom.bootstrap.operators_model import operators_model

    chosen = operators_model(configuration.load())
    try:
        judge = ModelJudge(JsonModel(chosen.model, chosen.asked, chosen.provider), name=chosen.name)
        return await score(rubric, transcript, judge)
    finally:
        await chosen.model.aclose()


def _heard(path: Path, record: Mapping[str, Any]) -> JournalExtract:
    """What only the journal of the interview knows. Raises `UserFault` for another interview's."""
    header, state, events = replay.read(path)
    if header.interview_id != record.get("id"):
        raise UserFault(f"{path}: this is the journal of another interview than the record")
    return reporting.journal_extract(events, whole_questions(state))


def _script(name: str) -> list[str]:
    """The script's lines. What is wrong inside a line is the judge's fault, not the file's."""
    try:
        with Path(name).open("rb") as file:
            source = file.read(LONGEST_LINE + 1)
    except OSError as error:
        raise UserFault(f"{name}: the script cannot be read: {error.strerror}") from None
    if len(source) > LONGEST_LINE:
        raise UserFault(f"{name}: the script is larger than {LONGEST_LINE // 1024} KiB")
    return source.decode("utf-8-sig", errors="replace").splitlines()


def _language(given: str | None, record: Mapping[str, Any]) -> str:
    """The one given, or else the record's; an older record has that of its plan; English for an unknown plan."""
    if given is not None:
        if folding.base(given) not in languages():
            known = ", ".join(languages())
            raise UserFault(f"--language {given}: there are {known}")
        return folding.base(given)
    if spoken := record.get("language"):
        return folding.base(spoken)
    name = record.get("plan", "")
    return plans.load_builtin(name).language if name in plans.builtin_names() else "en"


def _told(rubric: Rubric, card: Scorecard, measured: Mapping[str, Any]) -> Iterator[str]:
    """For people, in a terminal: what it quotes is shown, never obeyed."""
    yield f"{rubric.title} ({rubric.id} {rubric.digest}), judged by {card.judge or 'nobody'}"
    titles = {criterion.id: criterion.title for criterion in rubric.criteria}
    for entry in card.plain()["criteria"]:
        title = _shown(titles[entry["id"]])
        if "score" in entry:
            yield f"  {title}: {entry['score']} of 5"
            for quote in entry["quotes"]:
                yield f"    “{_shown(quote['quote'])}” (message {quote['message']})"
        else:
            cause = f", {entry['cause']}" if "cause" in entry else ""
            yield f"  {title}: not scored. {entry['sentence']} ({entry['not_scored']}{cause})"
    if card.dropped:
        yield f"  quotes that were refused: {card.dropped}"
    if card.agreement is not None:
        found = card.agreement
        yield f"  {found.readings} readings came to the same on {found.equal} of {found.compared} criteria"
    yield "measured"
    for name, measure in measured.items():
        label = name.replace("_", " ")
        if measure["value"] is None:
            yield f"  {label}: not measured. {measure['not_scored']}"
        else:
            yield f"  {label}: {measure['value']} {measure['unit']}. {measure['sentence']}"


def _shown(text: str) -> str:
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)
