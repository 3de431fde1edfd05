"""Scorecards of stored interviews: asked for, made in the background, found again in the record."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest
from tests.app.test_scoring import FAULTS

from greenroom.adapters.storage.database import Database
from greenroom.adapters.storage.memory import MemoryStore
from greenroom.adapters.storage.scorecards import SqlScorecards
from greenroom.adapters.vault import SealingVault, new_key
from greenroom.app.ports import InterviewRow, Judge, Refused, ScorecardRow, UpstreamFault
from greenroom.app.providers.keys import KeyRing
from greenroom.app.registration import FieldFault
from greenroom.app.reports.replay import report_of
from greenroom.app.scorecards.requests import ask, rubric_for
from greenroom.app.scorecards.scorecard_worker import CLAIM_MS, ScorecardWorker
from greenroom.app.scorecards.scripted_judge import ScriptedJudge
from greenroom.assessment.stored_card import packed, unpacked
from greenroom.testing import sealed_key
from greenroom.testing.ended import QUOTE, STORY, keep_ended

ASKED_AT = "2026-01-02T11:00:00.000Z"
NOW = datetime(2026, 1, 2, 11, 0, tzinfo=UTC)


def line(score: Any = 4, *quotes: Any) -> str:
    ids = ("situation", "task", "action", "result")
    return json.dumps({"criteria": [{"id": i, "score": score, "quotes": quotes} for i in ids]})


class Bench:
    """Judges by a script; notes who was asked."""

    def __init__(self, *lines: str, fault: Exception | None = None) -> None:
        self.lines, self.fault = list(lines), fault
        self.asked: list[tuple[str, str]] = []

    @asynccontextmanager
    async def of(self, row: InterviewRow, key: str) -> AsyncIterator[Judge]:
        self.asked.append((row.id, key))
        if self.fault is not None:
            raise self.fault
        yield ScriptedJudge([self.lines.pop(0)])


@pytest.fixture
def store() -> MemoryStore:
    return MemoryStore()


def worker(store: MemoryStore, bench: Bench, holder: str = "this server") -> ScorecardWorker:
    return ScorecardWorker(store, bench, holder=holder)


async def request(store: MemoryStore, id: str = "a") -> None:
    await store.scorecards.ask(ScorecardRow(id, "star", "", ASKED_AT))


async def judged(store: MemoryStore) -> Mapping[str, Any]:
    """The stored card of the story, with its quote."""
    await keep_ended(store, STORY)
    await request(store)
    await worker(store, Bench(line(4, QUOTE))).work_off()
    kept = await store.scorecards.find("a")
    assert kept is not None
    assert kept.card is not None
    return kept.card


def answered(kept: Mapping[str, Any], text: str) -> list[dict[str, Any]]:
    """The message that the card quotes, with other words in it."""
    (quote, *_) = kept["marks"]["result"]["quotes"]
    return [{"index": quote["message"], "speaker": "candidate", "text": text}]


async def entries(store: MemoryStore, row: InterviewRow) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = (await report_of(store, row))["scorecard"]["criteria"]
    return found


async def test_a_request_becomes_a_card_in_the_report(store: MemoryStore) -> None:
    """The report has the level, the rubric's words for it, and the quote at its place in the record."""
    row = await keep_ended(store, STORY)
    await request(store)
    await worker(store, Bench(line(4, QUOTE))).work_off()
    told = await report_of(store, row)
    (entry, *_) = told["scorecard"]["criteria"]
    (quote,) = entry["quotes"]
    assert (entry["title"], entry["score"]) == ("Situation", 4)
    assert entry["level"]
    assert entry["next_level"]
    record_text = STORY[quote["start"] : quote["end"]]
    assert record_text == quote["quote"] == QUOTE
    assert [one for one in told["strengths"] if "criterion" in one] == told["strengths"][:4]
    assert "rule" in told["strengths"][4]
    assert told["not_scored"] == []


