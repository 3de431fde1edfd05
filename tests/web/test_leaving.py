"""How a report leaves the house: scorecards, links, e-mail, files; and who may do it."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

import pytest
from fastapi.testclient import TestClient

from greenroom.app.ports import InterviewRow, Judge, Letter, UpstreamFault
from greenroom.app.scorecards.scorecard_worker import ScorecardWorker
from greenroom.app.scorecards.scripted_judge import ScriptedJudge
from greenroom.testing import sealed_key
from greenroom.testing.ended import QUOTE, STORY, journal_of
from greenroom.web.rate_limits import MAILS_PER_HOUR, SHARED_PER_MINUTE
from greenroom.web.reports.paper import ReportPaper

EMAIL = "ada.canary@example.org"
TOLD = {"plan": "two-stage", "name": "Ada", "email": EMAIL, "role": "SRE", "consent": True}


class Outbox:
    """Takes every letter, or refuses as it was told."""

    def __init__(self) -> None:
        self.sent: list[Letter] = []
        self.fault: Exception | None = None

    async def send(self, letter: Letter) -> None:
        if self.fault is not None:
            raise self.fault
        self.sent.append(letter)


async def printed(html: str) -> bytes:
    return b"%PDF " + html.encode()


class Scripted:
    """Judges all by the same words."""

    @asynccontextmanager
    async def of(self, row: InterviewRow, key: str) -> AsyncIterator[Judge]:
        ids = ("reliability", "delivery", "incidents", "automation", "situation", "task", "action", "result")  # fmt: skip
        entries = [{"id": i, "score": 4, "quotes": [QUOTE]} for i in ids]
        yield ScriptedJudge([json.dumps({"criteria": entries})])


@pytest.fixture
def outbox() -> Outbox:
    return Outbox()


@pytest.fixture
def looks() -> list[str]:
    return []


@pytest.fixture
def candidate(house: Any, outbox: Outbox, looks: list[str]) -> Any:
    """A browser of somebody whose server can do everything."""
    house.services = replace(
        house.services,
        operators_model="OpenAI",
        scorecard_asked=lambda: looks.append("asked"),
        paper=ReportPaper(printed),
        mailer=outbox,
    )
    with house.visitor() as client:
        yield client


@pytest.fixture
async def ended(candidate: TestClient, house: Any) -> str:
    """An interview of theirs that took place; its address in the API."""
    created = candidate.post("/api/interviews", json=TOLD).json()
    row = await house.interviews.find(created["id"])
    journal = house.interviews.journal(row.id)
    for line in journal_of(row, STORY):
        await journal.append(line)
    await house.interviews.set_status(row.id, "ended", "2026-11-21T09:10:00.000Z")
    return f"/api/interviews/{row.id}"


def page_of(address: str) -> str:
    return f"{address.removeprefix('/api')}/report"


# the scorecard


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


# links


def link(client: TestClient, address: str, **more: Any) -> dict[str, Any]:
    answer = client.post(f"{address}/links", json={"parts": ["transcript"], **more})
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = answer.json()
    return found


def test_a_link_opens_the_report_for_a_stranger(
    candidate: TestClient, house: Any, ended: str
) -> None:
    """Without a cookie, to read alone: no index, no referrer, no store, no address, no way further."""
    made = link(candidate, ended, days=1)
    with house.visitor() as stranger:
        page = stranger.get(made["path"])
        assert page.status_code == 200
        assert "two minutes" in page.text
        assert page.headers["referrer-policy"] == "no-referrer"
        assert page.headers["x-robots-tag"] == "noindex, nofollow"
        assert page.headers["cache-control"] == "no-store"
        assert "set-cookie" not in page.headers
        for never in (EMAIL, "example.org", "/api/", "Ada", "How it sounded", made["id"]):
            assert never not in page.text
        assert stranger.get(ended).status_code == 404


def test_a_link_shows_what_was_chosen(candidate: TestClient, house: Any, ended: str) -> None:
    """Each part is there when it was chosen, and not otherwise."""
    marks = {
        "scorecard": 'id="short"',
        "measures": 'id="sound"',
        "stages": 'id="moved"',
        "transcript": 'id="script"',
        "name": "Ada",
    }
    with house.visitor() as stranger:
        for part, mark in marks.items():
            page = stranger.get(link(candidate, ended, parts=[part])["path"]).text
            assert {p for p, m in marks.items() if m in page} == {part}, mark


def test_a_link_is_listed_and_ended(candidate: TestClient, house: Any, ended: str) -> None:
    """The list shows no secret; ended, the link is a 404 like any other; twice is a 404 too."""
    made = link(candidate, ended)
    listed = candidate.get(f"{ended}/links").json()["links"]
    assert [one["id"] for one in listed] == [made["id"]]
    assert made["path"].rpartition("/")[2] not in str(listed)
    assert candidate.get(page_of(ended)).text.count("data-revoke") == 1
    with house.visitor() as stranger:
        assert stranger.delete(f"{ended}/links/{made['id']}").status_code == 404
        assert candidate.delete(f"{ended}/links/{made['id']}").status_code == 204
        assert candidate.delete(f"{ended}/links/{made['id']}").status_code == 404
        gone = stranger.get(made["path"], headers={"accept": "text/html"})
        assert gone.status_code == 404
        assert "This link shows no report." in gone.text


def test_erasing_ends_every_link(candidate: TestClient, house: Any, ended: str) -> None:
    """With the interview its links go."""
    made = link(candidate, ended)
    assert candidate.delete(ended).status_code == 204
    with house.visitor() as stranger:
        assert stranger.get(made["path"]).status_code == 404


def test_guessing_links_is_slow(house: Any) -> None:
    """One address may try so many links in a minute, with cookies or without."""
    with house.visitor(people_per_address=SHARED_PER_MINUTE) as stranger:
        tried = [stranger.get(f"/shared/{n}").status_code for n in range(SHARED_PER_MINUTE + 1)]
    assert set(tried[:-1]) == {404}
    assert tried[-1] == 429


@pytest.mark.parametrize(
    "wanted", [{"parts": []}, {"parts": ["email"]}, {"parts": ["name"], "days": 0}, {"parts": ["name"], "days": 91}, {}]
)  # fmt: skip
def test_what_is_no_link(candidate: TestClient, ended: str, wanted: dict[str, Any]) -> None:
    """Nothing chosen, something that can't be, and times out of range are told."""
    assert candidate.post(f"{ended}/links", json=wanted).status_code == 422


