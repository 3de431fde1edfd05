"""The pages of practice and of trying a plan, served by the real application: by keyboard, and for
everybody."""

from __future__ import annotations

import asyncio
import json
import re
import socket
import threading
from collections.abc import Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import pytest
import uvicorn
from audit import faults, resize, violations
from playwright.sync_api import Page, expect
from test_pages_faces import EXPECTED
from tests.support.records import sample_record
from tests.web.conftest import House, house
from tests.web.practising import DEEP, PLAN, THIN
from tests.web.test_sound import keep
from tests.web.told import told

from greenroom.app.plans.trials import Trials
from greenroom.app.ports import Refused, ScorecardRow
from greenroom.app.practice.questions import held
from greenroom.app.scorecards.rubrics import load_builtin
from greenroom.assessment.claims import Mark, Scored, Unscored
from greenroom.assessment.reasons import Reason
from greenroom.assessment.scorecard import Scorecard
from greenroom.assessment.stored_card import packed
from greenroom.assessment.stronger import NUMBER_GAP
from greenroom.evidence import Quote
from greenroom.testing.trials import ScriptedTrials
from greenroom.testing.writers import ScriptedWriters

__all__ = ["house"]
pytestmark = pytest.mark.browser
SHORT = "I moved our reports to a new tool and it was fine."
STORY = f"Um, so, I like it here. {DEEP} Everybody was happy with it in the end, I think."
MOVED = {"text": "I moved our reports to a new tool and it was fine.", "from": [1]}
GAP = {"text": NUMBER_GAP, "from": []}


def done(work: Coroutine[Any, Any, Any]) -> Any:
    """Playwright has a loop in this thread."""
    with ThreadPoolExecutor(1) as other:
        return other.submit(asyncio.run, work).result()


