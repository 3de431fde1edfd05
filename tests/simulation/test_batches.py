"""Batches: every result once, whatever happens in the middle (X2)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.simulation.batches import SHIPPED, held, results, rewrite

from greenroom.app.ports import Interviewer, OperatorFault, UserFault
from greenroom.bootstrap.simulations import batches
from greenroom.bootstrap.simulations.batches import Options
from greenroom.simulation.batch.case import Cast, hold_case
from greenroom.simulation.batch.folder import RESULTS, Folder
from greenroom.simulation.scenarios.loading import load_file


def test_one_line_for_each_run(whole: Path) -> None:
    """Runs count from 0, have seeds of their own, and hold record and checks."""
    found = results(whole)
    assert [(r["scenario"], r["run"]) for r in found] == [
        ("circle-yes", 0),
        ("circle-yes", 1),
        ("race-end-at-once", 0),
        ("race-end-at-once", 1),
    ]
    assert all(r["passed"] is True and r["status"] == "passed" for r in found)
    assert [r["seed"] for r in found] == [0, 1, 0, 1]
    assert found[2]["record"]["end_reason"] == "candidate_ended"
    assert found[2]["record"]["id"] != found[3]["record"]["id"]
    assert {"sound", "replay"} <= {check["id"] for check in found[2]["checks"]}


def test_the_same_seeds_are_the_same_bytes(whole: Path, tmp_path: Path) -> None:
    """A second batch has the same results, one with other seeds has others."""
    held(tmp_path / "again")
    assert (tmp_path / "again" / RESULTS).read_bytes() == (whole / RESULTS).read_bytes()
    held(tmp_path / "other", seed=7)
    assert (tmp_path / "other" / RESULTS).read_bytes() != (whole / RESULTS).read_bytes()


@pytest.mark.parametrize("bytes_left", [0, 1, 900, 1_500, 4_000, -1, -300])
def test_a_batch_that_was_cut_off_is_gone_on_with(whole: Path, copy: Path, bytes_left: int) -> None:
    """Wherever the last write was torn, `resume` leaves the bytes of an unbroken batch."""
    (copy / RESULTS).write_bytes((whole / RESULTS).read_bytes()[:bytes_left])
    assert batches.resume(copy, Options()) == 0
    assert (copy / RESULTS).read_bytes() == (whole / RESULTS).read_bytes()


def test_lines_in_another_order_are_put_in_order(whole: Path, copy: Path) -> None:
    """As several processes leave them; what is there is not held again."""
    lines = (whole / RESULTS).read_bytes().splitlines(keepends=True)
    (copy / RESULTS).write_bytes(b"".join([lines[3], lines[1]]))
    assert batches.resume(copy, Options()) == 0
    assert (copy / RESULTS).read_bytes() == (whole / RESULTS).read_bytes()


def test_a_spoilt_line_is_refused(copy: Path) -> None:
    """A line in the middle that is none is told with its number; nothing is thrown away."""
    (copy / RESULTS).write_text("no result\n{}\n", "utf-8")
    with pytest.raises(UserFault, match=r"results.jsonl:1: this is no result"):
        batches.resume(copy, Options())


def test_a_broken_run_is_held_again(whole: Path, copy: Path) -> None:
    """What broke is no result to keep."""
    rewrite(copy, lambda r: r.update(status="broken", passed=None, error="gone", record=None))
    assert batches.resume(copy, Options()) == 0
    assert (copy / RESULTS).read_bytes() == (whole / RESULTS).read_bytes()


def test_a_folder_is_used_once(whole: Path, tmp_path: Path) -> None:
    """A batch is not written over, and what is no batch is not gone on with."""
    with pytest.raises(UserFault, match="resume"):
        held(whole)
    with pytest.raises(UserFault, match="there is no batch"):
        batches.resume(tmp_path, Options())
    (tmp_path / "batch.json").write_text('{"format": 1}', "utf-8")
    with pytest.raises(UserFault, match="this is no batch"):
        batches.resume(tmp_path, Options())


def test_two_processes_do_not_write_one_batch(copy: Path) -> None:
    """The second is told."""
    with Folder(copy).writing([]), pytest.raises(OperatorFault, match="another process"):
        batches.resume(copy, Options())


def test_a_changed_scenario_is_another_batch(tmp_path: Path) -> None:
    """`resume` refuses when what the results follow from has changed."""
    case = tmp_path / "case.toml"
    case.write_text((SHIPPED / "race-end-at-once.toml").read_text("utf-8"), "utf-8")
    held(tmp_path / "out", cases=[case])
    case.write_text(case.read_text("utf-8").replace("wait = 0.3", "wait = 0.4"), "utf-8")
    with pytest.raises(UserFault, match="is not what it was"):
        batches.resume(tmp_path / "out", Options())


def test_what_does_not_hold_is_exit_code_1(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A failed check is told as it comes."""
    case = tmp_path / "case.toml"
    source = (SHIPPED / "race-end-at-once.toml").read_text("utf-8")
    case.write_text(source.replace('["candidate_ended"]', '["completed"]'), "utf-8")
    assert held(tmp_path / "out", cases=[case]) == 1
    assert "end_reason: expected completed, found candidate_ended" in capsys.readouterr().err
    assert [r["passed"] for r in results(tmp_path / "out")] == [False, False]


def test_a_broken_run_is_exit_code_3(copy: Path) -> None:
    """It is neither passed nor failed."""
    case = Folder(copy).batch().cases[1]
    spoilt = [r for r in results(copy) if r["scenario"] == case.id]
    assert batches._code(Folder(copy).batch(), spoilt, used_up=False) == 3
    assert batches._code(Folder(copy).batch(), results(copy), used_up=False) == 0
    rewrite(copy, lambda r: r.update(status="invalid", passed=None))
    assert batches._code(Folder(copy).batch(), results(copy), used_up=False) == 3


def test_a_case_that_breaks_costs_the_others_nothing() -> None:
    """A fault of our own in one interview is that run's result, told by type and place alone."""

    def nobody() -> Interviewer:
        raise RuntimeError("words of somebody")

    scenario = load_file(SHIPPED / "race-end-at-once.toml")
    result = hold_case(scenario, 3, 3, Cast(interviewer=nobody))
    assert (result["status"], result["passed"], result["record"]) == ("broken", None, None)
    assert "RuntimeError at test_batches.py:" in result["error"]
    assert "words of somebody" not in json.dumps(result)


def test_a_budget_is_exit_code_4(copy: Path) -> None:
    """No run begins when it is used up, `resume` with a higher one goes on."""
    rewrite(copy, lambda r: r["tokens"].update({"in": 40, "out": 10}))
    lines = (copy / RESULTS).read_bytes().splitlines(keepends=True)
    (copy / RESULTS).write_bytes(b"".join(lines[:2]))
    assert batches.resume(copy, Options(max_tokens=100)) == 4
    assert len(results(copy)) == 2
    assert batches.resume(copy, Options(max_tokens=101)) == 0
    assert len(results(copy)) == 4
