"""Language models as agents and judge of a circle's interview, over real HTTP."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from tests.adapters.models import serving
from tests.adapters.models.conftest import HERE, choice_of, key_of
from tests.adapters.models.serving import BY_EVERY_WAY

from greenroom.adapters.models import http_client, no_retries
from greenroom.adapters.models.circle import ModelAgent, ModelCircleJudge
from greenroom.adapters.models.json_model import JsonModel
from greenroom.adapters.models.plugins import make_llm
from greenroom.app.circles.running import Notebook, RunningMission
from greenroom.app.providers.catalogue import ReplyFormat
from greenroom.circle.brief import Brief, Circle, mission
from greenroom.circle.ends import CircleEnd
from greenroom.circle.events import CallFailed
from greenroom.circle.outcome import outcome
from greenroom.circle.rules import Rules
from greenroom.circle.state import State
from greenroom.testing.providers import (
    Fault,
    OpenAIServer,
    Reply,
    Request,
)
from greenroom.testing.providers.script import AT_ONCE
from greenroom.testing.providers.server import ProviderServer

CHESS = Circle("A chess partner", "Sunday", given={"objective_text": "A chess partner"})
BRIEF = Brief(
    {"display_name": "Ana", "bio": "ONLY-OWNER"},
    {"display_name": "Bo", "bio": "ONLY-VISITOR"},
    CHESS,
    {"approximate_time": "noon"},
    mission(CHESS),
)
SAID = "Sunday at noon would suit me."
LINE = "Somebody nearby plays chess on Sunday."
JUDGEMENT = {
    "reasoning": "Both named a time.",
    "evidence": [{"id": "m1", "quote": SAID}, {"id": "m2", "quote": "at noon"}],
    "criteria": [],
    "injection_suspected": False,
    "verdict": "yes",
    "notification": LINE,
}


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A stall is found after half a second."""
    for module in (http_client, no_retries):
        monkeypatch.setitem(vars(module), "READ_S", 0.5)
    return


def both(request: Request) -> str:
    """As an agent or as the judge, whichever is asked."""
    if "Their agents have talked" in json.dumps(request.body):
        return json.dumps(JUDGEMENT)
    return json.dumps({"as_user_message": SAID, "intent_tag": None, "stop_suggested": False})


class Nobody:
    """A channel that nobody listens to."""

    async def push(self, line: str, *, key: str) -> None:
        return None


async def at_once(_seconds: float) -> None:
    """Waits for nothing."""


async def held(
    server: ProviderServer, provider: str = "openai", asked: ReplyFormat = ReplyFormat.JSON_SCHEMA
) -> tuple[State, Notebook]:
    model = JsonModel(make_llm(choice_of(server, provider), key_of(server), HERE), asked, provider)
    agent, log = ModelAgent(model), Notebook()
    try:
        interview = RunningMission(agent, agent, ModelCircleJudge(model), Nobody(), log, at_once)
        return await interview.start("i", BRIEF, Rules(max_per_side=2)), log
    finally:
        await model.model.aclose()


@BY_EVERY_WAY
async def test_models_hold_an_interview(provider: str, asked: ReplyFormat) -> None:
    """Four messages and one judgement, by every way in which a provider is asked for JSON."""
    async with serving.server(provider, both) as server:
        state, _ = await held(server, provider, asked)
        assert server.count("llm") == 5
    found = outcome(state)
    assert [m["message"] for m in found["transcript"]] == [SAID] * 4
    assert (found["decision"], found["notification"]) == ("yes", LINE)


async def test_what_goes_over_the_wire() -> None:
    """Neither side's request holds the other's private words, the judge's none of either; the judge's
    transcript stands between fences that differ from call to call."""
    sent: list[str] = []

    def noted(request: Request) -> str:
        sent.append(json.dumps(request.body))
        return both(request)

    async with OpenAIServer(noted, pace=AT_ONCE) as server:
        await held(server)
        await held(server)
    fences = set()
    for at, body in enumerate(sent):
        whom = ("owner", "visitor", "owner", "visitor", "judge")[at % 5]
        assert ("ONLY-OWNER" in body) is (whom == "owner")
        assert ("ONLY-VISITOR" in body) is (whom == "visitor")
        assert ("turn_goal" in body) is (whom == "owner")
        if whom == "judge":
            fences.add(body.split("<transcript ")[1].split(">")[0])
    assert len(fences) == 2


async def test_a_broken_reply_is_told_to_the_model() -> None:
    """It is asked again with what was wrong, and a code fence around the object is no fault."""
    replies = iter(["Sure!", f"```json\n{json.dumps({'as_user_message': SAID})}\n```"])
    told: list[str] = []

    def stumbling(request: Request) -> str:
        told.append(json.dumps(request.body["messages"]))
        return next(replies, None) or both(request)

    async with OpenAIServer(stumbling, pace=AT_ONCE) as server:
        state, log = await held(server, "openai-compatible", ReplyFormat.HEADER_LINE)
    assert state.ended is CircleEnd.MAX_TURNS
    assert "no JSON object" not in told[0]
    assert "no JSON object" in told[1]
    assert [e.event.cause for e in log.entries if isinstance(e.event, CallFailed)] == ["not_json"]


@pytest.mark.parametrize(
    ("fault", "cause", "tries"),
    [
        (Fault.KEY_REFUSED, "key_refused", 1),
        (Fault.SERVER_ERROR, "server_error", 3),
        (Fault.CUT, "cut", 3),
    ],
)
async def test_a_provider_that_fails(fault: Fault, cause: str, tries: int) -> None:
    """Its cause is kept, it is tried as often as that makes sense, and nobody is judged."""
    async with OpenAIServer(Reply("{}", fault=fault), pace=AT_ONCE) as server:
        state, log = await held(server)
    assert state.ended is CircleEnd.INFRASTRUCTURE_ERROR
    assert outcome(state)["decision"] is None
    causes = [e.event.cause for e in log.entries if isinstance(e.event, CallFailed)]
    assert causes == [cause] * tries
