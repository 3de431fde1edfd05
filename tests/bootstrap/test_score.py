"""`greenroom score` from outside: its output, its sentences, its exit codes."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from greenroom.app.ports import OperatorFault, UserFault
from greenroom.bootstrap import score
from greenroom.testing.providers import OpenAIServer
from greenroom.testing.providers.script import AT_ONCE

STORY = (
    "Our stock count was a day behind. I decided on change events over polling, built it with one "
    "colleague, and the delay fell from a day to two minutes; the price was a harder rollback."
)
QUOTE = "the delay fell from a day to two minutes"


def message(index: int, speaker: str, kind: str, text: str) -> dict[str, Any]:
    return {
        "index": index,
        "speaker": speaker,
        "kind": kind,
        "text": text,
        "started_ms": 10_000 * index,
        "ended_ms": 10_000 * index + 9_000,
    }


def record() -> dict[str, Any]:
    asked = message(0, "interviewer", "question", "What are you proud of?")
    return {
        "schema": 1,
        "plan": "two-stage",
        "messages": [asked, message(1, "candidate", "answer", STORY)],
    }


def whole() -> dict[str, Any]:
    """A record with all that a report needs."""
    found = record() | {
        "candidate": {"name": "<b>Ada</b>", "role": "", "level": ""},
        "started_at": "2026-01-01T00:00:00Z",
        "ended_ms": 20_000,
        "end_reason": "completed",
        "transitions": [],
        "incidents": [],
        "stages": [],
    }
    for said in found["messages"]:
        said |= {"interrupted": False, "stage": "INTRO", "question_id": None}
    return found


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "record.json"
    path.write_text(json.dumps(record()))
    return path


def script(folder: Path, score: Any = 4, *quotes: str) -> str:
    entries = [
        {"id": i, "score": score, "quotes": list(quotes)}
        for i in ("situation", "task", "action", "result")
    ]
    path = folder / "judge.jsonl"
    path.write_text(json.dumps({"criteria": entries}) + "\n")
    return f"script:{path}"


def test_the_contract_of_score(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Criteria with levels and located quotes, measures, and the number of quotes that were refused."""
    judge = script(tmp_path, 4, QUOTE, "we doubled our revenue")
    assert score.main(file, "star", judge, None, "json") == 0
    told = json.loads(capsys.readouterr().out)
    assert [c["id"] for c in told["criteria"]] == ["situation", "task", "action", "result"]
    for criterion in told["criteria"]:
        assert criterion["score"] == 4
        (quote,) = criterion["quotes"]
        assert STORY[quote["start"] : quote["end"]] == quote["quote"] == QUOTE
        assert quote["message"] == 1
    assert told["dropped"] == 4
    assert told["measures"]["answer_length"]["value"] == 9
    assert told["measures"]["pauses"]["value"] is None
    assert told["measures"]["pauses"]["not_scored"]


