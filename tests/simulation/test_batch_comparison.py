"""Batches are compared only with their like (X2)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.simulation.batches import fail_the_end, rewrite

from greenroom.bootstrap.simulations import comparing
from greenroom.simulation.batch.comparing import NotComparable, compare
from greenroom.simulation.batch.folder import RESULTS, Folder


def test_like_batches_are_compared(
    whole: Path, copy: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The same results: nothing regressed."""
    assert comparing.main(whole, copy, as_json=False) == 0
    assert "nothing regressed" in capsys.readouterr().out
    assert comparing.main(whole, copy, as_json=True) == 0
    assert json.loads(capsys.readouterr().out)["regressed"] is False


def test_a_check_that_holds_no_more_is_a_regression(
    whole: Path, copy: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """One that holds now is none; both are told with what was found."""
    rewrite(copy, fail_the_end)
    assert comparing.main(whole, copy, as_json=False) == 1
    told = capsys.readouterr().out
    assert "regressed: circle-yes run 0: end_reason: owner_stop, then time" in told
    assert comparing.main(copy, whole, as_json=False) == 0


def test_a_pair_with_an_invalid_run_is_left_out(whole: Path, copy: Path) -> None:
    """It is counted, and is no regression."""
    rewrite(copy, fail_the_end)
    rewrite(copy, lambda r: r.update(status="invalid", passed=None))
    found = compare(Folder(whole), Folder(copy))
    assert (found.regressed, found.invalid) == (False, 4)


@pytest.mark.parametrize(
    ("key", "value", "why"),
    [
        ("runs", 1, "runs: 2 in the first, 1 in the second"),
        ("seed", 3, "seed: 0 in the first, 3 in the second"),
        ("candidate", "openai/gpt", "candidate: none"),
        ("judge", "openai/gpt", "judge: none"),
        ("cases", [], "only the first has the scenario circle-yes"),
    ],
)
def test_unlike_batches_are_refused(
    whole: Path, copy: Path, key: str, value: object, why: str
) -> None:
    """With the reason."""
    data = json.loads((copy / "batch.json").read_text("utf-8"))
    (copy / "batch.json").write_text(json.dumps(data | {key: value}), "utf-8")
    with pytest.raises(NotComparable, match=why):
        compare(Folder(whole), Folder(copy))


def test_other_expectations_and_missing_runs_are_refused(whole: Path, copy: Path) -> None:
    """Both reasons are told at once; another interviewer or plan is what may differ."""
    data = json.loads((copy / "batch.json").read_text("utf-8"))
    data["cases"][1]["plan_digest"] = "another"
    (copy / "batch.json").write_text(json.dumps(data | {"interviewer": "x/y"}), "utf-8")
    assert "interviewer: plan, then x/y" in compare(Folder(whole), Folder(copy)).differs
    data["cases"][0]["digest"] = "another"
    (copy / "batch.json").write_text(json.dumps(data), "utf-8")
    (copy / RESULTS).write_bytes(b"")
    with pytest.raises(NotComparable) as caught:
        compare(Folder(whole), Folder(copy))
    assert "the scenario circle-yes is not the same" in str(caught.value)
    assert "4 runs are missing" in str(caught.value)
