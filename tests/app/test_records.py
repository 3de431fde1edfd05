"""A record that somebody hands in is read, or refused in a sentence; whatever is read can be scored."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from greenroom.app.ports import ReportContents, UserFault
from greenroom.app.reports import records
from greenroom.app.reports.markdown import markdown
from greenroom.app.reports.reporting import report
from greenroom.app.scorecards import rubrics
from greenroom.app.scorecards.scoring import score
from greenroom.app.scorecards.scripted_judge import ScriptedJudge
from greenroom.assessment.claims import Scored
from greenroom.assessment.delivery import measures
from greenroom.assessment.scorecard import Scorecard
from greenroom.assessment.transcript import Transcript, said
from greenroom.web.reports.rendering import HtmlReportRenderer

STAR = rubrics.load("star")
JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3)
    ),
    max_leaves=8,
)
TIMES = st.integers(0, 10_000_000)
MESSAGE = st.fixed_dictionaries(
    {
        "speaker": st.sampled_from(["interviewer", "candidate"]),
        "kind": st.sampled_from(["answer", "question", "ack", "command"]),
        "text": st.text(max_size=80)
        | st.sampled_from(["I rebuilt the nightly import for all of our twelve shops in May."]),
        "started_ms": TIMES,
        "length_ms": TIMES,
        "interrupted": st.booleans(),
        "stage": st.sampled_from(["INTRO", "WORK"]),
        "question_id": st.none() | st.just("q1"),
    }
)


def record_of(spoken: list[dict[str, Any]]) -> dict[str, Any]:
    messages = [
        m | {"index": i, "ended_ms": m["started_ms"] + m["length_ms"]} for i, m in enumerate(spoken)
    ]
    return {
        "schema": 1,
        "plan": "p",
        "candidate": {"name": "A", "role": "", "level": ""},
        "started_at": "2026-01-01T00:00:00Z",
        "ended_ms": None,
        "end_reason": None,
        "transitions": [],
        "incidents": [],
        "stages": [],
        "messages": messages,
    }


@given(st.binary(max_size=80) | JSON.map(lambda value: json.dumps(value).encode()))
def test_anything_else_is_refused_in_a_sentence(source: bytes) -> None:
    """Bytes and JSON that are no record end in one kind of error, which names the file."""
    with pytest.raises(UserFault, match=r"^given.json"):
        records.parse(source, "given.json")


@given(st.lists(MESSAGE, max_size=4), st.data())
def test_one_wrong_value_is_told_or_harmless(
    spoken: list[dict[str, Any]], data: st.DataObject
) -> None:
    """Whatever replaces a value of a message, the record is refused with the place, or can be used."""
    whole = record_of(spoken)
    if whole["messages"]:
        message = data.draw(st.sampled_from(whole["messages"]))
        message[data.draw(st.sampled_from(sorted(message)))] = data.draw(JSON)
    found: set[str] = set()
    refused = ""
    try:
        found = set(measures(records.parse(json.dumps(whole).encode(), "given.json")))
    except UserFault as fault:
        refused = str(fault)
    assert "messages[" in refused or found == set(measures({"messages": []}))


@given(st.lists(MESSAGE, max_size=6), st.lists(st.text(max_size=30), max_size=3))
async def test_whatever_is_read_can_be_scored_and_shown(
    spoken: list[dict[str, Any]], quotes: list[str]
) -> None:
    """Any record that is read has a scorecard, with quotes that stand, and both forms of the report."""
    read = records.parse(json.dumps(record_of(spoken)).encode(), "given.json", for_report=True)
    own = [m["text"] for m in spoken[:1]]
    entries = [{"id": c.id, "score": 4, "quotes": quotes + own} for c in STAR.criteria]
    judge = ScriptedJudge([json.dumps({"criteria": entries})])
    card: Scorecard = await score(STAR, Transcript(said(read["messages"])), judge)
    for mark in card.marks.values():
        if isinstance(mark, Scored):
            for quote in mark.quotes:
                text = read["messages"][quote.message]["text"]
                assert text[quote.start : quote.end] == quote.text
    told = report(read, card=card)
    assert "## Measured" in markdown(read, told)
    assert "<h2>How it sounded</h2>" in HtmlReportRenderer().html(
        ReportContents(read, told, "p", {}), printed=False
    )