def test_without_a_model_the_measures_stand(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Every criterion is not scored, with a reason; nothing is a number but what was measured."""
    assert score.main(file, "star", None, None, "json") == 0
    told = json.loads(capsys.readouterr().out)
    assert {c["not_scored"] for c in told["criteria"]} == {"no_model"}
    assert all("score" not in criterion for criterion in told["criteria"])
    assert told["measures"]["speech_rate"]["value"] > 0


def test_people_can_read_it(file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Without --json it is lines; a terminal is told no control characters."""
    spoiled = record()
    spoiled["messages"][1]["text"] = STORY.replace("delay fell", "delay\x1b[31m fell")
    file.write_text(json.dumps(spoiled))
    judge = script(tmp_path, 4, "delay\x1b[31m fell from a day")
    assert score.main(file, "star", judge, None) == 0
    told = capsys.readouterr().out
    assert "Result: 4 of 5" in told
    assert "\x1b" not in told


def test_the_report_carries_the_scorecard(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """`--format md` and `html` print the whole report; they need more of the record, and say so."""
    judge = script(tmp_path, 4, QUOTE)
    for format in ("md", "html"):
        with pytest.raises(UserFault, match="candidate: is missing"):
            score.main(file, "star", judge, None, format)
    file.write_text(json.dumps(whole()))
    for format in ("md", "html"):
        assert score.main(file, "star", judge, None, format) == 0
        told = capsys.readouterr().out
        assert {"md": "Result, level 4 of 5", "html": "Level 4 of 5"}[format] in told
        assert QUOTE in told
        assert "<b>Ada" not in told


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


def test_a_refused_record_is_exit_code_2(file: Path) -> None:
    """A record that cannot be used ends the command with 2, one sentence and no output."""
    file.write_text(json.dumps(whole() | {"started_at": NO_MOMENTS[0]}))
    typed = ["score", str(file), "--rubric", "star", "--format", "html"]
    run = subprocess.run(
        [sys.executable, "-m", "greenroom", *typed], capture_output=True, text=True, timeout=120
    )
    assert (run.returncode, run.stdout) == (2, "")
    assert len(run.stderr.splitlines()) == 1
    assert "started_at" in run.stderr


@pytest.fixture(scope="module")
def misheard(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Record and journal of a candidate whom the recogniser hardly understood."""
    folder = tmp_path_factory.mktemp("misheard")
    journal = folder / "journal.jsonl"
    typed = ["simulate", "--candidate", "misheard", "--json", "--journal", str(journal)]
    run = subprocess.run(
        [sys.executable, "-m", "greenroom", *typed], capture_output=True, check=True, timeout=120
    )
    (folder / "record.json").write_bytes(run.stdout)
    return folder / "record.json", journal


def test_the_journal_says_how_sure_the_words_are(
    misheard: tuple[Path, Path], file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """With the journal, words that were guessed are no evidence, and pauses are measured."""
    told = []
    for journal in (None, misheard[1]):
        score.main(misheard[0], "star", None, None, "json", journal)
        told.append(json.loads(capsys.readouterr().out))
    assert [{c["not_scored"] for c in t["criteria"]} for t in told] == [{"no_model"}, {"uncertain"}]
    assert [t["measures"]["pauses"]["value"] is None for t in told] == [True, False]
    with pytest.raises(UserFault, match="journal of another interview"):
        score.main(file, "star", None, None, "json", misheard[1])


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
    ("rubric", "model", "tongue", "told"),
    [
        ("stars", None, None, "there is no rubric “stars”; there are "),
        ("star", "gpt", None, "give llm, or script:FILE"),
        ("star", "script:/nowhere/judge", None, "the script cannot be read"),
        ("star", None, "xx", "--language xx: there are de, en"),
    ],
)
def test_a_wrong_option_gets_a_sentence(
    file: Path, rubric: str, model: str | None, tongue: str | None, told: str
) -> None:
    """Each says what there is instead."""
    with pytest.raises(UserFault) as caught:
        score.main(file, rubric, model, tongue, "json")
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


def test_the_plan_says_which_language(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """An answer in another language than the plan's is not judged, unless the language is said."""
    spoken = record()
    spoken["messages"][1]["text"] = (
        "Reduje el retraso de un día a dos minutos con una compañera de la tienda."
    )
    file.write_text(json.dumps(spoken))
    reasons = []
    for tongue in (None, "es"):
        score.main(file, "star", None, tongue, "json")
        found = json.loads(capsys.readouterr().out)["criteria"]
        reasons.append({c["not_scored"] for c in found})
    assert reasons == [{"other_language"}, {"no_model"}]


@pytest.mark.parametrize(
    ("named", "tongue"),
    [({}, "en"), ({"plan": "of-my-own"}, "en"), ({"language": "es"}, "es"), ({"language": "pt-BR"}, "pt"), ({"language": "xx"}, "xx")],
)  # fmt: skip
def test_the_record_says_which_language(
    file: Path, capsys: pytest.CaptureFixture[str], named: dict[str, str], tongue: str
) -> None:
    """A record's own language goes before its plan's; an old record names none and is read as before. The
    JSON says by which language it was measured."""
    file.write_text(json.dumps(record() | named))
    assert score.main(file, "star", None, None, "json") == 0
    assert json.loads(capsys.readouterr().out)["language"] == tongue


@pytest.mark.parametrize("format", ["md", "html"])
def test_a_report_of_a_record_without_a_language(
    file: Path, capsys: pytest.CaptureFixture[str], format: str
) -> None:
    """Of a record of before there is a report; so there is of one that names a language."""
    for named in ({}, {"language": "de"}):
        spoken = whole() | named
        spoken["messages"][0]["question_id"] = "q"
        if named:
            spoken["messages"][1]["text"] = (
                "Ich habe das mit einer Kollegin gebaut, und wir waren fertig."
            )
        file.write_text(json.dumps(spoken))
        assert score.main(file, "star", None, None, format) == 0
        assert ("The rules read English alone" in capsys.readouterr().out) == bool(named)


def test_a_language_that_is_none_is_refused_with_its_place(file: Path) -> None:
    """What stands there is no tag of a language."""
    file.write_text(json.dumps(record() | {"language": "<b>"}))
    with pytest.raises(UserFault, match="language"):
        score.main(file, "star", None, None, "json")


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


async def test_a_configured_model_judges(file: Path) -> None:
    """The command as it is typed, against a server of one's own: eight calls, levels, and no key in
    what it prints."""
    reply = json.dumps({"reasoning": "r", "quotes": [QUOTE], "score": 3})
    async with OpenAIServer(reply, key="canary-key-5521", pace=AT_ONCE) as server:
        environment = os.environ | {
            "GREENROOM_LLM": "openai-compatible",
            "GREENROOM_LLM_MODEL": "local-model",
            "GREENROOM_LLM_URL": server.url,
            "GREENROOM_LLM_KEY": "canary-key-5521",
        }
        typed = [sys.executable, "-m", "greenroom", "score", str(file), "--rubric", "star"]
        run = await asyncio.to_thread(
            subprocess.run,
            [*typed, "--model", "llm", "--json"],
            env=environment,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        assert server.count("llm") == 8
    assert run.returncode == 0, run.stderr
    told = json.loads(run.stdout)
    assert [criterion["score"] for criterion in told["criteria"]] == [3, 3, 3, 3]
    assert told["judge"] == "openai-compatible/local-model"
    assert told["agreement"] == {"readings": 2, "compared": 4, "equal": 4, "widest": 0}
    assert "canary-key-5521" not in run.stdout + run.stderr
