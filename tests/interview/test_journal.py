"""F15: a journal tells the interview again, or is refused with the line and the reason."""

from __future__ import annotations

import copy
import json
import tarfile
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path as FilePath
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from greenroom.interview import journal
from greenroom.interview.causes import EndReason
from greenroom.interview.journal import Header, JournalError, is_moment
from greenroom.interview.plan import Candidate, InterviewPlan, Question, StagePlan
from greenroom.testing.playbook import Playbook

ADA = Candidate("Ada", "nurse")
PLAN = InterviewPlan(
    "p",
    "P",
    (
        StagePlan("ONE", "One", opening=Question("q1", "What do you do?"), maximum_turns=1),
        StagePlan("TWO", "Two", opening=Question("q2", "What was hard?"), closing="Good-bye."),
    ),
)
Lines = list[dict[str, Any]]
OLD = FilePath(__file__).parent / "journals"


@cache
def told() -> tuple[str, ...]:
    """The journal of one interview: an answer, then silence to the end."""
    book = Playbook(PLAN, ADA).candidate_joins().at("0:10")
    book.candidate_says("I am a nurse in Leeds.").to_the_end()
    header = Header("int_1", "2026-11-21T10:00:00.000Z", "simulated", ADA, PLAN)
    steps = enumerate(book.log, 1)
    entries = (journal.encode_entry(seq, event, commands) for seq, (event, commands) in steps)
    return (journal.encode_header(header), *entries)


def edited(edit: Callable[[Lines], object]) -> list[str]:
    lines = [json.loads(line) for line in told()]
    edit(lines)
    return [json.dumps(line) for line in lines]


def test_a_journal_tells_the_interview_again() -> None:
    """Reading gives the header, the state at the end, and the number of the last entry."""
    header, state, seq = journal.read(told())
    assert (header.candidate, header.plan, seq) == (ADA, PLAN, len(told()) - 1)
    assert state.ended


CASES: list[tuple[Callable[[Lines], object], str]] = [
    (lambda lines: lines[0].update(journal=2), "version 1"),
    (lambda lines: lines[0].pop("candidate"), "no key 'candidate' in Header"),
    (lambda lines: lines[0]["plan"].pop("id"), "no key 'id' in InterviewPlan"),
    (lambda lines: lines[0]["plan"].update(stages=[]), "no stages"),
    (lambda lines: lines[0].update(started_at="yesterday"), "ISO 8601"),
    (lambda lines: lines[0]["candidate"].update(name="\ud800"), "header is not complete"),
    (lambda lines: lines[2]["event"].update(at=-1), "line 3: the time goes back"),
    (lambda lines: lines[2]["event"].update(at=10**30), "otherwise"),
    (lambda lines: lines[1].update(commands=[]), "line 2: the engine decides otherwise"),
    (lambda lines: lines[2].update(event=[]), "line 3: no event"),
    (lambda lines: lines[2]["event"].update(type=["a"]), "line 3: no event"),
    (lambda lines: lines.insert(2, lines[3]), "line 3: entry 3 where 2"),
    (lambda lines: lines.pop(2), "line 3: entry 3 where 2"),
]


@pytest.mark.parametrize(("edit", "reason"), CASES)
def test_edited_journals(edit: Callable[[Lines], object], reason: str) -> None:
    """What this program did not write is refused with what is wrong."""
    with pytest.raises(JournalError, match=reason):
        journal.read(edited(edit))


def test_a_journal_of_an_older_program() -> None:
    """One written before utterances could stream lacks their fields, and tells its interview all the
    same, to its end."""
    lines = (OLD / "before-streaming.jsonl").read_text("utf-8").splitlines()
    assert '"more"' not in "".join(lines)
    header, state, seq = journal.read(lines)
    assert (header.plan.id, seq) == ("two-stage", len(lines) - 1)
    assert state.end_reason is EndReason.COMPLETED


def test_journals_of_the_first_rules() -> None:
    """Interviews that were held before turns were read are told as they were, command by command."""
    with tarfile.open(OLD / "rules-1.tar.xz") as kept:
        files = [kept.extractfile(member) for member in kept.getmembers() if member.isfile()]
        held = [file.read().decode().splitlines() for file in files if file is not None]
    assert len(held) > 50
    for lines in held:
        header, state, seq = journal.read(lines)
        assert (header.rules, seq, state.ended) == (1, len(lines) - 1, True)


