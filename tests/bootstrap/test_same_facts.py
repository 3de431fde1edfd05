"""Markdown, HTML and JSON of one interview say the same (R4)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import unescape
from typing import Any

import pytest
from tests.support.records import contents_of, message, record_of, sample_record
from tests.web.catalogues import Brackets

from greenroom.app.ports import ReportContents
from greenroom.app.reports.coached import NAMES, parts, without_words
from greenroom.app.reports.incidents import went_wrong
from greenroom.app.reports.markdown import markdown
from greenroom.app.reports.reporting import clock
from greenroom.app.reports.wording import MEASURES, remark
from greenroom.assessment.answers import talked_over
from greenroom.web import languages
from greenroom.web.reports.rendering import HtmlReportRenderer


def talk() -> dict[str, Any]:
    """An interview with words of ours over the candidate, a pause asked for, and hostile words."""
    whole = sample_record("same")
    last = whole["messages"][-1]
    more = [
        message(18, "CLOSING", "candidate", "answer", 321, 330, "Wait, one <b>more</b> *thing* I did."),
        message(19, "CLOSING", "interviewer", "question", 328, 329, "Yes?") | {"interrupted": True},
        message(20, "CLOSING", "candidate", "aside", 331, 333, "What happens next?") | {"about": "process"},
    ]  # fmt: skip
    assert last["index"] == 17
    return record_of("same", [*whole["messages"], *more], ended_ms=340_000)


def words(text: str) -> str:
    """Words alone: a quote in a document's markup is the quote."""
    return " ".join(re.findall(r"[\w.:%’']+", text))


def of_markdown(document: str) -> str:
    return words(unescape(re.sub(r"\\(.)", r"\1", document).replace("_", " ")))


def of_html(document: str) -> str:
    body = re.sub(r"</?(?:mark|a|sup)\b[^<>]*>", "", document.split("<body", 1)[1])
    return words(unescape(re.sub(r"<[^<>]+>", " ", body)).replace("_", " "))


@pytest.fixture
async def forms() -> tuple[ReportContents, str, str]:
    told = contents_of(talk())
    page = HtmlReportRenderer().html(told, printed=False)
    return told, of_markdown(markdown(told.record, told.report)), of_html(page)


async def test_every_measure_is_the_same_in_all_forms(
    forms: tuple[ReportContents, str, str],
) -> None:
    """Value, unit, sentence and definition of each, or the reason why there is none."""
    told, *documents = forms
    for name, measure in told.report["measures"].items():
        facts = [MEASURES[name]]
        if measure["value"] is None:
            facts.append(measure["not_scored"])
        else:
            facts += [f"{measure['value']} {measure['unit']}", measure["sentence"]]
            facts.append(measure["definition"])
        for document in documents:
            for fact in facts:
                assert words(fact.replace(".0 ", " ")) in document.replace(".0 ", " "), fact


async def test_every_word_of_the_coaching_is_the_same(
    forms: tuple[ReportContents, str, str],
) -> None:
    """How it went, the best moment, what to do next, and of each answer its strength, its step and what else it
    had, each after its label and beside its words and their time."""
    told, *documents = forms
    coaching = told.report["coaching"]
    times = {m["index"]: clock(m["started_ms"]) for m in told.record["messages"]}
    best, following = coaching["best"], coaching["next"]
    facts = [coaching["title"], coaching["lede"], best["text"], "Do this next", following["text"]]
    facts += [one["text"] for kind in ("strengths", "improvements") for one in told.report[kind]]
    facts += [f"{q['quote']} {times[q['message']]}" for q in best["quotes"]]
    strengths, steps, words_of = [], [], []
    for one in coaching["answers"]:
        strengths += [f"Good: {told_at(one['strength'], times)}"] if one["strength"] else []
        steps += [f"Next: {told_at(one['step'], times)}"] if one["step"] else []
        remarks = [r["text"] for r in (one["strength"], one["step"]) if r]
        words_of += [
            (q["quote"], times[q["message"]])
            for part in one["had"]
            if part["aspect"] in unsaid(one)
            for q in part["quotes"]
        ]
        facts += [one["question"], one["why"], *remarks]
    assert strengths
    assert steps
    assert words_of
    facts += [*strengths, *steps, *(f"{quote} {at}" for quote, at in words_of)]
    for document in documents:
        for fact in facts:
            assert words(fact) in document, fact


