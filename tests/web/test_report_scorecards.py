"""A scorecard is asked for, made and shown, in the report and in every file."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from fastapi.testclient import TestClient
from tests.web.ended_interview import TOLD, Scripted, candidate, ended, looks, outbox, page_of

from greenroom.app.ports import InterviewRow, Judge, UpstreamFault
from greenroom.app.scorecards.scorecard_worker import ScorecardWorker
from greenroom.app.scorecards.scripted_judge import ScriptedJudge
from greenroom.testing import sealed_key
from greenroom.testing.ended import QUOTE

__all__ = ["candidate", "ended", "looks", "outbox"]


async def test_a_scorecard_is_asked_for_and_shown(
    candidate: TestClient, house: Any, ended: str, looks: list[str]
) -> None:
    """Asked for, under way, made; then the report has it, each level with quotes that lead to words."""
    assert candidate.get(f"{ended}/scorecard").json()["status"] == "none"
    asked = candidate.post(f"{ended}/scorecard", json={"rubric": "star"})
    assert (asked.status_code, asked.json()["status"], looks) == (202, "asked", ["asked"])
    assert "It is being judged." in candidate.get(page_of(ended)).text
    await ScorecardWorker(house.store, Scripted(), holder="x").work_off()
    made = candidate.get(f"{ended}/scorecard").json()
    assert (made["status"], made["rubric"]) == ("made", "star")
    assert [entry["score"] for entry in made["scorecard"]["criteria"]] == [4, 4, 4, 4]
    html = candidate.get(page_of(ended)).text
    (quote, *_) = made["scorecard"]["criteria"][0]["quotes"]
    place = f"w{quote['message']}-{quote['start']}"
    assert f'href="#{place}"' in html
    assert f'<mark id="{place}">{QUOTE}</mark>' in html
    assert "Scorecard</h2>" in html
    kept = candidate.get("/api/export").json()["interviews"][0]
    assert kept["scorecard"]["rubric"]["id"] == "star"


async def test_every_file_holds_the_scorecard(
    candidate: TestClient, house: Any, ended: str
) -> None:
    """Markdown, HTML and PDF say the levels and the words, in a file with a name."""
    candidate.post(f"{ended}/scorecard", json={"rubric": "star"})
    await ScorecardWorker(house.store, Scripted(), holder="x").work_off()
    for format, media in (("md", "text/markdown"), ("html", "text/html"), ("pdf", "application/pdf")):  # fmt: skip
        answer = candidate.get(f"{ended}/export?format={format}")
        assert answer.headers["content-type"].startswith(media)
        assert answer.headers["content-disposition"].endswith(f'.{format}"')
        assert QUOTE in answer.text
        assert "evel 4 of 5" in answer.text


async def test_who_may_have_it_judged_and_by_what(
    candidate: TestClient, house: Any, ended: str
) -> None:
    """Somebody else finds nothing; a token opens no key of its owner's; nonsense is told at its field."""
    with house.visitor() as stranger:
        assert stranger.post(f"{ended}/scorecard", json={}).status_code == 404
    row = await house.interviews.find(ended.split("/")[-1])
    await house.store.keys.put(sealed_key("key_1", row.owner))
    answer = candidate.post(f"{ended}/scorecard", json={"key": "key_1"})
    assert answer.status_code == 202
    bare = candidate.post("/api/interviews", json=TOLD).json()
    with house.visitor() as program:
        headers = {"authorization": f"Bearer {bare['access_token']}"}
        here = f"/api/interviews/{bare['id']}/scorecard"
        refused = program.post(here, json={"key": "key_1"}, headers=headers)
        assert (refused.status_code, refused.json()["errors"][0]["pointer"]) == (422, "#/key")
        assert program.post(here, json={}, headers=headers).status_code == 409  # not over
    wrong = candidate.post(f"{ended}/scorecard", json={"rubric": "../x"})
    assert wrong.json()["errors"][0]["pointer"] == "#/rubric"


def test_without_a_model_the_page_says_so(house: Any, visitor: TestClient, made: Any) -> None:
    """No key and no operator's model: 409, and the report offers nothing it cannot do."""
    house.store.change(made["id"], status="ended")
    answer = visitor.post(f"/api/interviews/{made['id']}/scorecard", json={})
    assert answer.status_code == 409
    assert "key of your own" in answer.json()["detail"]


class Failing:
    """A model that cannot be had."""

    @asynccontextmanager
    async def of(self, row: InterviewRow, key: str) -> AsyncIterator[Judge]:
        raise UpstreamFault("openai", "timeout", retryable=True)
        yield  # type: ignore[unreachable]


class Silent:
    """A model that leaves every criterion out."""

    @asynccontextmanager
    async def of(self, row: InterviewRow, key: str) -> AsyncIterator[Judge]:
        yield ScriptedJudge(['{"criteria": []}'])


@pytest.mark.parametrize("judges", [Failing(), Silent()], ids=["failing", "silent"])
async def test_a_judge_that_failed_has_not_judged(
    candidate: TestClient, house: Any, ended: str, judges: Any
) -> None:
    """Page and file say that it failed, and nowhere that it judged; it can be asked again."""
    candidate.post(f"{ended}/scorecard", json={"rubric": "star"})
    await ScorecardWorker(house.store, judges, holder="x").work_off()
    page, file = (candidate.get(p).text for p in (page_of(ended), f"{ended}/export?format=md"))
    for text in (page, file):
        assert "Judged by" not in text
        assert "Not judged." in text
        assert "opinion with its" not in text
    assert "Try again to have it judged" in page
