"""What `greenroom score` refuses, with a sentence and an exit code; what it says of a judge that fails."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.bootstrap.scored_record import file, message, record, whole
from tests.typed import typed

from greenroom.app.ports import OperatorFault, UserFault
from greenroom.bootstrap import score

__all__ = ["file"]

NO_MOMENTS = (
    "2026-02-30T09:00:00Z",
    "2025-02-29T09:00:00Z",
    "2026-01-01T23:59:60Z",
    "2026-01-01T09:00:00+25:00",
    "2026-01-01T09:00:00",
    "0001-01-01T00:00:00+10:00",
    "9999-12-31T23:59:59-10:00",
    "2026-W01-1T09:00:00Z",
)


@pytest.mark.parametrize("moment", NO_MOMENTS)
@pytest.mark.parametrize("format", ["md", "html"])
def test_a_beginning_that_no_calendar_has(file: Path, moment: str, format: str) -> None:
    """A report says when the interview began: a time that there never was is named by its key."""
    file.write_text(json.dumps(whole() | {"started_at": moment}))
    with pytest.raises(UserFault) as caught:
        score.main(file, "star", None, None, format)
    assert str(caught.value).startswith(f"{file}: started_at: ")
    assert "\n" not in str(caught.value)


def test_a_refused_record_is_exit_code_2(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A record that cannot be used ends the command with 2, one sentence and no output."""
    file.write_text(json.dumps(whole() | {"started_at": NO_MOMENTS[0]}))
    told = typed(capsys, "score", file, "--rubric", "star", "--format", "html")
    assert (told.returncode, told.stdout) == (2, "")
    assert len(told.stderr.splitlines()) == 1
    assert "started_at" in told.stderr


BAD: dict[str, tuple[Any, str]] = {
    "no JSON": ("{", "this is not JSON"),
    "a list": ("[]", "must be a JSON object"),
    "a number": ("7", "must be a JSON object"),
    "nothing": ("", "this is not JSON"),
    "no end": ("[" * 200_000, "nested too deeply"),
    "not a number": ('{"schema": NaN}', "NaN is no number"),
    "a number without end": ('{"schema": ' + "9" * 5000 + "}", "this is not JSON"),
    "another schema": ({"schema": 2}, "only records of schema 1"),
    "no schema": ({"schema": ...}, "schema: is missing"),
    "no messages": ({"messages": ...}, "messages: is missing"),
    "messages that are none": ({"messages": "hello"}, "messages: must be a list"),
    "a message that is none": ({"messages": ["hello"]}, "messages[0]: must be a table"),
    "a stranger": ({"messages": [message(0, "ghost", "answer", "")]}, "messages[0].speaker"),
    "no text": ({"messages": [message(0, "candidate", "answer", 5)]}, "messages[0].text"),  # type: ignore[arg-type]
    "half a character": (
        {"messages": [message(0, "candidate", "answer", "\ud800")]},
        "half a char",
    ),
    "time as text": (
        {"messages": [message(0, "candidate", "answer", "") | {"ended_ms": "9"}]},
        "messages[0].ended_ms",
    ),
    "time before time": (
        {"messages": [message(1, "candidate", "answer", "") | {"ended_ms": 0}]},
        "messages[0].ended_ms: it ends before it starts",
    ),
    "an index twice": (
        {"messages": [message(0, "candidate", "answer", "")] * 2},
        "messages[1].index: another message",
    ),
    "a plan that is none": ({"plan": 5}, "plan: must be a text"),
    "a language that is none": ({"language": "<b>"}, "language"),
}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_record_gets_a_sentence(name: str, file: Path) -> None:
    """The record is anybody's: what is wrong is said with its place, and nothing is printed."""
    given, told = BAD[name]
    if isinstance(given, dict):
        mixed = {k: v for k, v in (record() | given).items() if v is not ...}
        given = json.dumps(mixed)
    file.write_text(given)
    with pytest.raises(UserFault) as caught:
        score.main(file, "star", None, None, "json")
    assert told in str(caught.value)
    assert str(caught.value).startswith(str(file))


def test_a_record_of_no_text_gets_a_sentence(file: Path) -> None:
    """Bytes that are no UTF-8, a folder, and a file that is not there."""
    file.write_bytes(b"\xff\xfe\x00")
    for path, told in (
        (file, "not UTF-8"),
        (file.parent, "cannot be read"),
        (file / "x", "cannot be read"),
    ):
        with pytest.raises(UserFault, match=told):
            score.main(path, "star", None, None, "json")


@pytest.mark.parametrize(
    ("rubric", "model", "language", "told"),
    [
        ("stars", None, None, "there is no rubric “stars”; there are "),
        ("star", "gpt", None, "give llm, or script:FILE"),
        ("star", "script:/nowhere/judge", None, "the script cannot be read"),
        ("star", None, "xx", "--language xx: there are de, en"),
    ],
)
def test_a_wrong_option_gets_a_sentence(
    file: Path, rubric: str, model: str | None, language: str | None, told: str
) -> None:
    """Each says what there is instead."""
    with pytest.raises(UserFault) as caught:
        score.main(file, rubric, model, language, "json")
    assert told in str(caught.value)


def test_a_script_that_is_no_text_is_a_judge_that_failed(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What stands in a script's line is the judge's fault: no level, and the cause."""
    (tmp_path / "judge").write_bytes(b"\xff\xff\n")
    assert score.main(file, "star", f"script:{tmp_path / 'judge'}", None, "json") == 0
    told = json.loads(capsys.readouterr().out)
    assert {(c["not_scored"], c["cause"]) for c in told["criteria"]} == {
        ("judge_failed", "malformed")
    }


def test_without_a_configured_model_the_setting_is_named(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`--model llm` and no model: what to set (exit code 3)."""
    monkeypatch.delenv("GREENROOM_LLM", raising=False)
    with pytest.raises(OperatorFault, match="GREENROOM_LLM"):
        score.main(file, "star", "llm", None, "json")
    monkeypatch.setenv("GREENROOM_LLM", "nobody")
    with pytest.raises(OperatorFault, match="There is no provider 'nobody'"):
        score.main(file, "star", "llm", None, "json")
