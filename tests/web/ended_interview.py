"""An interview that took place, in a browser of somebody whose server can do everything."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

import pytest
from fastapi.testclient import TestClient

from greenroom.app.ports import InterviewRow, Judge, Letter
from greenroom.app.scorecards.scripted_judge import ScriptedJudge
from greenroom.testing.ended import QUOTE, STORY
from greenroom.web.reports.rendering import HtmlReportRenderer

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
        report_renderer=HtmlReportRenderer(printed),
        mailer=outbox,
    )
    with house.visitor() as client:
        yield client


@pytest.fixture
async def ended(candidate: TestClient, house: Any) -> str:
    """An interview of theirs that took place; its address in the API."""
    created = candidate.post("/api/interviews", json=TOLD).json()
    await house.end(created["id"], STORY)
    return f"/api/interviews/{created['id']}"


def page_of(address: str) -> str:
    return f"{address.removeprefix('/api')}/report"
