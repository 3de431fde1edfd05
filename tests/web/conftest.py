"""The services in memory, and candidates who come to them."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from pydantic import SecretStr
from tests.support.services import memory_at, services_over
from tests.web.circle_app import CIRCLE, NOW, Circles, Waiting
from tests.web.practising import DEEP, THIN, interview

from greenroom.adapters.counters.memory import MemoryCounters
from greenroom.adapters.documents.reader import ConfinedDocuments
from greenroom.adapters.storage.interviews import SqlInterviews
from greenroom.adapters.storage.memory import MemoryStore
from greenroom.adapters.vault import SealingVault, new_key
from greenroom.app import plans
from greenroom.app.ports import InterviewRow
from greenroom.app.preparation.service import PreparationService
from greenroom.app.providers.catalogue import ModelChoice, Part
from greenroom.interview.engine import begin, step
from greenroom.interview.events import CandidateJoined
from greenroom.interview.journal import Header, decode_header, encode_entry, encode_header
from greenroom.interview.plan import Candidate
from greenroom.testing.ended import journal_of
from greenroom.testing.rooms import QuietRooms
from greenroom.web.app import create_app
from greenroom.web.services import Services

APPLICATION = {"plan": "two-stage", "name": "Ada", "role": "engineer", "consent": True}
ORIGIN = "http://localhost"


class Provider:
    """Every provider: it accepts all keys, or answers as it was told."""

    def __init__(self) -> None:
        self.asked: list[tuple[ModelChoice, SecretStr | None]] = []
        self.answer: Exception | None = None
        self.models: Sequence[str] | None = None

    async def __call__(
        self, choice: ModelChoice, part: Part, key: SecretStr | None, models: Sequence[str]
    ) -> Sequence[str] | None:
        self.asked.append((choice, key))
        if self.answer is not None:
            raise self.answer
        return self.models


@dataclass
class House:
    """The application with everything behind it in reach of a test."""

    store: MemoryStore
    rooms: QuietRooms
    services: Services
    seen: list[tuple[str, str, int]]
    provider: Provider

    @property
    def interviews(self) -> SqlInterviews:
        return self.store.interviews

    def row(self, interview_id: str) -> InterviewRow:
        row = asyncio.run(self.interviews.find(interview_id))
        assert row is not None
        return row

    def app(self, **changes: Any) -> FastAPI:
        """Another process: it counts for itself unless `changes` say otherwise."""
        return create_app(replace(self.services, **{"counters": MemoryCounters(), **changes}))

    def visitor(self, **changes: Any) -> TestClient:
        """A browser of its own: its cookies are nobody else's."""
        return TestClient(self.app(**changes), base_url=ORIGIN, raise_server_exceptions=True)

    async def begin(self, interview_id: str) -> None:
        """The interview's first events, journalled as a session does it."""
        row = await self.interviews.find(interview_id)
        assert row is not None
        candidate = Candidate(row.candidate["name"], row.candidate["role"], "")
        plan = plans.parse(row.plan_toml, row.plan_id)
        header = Header(row.id, "2026-11-21T09:00:01.000Z", "embedded", candidate, plan)
        journal = self.interviews.journal(row.id)
        await journal.append(encode_header(header))
        event = CandidateJoined(0)
        _, commands = step(begin(plan, candidate), event)
        await journal.append(encode_entry(1, event, commands))
        await self.interviews.set_status(row.id, "running")

    async def end(self, interview_id: str, *answers: str, sound: bool = False) -> None:
        """The interview's whole journal, with these answers."""
        row = await self.interviews.find(interview_id)
        assert row is not None
        journal = self.interviews.journal(row.id)
        first, *others = journal_of(row, *answers)
        header = replace(decode_header(first), sound=sound)
        for line in (encode_header(header), *others):
            await journal.append(line)
        await self.interviews.set_status(row.id, "ended", "2026-11-21T09:10:00.000Z")


@pytest.fixture
def house() -> House:
    store = memory_at(NOW)
    rooms, provider = QuietRooms(), Provider()
    seen: list[tuple[str, str, int]] = []

    async def health() -> Mapping[str, Any]:
        return {"status": "ok", "parts": {"storage": "ok"}, "version": "0"}

    def note(*, method: str, route: str, status: int, seconds: float) -> None:
        seen.append((method, route, status))

    vault = SealingVault.of(new_key())
    services = services_over(
        store,
        vault,
        NOW,
        provider,
        preparation=PreparationService(store.folders, vault, ConfinedDocuments(), now=lambda: NOW),
        rooms=rooms,
        health=health,
        metrics=lambda: b"# HELP x y\n",
        seen=note,
        hosts=frozenset({"localhost"}),
    )
    return House(store, rooms, services, seen, provider)


@pytest.fixture
def visitor(house: House) -> Iterator[TestClient]:
    with house.visitor() as client:
        yield client


_described: list[dict[str, Any]] = []


@pytest.fixture
def description(visitor: TestClient) -> dict[str, Any]:
    """What `/openapi.json` says. Every application says the same, and takes most of a second to work it out:
    the first one that is asked says it for all."""
    if not _described:
        _described.append(visitor.get("/openapi.json").json())
    return _described[0]


@pytest.fixture
def made(visitor: TestClient) -> dict[str, str]:
    """An interview of the visitor's: id and access_token."""
    answer = visitor.post("/api/interviews", json=APPLICATION)
    assert answer.status_code == 201, answer.text
    created: dict[str, str] = answer.json()
    return created


@pytest.fixture
async def held(house: House, visitor: TestClient) -> str:
    """An interview of the visitor's with one thin and one deep answer."""
    return await interview(house, visitor, THIN, DEEP)


@pytest.fixture
def circles(house: House) -> Iterator[Circles]:
    """The application with a queue, and a circle of a visitor's."""
    queue = Waiting()
    with house.visitor(missions=queue) as client:
        made = client.post("/api/circles", json=CIRCLE)
        assert made.status_code == 201, made.text
        yield Circles(house, client, queue, made.json())
