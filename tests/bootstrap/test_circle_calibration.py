"""`greenroom circle calibrate` from outside: what it prints, what it writes, its exit codes."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from tests import typed as command
from tests.bootstrap.calibration import ITEMS, always_no, found, person, script
from tests.support.operators_model import typed

from greenroom.app.ports import OperatorFault, UserFault
from greenroom.bootstrap import circle_calibration
from greenroom.bootstrap.circle_calibration import Options
from greenroom.circle.events import Verdict
from greenroom.testing.providers import Fault, OpenAIServer, Reply
from greenroom.testing.providers.script import AT_ONCE


def test_the_table_as_it_is_typed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With nothing but a judge: the intended labels, said to be no people's; exit code 0 though the
    judge is worthless, and the table shows that."""
    run = command.typed(capsys, "circle", "calibrate", "--judge", script(tmp_path, always_no))
    assert run.returncode == 0
    told = run.stdout
    assert "not blind" in told
    assert "people among themselves: missing" in told
    assert "yes found (TPR)  0 of 37: 0.00 (0.00 to 0.09)" in told
    assert "no kept (TNR)    37 of 37: 1.00 (0.91 to 1.00)" in told
    assert "110 of 110 items" in run.stderr


def test_the_json_has_every_figure_with_what_it_rests_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The same by --json and in --out; wherever κ is, n, agreement, base rate and baseline are."""
    out = tmp_path / "figures.json"
    judge = script(tmp_path, always_no, times=2)
    told = found(Options(judge, repeat=2, out=out), capsys)
    assert json.loads(out.read_text()) == told
    assert list(told) == [
        "calibration",
        "labels",
        "judge",
        "beside_people",
        "counts",
        "tpr",
        "tnr",
        "yes_in_doubt",
        "undecided",
        "decided",
        "errors",
        "yes_or_no",
        "three_labels",
        "consistency",
        "probes",
        "verdicts",
    ]
    assert told["counts"]["yes"] == {"yes": 0, "no": 37, "undecided": 0, "error": 0}
    assert told["consistency"]["unanimous"]["share"] == 1
    assert told["probes"] is None
    assert (told["labels"]["people"], told["labels"]["blind"]) == (0, False)
    assert len(told["verdicts"]) == len(ITEMS)
    having = [table for table in nested(told) if "kappa" in table]
    assert len(having) == 2
    assert all(
        {"n", "raw", "base_rate_of_yes", "constant_baseline"} <= table.keys() for table in having
    )


def nested(value: Any) -> list[Mapping[str, Any]]:
    if isinstance(value, dict):
        return [value, *(one for inner in value.values() for one in nested(inner))]
    if isinstance(value, list):
        return [one for inner in value for one in nested(inner)]
    return []


def test_a_rate_that_fell(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """1 when a rate is below the lower end that it had, with a sentence; 0 when it is not. A judge that
    does not decide any more has not kept its rates."""
    out = tmp_path / "before.json"
    found(Options(script(tmp_path, always_no), out=out), capsys)
    judge = script(tmp_path, always_no)
    assert circle_calibration.main(Options(judge, against=out), as_json=True) == 0
    capsys.readouterr()
    doubts = script(tmp_path, lambda v: "undecided" if v is Verdict.NO else "no")
    assert circle_calibration.main(Options(doubts, against=out), as_json=True) == 1
    told = capsys.readouterr().err
    assert "TNR is without a case; it was at least 0.91" in told
    assert "DECIDED is 0.50; it was at least 0.95" in told


def test_figures_about_other_labels_are_not_compared(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Refused before the judge is asked; and so is what is no result at all."""
    out = tmp_path / "before.json"
    found(Options(script(tmp_path, always_no), out=out), capsys)
    alone = person(tmp_path, "aa", lambda id_, v: v if ITEMS[id_].language == "en" else None)
    with pytest.raises(UserFault, match="other items, labels or rules"):
        circle_calibration.main(Options("script:none", labels=(alone,), against=out), as_json=True)
    for text, told in (("{}", "no result of"), ("[1]", "no result of"), ("{", "not JSON")):
        (tmp_path / "no.json").write_text(text)
        with pytest.raises(UserFault, match=told):
            circle_calibration.main(
                Options("script:none", against=tmp_path / "no.json"), as_json=True
            )


def test_a_judge_that_says_nothing_is_not_a_zero(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A script without a line: errors, all of them; no rate; exit code 3."""
    (tmp_path / "empty.jsonl").write_text("")
    told = found(Options(f"script:{tmp_path / 'empty.jsonl'}"), capsys, code=3)
    assert told["errors"]["hits"] == 110
    assert told["tpr"]["share"] is None
    assert told["yes_or_no"]["no_kappa"] == "nothing_compared"
    assert told["judge"]["faults"] == {"exhausted": 110}


def test_a_cassette_gives_the_same_figures(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What was recorded is judged again without the judge; probes and all."""
    kept = tmp_path / "kept.jsonl"
    judge = script(tmp_path, always_no, times=6)
    first = found(Options(judge, probes=True, record=kept), capsys)
    again = found(Options(f"cassette:{kept}", probes=True), capsys)
    assert first["judge"].pop("name") == "script"
    assert again["judge"].pop("name") == "cassette"
    assert first == again
    assert first["probes"]["names"]["same"]["of"] == 110


@pytest.mark.parametrize(
    ("wanted", "told"),
    [
        (Options("gpt"), "--judge gpt: give llm, script:FILE or cassette:FILE"),
        (Options("script:x", at_once=2), "--at-once: a script and a cassette have an order"),
        (Options("llm", at_once=2, record=Path("x")), "--at-once: "),
        (Options("script:x", out=Path(__file__)), "--out .*: it is there already"),
        (Options("script:x", items=Path("x")), "--items: give the labels of these items too"),
        (Options("script:x", labels=(Path("nowhere"),)), "nowhere: cannot be read"),
    ],
)
def test_what_cannot_be_is_refused_before_anything_is_asked(wanted: Options, told: str) -> None:
    """With the option and what to give."""
    with pytest.raises(UserFault, match=told):
        circle_calibration.main(wanted, as_json=True)


def test_a_model_that_is_not_set(monkeypatch: pytest.MonkeyPatch) -> None:
    """`llm` without settings says which to set."""
    monkeypatch.delenv("GREENROOM_LLM", raising=False)
    with pytest.raises(OperatorFault, match="GREENROOM_LLM"):
        circle_calibration.main(Options("llm"), as_json=True)


@pytest.mark.parametrize(("fault", "code", "items"), [(None, 0, 110), (Fault.KEY_REFUSED, 3, 0)])
async def test_the_operators_model(fault: Fault | None, code: int, items: int) -> None:
    """As it is typed: the model of the settings is asked about every item, eight at once; one that
    refuses the key is asked about a handful, and the exit code is 3."""
    reply = json.dumps({"reasoning": "r", "evidence": [], "criteria": [], "verdict": "no"})
    async with OpenAIServer(Reply(reply, fault=fault), pace=AT_ONCE) as server:
        run = await typed(server, "circle", "calibrate", "--json", "--at-once", "8")
    assert run.returncode == code, run.stderr
    told = json.loads(run.stdout)
    assert told["judge"]["name"] == "openai-compatible/local-model"
    assert len(told["verdicts"]) == items
    if fault is None:
        assert told["tnr"]["hits"] == 37
    else:
        assert told["judge"]["stopped"] == "key_refused"
        assert told["errors"]["of"] == 0