# e-mail


def test_the_report_goes_to_the_candidates_own_address(
    candidate: TestClient, ended: str, outbox: Outbox
) -> None:
    """One letter with the PDF, to the address of the registration; the page says where it goes."""
    assert f"The PDF goes to {EMAIL}" in candidate.get(page_of(ended)).text
    assert candidate.post(f"{ended}/mail").status_code == 204
    (letter,) = outbox.sent
    assert (letter.to, letter.filename) == (EMAIL, "report.pdf")
    assert letter.content.startswith(b"%PDF")
    assert "Ada" not in letter.subject + letter.text


@pytest.mark.parametrize(
    ("cause", "status", "words"),
    [
        ("rejected", 409, "does not take mail for this address"),
        ("rate_limited", 503, "come again in a few minutes"),
        ("timeout", 503, "did not answer in time"),
        ("key_refused", 503, "cannot be used just now"),
    ],
)
def test_a_letter_that_was_not_taken_is_told(
    candidate: TestClient, ended: str, outbox: Outbox, cause: str, status: int, words: str
) -> None:
    """A sentence, without the address and without what the server said."""
    outbox.fault = UpstreamFault("mail", cause, retryable=cause != "rejected")
    answer = candidate.post(f"{ended}/mail")
    assert answer.status_code == status
    assert words in answer.json()["detail"]
    assert "Nothing was sent." in answer.json()["detail"]
    assert "canary" not in answer.text


def test_letters_are_few(candidate: TestClient, ended: str, outbox: Outbox) -> None:
    """Whoever asks again and again is told to wait an hour."""
    asked = [candidate.post(f"{ended}/mail").status_code for _ in range(MAILS_PER_HOUR + 1)]
    assert asked == [204] * MAILS_PER_HOUR + [429]
    assert len(outbox.sent) == MAILS_PER_HOUR


async def test_no_mail_without_a_server_or_an_address(
    candidate: TestClient, house: Any, ended: str
) -> None:
    """Off without a setting; nothing to do without an address."""
    with house.visitor(mailer=None) as other:
        other.cookies = candidate.cookies
        assert other.post(f"{ended}/mail").status_code == 409
        assert "By e-mail" not in other.get(page_of(ended)).text
    row = await house.interviews.find(ended.split("/")[-1])
    house.store.change(row.id, candidate=json.dumps({**row.candidate, "email": ""}))
    assert "No e-mail address" in candidate.post(f"{ended}/mail").json()["detail"]


def test_a_pdf_that_cannot_be_made_is_told(house: Any, candidate: TestClient, ended: str) -> None:
    """On a server without WeasyPrint: 503 and a sentence, never a broken file."""
    with house.visitor(paper=ReportPaper()) as other:
        other.cookies = candidate.cookies
        answer = other.get(f"{ended}/export?format=pdf")
    assert answer.status_code == 503
    assert "Take it as HTML" in answer.json()["detail"]


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
