"""Pages in six languages (W): whose choice counts, and that nothing is left in English."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from html.parser import HTMLParser

import pytest
from fastapi.responses import HTMLResponse
from fastapi.testclient import TestClient
from starlette.middleware import Middleware
from tests.support.pages import NoMail, PagesHouse
from tests.support.records import (
    contents_of,
    record_of,
    sample_link,
    sample_record,
    sample_scorecard,
)
from tests.web.catalogues import Brackets
from tests.web.circle_app import CIRCLE, ENTRY, Waiting
from tests.web.conftest import ORIGIN, House
from tests.web.translated import INCIDENTS, OTHERS, halves

from greenroom.app import consent
from greenroom.app.practice import bank
from greenroom.app.providers.catalogue import PROVIDERS
from greenroom.web import languages, pages
from greenroom.web.languages import LANGUAGES, LanguageChoice, PageLanguage
from greenroom.web.saved_providers import offered

APPLICATION = {"plan": "two-stage", "name": "Ada", "consent": True}
SPOKEN_ATTRIBUTES = ("aria-label", "placeholder", "title", "alt")
NAMES = {"Greenroom", "HTML", "JSON", "Markdown", "PDF", *LANGUAGES.values()}


NAMES |= {provider.title for provider in PROVIDERS.values() if provider.base_url}


PLACES = [
    "/",
    "/interviews/new/check",
    "/interviews/new/room",
    "/interviews/new/report",
    "/nowhere",
    "/history",
    "/history?q=nothing+has+this",
    "/privacy",
    "/shared/opaque",
    "/keys",
    "/keys?saved=k1&unlisted=1",
    "/practice",
    "/practice/bank",
    "/practice/bank?role=nursing&kind=Safe+care",
    "/interviews/done/questions",
    "/interviews/judged/questions",
]
REPORTS = [f"/interviews/{name}/report" for name in ("done", "silent", "judged", "broken")]


@pytest.mark.parametrize(
    ("address", "headers", "cookie", "shown"),
    [
        ("/", {}, "", "en"),
        ("/", {"accept-language": "sv, de-AT;q=0.8, fr;q=0.9"}, "", "fr"),
        ("/", {"accept-language": "DE-ch"}, "", "de"),
        ("/", {"accept-language": "sv, *;q=0.1, de;q=0, x;q=y"}, "", "en"),
        ("/", {"accept-language": "de"}, "pt", "pt"),
        ("/", {"accept-language": "de"}, "<script>", "de"),
        ("/?language=hi", {"accept-language": "de"}, "pt", "hi"),
        ("/?language=xx", {"accept-language": "de"}, "", "de"),
        ("/plans", {"accept-language": "de"}, "", "de"),
        ("/circles", {"accept-language": "de"}, "", "de"),
        ("/privacy", {"accept-language": "de"}, "", "de"),
        ("/history", {"accept-language": "hi"}, "", "hi"),
    ],
)
def test_whose_choice_counts(
    visitor: TestClient, address: str, headers: Mapping[str, str], cookie: str, shown: str
) -> None:
    """The person's before the browser's before English. No cache mixes them up."""
    if cookie:
        visitor.cookies.set(languages.COOKIE, cookie)
    answer = visitor.get(address, headers=dict(headers))
    assert re.findall(r'<html lang="(.*?)">', answer.text) == [shown]
    assert {"Accept-Language", "Cookie"} <= set(re.split(r",\s*", answer.headers["vary"]))


def test_a_choice_stays(visitor: TestClient) -> None:
    """It is kept once it is made, and changed by the next; who makes none has no cookie."""
    visitor.get("/")
    assert languages.COOKIE not in visitor.cookies
    visitor.get("/?language=de")
    assert '<html lang="de">' in visitor.get("/", headers={"accept-language": "fr"}).text
    visitor.get("/?language=en")
    assert '<html lang="en">' in visitor.get("/", headers={"accept-language": "fr"}).text


def test_a_choice_keeps_the_rest_of_the_address(visitor: TestClient) -> None:
    """Who came with a plan chosen, and then chooses a language, still has the plan, and its text is data."""
    page = visitor.get('/?plan=classic&language=fr&x="><b>').text
    assert 'href="?plan=classic&amp;x=%22%3E%3Cb%3E&amp;language=de"' in page


def test_scripts_have_the_words_of_their_page(visitor: TestClient) -> None:
    """A page in another language brings its scripts' words; an English one needs none."""
    german = visitor.get("/?language=de").text
    (address,) = re.findall(r'src="(/words/.*?)"', german)
    script = visitor.get(address)
    assert script.headers["content-type"].startswith("text/javascript")
    assert "Der Interviewer denkt nach" in script.text
    assert "/words/" not in visitor.get("/?language=en").text
    assert visitor.get("/words/..%2f..%2fsecrets.js").status_code == 404