@dataclass
class Site:
    """The application, and a candidate with two interviews and one retry behind them."""

    house: House
    page: Page
    address: str
    writers: ScriptedWriters
    run: ScriptedTrials
    plan: str = ""
    held: str = ""
    again: str = ""

    def api(self, path: str, body: Any) -> Any:
        answer = self.page.request.post(f"{self.address}{path}", data=body)
        assert answer.ok, answer.text()
        return answer.json()

    def practised(self) -> Site:
        """Two interviews, some answers thin; the first question again, answered well."""
        self.plan = self.api("/api/plans", {"toml": PLAN})["id"]
        self.held = self.interview(SHORT, STORY)
        self.interview(THIN, "I read documents for a long time and then we just chose one of them.")
        found = self.page.request.get(f"{self.address}/api/interviews/{self.held}/questions").json()
        first = found["questions"][0]["message"]
        self.again = self.api(f"/api/interviews/{self.held}/retries", {"message": first})["id"]
        done(told(self.house.interviews, self.again, [DEEP], spoken=True))
        return self

    def interview(self, *answers: str) -> str:
        body = {
            "plan": self.plan,
            "consent": True,
            "name": "Ada",
            "role": "engineer",
            "keep_sound": True,
        }
        interview_id: str = self.api("/api/interviews", body)["id"]
        done(told(self.house.interviews, interview_id, answers, spoken=True))
        return interview_id

    def heard(self) -> None:
        """The sound of both attempts, whole."""
        for interview_id in (self.held, self.again):
            row = done(self.house.store.interviews.find(interview_id))
            ended = done(held(self.house.store, row)).reading.record["ended_ms"]
            done(keep(self.house, interview_id, *range(ended // 1_000)))

    def judged(self) -> None:
        """Scorecards of both attempts: two criteria with a level each time, two without."""
        for interview_id, level, words in (
            (self.held, 2, "I moved our reports to a new tool"),
            (self.again, 4, "the delay fell from a day to two minutes"),
        ):
            done(self._judge(interview_id, level, words))

    async def _judge(self, interview_id: str, level: int, words: str) -> None:
        store = self.house.store
        row = await store.interviews.find(interview_id)
        assert row is not None
        answer = (await held(store, row)).exchanges[0].answers[0]
        start = answer["text"].index(words)
        quote = Quote(answer["index"], start, start + len(words), words)
        rubric = load_builtin("star")
        marks: dict[str, Mark] = {c.id: Unscored(Reason.NOT_OBSERVED) for c in rubric.criteria}
        for criterion in rubric.criteria[1:3]:
            marks[criterion.id] = Scored(level, (quote,))
        at = "2026-11-21T09:30:00.000000Z"
        await store.scorecards.ask(ScorecardRow(interview_id, rubric.id, "", at))
        card = packed(Scorecard(rubric, marks, judge="openai/gpt-4.1"))
        await store.scorecards.keep(interview_id, at, card)

    def open(self, path: str) -> Page:
        self.page.goto(f"{self.address}{path}")
        expect(self.page.locator("h1")).to_be_visible()
        return self.page


@pytest.fixture
def site(house: House, page: Page) -> Iterator[Site]:
    writers = ScriptedWriters(json.dumps({"sentences": [MOVED, GAP]}))
    run = ScriptedTrials(sample_record("sim_1") | {"mode": "simulated"})
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()  # who asks before the server is up waits
        app = house.app(
            hosts=None,
            operators_model="OpenAI",
            writers=writers,
            trials=Trials(run),
            interviews_per_minute=100,
        )
        server = uvicorn.Server(uvicorn.Config(app, log_level="error", ws="none"))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
        thread.start()
        try:
            address = f"http://127.0.0.1:{listener.getsockname()[1]}"
            yield Site(house, page, address, writers, run)
        finally:
            page.goto("about:blank")
            server.should_exit = True
            thread.join()


ADDRESSES = {
    "practice-empty": "/practice",
    "practice": "/practice",
    "plans": "/plans",
    "bank": "/practice/bank?role=nursing",
}
"""States that are pages as they open."""


def reach(site: Site, which: str) -> None:
    """Bring the page into one of its states."""
    if which != "practice-empty":
        site.practised()
    if which in ADDRESSES:
        page = site.open(ADDRESSES[which])
        expect(page.locator("main h1")).to_be_visible()
        return
    match which:
        case "questions-heard" | "comparison-heard":
            site.heard()
            name, _ = which.split("-")
            page = site.open(f"/interviews/{site.again}/{name}")
            expect(page.locator(".play").first).to_be_visible()
        case "questions" | "worded" | "word-refused":
            if which == "word-refused":
                site.writers.reply = "I can't help with that."
            page = site.open(f"/interviews/{site.held}/questions")
            page.locator("details summary", has_text="A stronger answer").first.click()
            if which != "questions":
                page.locator("[data-word]").first.click()
                expect(
                    page.locator("[data-words] .own, [data-words] .s:not(.soft)")
                ).to_be_visible()
        case "comparison" | "comparison-judged":
            if which == "comparison-judged":
                site.judged()
            site.open(f"/interviews/{site.again}/comparison")
        case "plan":
            site.open(f"/plans/{site.plan}")
            expect(site.page.locator("#state")).to_contain_text("Nothing to fix")
        case _:
            reach_trial(site, which)


def reach_trial(site: Site, which: str) -> None:
    plan = site.plan
    if which == "try-faults":
        toml = PLAN.replace("hard_limit = 600", 'hard_limit = "ten"').replace('title = "Short"', "")
        plan = site.api("/api/plans", {"toml": toml})["id"]
    if which in ("try-done", "try-failed"):
        site.run.fault = Refused("It took too long to hold.") if which == "try-failed" else None
        site.run.go.set()
        plan = site.api("/api/plans", {"copy_of": "classic"})["id"]
    page = site.open(f"/plans/{plan}/try")
    if which in ("try-running", "try-done", "try-failed"):
        page.get_by_role("button", name="Try it").click()
        shown = {"try-running": "#stop", "try-done": "#result", "try-failed": "#failed"}[which]
        expect(page.locator(shown)).to_be_visible()


STATES = (
    "practice-empty",
    "practice",
    "bank",
    "questions",
    "questions-heard",
    "worded",
    "word-refused",
    "comparison",
    "comparison-judged",
    "comparison-heard",
    "plans",
    "plan",
    "try",
    "try-faults",
    "try-running",
    "try-done",
    "try-failed",
)


@pytest.mark.parametrize("code", ["de", "es", "fr", "hi", "pt"])
def test_every_page_of_practice_fits_a_phone(site: Site, code: str) -> None:
    """In each language nothing sticks out at 320 px, and the page says which language it is in; axe finds
    nothing in a plan's editor and trial in German, whose words are the longest."""
    page = site.page
    page.set_viewport_size({"width": 320, "height": 740})
    site.practised()
    site.open(f"/practice?language={code}")
    own = f"/interviews/{site.held}/questions", f"/interviews/{site.again}/comparison"
    plan = f"/plans/{site.plan}", f"/plans/{site.plan}/try"
    for path in ("/practice", "/practice/bank?role=nursing", *own, *plan):
        site.open(path)
        if path in plan:
            page.wait_for_load_state("networkidle")
        assert page.evaluate("document.documentElement.lang") == code, path
        assert page.evaluate("document.documentElement.scrollWidth") <= 320, path
        if code == "de" and path in plan:
            assert violations(page) == []


@pytest.mark.parametrize("which", STATES)
def test_every_page_for_everybody(site: Site, complaints: list[str], which: str) -> None:
    """At 320 px and above, in any theme, nothing sticks out, is cut or covered, and axe finds nothing; the policy
    holds."""
    page = site.page
    resize(page, 360, 740)
    reach(site, which)
    assert faults(page, f"practice-{which}") == []
    assert [said for said in complaints if not said.startswith(EXPECTED)] == []


def test_an_answer_is_worded_by_keyboard(site: Site, complaints: list[str]) -> None:
    """Opened and asked for with the keys; the words come into a status region, by whom; a refusal says
    that the rule's order stands, and shows nothing of the model's."""
    site.practised()
    page = site.open(f"/interviews/{site.held}/questions")
    expect(page.locator("#writer option")).to_have_text(["OpenAI, of this server"])
    page.locator("details summary", has_text="A stronger answer").first.focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(page.locator("[data-use]").first).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.locator("[data-word]").first).to_be_focused()
    page.keyboard.press("Enter")
    words = page.locator("[data-words]").first
    expect(words.locator("q")).to_have_text(MOVED["text"])
    expect(words.locator(".gap-mark")).to_have_text(NUMBER_GAP)
    expect(words).to_contain_text("Worded by script")
    expect(words).to_have_attribute("role", "status")
    site.writers.reply = json.dumps({"sentences": [{**MOVED, "text": "I led 40 people."}]})
    page.keyboard.press("Enter")
    expect(words).to_contain_text("a number that you did not say. The order above stands")
    expect(words).not_to_contain_text("40")
    assert complaints == []


def test_a_repetition_is_graded_by_keyboard(site: Site, complaints: list[str]) -> None:
    """On the comparison: our rule or one's own grade, and when the question comes again; what is not
    wanted any more leaves the list, and the focus goes on to the next."""
    site.practised()
    page = site.open(f"/interviews/{site.again}/comparison")
    page.get_by_role("button", name="By the rule").press("Enter")
    expect(page.locator("#graded")).to_contain_text("Easy: We found all that was asked.")
    expect(page.locator("#graded")).to_contain_text("It comes again on")
    page.get_by_role("button", name="Hard").press("Enter")
    expect(page.locator("#graded")).to_contain_text("Hard: ")
    page.goto(f"{site.address}/practice")
    many = page.locator("[data-drill]").count()
    page.locator("[data-drop]").first.press("Enter")
    expect(page.locator("[data-drill]")).to_have_count(many - 1)
    expect(page.locator("#graded")).to_have_text("It will not come again.")
    assert complaints == []


def test_two_answers_are_heard_by_keyboard(site: Site, complaints: list[str]) -> None:
    """Each button plays its own interview's sound; one at a time: the other's stops, and the same key
    stops it again."""
    site.practised().heard()
    page = site.open(f"/interviews/{site.again}/comparison")
    first, new = page.locator(".play").all()
    for button, interview_id in ((first, site.held), (new, site.again)):
        begin, end = (button.get_attribute(f"data-{edge}") for edge in ("from", "to"))
        asked = f"{site.address}/api/interviews/{interview_id}/sound?from_ms={begin}&to_ms={end}"
        button.focus()
        with page.expect_response(asked) as got:
            page.keyboard.press("Enter")
        assert got.value.ok
        expect(button).to_have_accessible_name(re.compile("^Stop: "))
        page.wait_for_function("() => document.getElementById('player').currentTime > 0")
    expect(first).to_have_accessible_name("Play: The first answer")
    page.keyboard.press("Enter")
    expect(new).to_have_accessible_name("Play: The new one")
    assert page.evaluate("document.getElementById('player').paused")
    assert complaints == []


def test_a_level_leads_to_its_words(site: Site, complaints: list[str]) -> None:
    """In the comparison each level stands beside its quote, which opens the report at its words."""
    site.practised().judged()
    page = site.open(f"/interviews/{site.again}/comparison")
    judged = page.locator("[aria-labelledby=h-criteria]")
    expect(judged.locator("h3")).to_have_text(["Task +2", "Action +2"])
    expect(judged).to_contain_text("2 of 5")
    judged.get_by_role("link", name="the delay fell").first.press("Enter")
    expect(page).to_have_url(re.compile("report#w"))
    expect(page.locator(":target")).to_contain_text("the delay fell")
    assert complaints == []


def test_a_plan_is_tried_by_keyboard(site: Site, complaints: list[str]) -> None:
    """From the editor: choose, begin, stop, begin again; the result takes the focus when it is there, and
    says that it is simulated."""
    site.practised()
    page = site.open(f"/plans/{site.plan}")
    page.get_by_role("link", name="Try it").press("Enter")
    page.wait_for_url("**/try")
    page.get_by_label("Who is interviewed").select_option("rambling")
    page.get_by_role("button", name="Try it").press("Enter")
    expect(page.locator("#stop")).to_be_focused()
    with page.expect_navigation():  # the form is there before its script
        page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Try it")).to_be_visible()
    expect(page.locator("#result")).to_have_count(0)
    page.get_by_label("Who is interviewed").select_option("terse")
    page.get_by_role("button", name="Try it").press("Enter")
    expect(page.locator("#trial-status")).to_be_visible()
    site.run.go.set()
    expect(page.locator("#h-result")).to_be_focused()
    expect(page.locator("#result")).to_contain_text(
        "Simulated. A program answered and nobody spoke."
    )
    expect(page.locator("#result")).to_contain_text("Terse: one word for everything")
    expect(page.get_by_label("Who is interviewed")).to_have_value("terse")
    assert site.run.asked == ["rambling", "terse"]
    assert complaints == []


def test_a_change_that_is_not_saved_is_not_tried(site: Site) -> None:
    """The link to try is there for what is saved and without fault, and for nothing else."""
    site.practised()
    page = site.open(f"/plans/{site.plan}")
    expect(page.locator("#try")).to_be_visible()
    page.locator("#f-title").fill("Something else")
    expect(page.locator("#try")).to_be_hidden()
    page.keyboard.press("Control+S")
    expect(page.locator("#try")).to_be_visible()
