"""Pages of somebody whose words are long: a plan of six stages, an interview by it, papers, providers."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any, Final

from fastapi import FastAPI
from tests.support.pages import NOW, OWNER, PagesHouse
from tests.support.records import message, sample_link, sample_record, sample_scorecard

from greenroom.adapters.vault import SealingVault, new_key
from greenroom.app.documents import DocumentText
from greenroom.app.plans import source_of
from greenroom.app.ports import Amount, FoundPage, PlanRow
from greenroom.app.preparation.looking_up import LookUp
from greenroom.app.preparation.service import PreparationService
from greenroom.testing import sealed_key
from greenroom.web.plans import pages as plan_pages
from greenroom.web.preparation import pages as papers

LONG_WORD: Final = "Berufsunfähigkeitsversicherungsfachberatung"
LONGER_WORD: Final = "Donaudampfschifffahrtsgesellschaftskapitänswitwenrentenberaterin"
LONG_TITLE: Final = "How you work with others when not everything goes to plan"
ADDRESS: Final = (
    "http://inference.internal.a-company-with-a-long-name.example:11434/v1/openai-compatible"
)
MODEL: Final = "mistralai/Mixtral-8x22B-Instruct-v0.1-quantized-with-a-very-long-name"
_CASE: Final = f"""[[stages]]
id = "CASE"
title = "{LONG_TITLE}"
hard_limit = 900
[stages.opening]
text = "A customer of the {LONG_WORD} calls. What do you ask first?"

[[stages]]
id = "YOUR_QUESTIONS"
"""
_STAGES: Final = (
    ("GREETING", 2, 22),
    ("SELF_INTRO", 22, 87),
    ("PAST_EXPERIENCE", 87, 297),
    ("CASE", 297, 340),
    ("YOUR_QUESTIONS", 340, 372),
    ("CLOSING", 372, 382),
)
_MORE: Final = (
    ("CASE", "interviewer", "bridge", 297, 305, f"Thank you. A customer of the {LONG_WORD} calls. What do you ask first?"),
    ("CASE", "candidate", "answer", 306, 338, f"I ask for the number, because at the {LONGER_WORD} nobody finds a file by a name. I moved 1,250 files in nine weeks."),
    ("YOUR_QUESTIONS", "interviewer", "bridge", 340, 345, "Is there anything you would like to ask me?"),
    ("YOUR_QUESTIONS", "candidate", "answer", 346, 371, f"Is the job at https://www.{LONGER_WORD.lower()}.example/stellen/offen?seite=1 still open?"),
    ("CLOSING", "interviewer", "closing", 372, 382, "Thank you, Amara. That is everything from me. Good-bye."),
)  # fmt: skip
CANDIDATE: Final = {
    "name": "Amara Wolfeschlegelsteinhausenbergerdorff",
    "email": "",
    "role": LONGER_WORD,
    "level": "senior",
}
_PAPER: Final = f"""Experience
Led the {LONG_WORD} for 3 years
Built the shop of the {LONGER_WORD} in 2 years, with four colleagues from three departments and two countries
Cut the nightly import of https://www.{LONGER_WORD.lower()}.example from nine hours to forty minutes
Skills
Python, PostgreSQL, {LONG_WORD}
"""
_JOB: Final = f"""Requirements:
- Python and PostgreSQL
- Experience with the {LONGER_WORD}
- 5 years of leading teams that are spread over several countries and time zones
Nice to have:
- {LONG_WORD}
"""


class _Paper:
    """Reads every document as the same words: how they are read is tested elsewhere."""

    async def read(self, _data: bytes) -> DocumentText:
        return DocumentText("pdf", pages=2, text=_PAPER, hidden=3, cut=True)


class _Search:
    """Finds two pages about every company."""

    provider = "Tavily"

    async def search(self, company: str) -> Sequence[FoundPage]:
        address = f"https://www.{company.lower()}.example/"
        text = f"The {company} was founded in 1829 and has 4,200 employees. " * 4
        return [
            FoundPage(f"{company}: {LONG_TITLE}", address, text, "2026-10-01"),
            FoundPage("", f"{address}{'news-' * 20}", text, ""),
        ]


def six_stages() -> str:
    """The TOML of the classic plan with one stage more, and long titles."""
    toml = source_of("classic")
    toml = toml.replace('[[stages]]\nid = "YOUR_QUESTIONS"\n', _CASE)
    toml = toml.replace('title = "Past experience"', f'title = "{LONG_WORD}"')
    return toml.replace('title = "Classic interview"', f'title = "{LONG_WORD}, in six parts"')


def _record() -> dict[str, Any]:
    record = sample_record("six")
    said = record["messages"][:-3]
    more = [message(len(said) + n, *spoken) for n, spoken in enumerate(_MORE)]
    stages = [
        {**record["stages"][0], "id": stage, "entered_ms": start * 1000, "left_ms": end * 1000}
        for stage, start, end in _STAGES
    ]
    messages = [*said, *more]
    total = {
        side: sum(one["speaker"] == side for one in messages)
        for side in ("interviewer", "candidate")
    }
    changes = {"messages": messages, "stages": stages, "ended_ms": 382_000, "total_messages": total}
    return {**record, **changes, "candidate": CANDIDATE, "plan": "six"}


async def _fill(house: PagesHouse) -> None:
    """The plan of the owner's own, and the papers of an interview that has not begun."""
    at = "2026-11-20T09:00:00.000Z"
    await house.store.plans.put(PlanRow("pln_six", OWNER, six_stages(), 1, at, at))
    row = await house.store.interviews.find("open")
    assert row is not None
    await house.services.preparation.begin(row, _JOB, LONGER_WORD)
    await house.services.preparation.add(row, b"%PDF")
    await house.services.preparation.research(row)


def long_words() -> FastAPI:
    """The pages of one owner; interviews `six` (over), `open` and `bare` (not begun)."""
    house = PagesHouse()
    vault = SealingVault.of(new_key())
    preparation = PreparationService(
        house.store.folders, vault, _Paper(), now=lambda: NOW, look_up=LookUp(_Search())
    )
    house.services = replace(house.services, preparation=preparation)
    by = {"plan_id": "six", "plan_toml": six_stages(), "candidate": CANDIDATE}
    record = _record()
    house.add("six", record, sample_scorecard("six", record), 150_000, **by)
    house.add("open", created_at="2026-11-21T12:00:00.000Z", **by)
    house.add("bare", created_at="2026-11-21T12:30:00.000Z", **by)
    house.link(sample_link("six", "six"))
    house.put_keys([
        sealed_key("key_own", provider="openai-compatible", base_url=ADDRESS,
                   models={"llm": MODEL, "stt": MODEL, "tts": MODEL}, voice="a-voice-with-a-long-name", last4="",
                   checked_at="2026-11-21T10:02:00.000Z"),
    ])  # fmt: skip
    house.spend("six", Amount(141_200_000, 15_100_000, 8_400_000, 901_260))
    with ThreadPoolExecutor(1) as other:  # Playwright has a loop in this thread
        other.submit(asyncio.run, _fill(house)).result()
    app = house.app()
    app.include_router(plan_pages.router(house.services))
    app.include_router(papers.router(house.services))
    return app
