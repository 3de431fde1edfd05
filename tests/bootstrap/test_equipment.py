"""From what a candidate chose to what the interview is held with (S2, S4)."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from typing import Any

import pytest
from pydantic import SecretStr

from greenroom.adapters.models.interviewer import ModelInterviewer
from greenroom.adapters.models.tool_caller import ToolCaller
from greenroom.adapters.speech.remote_stt import FallbackSTT
from greenroom.adapters.speech.remote_tts import FallbackTTS
from greenroom.adapters.storage.memory import MemoryStore
from greenroom.adapters.vault import new_key
from greenroom.app import plans
from greenroom.app.interviewer import PlanInterviewer
from greenroom.app.ports import UpstreamFault
from greenroom.app.providers.catalogue import Part
from greenroom.app.providers.key_entry import Entry
from greenroom.app.providers.keys import KeyRing
from greenroom.bootstrap.equipment import equipping
from greenroom.bootstrap.keys import key_ring
from greenroom.bootstrap.preparing import preparation_service, sound_archive
from greenroom.interview.brief import Brief
from greenroom.interview.plan import Candidate
from greenroom.session.equipment import Equipment
from greenroom.session.voice import Degraded
from greenroom.settings import Settings
from greenroom.simulation.candidate_voice import Speaker
from greenroom.simulation.scripted_speech import scripted_voice
from greenroom.testing import interview_row, sealed_key
from greenroom.testing.providers import OpenAIServer
from greenroom.testing.providers.script import AT_ONCE
from greenroom.testing.readers import WordsReader

KEY = SecretStr("sk-canary-5f1d9c77aa20413e")
PLAN = plans.load_builtin("two-stage")
NOW = datetime(2026, 1, 2, 10, 0, tzinfo=UTC)
HEADER = "depth=3; move=ask; question_id=-\nWhat was the hardest part?"
MODELS = {Part.LLM: "local-model", Part.STT: "local-model", Part.TTS: "local-model"}


class House:
    """A store, a key ring and what makes equipment."""

    def __init__(self, **settings: Any) -> None:
        self.settings = Settings(key_encryption_key=new_key(), **settings)
        self.store = MemoryStore()
        self.ring: KeyRing = key_ring(self.settings, self.store)

    def told(self, **chosen: str) -> Mapping[str, str]:
        """What an interview that is registered now is to be held with."""
        return self.ring.with_operators(chosen)

    async def enter(self, server: OpenAIServer) -> str:
        own = Entry("openai-compatible", KEY, server.url, MODELS)
        return (await self.ring.enter("owner-1", own, NOW)).row.id

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
            preparation_service(self.settings, self.store, self.ring, lambda: NOW),
            sound_archive(self.settings, self.store),
            local=lambda: scripted_voice(Speaker()),
            reader=WordsReader(),
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


def of_the_operator(server: OpenAIServer, *parts: str, **more: Any) -> dict[str, Any]:
    """The settings of an operator who has this server do these parts."""
    names = {"": "openai-compatible", "_url": server.url, "_model": "local-model", "_key": KEY}
    return {part + name: value for part in parts for name, value in names.items()} | more


async def test_the_operators_providers_do_what_nobody_chose() -> None:
    """Each part that the operator has set is done by it, with the operator's key, unless the candidate
    chose one; wherever the address leads, for it is the operator's."""
    async with OpenAIServer(HEADER, key=KEY.get_secret_value(), pace=AT_ONCE) as server:
        house = House(
            **of_the_operator(server, "llm", "stt", "tts"),
            production=True,
            secret="0123456789abcdefghijklmnopqrstuv",
            public_url="https://i.example.org",
        )
        assert set(house.told().values()) == {"operator:openai-compatible"}
        async with house.equipped(house.told()) as (equipment, news):
            assert isinstance(equipment.voice.stt, FallbackSTT)
            assert isinstance(equipment.voice.tts, FallbackTTS)
            reply: Any = await equipment.interviewer.reply(an_answer())
            assert "What was the hardest part?" in [part async for part in reply.rest]
            assert news == []
        assert server.count("llm") == 1
        assert (await house.store.usage.spent(owner="owner-1")).tokens_in > 0


async def test_a_candidates_own_choice_wins() -> None:
    """Who chose an own key is asked by it, and the operator's other parts stay."""
    async with (
        OpenAIServer(HEADER, key=KEY.get_secret_value(), pace=AT_ONCE) as own,
        OpenAIServer(HEADER, key=KEY.get_secret_value(), pace=AT_ONCE) as operators,
    ):
        house = House(**of_the_operator(operators, "llm", "tts"))
        key = await house.enter(own)
        async with house.equipped(house.told(llm=key)) as (equipment, _):
            assert isinstance(equipment.voice.tts, FallbackTTS)
            reply: Any = await equipment.interviewer.reply(an_answer())
            assert [part async for part in reply.rest]
        assert (own.count("llm"), operators.count("llm")) == (1, 0)


@pytest.mark.parametrize("now", [None, "openai"])
async def test_a_provider_that_the_candidate_was_not_told_of_is_not_used(now: str | None) -> None:
    """The operator has another provider since the registration, or none: this machine does the part,
    and an interview that was registered before there was one goes on without."""
    async with OpenAIServer(HEADER, key=KEY.get_secret_value(), pace=AT_ONCE) as server:
        told = House(**of_the_operator(server, "llm")).told()
        house = House(**({"llm": now, "llm_key": KEY} if now else {}))
        async with house.equipped(told) as (equipment, news):
            assert isinstance(equipment.interviewer, PlanInterviewer)
            assert [(one.part, one.cause) for one in news] == [("interviewer", "not_available")]
        async with house.equipped({}) as (equipment, news):
            assert isinstance(equipment.interviewer, PlanInterviewer)
            assert news == []


async def test_a_lost_key_is_not_replaced_by_the_operators_provider() -> None:
    """Who chose one provider has not agreed to another."""
    async with OpenAIServer(HEADER, key=KEY.get_secret_value(), pace=AT_ONCE) as server:
        house = House(**of_the_operator(server, "llm"))
        async with house.equipped(house.told(llm="key_0")) as (equipment, news):
            assert isinstance(equipment.interviewer, PlanInterviewer)
            assert [one.cause for one in news] == ["key_gone"]


async def test_a_model_that_is_asked_by_tools_proposes_itself() -> None:
    """Set so, it is given to the session with the background, and pays as the others do."""
    async with OpenAIServer(HEADER, key=KEY.get_secret_value(), pace=AT_ONCE) as server:
        house = House(**of_the_operator(server, "llm", llm_asked="tools"))
        told = house.told()
        who = {"name": "Ada", "role": "Software engineer", "level": "senior"}
        async with house.equipped(told, candidate=who) as (equipment, news):
            assert isinstance(equipment.model, ToolCaller)
            assert equipment.background.focus
            assert equipment.background.expectations
            assert news == []


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
