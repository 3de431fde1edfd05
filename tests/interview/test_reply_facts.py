"""What a reply says of time, of what is kept, of help and of the job: what is known, and no more."""

from __future__ import annotations

import re

import pytest
from tests.interview.wordings import wordings

from greenroom.interview.background import Quote
from greenroom.interview.replies import HELP, ReplyFacts, reply
from greenroom_turns.languages import CODES


def test_it_never_says_that_it_is_a_person() -> None:
    """Whatever is known: a program, in every language."""
    program = "program|programa|programme|Programm|प्रोग्राम|AI|inteligencia artificial|intelligence artificielle|inteligência artificial|künstliche Intelligenz|एआई"
    for language in CODES:
        for model in (None, True, False):
            facts = ReplyFacts(language=language, model=model)
            for text in wordings(facts, "process.person", 4):
                assert re.search(program, text), text


@pytest.mark.parametrize("language", CODES)
def test_help_is_named_by_the_hosts_country(language: str) -> None:
    """Its own numbers and no others; of an unknown country none."""
    for code, numbers in HELP.items():
        for text in wordings(
            ReplyFacts(language=language, country=code.lower()), "distress.danger", 4
        ):
            said = "".join(re.findall(r"\d", text))
            own = ["".join(re.findall(r"\d", numbers[kind])) for kind in numbers]
            assert said in ("".join(own), "".join(reversed(own)))
            assert numbers["emergency"] in text
    for country in ("", "XX"):
        facts = ReplyFacts(language=language, country=country)
        said = reply("distress.danger", facts)
        assert not re.search(r"\d", said.text)
        assert said.then == "offer_end"


def test_numbers_for_help_are_telephone_numbers() -> None:
    """What is named as help outside can be dialled."""
    for code, numbers in HELP.items():
        assert re.fullmatch("[A-Z]{2}", code)
        assert numbers.keys() <= {"emergency", "crisis"}
        assert "emergency" in numbers
        assert all(re.fullmatch(r"\d[\d ]{1,13}", number) for number in numbers.values())


@pytest.mark.parametrize(
    ("seconds", "said"),
    [
        (0, "less than a minute"),
        (39, "less than a minute"),
        (45, "about a minute"),
        (110, "about two minutes"),
        (340, "about six minutes"),
        (1200, "about 20 minutes"),
    ],
)
def test_time_is_said_as_people_say_it(seconds: float, said: str) -> None:
    """Times are whole minutes, or less than one."""
    assert said in reply("process.time_left", ReplyFacts(stage_seconds=seconds)).text


@pytest.mark.parametrize(
    ("least", "most", "said"),
    [
        (1, 1, "one more question"),
        (2, 2, "two more questions"),
        (1, 3, "between one and three more questions"),
        (0, 4, "up to four more questions"),
        (0, 1, "perhaps one more question"),
        (0, 0, "last"),
        (None, None, "depends"),
    ],
)
def test_questions_left_are_those_of_the_plan(
    least: int | None, most: int | None, said: str
) -> None:
    """The number of questions left is not more than the plan has."""
    facts = ReplyFacts(questions_least=least, questions_most=most, stages_to_come=())
    assert said in reply("process.questions_left", facts).text


def test_nothing_is_said_of_time_to_who_has_no_limit() -> None:
    """Who asked for no time limits is told of none."""
    facts = ReplyFacts(unhurried=True, stage_seconds=100, whole_seconds=100)
    for topic in ("process.time_left", "process.length"):
        assert not any("minute" in text for text in wordings(facts, topic, 4))


def test_what_is_kept_is_said_as_it_is() -> None:
    """Sound only where it is kept, days only where they are known."""
    kept = wordings(ReplyFacts(sound_kept=True, kept_days=30), "process.recording", 3)
    not_kept = wordings(ReplyFacts(sound_kept=False), "process.recording", 3)
    assert "30 days" in kept[0]
    assert not any("days" in text for text in not_kept)
    assert all("sound" in text.lower() for text in (*kept, *not_kept))
    assert all(re.search(r"not kept|no sound|is not", text.lower()) for text in not_kept)


def test_a_pause_is_offered_only_where_there_is_one() -> None:
    """A pause is offered only where the room can pause."""
    for topic in ("grief", "panic", "ill"):
        assert reply(f"distress.{topic}", ReplyFacts()).then == "offer_pause"
        assert reply(f"distress.{topic}", ReplyFacts(can_pause=False)).then == "offer_end"


def test_a_quote_is_said_with_its_source() -> None:
    """What the papers say is said with the paper that says it."""
    found = Quote("job", "The hours are 9 to 5.")
    for topic in ("job.pay", "job.company", "job.when_hear", "job.other"):
        for text in wordings(ReplyFacts(job=True, quote=found), topic, 2):
            assert text.endswith(found.text)
            assert "description" in text


def test_who_goes_on_does_not_say_that_they_wait() -> None:
    """To a noise beside an answer the next question follows at once, so nothing says "I am waiting"."""
    alone = wordings(ReplyFacts(), "trouble.noise", 4)
    beside = wordings(ReplyFacts(answers=True), "trouble.noise", 4)
    assert any("waiting" in text for text in alone)
    assert not any("waiting" in text or "still here" in text for text in beside)


def test_who_goes_on_invites_nobody_to_add() -> None:
    """To "was that all right?" behind an answer the next question follows: nothing says "add something"."""
    beside = wordings(ReplyFacts(answers=True), "feedback.was_that_ok", 4)
    assert not any("add" in text or "go on" in text for text in beside)
