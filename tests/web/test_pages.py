"""The pages as they leave the server: whole, escaped, and without anything a strict policy forbids."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser

import pytest
from fastapi.testclient import TestClient
from tests.support.pages import PagesHouse
from tests.support.records import (
    message,
    record_of,
    sample_link,
    sample_record,
    sample_scorecard,
)

from greenroom.app import plans
from greenroom.web import pages

HOSTILE = "<script>alert(1)</script> \"'{{ 7*7 }} " + "w" * 200 + " مرحبا بالعالم"
WORDS = ("GREETING", "candidate", "answer")


@pytest.fixture
def house() -> PagesHouse:
    stage = PagesHouse()
    stage.add("new")
    stage.add("done", sample_record("done"))
    hostile = {"name": HOSTILE, "email": HOSTILE, "role": HOSTILE, "level": ""}
    said = [message(0, *WORDS, 1, 9, f"{HOSTILE} " * 12), message(1, *WORDS, 10, 10, " ")]
    stage.add("hostile", record_of("hostile", said), candidate=hostile)
    stage.add("silent", record_of("silent", [], end_reason="candidate_left"))
    started = [message(0, "GREETING", "interviewer", "greeting", 1, 3, "Hello.")]
    stages = [{**record_of("x", [])["stages"][0], "left_ms": None, "cause": None}]
    going = record_of("going", started, ended_ms=None, end_reason=None, stages=stages)
    stage.add("going", going, status="running")
    return stage


@pytest.fixture
def client(house: PagesHouse) -> Iterator[TestClient]:
    app = house.app()
    app.mount("/static", pages.static_files())
    with TestClient(app) as client:
        yield client


IDS = ("new", "done", "hostile", "silent", "going")
PLACES = [
    "/",
    "/history",
    "/privacy",
    *(f"/interviews/{i}/{p}" for i in IDS for p in ("check", "room", "report")),
]


class Attributes(HTMLParser):
    """Every attribute of every element of a page, and the text inside scripts."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[tuple[str, str, str]] = []
        self.ids: list[str] = []
        self.inline = ""
        self._in_script = False
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._in_script = tag in ("script", "style")
        self.found += [(tag, name, value or "") for name, value in attrs]
        self.ids += [value or "" for name, value in attrs if name == "id"]

    def handle_data(self, data: str) -> None:
        if self._in_script:
            self.inline += data.strip()

    def handle_endtag(self, tag: str) -> None:
        self._in_script = False


@pytest.mark.parametrize("place", PLACES)
def test_every_page_renders_without_what_a_strict_policy_forbids(
    client: TestClient, place: str
) -> None:
    """No inline script or style, no handler attribute, no id twice, no address outside this server."""
    response = client.get(place)
    assert response.status_code == 200
    page = Attributes(response.text)
    assert page.inline == ""
    names = {name for _, name, _ in page.found}
    assert not {name for name in names if name.startswith("on") or name == "style"}
    addresses = [value for _, name, value in page.found if name in ("href", "src", "action")]
    assert addresses
    assert all(
        value.startswith(("/", "#", "?")) and not value.startswith("//") for value in addresses
    )
    assert len(page.ids) == len(set(page.ids))


@pytest.mark.parametrize("place", PLACES)
def test_every_local_address_of_a_page_exists(client: TestClient, place: str) -> None:
    """A stylesheet, script or anchor that a page names is there."""
    page = Attributes(client.get(place).text)
    for _, name, value in page.found:
        if name in ("href", "src") and value.startswith("/static/"):
            assert value in FROM_OTHERS or client.get(value).status_code == 200, value
        if name == "href" and value.startswith("#"):
            assert value[1:] in page.ids


FROM_OTHERS = ("/static/audio.js", "/static/socket.js", "/static/worklets.js")


@pytest.mark.parametrize("place", ["/interviews/hostile/report", "/history"])
def test_hostile_words_stay_words(client: TestClient, place: str) -> None:
    """A name or an answer that looks like markup or like a template is shown, never obeyed."""
    html = client.get(place).text
    assert "<script>alert" not in html
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in html
    assert "{{ 7*7 }}" in html
    assert "w" * 200 in html
    assert "مرحبا" in html


