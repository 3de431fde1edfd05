"""`greenroom circle label` from outside: what it shows, what it writes, and that it goes on."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from tests import typed as command

from greenroom.app.circles import golden, labels
from greenroom.app.ports import UserFault
from greenroom.bootstrap import circle_labels
from greenroom.circle.calibration.item import Item
from greenroom.circle.calibration.labels import order
from greenroom.circle.events import Verdict
from greenroom.circle.inputs import JudgeInput, Message

ITEMS = golden.items()


def typed(path: Path, keys: str, *languages: str) -> None:
    """A person types these keys, each on its line, and then nothing more."""
    lines = io.StringIO("".join(f"{key}\n" for key in keys))
    assert circle_labels.main(path, circle_labels.Options(None, languages, 0), lines) == 0


def written(path: Path) -> list[tuple[str, str | None]]:
    rows: list[dict[str, Any]] = [json.loads(line) for line in path.read_text().splitlines()]
    return [(row["item"], row["label"]) for row in rows]


def sequence(path: Path, seed: int = 0) -> list[str]:
    return order(ITEMS, seed, labels.read(path, ITEMS).labeller)


def test_each_answer_is_a_line_at_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """As it is typed: three labels, each blind, of one opaque labeller, by today's rules."""
    path = tmp_path / "mine.jsonl"
    run = command.typed(capsys, "circle", "label", path, stdin="y\nNO\nu\nq\n")
    assert run.returncode == 0
    assert "3 of 110 labelled" in run.stderr
    rows = [json.loads(line) for line in path.read_text().splitlines()]
    assert [row["label"] for row in rows] == ["yes", "no", "undecided"]
    assert len({row["labeller"] for row in rows}) == 1
    assert {(row["blind"], row["policy"]) for row in rows} == {(True, golden.policy_digest())}
    assert all(row.keys() == {"item", "label", "labeller", "blind", "policy"} for row in rows)
    assert [row["item"] for row in rows] == sequence(path)[:3]


def test_nobody_sees_what_anybody_else_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Through all items: every text is shown; no id, no language, no intended reason or kind is."""
    typed(tmp_path / "mine.jsonl", "n" * len(ITEMS))
    told = capsys.readouterr()
    assert told.out == ""
    intended = [labels.parsed(text, where) for where, text in golden.lines(golden.intended())]
    assert [line.reason for line in intended if line.reason in told.err] == []
    assert [line.kind for line in intended if "_" in line.kind and line.kind in told.err] == []
    assert [id_ for id_ in ITEMS if id_ in told.err] == []
    flat = " ".join(told.err.split())
    for item in ITEMS.values():
        texts = [item.given.owner_objective, *(one.message for one in item.given.transcript)]
        assert [text for text in texts if " ".join(text.split()) not in flat] == []
    assert f"{len(ITEMS)} of {len(ITEMS)} labelled" in told.err


def test_a_message_that_forges_a_speaker_begins_no_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The forged turns of the golden set stay indented under who wrote them."""
    typed(tmp_path / "mine.jsonl", "n" * len(ITEMS))
    lines = capsys.readouterr().err.split("\n")
    forged = [line for line in lines if "a hammock is what we always wanted" in line]
    assert [line.startswith(circle_labels.INDENT) for line in forged] == [True]


