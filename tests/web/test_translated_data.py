"""Rubrics, faults of plans, incidents and titles are in every language of the pages."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
from tests.app.plan_source import GOOD, change, faults
from tests.app.test_plans_faults import CASES
from tests.app.test_plans_syntax import NOT_TOML
from tests.support.records import (
    contents_of,
    sample_record,
    sample_scorecard,
)
from tests.web.catalogues import titles
from tests.web.translated import INCIDENTS, OTHERS, halves

from greenroom.app.reports.incidents import went_wrong
from greenroom.app.reports.markdown import markdown
from greenroom.app.scorecards.rubrics import load_builtin, names
from greenroom.assessment.sentence import Sentence
from greenroom.web import languages
from greenroom.web.reports.rendering import HtmlReportRenderer
from greenroom.web.templating import _english
from greenroom.web.titles import applied, is_titled, titled


def test_a_rubric_is_in_the_language_of_the_page() -> None:
    """Its criteria and levels; those of a rubric that is none of ours say that they are in English."""
    record = sample_record("judged")
    told = contents_of(record, sample_scorecard("judged", record))
    with languages.using(languages.page_language("de")):
        html = HtmlReportRenderer().html(told, printed=False)
        text = markdown(told.record, told.report, told.stages, languages.told)
        assert str(_english("Situation")) == ""
        assert str(_english("Criterion of one's own")) == ' lang="en"'
    with languages.using(languages.page_language("fr")):
        assert str(_english("Situation")) == ""  # the same word
    card = told.report["scorecard"]
    for criterion in card["criteria"]:
        with languages.using(languages.page_language("de")):
            assert languages.told(criterion["title"]) in html
            if "level" in criterion:
                assert languages.told(criterion["level"]) in html
                assert languages.told(criterion["title"]) in text
                assert languages.told(criterion["level"]) != criterion["level"]


SHOWN = {
    name: [rubric.title, *(text for c in rubric.criteria for text in (c.title, *c.anchors))]
    for name in names()
    for rubric in (load_builtin(name),)
}
"""The words of each built-in rubric that a report shows."""


@pytest.mark.parametrize("code", OTHERS)
@pytest.mark.parametrize("rubric", SHOWN)
def test_every_rubric_is_in_every_language(rubric: str, code: str) -> None:
    """The title, the criteria and the levels of every rubric that comes with Greenroom. Thirteen of fourteen
    stood in English on a report in another language."""
    with languages.using(languages.page_language(code)):
        assert [text for text in SHOWN[rubric] if not languages.is_told(text)] == []
        levels = [text for text in SHOWN[rubric] if text.endswith(".")]
        assert [text for text in levels if languages.told(text) == text] == []
    assert len(levels) % 5 == 0
    assert len(levels) * 6 == (len(SHOWN[rubric]) - 1) * 5


BROKEN = [
    *(change(old, new) for old, new, _, _ in CASES),
    *(source for source, _ in NOT_TOML),
    *("", "schema = 1", "stages = 3", "stages = []", GOOD + "\n[[[", "a = " + "[" * 50),
    "[[stages]]\n" * 21,
    GOOD.replace("[[stages]]\n", '[[stages]]\nwhen = { roles = ["devops"] }\n'),
    change('id = "TWO"', 'id = "TWO"\nwhen = { levels = ["lead"] }'),
    re.sub(r'closing = """.*?"""', 'kind = "closing"', GOOD, flags=re.S),
]


@pytest.mark.parametrize("code", OTHERS)
def test_a_plans_faults_are_in_every_language(code: str) -> None:
    """Whatever is wrong in a plan is told in the language of the page, with every value filled in. The
    editor showed it in English."""
    with languages.using(languages.page_language(code)):
        for fault in (fault for source in BROKEN for fault in faults(source)):
            assert isinstance(fault.reason, Sentence), fault
            assert languages.is_told(fault.reason), fault
            assert languages.told(fault.reason) != fault.reason, fault
            places = [
                re.findall(r"{\w+}", text) for text in (fault.reason, languages.told(fault.reason))
            ]
            assert sorted(places[0]) == sorted(places[1]), fault


@pytest.mark.parametrize("folder", ["plans", "sources"])
def test_no_fault_of_a_plan_is_a_bare_text(folder: str) -> None:
    """Each complaint is made of a sentence that the catalogues have."""
    for file in sorted((Path(languages.__file__).parents[1] / "app" / folder).rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in (
                "Complaint",
                "SourceFault",
            ):
                assert not isinstance(node.args[-1], ast.Constant | ast.JoinedStr), (
                    file.name,
                    node.lineno,
                )


@pytest.mark.parametrize("incident", INCIDENTS)
def test_every_incident_is_a_sentence_in_every_language(incident: str) -> None:
    """None shows the words of the record; one that is not known is not left out."""
    kind, _, cause = halves(incident)
    sentence = went_wrong({"kind": kind, "cause": cause, "at_ms": 0})
    assert sentence.endswith(".")
    assert "_" not in sentence
    for code in OTHERS:
        with languages.using(languages.page_language(code)):
            assert languages.told(sentence) not in ("", sentence)


def test_every_documented_incident_has_a_sentence() -> None:
    """The list above is that of docs/reference/causes.md."""
    page = (Path(__file__).parents[2] / "docs/reference/causes.md").read_text("utf-8")
    table = page.split("## Incidents")[1].split("\n## ")[0]
    kinds = {
        kind
        for row in re.findall(r"^\| (`.*?) \|", table, re.M)
        for kind in re.findall("`(.*?)`", row)
    }
    assert kinds | {"from"} == {halves(one)[0] for one in INCIDENTS}


TITLES = [title for _, title in titles()]


@pytest.mark.parametrize("code", OTHERS)
def test_every_title_is_in_every_language(code: str) -> None:
    """What roles, built-in plans and their parts are called, and what a plan says of itself."""
    with languages.using(languages.page_language(code)):
        assert [one for one in TITLES if not is_titled(one)] == []
        assert titled("One question: Sales").count(": ") == 1
        assert titled("My own: plan") == "My own: plan"


@pytest.mark.parametrize(
    ("level", "role", "english", "german"),
    [
        ("senior", "nurse", "Senior nurse", "nurse (Senior)"),
        ("mid", "Sales", "Mid Sales", "Verkauf (Fachkraft)"),
        ("", "Bäckerin", "Bäckerin", "Bäckerin"),
        ("lead", "", "Lead", "Lead"),
        ("band 5", "nurse", "Band 5 nurse", "nurse (Band 5)"),
        ("", "", "", ""),
    ],
)
def test_what_was_applied_for(level: str, role: str, english: str, german: str) -> None:
    """Level and role in one line; a role in the person's own words stays."""
    assert applied({"level": level, "role": role}) == english
    with languages.using(languages.page_language("de")):
        assert applied({"level": level, "role": role}) == german
