"""Interviews that once ended badly, with the local reader: what each turn is taken for, and what is said to it."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from greenroom.adapters.understanding.composition import reader_in_place
from greenroom.adapters.understanding.reader import LocalReader
from greenroom.app import plans
from greenroom.app.interviewer import PlanInterviewer
from greenroom.interview.first_job import takes_a_job_for_granted
from greenroom.interview.record import record
from greenroom.simulation import clock
from greenroom.simulation.record_checks import faults
from greenroom.simulation.run import ROBIN, Notebook, hold, simulated_header
from greenroom.simulation.script import Line, perform

READY = "Yes."
CASHIER = "I'm a cashier and I'm good at talking to people."
TILLS = "We moved the shop to a new till system last spring."
OWN_PART = "What was your own part in it?"
DRILL = "Let's build it up in four steps"


class Held:
    """An interview that was held, as its record tells it."""

    def __init__(self, found: dict[str, Any]) -> None:
        self.record = found
        self.messages: list[dict[str, Any]] = found["messages"]

    @property
    def ours(self) -> list[str]:
        return [one["text"] for one in self.messages if one["speaker"] == "interviewer"]

    @property
    def facts(self) -> dict[str, str]:
        return {
            key: text for stage in self.record["stages"] for key, text in stage["facts"].items()
        }

    def place(self, text: str) -> int:
        return max(at for at, one in enumerate(self.messages) if one["text"] == text)

    def turn(self, text: str) -> dict[str, Any]:
        return self.messages[self.place(text)]

    def to(self, text: str) -> str:
        """What was said to these words (the last time they came)."""
        later = self.messages[self.place(text) + 1 :]
        return str(next(one["text"] for one in later if one["speaker"] == "interviewer"))

    def is_aside(self, text: str, about: str) -> bool:
        turn = self.turn(text)
        told = (turn["kind"], turn["about"], turn.get("depth"), turn.get("summary"))
        return told == ("aside", about, None, None)


@pytest.fixture(scope="module")
def reader() -> LocalReader:
    """Its weights are loaded once."""
    return reader_in_place()


def held(reader: LocalReader, plan: str, *says: str) -> Held:
    """The interview of somebody who says these lines, each after a question, and then nothing more."""
    loaded = plans.load(plan, role=ROBIN.role, level=ROBIN.level)
    header = simulated_header(loaded, 1)
    lines = [Line("question", 0.8, say, 0.36 * len(say.split())) for say in says]
    taking_part = hold(
        header,
        partial(perform, lines),
        interviewer=PlanInterviewer(),
        journal=Notebook(),
        reader=reader,
    )
    found = record(header, clock.run(taking_part))
    assert faults(found, [stage.id for stage in loaded.stages]) == []
    return Held(found)


@pytest.mark.parametrize(
    "wish", ["I need to leave.", "I've got to run, sorry.", "Please let me out."]
)
def test_who_wants_to_leave_is_let_go(reader: LocalReader, wish: str) -> None:
    """A wish to stop, in whatever words, ends the interview at once, and is no fact."""
    found = held(reader, "classic", READY, "I'm a teacher and I'm good at calming people.", wish)
    assert found.turn(wish)["kind"] == "command"
    assert found.record["end_reason"] == "candidate_ended"
    assert not any(wish.rstrip(".").lower() in text.lower() for text in found.facts.values())


def test_a_skip_leaves_the_question_and_not_the_stage(reader: LocalReader) -> None:
    """ "Next question please" asks the next one of the same stage (F20)."""
    found = held(
        reader,
        "software-engineer",
        READY,
        "I'm a developer, five years, and I'm good at testing.",
        "I mostly write tests.",
        "Next question please.",
    )
    at = found.place("Next question please.")
    assert found.messages[at]["kind"] == "command"
    assert found.messages[at + 1]["stage"] == found.messages[at]["stage"]


@pytest.mark.parametrize("refusal", ["I'd rather not say.", "I'd prefer to keep that to myself."])
def test_a_refusal_is_no_strength(reader: LocalReader, refusal: str) -> None:
    """The question is left without a reason asked for; nothing of it is a fact."""
    found = held(reader, "two-stage", "I am a nurse, eight years now.", refusal)
    assert found.is_aside(refusal, "decline")
    assert "highlight" not in found.facts
    assert "strength" not in found.to(refusal)


@pytest.mark.parametrize(
    "told",
    [
        "I was depressed back then and nearly killed myself.",
        "Two years ago I tried to take my own life.",
    ],
)
def test_a_danger_that_is_over_is_met_gently(reader: LocalReader, told: str) -> None:
    """It is thanked for, and a pause or an end offered: it is neither panic nor an answer."""
    found = held(reader, "two-stage", CASHIER, told)
    assert found.is_aside(told, "distress")
    assert "pause" in found.to(told)
    assert "Breathe" not in found.to(told)
    assert OWN_PART not in found.to(told)


def test_who_cannot_say_whether_to_pause_is_not_hurried(reader: LocalReader) -> None:
    """ "I don't know" to an offered pause is neither no nor an answer; the offer stands."""
    grief = "My husband died last month."
    found = held(reader, "two-stage", CASHIER, grief, "I don't know.", "Yes, please.")
    assert found.is_aside(grief, "distress")
    assert "?" not in found.to("I don't know.")
    assert "pause" in found.to("I don't know.")
    assert found.turn("Yes, please.")["kind"] == "command"


@pytest.mark.parametrize(
    "told",
    [
        "Okay if you could just let me take your arm. It's easier. I'm blind.",
        "Just so you know, I'm deaf in one ear.",
    ],
)
def test_a_condition_is_no_distress_and_no_strength(reader: LocalReader, told: str) -> None:
    """It is met with what helps here, in one reply; it is no fact, and the question stays."""
    found = held(reader, "two-stage", "I sell office equipment, five years now.", told)
    assert found.is_aside(told, "trouble")
    assert "sorry" not in found.to(told)
    assert "?" not in found.to(told)
    assert "highlight" not in found.facts


@pytest.mark.parametrize(
    "told",
    [
        "I am not as experienced as my colleagues, and customers get unfriendly.",
        "I did manage to complete all of my assignments without sacrificing quality.",
        "The till went down for two hours and everybody was shouting.",
    ],
)
def test_nothing_is_praised_that_was_not_told(reader: LocalReader, told: str) -> None:
    """A weakness is no trade-off, a phrase no price, an outage no result; who knows no more is not drilled."""
    found = held(reader, "two-stage", CASHIER, told, "I don't know.", "I have no idea.")
    said = " ".join(found.ours)
    assert "trade-off" not in said
    assert "price of a decision" not in said
    assert "in numbers" not in said
    assert DRILL not in said
    assert found.is_aside("I don't know.", "no_example")
    assert found.is_aside("I have no idea.", "no_example")


def test_a_wrong_name_is_put_right_for_good(reader: LocalReader) -> None:
    """The right name is used from the next sentence on, and the wrong one never again."""
    found = held(
        reader,
        "two-stage",
        "My name is not Robin, it's Alex, and I'm a teacher.",
        "Please call me Alex.",
    )
    assert "Alex" in found.ours[1]
    assert not any("Robin" in text for text in found.ours[1:])
    assert found.is_aside("Please call me Alex.", "correct")


@pytest.mark.parametrize(
    "asked",
    ["What kind of projects is your team working on?", "How big is the team that I would join?"],
)
def test_a_question_at_the_end_of_an_answer_is_met(reader: LocalReader, asked: str) -> None:
    """Without papers the interviewer says that it does not know; the answer counts all the same."""
    answer = f"I moved our shop to a new till system. {asked}"
    found = held(reader, "two-stage", CASHIER, answer)
    assert found.turn(answer)["depth"] is not None
    assert any(
        part in found.to(answer)
        for part in ("do not know", "know too little", "cannot tell", "no answer")
    )


@pytest.mark.parametrize(
    "vague",
    [
        "I'm not sure about exact numbers, it just felt successful.",
        "I don't remember the figures, but people were glad.",
    ],
)
def test_who_has_no_number_is_not_asked_for_one(reader: LocalReader, vague: str) -> None:
    """The next question does not wish for what the candidate just said to lack, and nothing is praised."""
    found = held(
        reader, "two-stage", CASHIER, "I mean, we all worked on it. It was a team thing.", vague
    )
    assert "number" not in found.to(vague)
    assert "figure" not in found.to(vague)
    assert not any("real detail" in text or "concrete" in text for text in found.ours)


def test_a_full_story_is_not_asked_for_again(reader: LocalReader) -> None:
    """What happened, what was done, and the measured end: then the good-bye."""
    found = held(
        reader,
        "two-stage",
        "I'm an engineer and I'm good at debugging.",
        "Our nightly import kept failing, so I took it on. I traced it to a lock in the migration, "
        "rewrote that step, and the failures dropped from eighteen percent to two.",
    )
    assert found.messages[-1]["kind"] == "closing"
    assert not any(DRILL in text for text in found.ours)


def test_who_never_worked_is_asked_for_nothing_that_takes_a_job(reader: LocalReader) -> None:
    """Said once, it holds: no question and no bridge takes a job for granted; nothing is a fact or a depth."""
    said = (
        "I've never worked.",
        "I don't really have any work experience yet.",
        "I have never had a job, as I said.",
    )
    found = held(reader, "classic", READY, "I just finished school.", *said, *said, *said)
    later = found.messages[found.messages.index(found.turn("I just finished school.")) + 3 :]
    ours = [one["text"] for one in later if one["speaker"] == "interviewer"]
    assert [text for text in ours if takes_a_job_for_granted(text)] == []
    assert not any(DRILL in text or "tools" in text for text in ours)
    assert all(found.is_aside(one, "no_example") for one in said)
    assert len(set(ours)) == len(ours)
    assert found.record["end_reason"] == "completed"


@pytest.mark.parametrize(
    "said", ["I think that's all I have on that.", "There is nothing more to say."]
)
def test_who_has_said_all_is_not_kept(reader: LocalReader, said: str) -> None:
    """Each time the question is left; no words come back, and nothing untrue is said about it."""
    intro = "I work at a bank as a clerk and I'm good at careful records."
    found = held(reader, "classic", READY, intro, *[said] * 6)
    assert found.is_aside(said, "already_said")
    assert found.record["end_reason"] == "completed"
    assert len(set(found.ours)) == len(found.ours)
    assert not any("I have all of it" in text for text in found.ours)


def test_another_language_is_neither_an_answer_nor_a_loop(reader: LocalReader) -> None:
    """It is said which language is understood, in other words each time; at the third time an end is
    offered. A word of thanks in it is no answer either."""
    said = (
        "Hola, me llamo Ana y trabajo como enfermera en un hospital.",
        "No hablo mucho inglés, lo siento.",
        "¿Podemos hacerlo en español?",
        "Gracias.",
    )
    found = held(reader, "two-stage", *said)
    assert all(found.is_aside(one, "language") for one in said)
    assert all("English" in found.to(one) for one in said)
    assert len({found.to(one) for one in said}) == len(said)
    assert "stop" in found.to(said[2])
    assert found.facts == {}


@pytest.mark.parametrize(
    "yes",
    [
        "Hi, yes, I can hear you well, and I am ready.",
        "Hello, yes, the sound is fine here, I think.",
        "Yeah, I hear you loud and clear.",
    ],
)
def test_a_yes_answers_a_yes_no_question(reader: LocalReader, yes: str) -> None:
    """Whatever else it holds: nothing else is offered, and the interview goes on."""
    found = held(reader, "classic", yes)
    assert found.turn(yes)["kind"] == "answer"
    assert found.to(yes).endswith("Please tell me a little about yourself.")


@pytest.mark.parametrize(
    "asked", ["What do you mean by that, exactly?", "I don't understand the question."]
)
def test_a_question_back_is_an_aside(reader: LocalReader, asked: str) -> None:
    """It is met by other words for the question."""
    found = held(reader, "two-stage", CASHIER, TILLS, asked)
    assert found.is_aside(asked, "clarify")
    assert "Which of it did you do yourself?" in found.to(asked)


def test_an_order_to_rephrase_stays_a_command(reader: LocalReader) -> None:
    """ "Could you rephrase that?" orders it."""
    found = held(reader, "two-stage", CASHIER, TILLS, "Could you rephrase that?")
    assert found.turn("Could you rephrase that?")["kind"] == "command"


LINES = [
    ("Are you a real person?", "process", "program"),
    ("Am I talking to a machine right now?", "process", "program"),
    ("How long does this take?", "process", "minutes"),
    ("How many questions are left?", "process", "question"),
    ("Can you hear me?", "trouble", ""),
    ("Can you give me an example?", "clarify", ""),
    ("Like what, for instance?", "clarify", ""),
    ("Should I talk about work or school?", "clarify", "school"),
    ("Does a thing from university count?", "clarify", "school"),
    ("Can I start over?", "restart", ""),
    ("Was that okay?", "feedback", ""),
    ("What does the company do?", "job", "company"),
    ("Can you speak slower please?", "trouble", "again|once more"),
    ("I am really nervous.", "distress", ""),
    ("I have never had a job.", "no_example", "school"),
    ("Sorry, my dog is barking, one second.", "trouble", "waiting"),
    ("Hang on, somebody is at the door.", "trouble", "waiting"),
    ("Sorry, I lost my train of thought, let me start again.", "trouble", ""),
]


@pytest.mark.parametrize(("line", "about", "word"), LINES)
def test_an_aside_is_met_in_its_own_terms(
    reader: LocalReader, line: str, about: str, word: str
) -> None:
    """The reply is to it, neither a drill nor the plan's next question; the pending one stays, and the
    answer to it counts."""
    answer = "I wrote the plan for it and trained the four others."
    found = held(reader, "two-stage", CASHIER, TILLS, line, answer)
    assert found.is_aside(line, about)
    reply = found.messages[found.place(line) + 1]
    assert reply["kind"] == "reply"
    assert DRILL not in reply["text"]
    assert any(one in reply["text"].lower() for one in word.lower().split("|"))
    assert not reply["text"].startswith(("No,", "Yes,")) or about == "trouble"
    assert reply["question_id"] == "own-role"
    assert found.turn(answer)["depth"] is not None


def test_grief_beside_a_yes_is_met(reader: LocalReader) -> None:
    """Somebody who agrees to begin and tells of a death is not led to the introduction without a word."""
    told = "Yes we can start. My father died last week."
    found = held(reader, "nursing", told, "No, let's go on.", CASHIER)
    assert found.is_aside(told, "distress")
    assert "sorry" in found.to(told)
    assert "pause" in found.to(told)
    assert "Shall we begin" in found.to("No, let's go on.")


@pytest.mark.parametrize(
    "told", ["", "I listened to her for an hour and then I called the doctor. "]
)
def test_a_wish_for_a_break_pauses(reader: LocalReader, told: str) -> None:
    """In whatever words; what was told before it stays an answer."""
    wish = "Could we have a quick break? Someone at the door."
    found = held(reader, "nursing", READY, CASHIER, f"{told}{wish}")
    at = found.place(wish)
    assert found.messages[at]["kind"] == "command"
    if told:
        assert found.messages[at - 1]["kind"] == "answer"
        assert found.messages[at - 1]["text"] == told.strip()
    later = [one["kind"] for one in found.messages[at + 1 :]]
    assert "question" not in later[:1]


@pytest.mark.parametrize(
    "asks", ["what would my caseload be", "How many people would I be working with?"]
)
def test_a_question_about_the_job_is_not_put_in_other_words(reader: LocalReader, asks: str) -> None:
    """Nobody who asks about the job is told that we should be clearer."""
    found = held(reader, "nursing", READY, CASHIER, asks)
    assert found.is_aside(asks, "job")
    assert "clearer" not in found.to(asks)


def test_how_long_it_takes_is_about_the_interview(reader: LocalReader) -> None:
    """Where no step of hiring is named, it is the interview that takes long."""
    asks = "Sure, ready when you are. How long will it take, by the way?"
    found = held(reader, "teaching", asks)
    assert any("left" in said or "at most" in said or "depends" in said for said in found.ours)
    assert not any("people who offer" in said or "hear" in said for said in found.ours[1:3])
