"""`greenroom circle calibrate` with people's labels: how much they agree, and the judge with them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from tests.bootstrap.calibration import INTENDED, ITEMS, always_no, as_meant, found, person, script

from greenroom.app.circles import golden, labels
from greenroom.app.ports import UserFault
from greenroom.bootstrap import circle_calibration
from greenroom.bootstrap.circle_calibration import Options
from greenroom.circle.events import Verdict


def differing(folder: Path, meant: Verdict, said: Verdict) -> tuple[list[str], Path, Path]:
    """Ten items that were meant as the one, and two people's labels: of those the second says the other."""
    some = sorted(id_ for id_, label in INTENDED.items() if label is meant)[:10]
    one = person(folder, "aa", as_meant)
    return some, one, person(folder, "bb", lambda id_, v: said if id_ in some else v)


def test_people_come_first(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Two people: how much they agree, before the judge; where they do not the item is left out; and
    how far what the items were written for is what people see in them."""
    some, one, two = differing(tmp_path, Verdict.YES, Verdict.NO)
    judge = script(tmp_path, lambda v: v.value)
    wanted = Options(judge, labels=(one, two))
    told = found(wanted, capsys)["labels"]
    (pair,) = told["between_people"]
    assert (pair["first"], pair["second"]) == ("aa", "bb")
    assert pair["three_labels"]["raw"]["hits"] == 100
    assert told["disputed"] == some
    assert told["items"] == 100
    assert told["intended"] is None
    circle_calibration.main(wanted, as_json=False)
    shown = capsys.readouterr().out
    rows = [line.split(",")[0] for line in shown.split("\n") if " and " in line.split(",")[0]]
    assert rows[:8:2] == ["aa and bb", "aa and judge", "bb and judge", "labels and judge"]
    assert "missing" not in shown
    assert "10 items without a majority have none" in shown

    meant = tmp_path / "intended.jsonl"
    meant.write_bytes(golden.intended().read_bytes())
    beside = found(replace(wanted, labels=(one, two, meant)), capsys)["labels"]
    assert beside["people"] == 2
    assert beside["intended"]["raw"] == {"hits": 100, "of": 100, "share": 1.0} | {
        "interval": beside["intended"]["raw"]["interval"]
    }


def test_a_judge_is_compared_with_people_on_what_they_differ_on_too(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Beside each of them it has all 110 items, as they have beside one another; beside their common
    label a hundred, and those are the easier ones."""
    some, one, two = differing(tmp_path, Verdict.NO, Verdict.UNDECIDED)
    told = found(Options(script(tmp_path, always_no), labels=(one, two)), capsys)
    beside = {row["first"]: row["three_labels"] for row in told["beside_people"]}
    assert (beside["aa"]["n"], beside["aa"]["raw"]["hits"]) == (110, 37)
    assert (beside["bb"]["n"], beside["bb"]["raw"]["hits"]) == (110, 27)
    assert told["three_labels"]["n"] == 100
    assert [line["item"] for line in told["verdicts"] if line["label"] is None] == some


def test_what_people_differ_on_can_be_settled(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A third one's labels of the disputed items make majorities; they are in no row of agreement,
    where items that were chosen for being hard would look like disagreement."""
    some, one, two = differing(tmp_path, Verdict.NO, Verdict.UNDECIDED)
    third = tmp_path / "cc.jsonl"
    told_third = [labels.line(id_, Verdict.UNDECIDED, "cc", settles=True) for id_ in some[:9]]
    third.write_text("\n".join(told_third))
    told = found(Options(script(tmp_path, always_no), labels=(one, two, third)), capsys)
    assert (told["labels"]["people"], told["labels"]["settlers"]) == (2, 1)
    assert told["labels"]["disputed"] == some[9:]
    assert told["labels"]["items"] == 109
    assert [(r["first"], r["second"]) for r in told["labels"]["between_people"]] == [("aa", "bb")]
    settled = {line["item"]: line["label"] for line in told["verdicts"] if line["item"] in some}
    assert settled == dict.fromkeys(some[:9], "undecided") | {some[9]: None}


def test_one_person_is_no_agreement(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It says so. Only what they labelled is judged."""
    alone = person(tmp_path, "aa", lambda id_, v: v if ITEMS[id_].language == "en" else None)
    judge = script(tmp_path, always_no)
    circle_calibration.main(Options(judge, labels=(alone,)), as_json=False)
    told = capsys.readouterr().out
    assert "One person's labels do not tell where two would differ" in told
    assert "50 of 50 items" in told


def test_files_that_do_not_go_together(tmp_path: Path) -> None:
    """One person twice, two that are not blind, a settler without those who differ."""
    one = person(tmp_path, "aa", as_meant)
    with pytest.raises(UserFault, match="labeller aa"):
        circle_calibration.main(Options("script:x", labels=(one, one)), as_json=True)
    meant = tmp_path / "intended.jsonl"
    meant.write_bytes(golden.intended().read_bytes())
    other = tmp_path / "other.jsonl"
    other.write_text(meant.read_text().replace('"authors"', '"others"'))
    with pytest.raises(UserFault, match="not blind"):
        circle_calibration.main(Options("script:x", labels=(meant, other)), as_json=True)
    settler = tmp_path / "settler.jsonl"
    settler.write_text(labels.line(next(iter(ITEMS)), Verdict.NO, "cc", settles=True))
    with pytest.raises(UserFault, match="whose differences were settled"):
        circle_calibration.main(Options("script:x", labels=(one, settler)), as_json=True)
