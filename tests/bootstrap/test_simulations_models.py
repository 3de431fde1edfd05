"""Batches with a model that plays the candidate or interviews: validity, budgets, cassettes."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.bootstrap.simulation_model import model, results, served

from greenroom.app.ports import OperatorFault, UserFault
from greenroom.bootstrap.simulations import batches
from greenroom.bootstrap.simulations.batches import Options
from greenroom.bootstrap.simulations.roles import Roles
from greenroom.testing.providers import Fault, Reply, Request

__all__ = ["model"]

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


def held(
    out: Path, *, runs: int = 1, roles: Roles | None = None, wanted: Options | None = None
) -> int:
    return batches.run([EXAMPLE], out, runs, 0, roles or Roles(), wanted or Options())


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


def test_without_a_model_it_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A scenario with a character needs one; no folder is begun."""
    monkeypatch.delenv("GREENROOM_LLM", raising=False)
    monkeypatch.setenv("GREENROOM_DATA", str(tmp_path / "data"))
    with pytest.raises(OperatorFault, match="GREENROOM_LLM"):
        held(tmp_path / "a")
    assert not (tmp_path / "a").exists()
