"""The interviews of `docs/interviews.md` are those of today, and claim nothing that was not said."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.simulation.interviews import HELD, PAGE, PEOPLE, held, page

from greenroom.simulation import script

ROOT = Path(__file__).parents[2]
UNTRUE = ("your loss", "annoys you", "misheard you", "in English only", ". and ")


def test_the_page_is_of_today() -> None:
    """Nobody edited what came out, and what comes out today stands there."""
    written = (ROOT / PAGE).read_text("utf-8")
    assert page() == written
    assert [words for words in UNTRUE if words in written] == []


@pytest.mark.parametrize(("person", "plan", "name"), HELD, ids=[one[0] for one in HELD])
def test_each_interview_ends_as_the_person_meant_it(person: str, plan: str, name: str) -> None:
    """All that they had to say was said, nothing was met by silence, and their last word brought the good-bye."""
    found = held(person, plan, name)
    kinds = [message["kind"] for message in found["messages"]]
    said = [m["text"] for m in found["messages"] if m["speaker"] == "candidate"]
    assert found["end_reason"] == "completed"
    assert kinds[-1] == "closing"
    assert found["messages"][-2]["speaker"] == "candidate"
    assert not {"reprompt", "simpler"} & {*kinds}
    assert said == [line.say for line in script.read(PEOPLE / f"{person}.jsonl")]


def test_every_script_is_held() -> None:
    """No person lies there without an interview."""
    assert {path.stem for path in PEOPLE.glob("*.jsonl")} == {one[0] for one in HELD}
