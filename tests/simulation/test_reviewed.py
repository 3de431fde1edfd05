"""F10, F13, F18 over whole interviews: what the interviewer says of its own accord names what was said, or
claims nothing."""

from __future__ import annotations

import itertools
import json
from pathlib import Path

import pytest
from tests.simulation.reviewed import PAGE, PEOPLE, READ, interview, page, sentences

from greenroom.app import plans
from greenroom.interview.plan import InterviewPlan
from greenroom.interview.questions import content

ROOT = Path(__file__).parents[2]
CASES = {
    "05": (
        "classic",
        "I sell office equipment on the West Coast.",
        "It was a similar job. I did consumer contact and training.",
        "Okay if you could just let me take your arm. It's easier. I'm blind.",
    ),
    "06": (
        "two-stage",
        "I'm a cashier and I'm good with people.",
        "I am not as experienced as my colleagues, and customers get unfriendly.",
        "I don't know.",
        "I don't know.",
    ),
    "07": (
        "two-stage",
        "I was an assistant weather forecaster and I'm good at details.",
        "I did manage to complete all of my assignments without sacrificing quality.",
        "I don't know.",
        "I don't know.",
    ),
    "08": (
        "two-stage",
        "I'm a cashier and I'm good with people.",
        "The till went down for two hours and everybody was shouting.",
        "I don't know.",
        "I don't know.",
    ),
    "11": (
        "two-stage",
        "Um, I've been in software for, uh, four years. I mostly do backend stuff.",
        "I try to, um, talk to them about it.",
        "We built a new service and it went well. We shipped it and people liked it.",
        "I mean, we all worked on it. It was a team thing.",
        "I'm not sure about exact numbers, it just felt successful.",
    ),
    "14": (
        "classic",
        "Yes.",
        "I work at a bank as a clerk and I'm good at careful records.",
        "I start at 8 a.m. every day and usually finish at 4:30 p.m.",
        "I moved our records to a new system last year.",
        *["I think that's all I have on that."] * 10,
    ),
}
CLAIMS = (
    "trade-off", "price of a decision", "the other side", "in numbers", "result clear", "what was done", "real detail",
    "figures", "picture", "place you", "what you are good at", "told me that", "remember that",
)  # fmt: skip


def plan(name: str) -> InterviewPlan:
    return plans.load(name, role="engineer", level="mid")


@pytest.mark.parametrize("case", CASES)
def test_nothing_false_is_said(case: str, tmp_path: Path) -> None:
    """To an outage, a shortcoming, a blind person, a vague story, "that's all": no claim about the answer, and
    no remark that quotes what is no deed."""
    name, *said = CASES[case]
    script = tmp_path / "script.jsonl"
    script.write_text("\n".join(json.dumps({"say": text}) for text in said), "utf-8")
    book = interview(plan(name), script)
    ours = [m.text for m in book.state.transcript.messages if m.speaker == "interviewer"]
    assert book.state.ended
    assert [claim for claim in CLAIMS for text in ours if claim in text.lower()] == []
    assert not any(
        "you said that i" in text.lower() or "all I have on that" in text for text in ours
    )
    if case != "14":
        assert not any("own" in text and ":" in text and "you" in text for text in ours[-1:])


@pytest.mark.parametrize("script", sorted(PEOPLE.glob("*.jsonl")), ids=lambda path: path.stem)
def test_no_lead_twice_in_a_row(script: Path) -> None:
    """Two utterances in a row never begin with the same sentence."""
    book = interview(plan("classic"), script)
    ours = [m.text for m in book.state.transcript.messages if m.speaker == "interviewer"]
    first = [text.split(". ")[0] for text in ours]
    assert all(one != other for one, other in itertools.pairwise(first))


def test_most_follow_ups_name_what_was_said() -> None:
    """More than half of the follow-ups to answers of a dozen words take up words of the interview (59 %)."""
    named = asked = 0
    for script in sorted(PEOPLE.glob("*.jsonl")):
        for name in ("two-stage", "classic"):
            messages = interview(plan(name), script).state.transcript.messages
            for before, after in itertools.pairwise(messages):
                if (
                    before.speaker == "candidate"
                    and after.kind == "probe"
                    and len(before.text.split()) >= 12
                ):
                    lead = after.text[: -len(after.question or "")]
                    said = " ".join(m.text for m in messages if m.speaker == "candidate")
                    asked += 1
                    named += bool(
                        content(lead) & content(said) - {"thank", "thanks", "okay", "right"}
                    )
    assert asked >= 20
    assert named >= 0.55 * asked, f"{named} of {asked}"


def test_the_reviewed_page_is_current() -> None:
    """Every sentence that comes out today was read by a person, and none was found untrue."""
    written = (ROOT / PAGE).read_text("utf-8")
    assert page(written) == written
    assert len(list(sentences())) >= 200
    rows = [line for line in written.splitlines() if line.startswith("| ") and line[2].isdigit()]
    assert all(line.endswith(f"| {READ} |") for line in rows)
