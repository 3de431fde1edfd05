"""The pages of practice and of trying a plan, served by the real application to a candidate."""

from __future__ import annotations

import asyncio
import json
import socket
import threading
from collections.abc import Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import pytest
import uvicorn
from playwright.sync_api import Page, expect
from tests.support.records import sample_record
from tests.web.conftest import House
from tests.web.practising import DEEP, PLAN, THIN
from tests.web.test_sound import keep
from tests.web.told import told

from greenroom.app.plans.trials import Trials
from greenroom.app.ports import ScorecardRow
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
            ended = done(held(self.house.store, row)).replayed.record["ended_ms"]
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
