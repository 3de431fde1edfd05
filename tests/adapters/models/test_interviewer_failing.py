"""A model that fails, or whose allowance is used up: the interview goes on by its plan (F7)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from tests.adapters.models.interviewing import (
    FORMS,
    Purse,
    held,
    interviewing,
    plan,
    question,
    reply,
    stage,
    texts,
)
from tests.adapters.models.serving import server

from greenroom.adapters.models import interviewer as watched
from greenroom.app.ports import Amount
from greenroom.app.providers.catalogue import ReplyFormat
from greenroom.interview.causes import EndReason
from greenroom.testing.providers import (
    Fault,
    Reply,
)


@dataclass(frozen=True)
class Trouble:
    """One way to fail, and what the record says of it (None: nothing was wrong that anybody sees)."""

    fault: Fault
    cause: str | None
    late: bool = False
    """Not at once, but in the middle of the question."""


MIDDLE = dict.fromkeys(ReplyFormat, 35) | {ReplyFormat.HEADER_LINE: 21}
"""Tokens of a reply up to the middle of its question."""


TROUBLES = (
    Trouble(Fault.KEY_REFUSED, "key_refused"),
    Trouble(Fault.FORBIDDEN, "forbidden"),
    Trouble(Fault.RATE_LIMITED, "rate_limited"),
    Trouble(Fault.QUOTA, "quota"),
    Trouble(Fault.SERVER_ERROR, "server_error"),
    Trouble(Fault.STALL, "timeout"),
    Trouble(Fault.STALL, "timeout", late=True),
    Trouble(Fault.CUT, "cut"),
    Trouble(Fault.CUT, "cut", late=True),
    Trouble(Fault.EARLY_END, "empty"),
    Trouble(Fault.EARLY_END, "cut", late=True),
    Trouble(Fault.LENGTH, "cut", late=True),
    Trouble(Fault.GARBLED, "malformed"),
    Trouble(Fault.MALFORMED, "malformed"),
    Trouble(Fault.WRONG_SCHEMA, "wrong_schema"),
    Trouble(Fault.EMPTY, "empty"),
    Trouble(Fault.REFUSAL, "malformed"),
    Trouble(Fault.PROMPT_ECHO, "prompt_echo"),
)
OTHERWISE: dict[str, dict[tuple[Fault, bool], str | None]] = {
    "openai": {(Fault.REFUSAL, False): "empty"},
    "openai-compatible": {
        (Fault.REFUSAL, False): "empty",
        # a line says nothing of its end: what was whole is taken, and the plan asks what is missing
        (Fault.EARLY_END, True): None,
        (Fault.LENGTH, True): None,
        (Fault.MALFORMED, False): None,
        (Fault.WRONG_SCHEMA, False): "wrong_schema",
        (Fault.PROMPT_ECHO, False): "malformed",
    },
    "anthropic": {},
    "google": {(Fault.QUOTA, False): "rate_limited", (Fault.REFUSAL, False): "refused"},
}


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A model that says nothing is given up after a second."""
    monkeypatch.setitem(vars(watched), "FIRST_TOKEN_S", 1.0)
    monkeypatch.setitem(vars(watched), "NEXT_TOKEN_S", 1.0)
    return


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("provider", FORMS)
async def test_everything_fails(provider: str) -> None:
    """An interview in which each reply fails in another way ends as planned: a new question every
    time, one request each, each cause on record, and only words that are the plan's or the model's."""
    form = FORMS[provider]
    script = [
        Reply(reply(turn, form), fault=trouble.fault, at=MIDDLE[form] if trouble.late else 0)
        for turn, trouble in enumerate(TROUBLES)
    ]
    turns = len(script)
    interview_plan = plan(stage("work", maximum_turns=turns, hard_limit=600_000))
    async with server(provider, script) as there, interviewing(there, provider) as asking:
        state, book = await held(interview_plan, interviewer=asking)
        assert there.count("llm") == turns
    assert state.end_reason is EndReason.COMPLETED
    causes = [OTHERWISE[provider].get((t.fault, t.late), t.cause) for t in TROUBLES]
    found = [i.cause for i in state.transcript.incidents if i.kind == "interviewer"]
    assert found == [cause for cause in causes if cause is not None]
    heard = texts(state, "probe", "question")
    assert len(heard) == turns
    assert len(set(heard)) == turns
    own = {asked.text for asked in interview_plan.stages[0].bank}
    for words in heard[1:]:
        assert any(words.endswith(text) for text in (*own, *map(question, range(turns)))), words
    assert "key sent was" not in book.text()


@pytest.mark.usefixtures("impatient")
async def test_sentences_that_were_whole_stand() -> None:
    """A line that breaks in the second sentence: the first one was said, the plan asks the question."""
    script = [Reply(reply(0, ReplyFormat.JSON_SCHEMA), fault=Fault.CUT, at=35), "{}"]
    interview_plan = plan(stage("work", maximum_turns=2))
    async with server("openai", script) as there, interviewing(there, "openai") as asking:
        state, _ = await held(interview_plan, interviewer=asking)
    first = texts(state, "question")[1]
    assert first.startswith("Six hours is quick. ")
    assert first.endswith(interview_plan.stages[0].bank[0].text)


@pytest.mark.parametrize("provider", FORMS)
async def test_an_allowance_that_is_used_up(provider: str) -> None:
    """Every request is paid for with what the server counted; when nothing is left the model is not
    asked, and the rules go on."""
    asked, purse = FORMS[provider], Purse(requests=2)
    script = [reply(turn, asked) for turn in range(4)]
    interview_plan = plan(stage("work", maximum_turns=4))
    async with (
        server(provider, script) as there,
        interviewing(there, provider, allowance=purse) as asking,
    ):
        state, _ = await held(interview_plan, interviewer=asking)
        counted = [(r.tokens_in, r.tokens_out) for r in there.requests]
    assert [(a.tokens_in, a.tokens_out) for a in purse.spent] == counted
    assert len(counted) == 2
    assert [i.cause for i in state.transcript.incidents] == ["budget"] * 1 + ["budget"] * 1
    assert state.end_reason is EndReason.COMPLETED


@pytest.mark.usefixtures("impatient")
async def test_a_broken_reply_is_paid_for_as_far_as_it_came() -> None:
    """Where the provider could not say what it cost, an estimate is settled; nothing stays reserved."""
    purse = Purse(requests=9)
    whole = reply(0, ReplyFormat.JSON_SCHEMA)
    script = [Reply(whole, fault=Fault.CUT, at=35), Reply(fault=Fault.SERVER_ERROR)]
    async with (
        server("openai", script) as there,
        interviewing(there, "openai", allowance=purse) as asking,
    ):
        await held(plan(stage("work", maximum_turns=2)), interviewer=asking)
    estimate, nothing = purse.spent
    assert 0 < estimate.tokens_out < len(whole)
    assert 100 < estimate.tokens_in <= purse.reserved[0].tokens_in
    assert nothing == Amount()