async def test_what_cannot_be_quoted_is_named_in_both() -> None:
    """The heading counts it, and a reader looks for it beside its answer."""
    told = contents_of(talk())
    one = told.report["coaching"]["answers"][0]
    one["unquoted"] = ["measurable_result"]
    named = words(without_words(one))
    assert named.endswith("a result with a figure or a time.")
    page = HtmlReportRenderer().html(told, printed=False)
    for document in (of_markdown(markdown(told.record, told.report)), of_html(page)):
        assert named in document


def told_at(remark: Mapping[str, Any], times: Mapping[int, str]) -> str:
    """A remark, with the time of the words that it shows."""
    at = [times[q["message"]] for q in remark["quotes"] if q["quote"] in remark["text"]]
    return " ".join((remark["text"], *at))


def unsaid(one: Mapping[str, Any]) -> set[str]:
    """The parts that neither the strength nor the step of an answer is about."""
    names = {part["aspect"]: NAMES[part["aspect"]] for part in one["had"]}
    return {aspect for aspect, name in names.items() if name in parts(one)}


async def test_every_message_and_remark_is_the_same(forms: tuple[ReportContents, str, str]) -> None:
    """The words of both sides with their time, and what is to be known of them: a stretch in which we
    talked over the candidate is told as our fault, in every form."""
    told, *documents = forms
    ours = {m["index"] for m in talked_over(told.record["messages"])}
    assert ours == {19}
    for one in told.record["messages"]:
        note = remark(one, ours=one["index"] in ours)
        for document in documents:
            assert words(one["text"]) in document, one["text"]
            assert clock(one["started_ms"]) in document
            assert words(note) in document, note
    for document in documents:
        assert "our fault" in document


async def test_every_stage_incident_and_ending_is_the_same(
    forms: tuple[ReportContents, str, str],
) -> None:
    """How long each part took, why it was left, what went wrong, how it ended, and what was asked."""
    told, *documents = forms
    facts = [clock(stage["length_ms"]) for stage in told.report["stages"]]
    facts += ["Moved on by the clock.", "The interview was complete."]
    facts += [went_wrong(one) for one in told.record["incidents"]]
    facts += [one["text"] for one in told.report["candidate_questions"]]
    facts += told.report["not_scored"]
    for document in documents:
        for fact in facts:
            assert words(fact) in document, fact


async def test_both_are_in_the_language_of_whoever_reads() -> None:
    """In German no sentence of the Markdown is left in English, and the page has the same ones."""
    told = contents_of(talk())
    brackets = languages.PageLanguage("de", Brackets())
    with languages.using(brackets):
        document = markdown(told.record, told.report, told.stages, languages.told)
    lines = document.replace("\n  ", " ").splitlines()  # what goes on in the next line is one text
    spoken = [
        re.sub(r"[*_#|-]", "", line).strip() for line in lines[: lines.index("## ⟦Transcript⟧")]
    ]
    questions = {one["question"] for one in told.report["coaching"]["answers"]}
    quoted = tuple(f"“{one['text']}”" for one in told.report["candidate_questions"])
    bare = [line for line in spoken if re.search(r"[a-z]{2}", line) and "⟦" not in line]
    assert {line for line in bare if not line.startswith(quoted)} <= questions
    with languages.using(languages.page_language("de")):
        page = of_html(HtmlReportRenderer().html(told, printed=False))
        text = of_markdown(markdown(told.record, told.report, told.stages, languages.told))
        for measure in told.report["measures"].values():
            said = words(languages.told(measure.get("sentence") or measure["not_scored"]))
            assert said in page
            assert said in text
