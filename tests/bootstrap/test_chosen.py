"""From what a candidate chose to what the interview is held with (S2, S4)."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from typing import Any

import pytest
from pydantic import SecretStr

from greenroom.adapters.models.interviewer import ModelInterviewer
from greenroom.adapters.speech.remote_stt import FallbackSTT
from greenroom.adapters.speech.remote_tts import FallbackTTS
from greenroom.adapters.vault import new_key
from greenroom.app import plans
from greenroom.app.interviewer import PlanInterviewer
from greenroom.app.keys import Entry, KeyRing
from greenroom.app.ports import UpstreamFault
from greenroom.app.providers import Part
from greenroom.bootstrap.chosen import equipping
from greenroom.bootstrap.keys import key_ring
from greenroom.interview.brief import Brief
from greenroom.interview.plan import Candidate
from greenroom.session.equipment import Equipment
from greenroom.session.voice import Degraded
from greenroom.settings import Settings
from greenroom.simulation.candidate_voice import Speaker
from greenroom.simulation.parts import scripted_voice
from greenroom.testing import MemoryStore, interview_row, sealed_key
from greenroom.testing.providers import OpenAIServer
from greenroom.testing.providers.script import AT_ONCE

KEY = SecretStr("sk-canary-5f1d9c77aa20413e")
PLAN = plans.load_builtin("two-stage")
NOW = datetime(2026, 1, 2, 10, 0, tzinfo=UTC)
HEADER = "depth=3; move=ask; question_id=-\nWhat was the hardest part?"
MODELS = {Part.LLM: "m", Part.STT: "m", Part.TTS: "m"}


class House:
    """A store, a key ring and what makes equipment."""

    def __init__(self, **settings: Any) -> None:
        self.settings = Settings(key_encryption_key=new_key(), **settings)
        self.store = MemoryStore()
        self.ring: KeyRing = key_ring(self.settings, self.store)

    async def enter(self, server: OpenAIServer) -> str:
        own = Entry("openai-compatible", KEY, server.url, MODELS)
        return (await self.ring.enter("owner-1", own, NOW)).id

    @asynccontextmanager
    async def equipped(
        self, keys: Mapping[str, str], **changes: Any
    ) -> AsyncIterator[tuple[Equipment, list[Degraded]]]:
        """The equipment of an interview, and its news."""
        row = interview_row("i", keys=keys, **changes)
        if await self.store.interviews.find("i") is None:
            await self.store.interviews.create(row)
        equip = equipping(
            self.settings,
            self.store,
            self.ring,
            local=lambda: scripted_voice(Speaker()),
            now=lambda: NOW,
        )
        async with equip(row, PLAN) as equipment:
            news: list[Degraded] = []
            equipment.news.listen(news.append)
            yield equipment, news
            await equipment.voice.stt.aclose()
            await equipment.voice.tts.aclose()


async def test_nothing_chosen_is_this_machine() -> None:
    """Without a choice the local voice and the plan's interviewer are used, and there is no news."""
    async with House().equipped({}) as (equipment, news):
        assert isinstance(equipment.interviewer, PlanInterviewer)
        assert not isinstance(equipment.voice.tts, FallbackTTS)
        assert news == []


async def test_each_part_is_done_by_whom_was_chosen() -> None:
    """One key may do one part or all; the key that is sent is the one that was entered."""
    async with OpenAIServer(HEADER, key=KEY.get_secret_value(), pace=AT_ONCE) as server:
        house = House()
        key = await house.enter(server)
        async with house.equipped({"tts": key}) as (equipment, news):
            assert isinstance(equipment.voice.tts, FallbackTTS)
            assert not isinstance(equipment.voice.stt, FallbackSTT)
            assert isinstance(equipment.interviewer, PlanInterviewer)
        async with house.equipped({"llm": key, "stt": key}) as (equipment, news):
            assert isinstance(equipment.voice.stt, FallbackSTT)
            assert isinstance(equipment.interviewer, ModelInterviewer)
            assert news == []


async def test_a_key_that_is_gone_is_told() -> None:
    """Deleted since the registration, or on a server with another key-encryption key: this machine
    does it, the candidate is told, the record says why (S4)."""
    async with OpenAIServer(HEADER, key=KEY.get_secret_value(), pace=AT_ONCE) as server:
        house = House()
        key = await house.enter(server)
        house.ring = key_ring(Settings(key_encryption_key=new_key()), house.store)
        async with house.equipped({"llm": key, "tts": "key_0"}) as (equipment, news):
            assert isinstance(equipment.interviewer, PlanInterviewer)
            assert [(one.part, one.cause) for one in news] == [
                ("interviewer", "key_gone"),
                ("voice", "key_gone"),
            ]
            assert all(one.notice for one in news)


async def test_a_provider_that_is_no_more_is_told() -> None:
    """One that this version does not know is like one that cannot be used here."""
    house = House()
    await house.store.keys.put(sealed_key("key_1", provider="of-yesterday", sealed=b""))
    async with house.equipped({"llm": "key_1"}) as (equipment, news):
        assert isinstance(equipment.interviewer, PlanInterviewer)
        assert [(one.part, one.cause) for one in news] == [("interviewer", "not_available")]


async def test_an_address_that_is_not_allowed_any_more_is_told() -> None:
    """What the operator's rule forbids today is not asked, whatever it said at the registration."""
    async with OpenAIServer(HEADER, key=KEY.get_secret_value(), pace=AT_ONCE) as server:
        house = House()
        key = await house.enter(server)
        production = {"production": True, "secret": "0123456789abcdefghijklmnopqrstuv"}
        house.settings = Settings(
            key_encryption_key=new_key(), public_url="https://i.example.org", **production
        )
        async with house.equipped({"stt": key}) as (equipment, news):
            assert not isinstance(equipment.voice.stt, FallbackSTT)
            assert [(one.part, one.cause) for one in news] == [("hearing", "not_available")]
        assert server.count("stt") == 0


@pytest.mark.parametrize(("budget", "granted"), [("tokens=0", False), ("tokens=100000", True)])
async def test_a_budget_stands_before_the_model(budget: str, granted: bool) -> None:
    """A request is reserved before it is made and settled by what the provider counted (S4)."""
    async with OpenAIServer(HEADER, key=KEY.get_secret_value(), pace=AT_ONCE) as server:
        house = House(interview_budget=budget)
        key = await house.enter(server)
        async with house.equipped({"llm": key}) as (equipment, news):
            if granted:
                reply: Any = await equipment.interviewer.reply(an_answer())
                said = [part async for part in reply.rest]
                assert "What was the hardest part?" in said
            else:
                with pytest.raises(UpstreamFault, match="budget"):
                    await equipment.interviewer.reply(an_answer())
        assert server.count("llm") == int(granted)
        spent = await house.store.usage.spent(interview_id="i")
        assert (spent.tokens_in > 0) == granted
        assert spent.micros == (None if granted else 0)
        assert [one.cause for one in news] == ([] if granted else ["used_up"])


def an_answer() -> Brief:
    """What the interviewer is told about a first answer."""
    stage = PLAN.stages[0]
    return Brief(
        turn_id="t1",
        stage=stage,
        candidate=Candidate("Ada", "engineer", "mid"),
        answer="I build looms.",
        question=stage.opening,
        earlier=(),
        facts={},
        asked=frozenset(),
        asked_texts=(stage.opening.text,),
        follow_ups=0,
        questions=1,
        time_left=100_000,
    )
