"""Batches with a model: a played candidate, its validity, budgets, cassettes. The model is a server on
loopback that speaks as OpenAI does."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from greenroom.app.ports import OperatorFault, UserFault
from greenroom.bootstrap.simulations import batches
from greenroom.bootstrap.simulations.batches import Options
from greenroom.bootstrap.simulations.roles import Roles
from greenroom.testing.providers import Fault, OpenAIServer, Reply, Request
from greenroom.testing.providers.script import AT_ONCE

EXAMPLE = Path(__file__).parents[2] / "examples" / "scenarios"
NURSE = {
    "yourself": "I work as a nurse on a ward for children.",
    "role": "I work as a nurse on a ward for children.",
    "strength": "My greatest strength is staying calm.",
    "proud": "We moved twelve beds to another house in one night, and I planned the order.",
}


def nurse(request: Request) -> str:
    """Answers what was asked last, by the sheet."""
    said = json.loads(request.body["messages"][-1]["content"])
    question = said[-1]["interviewer"].lower()
    words = next((NURSE[key] for key in NURSE if key in question), "I have nothing to say there.")
    return json.dumps({"say": words})


def leaky(request: Request) -> str:
    """Tells what it never tells."""
    return json.dumps({"say": "I earn 41 thousand euros, by the way, and I like it."})


@contextmanager
def served(chat: Callable[[Request], Any]) -> Iterator[OpenAIServer]:
    """The server in a thread of its own: a batch has the main one."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()
    server = OpenAIServer(chat, key=None, pace=AT_ONCE)
    try:
        asyncio.run_coroutine_threadsafe(server.__aenter__(), loop).result(30)
        yield server
    finally:
        asyncio.run_coroutine_threadsafe(server.__aexit__(None, None, None), loop).result(30)
        loop.call_soon_threadsafe(loop.stop)
        thread.join(30)
        loop.close()


@pytest.fixture
def model(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[[str], None]:
    """Set the operator's model to the server at this address."""

    def at(url: str) -> None:
        monkeypatch.setenv("GREENROOM_DATA", str(tmp_path / "data"))
        monkeypatch.setenv("GREENROOM_LLM", "openai-compatible")
        monkeypatch.setenv("GREENROOM_LLM_MODEL", "local-model")
        monkeypatch.setenv("GREENROOM_LLM_URL", url)

    return at


def held(
    out: Path, *, runs: int = 1, roles: Roles | None = None, wanted: Options | None = None
) -> int:
    return batches.run([EXAMPLE], out, runs, 0, roles or Roles(), wanted or Options())


def results(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / "results.jsonl").read_text().splitlines()]


def test_a_played_candidate_and_its_cassette(model: Callable[[str], None], tmp_path: Path) -> None:
    """The model plays the sheet, is found valid, and its tokens are counted. Without the server the
    cassette gives the same results, but for the tokens that nobody used."""
    tape = tmp_path / "tape"
    with served(nurse) as server:
        model(server.url)
        assert held(tmp_path / "a", roles=Roles(cassette=tape)) == 0
        asked = server.requests
    (result,) = results(tmp_path / "a")
    assert result["status"] == "passed", result
    assert result["validity"] == {"valid": True, "lapses": []}
    assert result["tokens"]["in"] > 100
    assert len(asked) == len(list(tape.glob("*-*.json"))) > 2
    assert held(tmp_path / "b", roles=Roles(cassette=tape, replay=True)) == 0
    (again,) = results(tmp_path / "b")
    assert again == result | {"tokens": {"in": 0, "out": 0}}


