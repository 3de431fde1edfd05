"""Who speaks and who judges between two agents, as it is told on a command line."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from greenroom import settings as configuration
from greenroom.app.circles import missions
from greenroom.app.circles.cassette import Cassette, Recorder
from greenroom.app.circles.scripts import ScriptedCircleJudge
from greenroom.app.ports import CircleAgent, CircleJudge, UserFault

if TYPE_CHECKING:
    from greenroom.bootstrap.operators_model import OperatorsModel

LLM: Final = "llm"
SCRIPT: Final = "script:"
CASSETTE: Final = "cassette:"


def told_judge(given: str) -> CircleJudge | None:
    """Who judges; None: a model does. Raises `UserFault`."""
    if given == LLM:
        return None
    if given.startswith(CASSETTE):
        return cassette(given)
    if given.startswith(SCRIPT):
        return ScriptedCircleJudge(missions.script(Path(given.removeprefix(SCRIPT))))
    raise UserFault(f"--judge {given}: give llm, script:FILE or cassette:FILE")


def cassette(given: str) -> Cassette:
    path = Path(given.removeprefix(CASSETTE))
    return Cassette(missions.script(path), str(path))


@contextmanager
def kept(record: Path | None) -> Iterator[Callable[[str, Any], Any]]:
    """Around each role, so that its replies are written down as they come. Raises `UserFault`."""
    if record is None:
        yield lambda _, who: who
        return
    try:
        file = record.open("x", encoding="utf-8")
    except OSError as error:
        raise UserFault(f"--record {record}: {error.strerror}") from None
    with file:
        yield lambda role, who: Recorder(role, who, lambda line: print(line, file=file, flush=True))


@asynccontextmanager
async def model(*, wanted: bool) -> AsyncIterator[OperatorsModel | None]:
    """The operator's model, where it is asked for. Raises `OperatorFault`."""
    if not wanted:
        yield None
        return
    from greenroom.bootstrap.operators_model import operators_model

    chosen = operators_model(configuration.load())
    try:
        yield chosen
    finally:
        await chosen.model.aclose()


def model_agent(chosen: OperatorsModel | None) -> CircleAgent:
    from greenroom.adapters.models.circle import ModelAgent
    from greenroom.adapters.models.json_model import JsonModel

    if chosen is None:
        raise AssertionError("no side asked for a model")
    return ModelAgent(JsonModel(chosen.model, chosen.asked, chosen.provider))


def model_judge(chosen: OperatorsModel | None) -> CircleJudge:
    from greenroom.adapters.models.circle import ModelCircleJudge
    from greenroom.adapters.models.json_model import JsonModel

    if chosen is None:
        raise AssertionError("nobody asked for a model")
    return ModelCircleJudge(JsonModel(chosen.model, chosen.asked, chosen.provider))