ANSWERED = [n for n, (t, *_) in FAULTS.items() if all(m.confidence is None for m in t.messages)]


@pytest.mark.parametrize("name", [n for n in ANSWERED if len(FAULTS[n][0].messages) == 2])
async def test_no_fault_puts_a_number_into_a_report(store: MemoryStore, name: str) -> None:
    """Every fault of answer or judge ends in a report without a level, each criterion with its reason."""
    told, reply, _ = FAULTS[name]
    row = await keep_ended(store, *(m.text for m in told.messages if m.answer))
    await request(store)
    await worker(store, Bench(reply)).work_off()
    found = await entries(store, row)
    assert len(found) == 4
    assert [entry for entry in found if "score" in entry or not entry["sentence"]] == []
    assert "level" not in str((await report_of(store, row))["strengths"])


async def test_one_changed_word_of_a_stored_answer_drops_the_claim(store: MemoryStore) -> None:
    """A card is read against the record: when a word of the answer is another than was quoted, the
    level goes, and the quote is counted as dropped."""
    kept = await judged(store)
    for word in QUOTE.split():
        changed = answered(kept, STORY.replace(QUOTE, QUOTE.replace(word, "other", 1)))
        card = unpacked(kept, changed)
        assert {e["not_scored"] for e in card.plain()["criteria"]} == {"quote_not_found"}
        assert card.dropped == 4


async def test_a_stored_card_is_the_card(store: MemoryStore) -> None:
    """Unpacked against the same words, and packed again, it is what was stored."""
    kept = await judged(store)
    card = unpacked(kept, answered(kept, STORY))
    assert json.dumps(packed(card)) == json.dumps(kept)


@pytest.mark.parametrize("cause", ["key_gone", "budget", "timeout"])
async def test_a_judge_that_cannot_be_had_is_a_reason(store: MemoryStore, cause: str) -> None:
    """A key that is gone, a budget that is used up: the card is made, without a level, and says why."""
    row = await keep_ended(store, STORY)
    await request(store)
    bench = Bench(fault=UpstreamFault("judge", cause, retryable=False))
    await worker(store, bench).work_off()
    found = await entries(store, row)
    assert {(e["not_scored"], e["cause"]) for e in found} == {("judge_failed", cause)}


async def test_a_fault_of_ours_is_not_tried_for_ever(store: MemoryStore) -> None:
    """Whatever breaks while judging, the request ends, with the reason and no level."""
    row = await keep_ended(store, STORY)
    await request(store)
    await worker(store, Bench(fault=RuntimeError("a defect"))).work_off()
    assert {e["cause"] for e in await entries(store, row)} == {"unexplained"}
    assert list(await store.scorecards.asked()) == []


async def test_a_killed_servers_request_is_begun_again(store: MemoryStore) -> None:
    """A restarted server takes up at once what it held when it was killed; another one waits."""
    row = await keep_ended(store, STORY)
    await request(store)
    assert await store.leases.take("a", "this server", CLAIM_MS)
    other = Bench(line(4, QUOTE))
    await worker(store, other, holder="another server").work_off()
    assert other.asked == []
    await worker(store, Bench(line(4, QUOTE))).work_off()
    assert [entry["score"] for entry in await entries(store, row)] == [4, 4, 4, 4]
    assert await store.leases.holder("a") is None


async def test_what_was_erased_meanwhile_is_forgotten(store: MemoryStore) -> None:
    """An interview that goes while it is judged leaves nothing behind, and nothing breaks."""
    await keep_ended(store, STORY)
    await request(store)

    class Erasing(Bench):
        @asynccontextmanager
        async def of(self, row: InterviewRow, key: str) -> AsyncIterator[Judge]:
            await store.interviews.delete(row.id)
            yield ScriptedJudge([line(4, QUOTE)])

    await worker(store, Erasing()).work_off()
    assert await store.scorecards.find("a") is None