def test_a_request_that_was_not_recorded(
    model: Callable[[str], None], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It breaks the run, with what was recorded instead; nothing is made up."""
    tape = tmp_path / "tape"
    with served(nurse) as server:
        model(server.url)
        held(tmp_path / "a", roles=Roles(cassette=tape))
    for number, file in enumerate(sorted(tape.glob("*-*.json"))):
        kept = json.loads(file.read_text("utf-8"))
        kept["asked"]["messages"][1]["text"] += " and more"
        file.with_name(f"{number:032}-1.json").write_text(json.dumps(kept), "utf-8")
        file.unlink()
    assert held(tmp_path / "b", roles=Roles(cassette=tape, replay=True)) == 3
    (result,) = results(tmp_path / "b")
    assert (result["status"], result["passed"], result["record"]) == ("broken", None, None)
    assert "no reply was recorded" in result["error"]
    assert "and more" in result["error"]
    assert "no reply was recorded" in capsys.readouterr().err
    with pytest.raises(UserFault, match="is no folder of"):
        held(tmp_path / "c", roles=Roles(cassette=tmp_path, replay=True))


def test_a_candidate_out_of_its_part_says_nothing(
    model: Callable[[str], None], tmp_path: Path
) -> None:
    """It plays again twice, then the run is invalid: neither passed nor failed, and nothing is
    concluded (exit code 3)."""
    with served(leaky) as server:
        model(server.url)
        assert held(tmp_path / "a") == 3
    (result,) = results(tmp_path / "a")
    assert (result["status"], result["passed"], result["played_again"]) == ("invalid", None, 2)
    assert result["validity"]["lapses"][0]["lapse"] == "leaked_unasked"
    assert result["validity"]["lapses"][0]["quote"] == "41 thousand"


def test_tokens_run_out(model: Callable[[str], None], tmp_path: Path) -> None:
    """No further run begins (exit code 4); with more of them the batch goes on."""
    with served(nurse) as server:
        model(server.url)
        assert held(tmp_path / "a", runs=3, wanted=Options(max_tokens=10)) == 4
        assert len(results(tmp_path / "a")) == 1
        assert batches.resume(tmp_path / "a", Options()) == 0
        assert len(results(tmp_path / "a")) == 3


def test_a_model_that_fails_breaks_the_run(model: Callable[[str], None], tmp_path: Path) -> None:
    """Exit code 3, and `resume` holds it again."""
    with served(lambda _: Reply(fault=Fault.SERVER_ERROR)) as server:
        model(server.url)
        assert held(tmp_path / "a") == 3
    (result,) = results(tmp_path / "a")
    assert result["status"] == "broken"
    assert "server_error" in result["error"]
    with served(nurse) as server:
        model(server.url)
        assert batches.resume(tmp_path / "a", Options()) == 0


def interviewing(request: Request) -> str:
    return f"depth=3; move=ask; question_id=-\nWhat did you do on day {len(str(request.body))}?"


def test_a_model_interviews(model: Callable[[str], None], tmp_path: Path) -> None:
    """`--interviewer llm`: its questions are asked, in virtual time; a cassette has them, too."""
    case, tape = tmp_path / "case.toml", tmp_path / "tape"
    case.write_text(
        'schema = 1\nid = "x"\ntitle = "X"\nplan = "two-stage"\n[candidate]\npersona = "normal"\n'
        '[expect]\nsaid = ["What did you do on day"]\nat_most = { incidents = 0 }\n'
    )
    roles = Roles(interviewer="llm", cassette=tape)
    with served(interviewing) as server:
        model(server.url)
        assert batches.run([case], tmp_path / "a", 1, 0, roles, Options()) == 0
    replayed = Roles(interviewer="llm", cassette=tape, replay=True)
    assert batches.run([case], tmp_path / "b", 1, 0, replayed, Options()) == 0
    (first,), (second,) = results(tmp_path / "a"), results(tmp_path / "b")
    assert first["record"] == second["record"]


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


def test_without_a_model_it_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A scenario with a character needs one; no folder is begun."""
    monkeypatch.delenv("GREENROOM_LLM", raising=False)
    monkeypatch.setenv("GREENROOM_DATA", str(tmp_path / "data"))
    with pytest.raises(OperatorFault, match="GREENROOM_LLM"):
        held(tmp_path / "a")
    assert not (tmp_path / "a").exists()
