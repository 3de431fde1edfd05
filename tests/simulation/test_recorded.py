"""A recorded interview becomes a scenario, without the names in it (X3)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from greenroom.bootstrap.simulations import recorded as command
from greenroom.interview.events import (
    AnswerGiven,
    CandidateJoined,
    CandidateLeft,
    CommandGiven,
    SpokenCommand,
)
from greenroom.simulation.batch.case import hold_case
from greenroom.simulation.recorded import Deed, deeds_of_journal, lines
from greenroom.simulation.scenarios.loading import load_file
from greenroom.simulation.scrubbing import Scrubber, doubtful

SHIPPED = Path(__file__).parents[2] / "scenarios"


def scrubbed(*texts: str, name: str = "", companies: tuple[str, ...] = ()) -> list[str]:
    scrubber = Scrubber()
    scrubber.know(name, companies)
    scrubber.learn(texts)
    return [scrubber.scrub(text) for text in texts]


@pytest.mark.parametrize(
    ("said", "left"),
    [
        ("Write to jane.doe+x@mail.example.co.uk please", "Write to someone@example.org please"),
        ("it is jane dot doe at gmail dot com", "it is someone at example dot org"),
        ("see www.jane-doe.net/work or janedoe.io", "see example.org or example.org"),
        ("I am @jane_doe there", "I am @someone there"),
        ("call +49 (170) 123 45-67 at noon", "call 555 0100 at noon"),
        (
            "it is oh one seven, five five five, one two",
            "it is five five five zero one zero zero",
        ),
        ("My name is Jane Doe and Jane is fine", "My name is Robin and Robin is fine"),
        ("my manager Anna and I; Anna left", "my manager Alex and I; Alex left"),
        ("I work at Bright Bakery. Bright Bakery is old", "I work at Acme. Acme is old"),
        ("i work at google as a baker", "i work at Acme as a baker"),
        ("we grew by 2023 percent in 12 months", "we grew by 2023 percent in 12 months"),
        ("I worked at night for three years", "I worked at night for three years"),
        ("i work at a bakery", "i work at a bakery"),
    ],
)
def test_what_is_taken_out(said: str, left: str) -> None:
    """Shapes of addresses and numbers, and names behind phrases; numbers of a story stay."""
    assert scrubbed(said) == [left]


def test_what_is_known_is_taken_out_everywhere() -> None:
    """The candidate's name, its parts, and the employers that somebody named; each keeps one instead."""
    first, second = scrubbed(
        "ines said it", "At Brodo, INES GARCÍA did", name="Ines García", companies=("Brodo",)
    )
    assert first == "Robin said it"
    assert second == "At Acme, Robin did"


def test_what_is_left_is_told() -> None:
    """Capitals inside a sentence, not those at its beginning."""
    assert doubtful(["We met Ludo. Later I'm in Bilbao, with Robin."]) == ["Bilbao", "Ludo"]


def test_a_deed_waits_for_what_it_followed() -> None:
    """A question's end, the interviewer's voice, the own last word, the beginning."""
    asked = {"speaker": "interviewer", "kind": "question", "interrupted": False}
    closing = {**asked, "kind": "closing"}
    record = {
        "messages": [
            {**asked, "started_ms": 1_000, "ended_ms": 4_000},
            {**closing, "started_ms": 9_000, "ended_ms": 12_000},
        ]
    }
    deeds = [
        Deed("say", "hello", 200, 700),
        Deed("say", "okay", 2_000, 2_400),
        Deed("say", "I am a baker", 5_000, 6_500),
        Deed("type", "and more", 8_000, 8_000),
        Deed("skip", "", 10_000, 10_000),
    ]
    found = [(line.after, line.wait, line.seconds, line.act) for line in lines(deeds, record)]
    assert found == [
        ("start", 0.2, 0.5, "say"),
        ("speech", 1.0, 0.4, "say"),
        ("question", 1.0, 1.5, "say"),
        ("previous", 1.5, None, "type"),
        ("speech", 1.0, None, "skip"),
    ]


def test_a_journal_knows_buttons_and_absences() -> None:
    """The first arrival is the beginning and no deed."""
    events = [
        CandidateJoined(0),
        AnswerGiven(900, "hello", 200, 800),
        CommandGiven(1_000, SpokenCommand.PAUSE),
        CandidateLeft(2_000),
        CandidateJoined(5_000),
        AnswerGiven(6_000, "typed", 6_000, 6_000, typed=True),
    ]
    acts = [(deed.act, deed.began) for deed in deeds_of_journal(events)]
    assert acts == [
        ("say", 200),
        ("pause", 1_000),
        ("leave", 2_000),
        ("join", 5_000),
        ("type", 6_000),
    ]


@pytest.fixture(scope="module")
def interview() -> dict[str, Any]:
    result = hold_case(load_file(SHIPPED / "interruption-to-correct.toml"), 0, 0)
    record: dict[str, Any] = result["record"]
    return record


def said(record: dict[str, Any]) -> list[str]:
    return [m["text"] for m in record["messages"] if m["speaker"] == "candidate"]


def test_a_record_comes_back(interview: dict[str, Any], tmp_path: Path) -> None:
    """The scenario of a record holds: the same words, the same end, the same stages."""
    path, out = tmp_path / "record.json", tmp_path / "case.toml"
    path.write_text(json.dumps(interview), "utf-8")
    assert command.main(str(path), out, [], scrub=False) == 0
    again = hold_case(load_file(out), 0, 0)
    assert again["passed"] is True, again["checks"]
    assert said(again["record"]) == said(interview)


def test_names_are_gone(
    interview: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nothing of the canaries is in the file, nor in what is said about it; twice it is the same."""
    canaries = ("Zebulon Quist", "Quist", "Vantablack", "zq@vantablack.example", "0170 5551234")
    text = (
        "My name is Zebulon Quist, I work at Vantablack. Write to zq@vantablack.example or call "
        "0170 5551234. Ask Quist."
    )
    record = json.loads(json.dumps(interview))
    record["candidate"] |= {"name": "Zebulon Quist", "role": "assistant of Quist"}
    next(m for m in record["messages"] if m["kind"] == "answer")["text"] = text
    path = tmp_path / "record.json"
    path.write_text(json.dumps(record), "utf-8")
    command.main(str(path), None, [], scrub=True)
    first = capsys.readouterr()
    command.main(str(path), None, [], scrub=True)
    assert capsys.readouterr() == first
    assert not [canary for canary in canaries if canary.lower() in (first.out + first.err).lower()]
    assert "e-mail 1" in first.err
    assert "My name is Robin" in first.out