def test_the_chooser_offers_every_plan_with_its_length(client: TestClient) -> None:
    """Every built-in plan can be chosen; its strip has one part for each stage."""
    html = client.get("/").text
    for plan in plans.catalogue():
        row = html.split(f'value="{plan.id}"')[1].split("</label>")[0]
        assert f"{plan.minutes} min" in row
        assert [int(m) for m in re.findall(r'data-m="(\d+)"', row)] == [
            s.minutes for s in plan.stages
        ]


def test_consent_and_the_machine_are_said_before_anything_is_sent(client: TestClient) -> None:
    """The start page says that it is an AI, what is kept, and for how long."""
    html = client.get("/").text
    assert "talking to an AI" in html
    assert "deleted after 30 days" in html


def test_the_report_says_that_nothing_was_judged(client: TestClient) -> None:
    """Without a model there is no score, and the scorecard says so; what the rules found comes first."""
    html = client.get("/interviews/done/report").text
    assert "No large language model has judged this interview" in html
    assert (
        html.index("Your best moment")
        < html.index("Answer by answer")
        < html.index("Scorecard</h2>")
    )
    assert "Moved on by the clock." in html
    assert "Stopped here, because you spoke." in html
    assert "Not taken as an answer" in html
    assert "too few questions had been asked" in html


def test_a_report_shows_no_number_that_was_not_measured(client: TestClient) -> None:
    """A silent interview has a report without a single value, and says why."""
    html = client.get("/interviews/silent/report").text
    assert "Too little was heard" in html
    assert 'class="val"' not in html
    assert html.count("Not measured.") == 12


def test_a_running_interview_leads_back_to_its_room(client: TestClient) -> None:
    """The report of an interview that is not over says so."""
    html = client.get("/interviews/going/report").text
    assert "This interview is not over." in html
    assert 'href="/interviews/going/room"' in html
    assert "It has not been left yet." in html


def test_names_of_jobs_keep_their_capitals(house: PagesHouse) -> None:
    """A level before the job begins with a capital; the job is written as the candidate wrote it."""
    job = {"name": "Ada", "email": "", "role": "DevOps engineer, SAP", "level": "senior"}
    record = sample_record("named") | {"candidate": job}
    house.add("named", record, sample_scorecard("named", record), candidate=job)
    house.link(sample_link("named", "opaque"))
    client = TestClient(house.app())
    for place in ("/interviews/named/report", "/shared/opaque", "/history"):
        assert "Senior DevOps engineer, SAP" in client.get(place).text, place


def test_an_interview_that_never_began_has_no_report(client: TestClient) -> None:
    """Nothing was said, so there is nothing to report."""
    assert "This interview has not started." in client.get("/interviews/new/report").text


@pytest.mark.parametrize("page", ["check", "room", "report"])
def test_an_unknown_interview_has_the_same_page_everywhere(client: TestClient, page: str) -> None:
    """There is no such interview, and we do not tell why."""
    response = client.get(f"/interviews/nobody/{page}")
    assert response.status_code == 404
    kind = "report" if page == "report" else "interview"
    assert f"There is no {kind} at this address." in response.text


def test_an_empty_history_leads_to_the_start() -> None:
    """Without interviews the page offers the first one, and nothing to delete."""
    html = TestClient(PagesHouse().app()).get("/history").text
    assert "Start the first one" in html
    assert "Delete everything" not in html


def test_something_broken_tells_no_details() -> None:
    """The page for a fault on our side carries its status and none of its causes."""
    response = pages.error_page(500)
    assert response.status_code == 500
    assert b"Something broke on our side" in response.body


def test_static_files_are_asked_for_again_and_fonts_are_kept(client: TestClient) -> None:
    """An update arrives at the next visit; an unchanged file costs one empty answer."""
    first = client.get("/static/room.js")
    assert first.headers["cache-control"] == "no-cache"
    again = client.get("/static/room.js", headers={"if-none-match": first.headers["etag"]})
    assert again.status_code == 304
    font = client.get("/static/fonts/atkinson-hyperlegible-next-latin-wght-normal.woff2")
    assert "immutable" in font.headers["cache-control"]
    assert client.get("/static/fonts/OFL.txt").status_code == 200
