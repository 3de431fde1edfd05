"""Pages in six languages (W): whose choice counts, and that nothing is left in English."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator, Mapping
from html.parser import HTMLParser
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Message
from fastapi.responses import HTMLResponse
from fastapi.testclient import TestClient
from starlette.middleware import Middleware
from tests.app.test_plans_faults import CASES, GOOD, NOT_TOML, change, faults
from tests.support.pages import NoMail, PagesHouse
from tests.support.records import (
    record_of,
    sample_link,
    sample_record,
    sample_scorecard,
    told_of,
)
from tests.web.catalogues import Brackets, brought_up, extracted, titles
from tests.web.circle_app import CIRCLE, ENTRY, Waiting
from tests.web.conftest import ORIGIN, House

from greenroom.app import consent
from greenroom.app.practice import bank
from greenroom.app.providers.catalogue import PROVIDERS
from greenroom.app.reports.incidents import CAUSES, went_wrong
from greenroom.app.reports.markdown import markdown
from greenroom.app.scorecards.rubrics import load_builtin, names
from greenroom.assessment.sentence import Sentence
from greenroom.web import languages, pages
from greenroom.web.languages import ENGLISH, LANGUAGES, LanguageChoice, PageLanguage
from greenroom.web.reports.paper import ReportPaper
from greenroom.web.saved_providers import offered
from greenroom.web.templating import _english
from greenroom.web.titles import applied, is_titled, titled

OTHERS = [code for code in LANGUAGES if code != ENGLISH]
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
INCIDENTS = [
    *(f"{kind}/{cause}" for kind in ("interviewer", "voice", "hearing") for cause in CAUSES),
    *("voice/no_audio", "voice/recovered", "hearing/APIError", "hearing/recovered"),
    *("reader/timeout", "handoff/dropped", "loudspeaker/no_output", "loudspeaker/held"),
    *("loudspeaker/recovered", "sound/not_written", "sound/too_slow", "budget/near"),
    *("budget/used_up", "record/words", "patience/untouched", "patience/unsent"),
    *("process/restarted", "session/session_closed", "from/next_year"),
]
"""Every incident of docs/reference/causes.md, as `kind/cause`."""


def messages(code: str) -> list[Message]:
    return [message for message in languages.catalogue(code) if message.id]


def forms(text: object) -> list[str]:
    """A message's words: one, or one for each number."""
    return [text] if isinstance(text, str) else [str(one) for one in text]  # type: ignore[attr-defined]


def places(message: Message) -> set[str]:
    """The files that show it: by them a script gets its words."""
    return {place for place, _ in message.locations}


@pytest.mark.parametrize("code", OTHERS)
def test_every_message_is_in_every_catalogue(code: str) -> None:
    """What templates, scripts and modules show is there, translated and not in doubt, and nothing else is
    (`scripts/catalogues`)."""
    found = messages(code)
    keys = {(message.context, message.id) for message in found}
    assert keys == {(message.context, message.id) for message in extracted() if message.id}
    assert [message.id for message in found if not all(forms(message.string))] == []
    assert [message.id for message in found if message.fuzzy] == []
    shown = {(m.context, m.id): places(m) for m in brought_up(code)}
    assert [m.id for m in found if shown[m.context, m.id] != places(m)] == []


def test_no_message_of_a_script_is_overlooked() -> None:
    """Each text that a script hands to `_` is found when messages are gathered."""
    scripts = Path(languages.__file__).parent / "static"
    found = {message.id for message in extracted()}
    used = {
        text
        for script in scripts.glob("*.js")
        for text in re.findall(r'\b_\("([^"\n]*)"', script.read_text("utf-8"))
        if script.name != "words.js"
    }
    assert len(used) > 200
    assert used - found == set()


def parts(text: str) -> set[str]:
    """What must come through a translation unchanged: values to fill in, tags, and addresses."""
    values = {f"{{{name}}}" for _, name, _, _ in Formatter().parse(text) if name}
    keys = re.sub(r"<kbd>[^<]*", "<kbd>", text)  # keys have their own names
    return {*values, *re.findall(r"%\(\w+\)s|%%|<[^>]+>", keys)}


@pytest.mark.parametrize("code", OTHERS)
def test_values_and_tags_come_through(code: str) -> None:
    """A translation fills in the same values, with the same tags, and cannot end an attribute."""
    for message in messages(code):
        for english, text in zip(forms(message.id), forms(message.string), strict=True):
            assert parts(text) == parts(english), text
            assert '"' not in re.sub("<[^>]*>", "", text), text


@pytest.mark.parametrize("code", OTHERS)
def test_a_catalogue_says_whether_a_native_has_read_it(code: str) -> None:
    """In its first lines: no, or who; the table in the documentation says the same."""
    comment = languages.catalogue(code).header_comment
    said = re.search(r"Read by a native speaker: (no|yes, \S+)", comment)
    assert said is not None
    table = (Path(__file__).parents[2] / "docs/reference/languages.md").read_text("utf-8")
    assert re.search(rf"\| `{code}` \| {said[1]}", table)


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


def test_a_rubric_is_in_the_language_of_the_page() -> None:
    """Its criteria and levels; those of a rubric that is none of ours say that they are in English."""
    record = sample_record("judged")
    told = told_of(record, sample_scorecard("judged", record))
    with languages.using(languages.page_language("de")):
        html = ReportPaper().html(told, printed=False)
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


def halves(incident: str) -> tuple[str, str, str]:
    return incident.partition("/")


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
    records = [sample_record("done"), told_of(sample_record("done")).report]
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