async def test_consent_is_to_the_words_that_were_shown(visitor: TestClient, house: object) -> None:
    """The page says its language when it registers; the record has it, and the page had those words."""
    assert consent.words("de") in visitor.get("/?language=de").text
    answer = visitor.post(
        "/api/interviews",
        json=APPLICATION,
        headers={"accept-language": "de", "sec-fetch-site": "same-origin"},
    )
    row = await house.interviews.find(answer.json()["id"])  # type: ignore[attr-defined]
    assert row.consent.language == "de"
    assert set(consent.WORDS[consent.CURRENT]) == set(LANGUAGES)


def test_what_a_provider_does_is_one_sentence() -> None:
    """Words that are listed are listed in the page's language, their "and" too."""
    with languages.using(languages.page_language("de")):
        assert offered()[0]["does"] == "denkt, hört und spricht"


SILENT = ("script", "style", "code")


class Bare(HTMLParser):
    """Words of a page that are in no brackets, and not marked as being in another language."""

    def __init__(self, html: str, data: frozenset[str]) -> None:
        super().__init__()
        self.found: list[str] = []
        self.marked: list[str] = []
        """Those that are."""
        self._data = data
        self._marked: list[tuple[str, bool]] = []
        self.feed(html)

    VOID = frozenset(
        {"meta", "link", "input", "br", "img", "path", "circle", "rect", "option", "wbr"}
    )

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        other = values.get("lang", "de") != "de" or values.get("translate") == "no"
        other |= tag in SILENT
        inside = bool(self._marked and self._marked[-1][1]) and values.get("lang") != "de"
        if tag not in self.VOID:
            self._marked.append((tag, inside or other))
        told = [values.get(name) for name in SPOKEN_ATTRIBUTES]
        if values.get("name") == "description":
            told.append(values.get("content"))
        for text in told:
            if not (inside or other):
                self.handle_data(text or "")

    def handle_endtag(self, tag: str) -> None:
        while self._marked and any(tag == one for one, _ in self._marked):
            if self._marked.pop()[0] == tag:
                break

    def handle_data(self, data: str) -> None:
        text = re.sub(r"\d UTC$", "", data.strip())
        marked = self._marked and self._marked[-1][1]
        if marked and re.search(r"[^\W\d_]{2}", text) and self._marked[-1][0] not in SILENT:
            self.marked.append(text)
        if (
            re.search(r"[^\W\d_]{2}", text)
            and "⟦" not in text
            and not marked
            and text not in self._data
        ):
            self.found.append(text)


@pytest.mark.parametrize("code", OTHERS)
def test_every_page_opens_in_every_language(pseudo: TestClient, code: str) -> None:
    """With the real catalogues, values of every kind filled in, and none of their places left open."""
    for place in (*PLACES, *REPORTS):
        page = pseudo.get(
            place, headers={"accept-language": f"{code}-{code}"}, follow_redirects=False
        )
        assert page.status_code in (200, 404), place
        assert re.findall(r"\{\w+\}|%\(\w+\)s", page.text.replace("{when}", "")) == [], place


@pytest.fixture
def pseudo() -> Iterator[TestClient]:
    """The pages in brackets."""
    stage = PagesHouse(mailer=NoMail())
    stage.add("new")
    stage.add("done", sample_record("done"))
    judged = {**sample_record("judged"), "sound": True}
    stage.add("judged", judged, sample_scorecard("judged", judged), sound_ms=150_000)
    stage.link(sample_link("judged", "opaque"))
    incidents = [
        {"at_ms": 5, "kind": kind, "cause": cause} for kind, _, cause in map(halves, INCIDENTS)
    ]
    stage.add("broken", record_of("broken", sample_record("done")["messages"], incidents=incidents))
    stage.add("silent", record_of("silent", [], end_reason="candidate_left"))
    german = {"de": PageLanguage("de", Brackets())}
    app = stage.app(Middleware(LanguageChoice, languages=german))

    @app.get("/broken")
    async def broken() -> HTMLResponse:
        return pages.error_page(500)

    with TestClient(app, headers={"accept-language": "de"}) as client:
        yield client