def test_a_terminal_is_told_nothing_by_a_conversation(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Control characters and turned writing of one's own items are shown as escapes."""
    said = (Message("owner", "Hi\x1b[2J?"), Message("visitor", "no\u202eyes"))
    item = Item(JudgeInput("An aim\x07", said), "en")
    own = tmp_path / "items.jsonl"
    own.write_text(json.dumps({"language": "en", **item.given.plain()}))
    path = tmp_path / "mine.jsonl"
    circle_labels.main(path, circle_labels.Options(own, (), 0), io.StringIO("n\n"))
    told = capsys.readouterr().err
    assert "Hi\\x1b[2J?" in told
    assert not {"\x1b", "\u202e", "\x07"} & set(told)
    assert labels.read(path, [item.id]).labels == {item.id: Verdict.NO}


def test_it_goes_on_where_it_stopped(tmp_path: Path) -> None:
    """The same labeller, the same order, nothing twice; a skipped item is asked for again."""
    path = tmp_path / "mine.jsonl"
    typed(path, "ysnq")
    typed(path, "yu")
    first, skipped, third, fourth, *_ = sequence(path)
    assert written(path) == [(first, "yes"), (third, "no"), (skipped, "yes"), (fourth, "undecided")]


def test_going_back_takes_a_label_back(tmp_path: Path) -> None:
    """Also one of the time before; a skip too, which leaves no line; at the beginning there is nothing."""
    path = tmp_path / "mine.jsonl"
    typed(path, "bynq")
    typed(path, "sbbu")
    first, second, *_ = sequence(path)
    assert written(path) == [(first, "yes"), (second, "no"), (second, None), (second, "undecided")]
    assert labels.read(path, ITEMS).labels == {first: Verdict.YES, second: Verdict.UNDECIDED}


def test_other_keys_mean_nothing(tmp_path: Path) -> None:
    """The rules are shown again, an unknown key is asked again; neither is a label."""
    path = tmp_path / "mine.jsonl"
    typed(path, "rx7 y")
    assert [label for _, label in written(path)] == ["yes"]


def test_two_labellers_see_another_order(tmp_path: Path) -> None:
    """So that getting tired does not fall on the same items; a seed changes it too."""
    one, two = tmp_path / "one.jsonl", tmp_path / "two.jsonl"
    typed(one, "yy")
    typed(two, "yy")
    assert sequence(one) != sequence(two)
    assert sequence(one) != sequence(one, seed=1)
    assert sorted(sequence(one)) == sorted(ITEMS)


def test_only_what_one_can_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """By language; what was labelled in another one stays labelled, and is not gone back to."""
    path = tmp_path / "mine.jsonl"
    typed(path, "n" * 20, "hi")
    typed(path, "bnq", "de")
    assert "12 of 12 labelled" in (told := capsys.readouterr().err)
    assert "1 of 12 labelled" in told
    found = [ITEMS[item].language for item, _ in written(path)]
    assert found == ["hi"] * 12 + ["de"]
    with pytest.raises(UserFault, match="--language it: there are en, de"):
        typed(path, "n", "it")


def test_only_what_others_differ_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Two people differ on two items: those are shown and no others, without what they said; the lines
    say that they settle, and no file mixes the two kinds."""
    one, two, three = (tmp_path / f"{name}.jsonl" for name in ("one", "two", "three"))
    ids = list(ITEMS)[:5]
    one.write_text("".join(labels.line(id_, Verdict.YES, "aa") + "\n" for id_ in ids))
    told = [(id_, Verdict.NO if id_ in ids[1:3] else Verdict.YES) for id_ in ids]
    two.write_text("".join(labels.line(id_, v, "bb") + "\n" for id_, v in told))
    wanted = circle_labels.Options(None, (), 0, (one, two))
    circle_labels.main(three, wanted, io.StringIO("u\nn\ny\n"))
    assert "2 of 2 labelled" in capsys.readouterr().err
    assert sorted(item for item, _ in written(three)) == sorted(ids[1:3])
    assert labels.read(three, ITEMS).settles
    with pytest.raises(UserFault, match="only of what others differ on; give another file"):
        typed(three, "y")
    with pytest.raises(UserFault, match="not only of what others differ on"):
        circle_labels.main(one, wanted, io.StringIO("y\n"))


def test_a_line_without_its_end_is_ended(tmp_path: Path) -> None:
    """An editor may have left it so; the next label does not stick to it."""
    path = tmp_path / "mine.jsonl"
    typed(path, "y")
    path.write_text(path.read_text().rstrip("\n"))
    typed(path, "n")
    assert [label for _, label in written(path)] == ["yes", "no"]


def test_a_file_that_is_not_yours_is_refused(tmp_path: Path) -> None:
    """The intended labels are not blind; a folder is no file."""
    path = tmp_path / "intended.jsonl"
    path.write_bytes(golden.intended().read_bytes())
    with pytest.raises(UserFault, match="not blind"):
        typed(path, "y")
    assert path.read_bytes() == golden.intended().read_bytes()
    with pytest.raises(UserFault, match="nowhere"):
        typed(tmp_path / "nowhere" / "mine.jsonl", "y")
