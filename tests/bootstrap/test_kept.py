"""`greenroom export` and `greenroom purge` on what is stored."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from greenroom.adapters.storage import open_store
from greenroom.app.ports import InterviewRow, NotFound, OperatorFault, Refused, UserFault
from greenroom.app.reports.exports import seed_form
from greenroom.bootstrap import export, purge
from greenroom.bootstrap.simulate import main as simulate
from greenroom.testing import interview_row


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("GREENROOM_DATA", str(tmp_path))
    return tmp_path


def keep(data: Path, row: InterviewRow, lines: list[str]) -> None:
    async def keeping() -> None:
        store = await open_store(data / "greenroom.db")
        await store.interviews.create(row)
        journal = store.interviews.journal(row.id)
        for line in lines:
            await journal.append(line)
        await store.aclose()

    asyncio.run(keeping())


@pytest.fixture
def record(data: Path, capsys: pytest.CaptureFixture[str]) -> dict[str, object]:
    """The record of a simulated interview that is stored as `held`."""
    path = data / "journal.jsonl"
    simulate("two-stage", "normal", None, 3, path, unhurried=False, as_json=True)
    made: dict[str, object] = json.loads(capsys.readouterr().out)
    keep(data, interview_row("held"), path.read_text().splitlines())
    return made


def test_the_exported_record(record: object, capsys: pytest.CaptureFixture[str]) -> None:
    """JSON is the record, byte for byte what replaying the journal gives (O5)."""
    assert export.main("held", "json") == 0
    assert json.loads(capsys.readouterr().out) == record


def test_the_seed_form(record: dict, capsys: pytest.CaptureFixture[str]) -> None:  # type: ignore[type-arg]
    """The seed's form to the letter: candidate as text, a date without a zone, each side counted from 0,
    times as whole seconds since 1970, and totals."""
    export.main("held", "seed")
    seed = json.loads(capsys.readouterr().out)
    assert list(seed) == [
        "candidate", "interview_date", "room_name", "conversation", "total_messages",
    ]  # fmt: skip
    assert seed["candidate"] == record["candidate"]["name"]
    assert seed["room_name"] == record["id"]
    began = datetime.fromisoformat(record["started_at"])
    assert seed["interview_date"] == f"{began:%Y-%m-%dT%H:%M:%S}"
    keys = {
        "agent": ("interviewer", ["index", "text", "timestamp", "stage"]),
        "user": ("candidate", ["index", "text", "timestamp"]),
    }
    for ours, (theirs, wanted) in keys.items():
        said = [m for m in record["messages"] if m["speaker"] == theirs]
        told = seed["conversation"][ours]
        assert all(list(m) == wanted for m in told)
        assert [m["text"] for m in told] == [m["text"] for m in said]
        assert [m["index"] for m in told] == list(range(len(said)))
        assert seed["total_messages"][ours] == len(said)
        assert [m["timestamp"] for m in told] == [
            int((began + timedelta(milliseconds=m["started_ms"])).timestamp()) for m in said
        ]
    stages = [m["stage"] for m in record["messages"] if m["speaker"] == "interviewer"]
    assert [m["stage"] for m in seed["conversation"]["agent"]] == stages


@pytest.mark.parametrize(
    "moment", ["2026-02-30T09:00:00Z", "2026-01-01T23:59:60Z", "2026-01-01T09:00:00+25:00"]
)
@pytest.mark.parametrize("format", ["json", "seed", "html"])
def test_a_journal_of_no_day(data: Path, record: object, moment: str, format: str) -> None:
    """A stored interview that began on no day of the calendar is told as a damaged journal, with the
    place."""
    header, *others = (data / "journal.jsonl").read_text().splitlines()
    changed = json.dumps(json.loads(header) | {"started_at": moment})
    keep(data, interview_row("never"), [changed, *others])
    with pytest.raises(OperatorFault, match="the journal of never is damaged at its line 1"):
        export.main("never", format)


def test_the_seed_form_past_the_calendar(record: dict[str, Any]) -> None:
    """A number needs no calendar: a message of the year 10,000 has its time too, and the last moment of a
    zone that is behind UTC is read."""
    record["started_at"] = "9999-12-31T23:59:00.000-10:00"
    first = record["messages"][0]
    first["started_ms"] = 60_000
    record["messages"] = [first]
    timed = seed_form(record)["conversation"]["agent"]
    assert [one["timestamp"] for one in timed] == [253_402_300_800 + 36_000]


@pytest.mark.parametrize("format", ["md", "html"])
def test_readable_forms(record: dict, capsys: pytest.CaptureFixture[str], format: str) -> None:  # type: ignore[type-arg]
    """The documents hold the transcript, the candidate's words included."""
    export.main("held", format)
    document = capsys.readouterr().out
    assert "Interview" in document
    assert len(document) > 1000


def test_what_cannot_be_exported(data: Path) -> None:
    """An unknown interview, an unknown format and one that never began are the caller's to mend."""
    with pytest.raises(NotFound):
        export.main("nobody", "json")
    assert not (data / "greenroom.db").exists()
    keep(data, interview_row("new"), [])
    with pytest.raises(UserFault, match="json, md, html, pdf, seed"):
        export.main("new", "exe")
    with pytest.raises(Refused):
        export.main("new", "json")
    with pytest.raises(NotFound):
        export.main("nobody", "json")


def test_purge(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Only what is past its retention time goes, and the command says how many went (Sec)."""
    keep(data, replace(interview_row("old"), created_at="2020-01-01T00:00:00.000+00:00"), [])
    keep(data, replace(interview_row("new"), created_at="2999-01-01T00:00:00.000+00:00"), [])
    assert purge.main() == 0
    assert capsys.readouterr().out == "interviews erased: 1\n"

    async def left() -> list[str]:
        store = await open_store(data / "greenroom.db")
        rows = await store.interviews.of_owner("owner-1")
        await store.aclose()
        return [row.id for row in rows]

    assert asyncio.run(left()) == ["new"]
