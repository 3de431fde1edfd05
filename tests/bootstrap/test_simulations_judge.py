"""Batches with a model that judges: levels, what cannot be read, budgets, cassettes."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.bootstrap.simulation_model import model, results, served

from greenroom.bootstrap.simulations import batches
from greenroom.bootstrap.simulations.batches import Options
from greenroom.bootstrap.simulations.roles import Roles
from greenroom.testing.providers import Fault, Reply, Request

__all__ = ["model"]

JUDGED = """\
schema = 1
id = "judged"
title = "A judge of the story"
plan = "two-stage"
[candidate]
[[candidate.lines]]
after = "question"
wait = 0.8
say = "I am a backend engineer at a bookshop, and I am good at slow queries."
[[candidate.lines]]
after = "question"
wait = 0.8
say = "I cut the delay of our stock figures from a day to two minutes."
[expect]
[expect.rubric]
name = "star"
at_least = {at_least}
unscored = {unscored}
"""
WORDS = "I cut the delay of our stock figures"


def a_judge(result: object, others: object = None) -> Callable[[Request], Any]:
    """Judges the criterion `Result` with this level, and the others with the other one. Where a level
    is a whole reply, that is what it says."""

    def reply(request: Request) -> Any:
        asked = str(request.body["messages"][0]["content"])
        score = result if "Criterion: Result." in asked else others
        if isinstance(score, Reply):
            return score
        quotes = [WORDS] if score is not None else []
        return json.dumps({"reasoning": "As quoted.", "quotes": quotes, "score": score})

    return reply


@pytest.fixture
def judged(tmp_path: Path) -> Callable[..., int]:
    """Hold the judged scenario, as it is typed with `--judge llm`; the exit code."""

    def hold(
        out: str,
        at_least: str = "{ result = 3 }",
        unscored: str = "[]",
        roles: Roles = Roles(judge="llm"),  # noqa: B008 - frozen
        **more: Any,
    ) -> int:
        case = tmp_path / "judged.toml"
        case.write_text(JUDGED.format(at_least=at_least, unscored=unscored))
        runs = more.pop("runs", 1)
        return batches.run([case], tmp_path / out, runs, 0, roles, Options(**more))

    return hold


def checks(folder: Path) -> dict[str, Any]:
    (result,) = results(folder)
    return {check["id"]: check for check in result["checks"]}


def test_a_model_judges(
    model: Callable[[str], None], judged: Callable[..., int], tmp_path: Path
) -> None:
    """`--judge llm`: every criterion is asked about twice, a level that is high enough passes with the
    words it rests on, the tokens are the run's, and a cassette has the judgement, too."""
    tape = tmp_path / "tape"
    with served(a_judge(4)) as server:
        model(server.url)
        assert judged("a", unscored='["task"]', roles=Roles(judge="llm", cassette=tape)) == 0
        asked = server.requests
    (result,) = results(tmp_path / "a")
    assert (result["status"], len(asked)) == ("passed", 8)
    assert result["tokens"]["in"] == sum(request.tokens_in for request in asked) > 1_000
    held = checks(tmp_path / "a")
    assert (held["level of result"]["passed"], held["no level of task"]["passed"]) == (True, True)
    (quote,) = held["level of result"]["quotes"]
    assert quote["quote"] == WORDS
    assert WORDS in result["record"]["messages"][quote["message"]]["text"]
    assert result["scorecard"]["judge"] == "openai-compatible/local-model"
    replayed = Roles(judge="llm", cassette=tape, replay=True)
    assert judged("b", unscored='["task"]', roles=replayed) == 0
    (again,) = results(tmp_path / "b")
    assert again == result | {"tokens": {"in": 0, "out": 0}}


@pytest.mark.parametrize(
    ("result", "found"),
    [(2, "level 2"), (None, "not scored: not_observed"), (9, "not scored: bad_score")],
)
def test_a_model_judges_lower(
    model: Callable[[str], None],
    judged: Callable[..., int],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    result: object,
    found: str,
) -> None:
    """A lower level, none, and one that is none: the check fails (exit code 1), and says which it was."""
    with served(a_judge(result)) as server:
        model(server.url)
        assert judged("a") == 1
    (line,) = results(tmp_path / "a")
    assert (line["status"], line["passed"]) == ("failed", False)
    assert checks(tmp_path / "a")["level of result"]["found"] == found
    assert found in capsys.readouterr().err


@pytest.mark.parametrize(
    ("said", "cause"),
    [
        (Reply("I would rather tell you a story."), "refused"),
        (Reply('{"score": 5}'), "wrong_schema"),
        (Reply('{"score": 5, "quotes": ["I cut'), "malformed"),
        (Reply(fault=Fault.EMPTY), "empty"),
        (Reply(fault=Fault.SERVER_ERROR), "server_error"),
    ],
)
@pytest.mark.parametrize("expected", [{}, {"at_least": "{}", "unscored": '["result"]'}])
def test_a_judge_that_cannot_be_read_breaks_the_run(
    model: Callable[[str], None],
    judged: Callable[..., int],
    tmp_path: Path,
    said: Reply,
    cause: str,
    expected: dict[str, str],
) -> None:
    """It passes nothing and fails nothing, whether a level is expected or none: the run is broken, says
    which criterion and why (exit code 3), and `resume` has it judged again."""
    with served(a_judge(said)) as server:
        model(server.url)
        assert judged("a", **expected) == 3
    (result,) = results(tmp_path / "a")
    assert (result["status"], result["passed"]) == ("broken", None)
    assert result["error"] == f"the judge failed: result: {cause}"
    with served(a_judge(4 if "at_least" not in expected else None)) as server:
        model(server.url)
        assert batches.resume(tmp_path / "a", Options()) == 0


def test_what_no_check_asks_for_may_fail(
    model: Callable[[str], None], judged: Callable[..., int]
) -> None:
    """A criterion that the scenario expects nothing of costs it nothing."""
    with served(a_judge(4, others=Reply("no"))) as server:
        model(server.url)
        assert judged("a") == 0


def test_a_judges_tokens_run_out(
    model: Callable[[str], None], judged: Callable[..., int], tmp_path: Path
) -> None:
    """They count as the others do: no further run begins (exit code 4)."""
    with served(a_judge(4)) as server:
        model(server.url)
        assert judged("a", runs=3, max_tokens=10) == 4
    assert len(results(tmp_path / "a")) == 1


def test_nobody_judges(judged: Callable[..., int], tmp_path: Path) -> None:
    """Without `--judge llm` a level is neither there nor missing, and nothing fails for it."""
    assert judged("a", unscored='["task"]', roles=Roles()) == 0
    found = checks(tmp_path / "a")
    assert found["level of result"]["passed"] is found["no level of task"]["passed"] is None