@pytest.mark.parametrize("place", [*PLACES, *REPORTS, "/broken"])
def test_nothing_is_left_in_english(pseudo: TestClient, place: str) -> None:
    """Every word of a translated page went through a catalogue, or says that it is in another language."""
    html = pseudo.get(place).text
    assert '<html lang="de">' in html
    assert "\n".join(Bare(html, frozenset({*NAMES, consent.words("de")})).found) == ""


def said_or_asked() -> str:
    """All that stays as it was: what was said, by whom, and the questions of the bank, which are English."""
    asked = [one.text for role, _ in bank.roles() for one in bank.questions(role)]
    records = [sample_record("done"), contents_of(sample_record("done")).report]
    covered = [one["text"].replace("Amara", "•••••") for one in records[0]["messages"]]
    return " ".join(json.dumps([records, covered, asked], ensure_ascii=False).split())


@pytest.mark.parametrize("place", [*PLACES, *REPORTS])
def test_what_stays_in_english_was_said_by_somebody(pseudo: TestClient, place: str) -> None:
    """What a page marks as being in another language is a quote, a question, or a name: no word of ours hides
    behind the mark. Titles of roles and parts, incidents and reasons did."""
    kept = said_or_asked()
    marked = Bare(pseudo.get(place).text, frozenset()).marked
    assert [
        one for one in marked if one.lstrip(": “").rstrip("”") not in kept and one not in NAMES
    ] == []


async def test_papers_and_plans_are_not_left_in_english(house: House) -> None:
    """The same of the pages of documents and plans, with a document, requirements and a plan of one's own."""
    app = house.app()
    brackets = Middleware(LanguageChoice, languages={"de": PageLanguage("de", Brackets())})
    app.user_middleware.append(brackets)  # the innermost
    visitor = TestClient(app, base_url=ORIGIN)
    told = {"job_description": "Must have: five years of Python.\nNice to have: Rust."}
    same = {"sec-fetch-site": "same-origin"}
    made = visitor.post("/api/interviews", json={**APPLICATION, **told}, headers=same).json()
    place = f"/api/interviews/{made['id']}/documents"
    resume = b"Led a team of 5 people at Acme\nCut costs by 30 percent\n"
    visitor.post(place, files={"file": ("cv.txt", resume, "text/plain")}, headers=same)
    assert visitor.post("/api/plans", json={"copy_of": "two-stage"}, headers=same).is_success
    assert visitor.post("/api/plans", json={"toml": "schema = 1"}, headers=same).is_success
    for address in ("/plans", f"/interviews/{made['id']}/prepare"):
        html = visitor.get(address, headers={"accept-language": "de"}).text
        assert '<html lang="de">' in html
        named = re.findall(r"<title>([^⟦]*, Greenroom)</title>", html)  # by the plan's own name
        assert "\n".join(Bare(html, frozenset({*NAMES, *named})).found) == "", address


async def test_a_plan_its_trial_and_circles_are_not_left_in_english(house: House) -> None:
    """The same of one plan read, edited and tried, with faults and without, and of a circle that somebody entered."""
    app = house.app(missions=Waiting(), hosts=None)
    brackets = Middleware(LanguageChoice, languages={"de": PageLanguage("de", Brackets())})
    app.user_middleware.append(brackets)  # the innermost
    visitor = TestClient(app, base_url=ORIGIN)
    same = {"sec-fetch-site": "same-origin"}
    own = visitor.post("/api/plans", json={"copy_of": "two-stage"}, headers=same).json()["id"]
    empty = visitor.post("/api/plans", json={"toml": "schema = 1"}, headers=same).json()["id"]
    circle = visitor.post("/api/circles", json=CIRCLE, headers=same).json()["id"]
    entered = visitor.post(f"/api/circles/{circle}/entries", json=ENTRY, headers=same)
    assert entered.is_success
    plans = [f"/plans/{one}{page}" for one in (own, empty) for page in ("", "/read", "/try")]
    circles = ["/circles", f"/circles/{circle}", f"/circles/{circle}/interviews/1"]
    for address in (*plans, "/plans/software-engineer/read", *circles):
        html = visitor.get(address, headers={"accept-language": "de"}).text
        assert '<html lang="de">' in html
        named = re.findall(r"<title>([^⟦]*, Greenroom)</title>", html)  # by the plan's own name
        assert "\n".join(Bare(html, frozenset({*NAMES, *named})).found) == "", address