async def test_a_newer_request_is_not_answered_by_an_older_card(store: MemoryStore) -> None:
    """Asked again while it is judged, the old card is thrown away and the new one made."""
    await keep_ended(store, STORY)
    await request(store)
    newer = ScorecardRow("a", "technical-depth", "", "2026-01-02T11:05:00.000Z")

    class Changing(Bench):
        @asynccontextmanager
        async def of(self, row: InterviewRow, key: str) -> AsyncIterator[Judge]:
            if not self.asked:
                await store.scorecards.ask(newer)
            self.asked.append((row.id, key))
            yield ScriptedJudge([line(4, QUOTE)])

    work = worker(store, Changing())
    await work.work_off()
    assert await store.scorecards.find("a") == newer
    await work.work_off()
    kept = await store.scorecards.find("a")
    assert kept is not None
    assert kept.card is not None
    assert kept.card["rubric"]["id"] == "technical-depth"


class Noticing(SqlScorecards):
    """Says when a card is kept."""

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self.kept = asyncio.Event()

    async def keep(self, interview_id: str, asked_at: str, card: Mapping[str, Any]) -> bool:
        kept = await super().keep(interview_id, asked_at, card)
        self.kept.set()
        return kept


async def test_the_docket_works_while_it_is_told(store: MemoryStore) -> None:
    """A look finds what was asked for; the work goes on until it is cancelled."""
    store.scorecards = cards = Noticing(store.database)
    row = await keep_ended(store, STORY)
    work = worker(store, Bench(line(4, QUOTE)))
    working = asyncio.ensure_future(work.work())
    await request(store)
    work.look()
    await cards.kept.wait()
    working.cancel()
    with pytest.raises(asyncio.CancelledError):
        await working
    assert [entry["score"] for entry in await entries(store, row)] == [4, 4, 4, 4]


# asking


def ring(store: MemoryStore) -> KeyRing:
    async def accept(*_: object) -> None:
        return None

    return KeyRing(store.keys, SealingVault.of(new_key()), accept)


async def test_who_judges_and_by_what(store: MemoryStore) -> None:
    """Unless told otherwise: the model that the interview used, else the operator's, by the rubric of
    the role; asked twice for the same is asked once."""
    row = await keep_ended(store, STORY, candidate={"name": "Ada", "role": "SRE"})
    assert rubric_for(row) == "devops"
    assert rubric_for(replace(row, candidate={"role": "poet"})) == "star"
    first = await ask(store, ring(store), row, NOW, rubric=None, key=None, operators=True)
    assert (first.rubric, first.key) == ("devops", "")
    again = await ask(
        store, ring(store), row, NOW.replace(hour=12), rubric=None, key=None, operators=True
    )
    assert again == first
    await store.keys.put(sealed_key("key_1", row.owner))
    used = replace(row, keys={"llm": "key_1"})
    own = await ask(store, ring(store), used, NOW, rubric="star", key=None, operators=True)
    assert (own.rubric, own.key) == ("star", "key_1")


async def test_what_cannot_be_asked_for(store: MemoryStore) -> None:
    """An interview that is not over, no model at all, an unknown rubric, somebody else's key."""
    row = await keep_ended(store, STORY)
    keys = ring(store)
    running = replace(row, status="running")
    with pytest.raises(Refused, match="not over"):
        await ask(store, keys, running, NOW, rubric=None, key=None, operators=True)
    with pytest.raises(Refused, match="No model"):
        await ask(store, keys, row, NOW, rubric=None, key=None, operators=False)
    with pytest.raises(FieldFault, match="star"):
        await ask(store, keys, row, NOW, rubric="../etc", key=None, operators=True)
    await store.keys.put(sealed_key("key_2", "owner-2"))
    with pytest.raises(FieldFault, match="your own"):
        await ask(store, keys, row, NOW, rubric=None, key="key_2", operators=True)
    assert list(await store.scorecards.asked()) == []
