"""Batches: every result once, whatever happens in the middle, and compared only with its like (X2)."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from collections.abc import Callable, Sequence
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from greenroom.app.ports import Interviewer, OperatorFault, UserFault
from greenroom.bootstrap.simulations import batches, comparing, viewing
from greenroom.bootstrap.simulations.batches import Options
from greenroom.bootstrap.simulations.roles import Roles
from greenroom.simulation.batch.case import Cast, hold_case
from greenroom.simulation.batch.comparing import NotComparable, compare
from greenroom.simulation.batch.folder import RESULTS, Folder, Result, line_of
from greenroom.simulation.batch.junit import junit
from greenroom.simulation.scenarios.loading import load_file

ROOT = Path(__file__).parents[2]
SHIPPED = ROOT / "scenarios"
CASES = [SHIPPED / "circle-yes.toml", SHIPPED / "race-end-at-once.toml"]

Change = Callable[[dict[str, Any]], None]


def held(out: Path, *, runs: int = 2, seed: int = 0, cases: Sequence[Path] = CASES) -> int:
    return batches.run(cases, out, runs, seed, Roles(), Options())


def results(folder: Path) -> list[Result]:
    return [json.loads(line) for line in (folder / RESULTS).read_text("utf-8").splitlines()]


def rewrite(folder: Path, change: Change) -> None:
    """Change every result, as another interviewer would have."""
    lines = results(folder)
    for line in lines:
        change(line)  # type: ignore[arg-type]
    (folder / RESULTS).write_text("".join(map(line_of, lines)), "utf-8")


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("batch") / "whole"
    assert held(folder) == 0
    return folder


@pytest.fixture
def copy(whole: Path, tmp_path: Path) -> Path:
    folder = tmp_path / "copy"
    folder.mkdir()
    for name in ("batch.json", RESULTS):
        (folder / name).write_bytes((whole / name).read_bytes())
    return folder


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


def test_like_batches_are_compared(
    whole: Path, copy: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The same results: nothing regressed."""
    assert comparing.main(whole, copy, as_json=False) == 0
    assert "nothing regressed" in capsys.readouterr().out
    assert comparing.main(whole, copy, as_json=True) == 0
    assert json.loads(capsys.readouterr().out)["regressed"] is False


def fail_the_end(result: dict[str, Any]) -> None:
    for check in result["checks"]:
        if check["id"] == "end_reason":
            check.update(passed=False, found="time")
            result.update(passed=False, status="failed")


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


def test_junit(whole: Path, copy: Path) -> None:
    """A test case a run: failures with their words, broken ones as errors, missing ones skipped; what XML
    can't hold is replaced."""
    rewrite(copy, fail_the_end)
    found = results(copy)
    broken: Any = {**found[1], "status": "broken", "error": "gone \x00", "record": None}
    batch = replace(Folder(whole).batch(), runs=3)
    root = ET.fromstring(junit(batch, [found[0], broken, *found[2:]]))
    cases = {(c.get("classname"), c.get("name")): c for c in root.iter("testcase")}
    assert len(cases) == 6
    failure = cases["circle-yes", "run 0"].find("failure")
    assert failure is not None
    assert "expected owner_stop, found time" in (failure.text or "")
    error = cases["circle-yes", "run 1"].find("error")
    assert error is not None
    assert error.get("message") == "gone \ufffd"
    assert cases["circle-yes", "run 2"].find("skipped") is not None
    assert cases["race-end-at-once", "run 0"].get("time") != "0.000"


class Links(HTMLParser):
    """Ids and addresses of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.targets: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name == "id" and value:
                self.ids.append(value)
            if name in ("href", "src") and value:
                self.targets.append(value)


def test_pages(copy: Path, tmp_path: Path) -> None:
    """Every link leads to a file or a message that is there, every id is there once, and what was
    said is text: no page has a tag of a candidate's."""

    def say(result: dict[str, Any]) -> None:
        words = "<script>alert(1)</script> Hi & bye"
        record = result["record"]
        (record.get("messages") or record["transcript"])[0].update(text=words, message=words)
        quote = {"message": 0, "start": 8, "end": 18, "quote": words[8:18]}
        result["checks"][0]["quotes"] = [quote]

    rewrite(copy, say)
    assert viewing.main(copy, tmp_path / "pages") == 0
    pages = sorted((tmp_path / "pages").rglob("*.html"))
    assert len(pages) == 5
    for page in pages:
        text = page.read_text("utf-8")
        links = Links()
        links.feed(text)
        assert len(links.ids) == len(set(links.ids))
        assert "<script>alert" not in text
        for target in links.targets:
            name, _, part = target.partition("#")
            assert not name or (page.parent / name).is_file(), target
            assert not part or part in links.ids, target
    run = (tmp_path / "pages" / "runs" / "race-end-at-once-0.html").read_text("utf-8")
    assert '<mark data-checks="1">alert(1)&lt;/</mark>' in run
