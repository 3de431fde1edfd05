"""`kill -9` at any moment: no committed turn is lost, no question is asked twice (F15, W4)."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from typing import Any

import pytest

EXHAUSTIVE = bool(os.environ.get("GREENROOM_EXHAUSTIVE"))
SAMPLE = 6
"""Of each scenario; a dozen in all."""
MOMENTS = ("torn", "written", "done")
SCENARIOS = ("plain", "lively")


def every_kill(entries: int) -> list[tuple[str, int]]:
    """Each moment of each entry; the header (0) causes nothing that could be done."""
    kills = [(moment, entry) for entry in range(entries) for moment in MOMENTS]
    kills.remove(("done", 0))
    return kills


def chosen(kills: list[tuple[str, int]]) -> list[tuple[str, int]]:
    """All of them, or a sample with the first and the last; three moments in turn."""
    if EXHAUSTIVE:
        return kills
    step = (len(kills) - 1) / (SAMPLE - 1)
    return [kills[round(step * number)] for number in range(SAMPLE)]


def entries(journal: list[str], kind: str, **fields: Any) -> Iterator[int]:
    """Numbers of the entries with such an event."""
    for number, line in enumerate(journal[1:], 1):
        event = json.loads(line)["event"]
        if event["type"] == kind and all(event[k] == v for k, v in fields.items()):
            yield number


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_kill_at_an_entry_costs_nothing(kills: Any, scenario: str) -> None:
    """Whichever entry of the journal is the last, torn, or not yet acted upon: the interview goes on
    at the same question and comes to the same end as without the kill."""
    found = {
        kill: wrong
        for kill in chosen(every_kill(len(kills.journal(scenario))))
        if (wrong := kills.faults(scenario, kill))
    }
    assert found == {}


@pytest.mark.timeout(1800)
def test_a_kill_at_any_instant_costs_nothing(kills: Any) -> None:
    """Also in the middle of a write, of the start, or of nothing at all."""
    for at_ms in range(5, 400, 5 if EXHAUSTIVE else 90):
        wrong = kills.faults("plain", ("clock", at_ms))
        if any("did not happen" in fault for fault in wrong):
            break  # the interview was over by then
        assert wrong == [], f"killed after {at_ms} ms"


def test_two_kills_in_one_interview(kills: Any) -> None:
    """A process that took over may die as well, also while it takes over."""
    answered = next(entries(kills.journal("plain"), "AnswerGiven"))
    assert kills.faults("plain", ("written", answered), ("written", answered + 1)) == []
    assert kills.faults("plain", ("torn", answered), ("done", answered + 12)) == []


def test_many_kills_at_one_question(kills: Any) -> None:
    """Five processes in a row die with the question on their lips: it is pending for the sixth."""
    said = list(entries(kills.journal("plain"), "UtteranceStarted"))[2]
    # a resume takes four entries to the question's first sound: resumed, entered, joined, spoken
    dooms = [("written", said + 5 * number) for number in range(5)]
    assert kills.faults("plain", *dooms) == []


@pytest.mark.parametrize("moment", ["torn", "written", "done"])
def test_a_kill_while_the_candidate_speaks(kills: Any, moment: str) -> None:
    """Words that were not committed are asked for again, and stand on record once."""
    third = list(entries(kills.journal("plain"), "SpeechStarted"))[2]
    assert kills.faults("plain", (moment, third)) == []
    assert kills.faults("plain", (moment, third + 1)) == []


@pytest.mark.parametrize("moment", ["torn", "written", "done"])
def test_a_kill_while_paused(kills: Any, moment: str) -> None:
    """A pause outlives the process; the candidate ends it."""
    pressed = next(entries(kills.journal("lively"), "CommandGiven", command="pause"))
    assert kills.faults("lively", (moment, pressed)) == []
    assert kills.faults("lively", (moment, pressed + 1)) == []


@pytest.mark.parametrize("moment", ["torn", "written", "done"])
def test_a_kill_during_the_good_bye(kills: Any, moment: str) -> None:
    """The candidate who is back hears a good-bye, and the interview is completed."""
    audible = list(entries(kills.journal("plain"), "UtteranceStarted"))[-1]
    assert kills.faults("plain", (moment, audible - 1)) == []
    assert kills.faults("plain", (moment, audible)) == []
    assert kills.faults("plain", (moment, audible + 1)) == []


def test_the_checks_see_a_resume_that_did_not_happen(kills: Any) -> None:
    """A journal that goes on as if nothing had been is not the one of a killed interview."""
    whole = kills.journal("plain")
    wrong = kills.judge("plain", whole[:20], whole)
    assert any("0 resumes after 1 kills" in fault for fault in wrong)
    assert any("never came back" in fault for fault in wrong)


def test_the_checks_see_a_lost_line(kills: Any) -> None:
    """A line that is gone, and an entry that was rewritten, are found."""
    whole = kills.journal("plain")
    assert any("sound" in fault for fault in kills.judge("plain", [*whole[:8], *whole[9:]]))
    changed = [*whole[:19], whole[19].replace("committed", "forgotten"), whole[20] + " "]
    assert any("was changed" in fault for fault in kills.judge("plain", changed, whole))


def test_the_checks_see_an_end_that_is_missing(kills: Any) -> None:
    """An interview that stops early has no end, and fewer stages and answers than it should."""
    wrong = kills.judge("plain", kills.journal("plain")[:-12])
    assert any("no end" in fault for fault in wrong)
    assert any(fault.startswith("answers are") for fault in wrong)