def test_a_field_that_is_not_written_has_its_default_and_no_other_value() -> None:
    """What an old journal leaves out is what was true then: it opens no way around the rules."""
    assert journal.read(edited(lambda lines: spoken(lines).pop("more")))[2] == len(told()) - 1
    with pytest.raises(JournalError, match="otherwise"):
        journal.read(edited(lambda lines: spoken(lines).update(more=True)))
    with pytest.raises(JournalError, match="otherwise"):
        journal.read(edited(lambda lines: spoken(lines).update(louder=True)))


def every_event(change: Callable[[dict[str, Any]], object]) -> Callable[[Lines], object]:
    return lambda lines: [change(line["event"]) for line in lines[1:]]


def test_a_release_beside_the_next_one() -> None:
    """What the next release adds to what happened is left out, inside of it, too; and what this one has added is
    not missed in what the release before wrote: the interview is the same, command by command."""
    whole = journal.read(told())

    def add(event: dict[str, Any]) -> None:
        event["added"] = {"later": [1]}
        for value in event.values():
            if isinstance(value, dict) and "later" not in value:
                value["added"] = 1

    assert journal.read(edited(every_event(add))) == whole

    def without(event: dict[str, Any]) -> None:
        event.pop(
            {"DeadlineReached": "timer", "CandidateLeft": "heard"}.get(event["type"], ""), None
        )

    assert "DeadlineReached" in "".join(told())
    assert journal.read(edited(every_event(without))) == whole


def test_what_a_release_cannot_follow_it_refuses() -> None:
    """Another sort of event, a term of the interview or an order that this program does not know: nobody guesses."""
    unknown: list[tuple[Callable[[Lines], object], str]] = [
        (lambda lines: lines[2]["event"].update(type="Later"), "line 3: no event that we know"),
        (lambda lines: lines[0].update(later=True), "unknown key 'later' in Header"),
        (lambda lines: lines[0].update(rules=99), "rules 99"),
        (lambda lines: spoken(lines).update(later=True), "otherwise"),
    ]
    for edit, reason in unknown:
        with pytest.raises(JournalError, match=reason):
            journal.read(edited(edit))


def spoken(lines: Lines) -> dict[str, Any]:
    """The first `Say`."""
    commands = (command for line in lines[1:] for command in line["commands"])
    return next(command for command in commands if command["type"] == "Say")


@pytest.mark.parametrize("line", ["", "{", "[]", "[" * 100_000, '{"a":' * 100_000])
def test_lines_that_are_none(line: str) -> None:
    """A torn, empty or bottomless line is named, and not more."""
    with pytest.raises(JournalError, match="line 3: "):
        journal.read([*told()[:2], line, *told()[2:]])


Path = tuple[str | int, ...]
JUNK = st.sampled_from(
    [None, True, -1, 0, 7, 10**30, 1.5, "", "x", "\ud800", [], {}, [1], {"type": "x"}]
)  # fmt: skip


def _paths(value: Any, path: Path = ()) -> Iterator[Path]:
    if not isinstance(value, dict | list):
        return
    for key, item in value.items() if isinstance(value, dict) else enumerate(value):
        yield (*path, key)
        yield from _paths(item, (*path, key))


@given(st.data())
def test_no_other_way_out(data: st.DataObject) -> None:
    """Whatever stands in place of whichever value: it is read or refused, and nothing else breaks."""
    lines = [json.loads(line) for line in told()]
    number = data.draw(st.integers(0, len(lines) - 1))
    *above, last = data.draw(st.sampled_from(list(_paths(lines[number]))))
    table = lines[number]
    for key in above:
        table = table[key]
    table[last] = copy.copy(data.draw(JUNK))
    try:
        journal.read([json.dumps(line) for line in lines])
    except JournalError as error:
        assert str(error).startswith("line ")  # noqa: PT017 - refusing is one of two right ways


@pytest.mark.parametrize(
    "moment",
    [
        "2026-02-31T09:00:00Z",
        "2026-01-01T23:59:60Z",
        "2026-01-01T24:00:01Z",
        "0001-01-01T00:00:00+10:00",
        "9999-12-31T23:59:59-10:00",
        "2026-01-01T00:00:00+24:00",
        "2026-01-01T00:00:00",
        "10000-01-01T00:00:00Z",
    ],
)
def test_a_beginning_outside_of_the_calendar(moment: str) -> None:
    """A time that is none is refused with its line, not met later as a failure."""
    assert not is_moment(moment)
    for edge in ("0002-01-01T00:00:00Z", "9998-12-31T23:59:59.999Z", "2024-02-29T00:00:00-23:59"):
        assert is_moment(edge)
