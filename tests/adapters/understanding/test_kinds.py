"""What a turn is: sentences that were read wrong before."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from greenroom.adapters.understanding.encoder import Embed
from greenroom.adapters.understanding.grounds import grounded
from greenroom.adapters.understanding.kinds import Kinds
from greenroom.app.ports import ReaderInput
from greenroom.interview.asides import ANSWERS, DISTRESS, Judged, judged
from greenroom.interview.reading import About, Reading
from training import report

Read = Callable[..., Reading]
QUESTION = "What was your own part in it?"


@pytest.fixture
def read(kinds: Kinds, embed: Embed) -> Read:
    def reads(text: str, question: str = QUESTION) -> Reading:
        return report.reading(ReaderInput(text, question), embed, kinds)

    return reads


ASIDES = {
    "Are you a real person?": "process.person",
    "How long does this take?": "process.length",
    "How many questions are left?": "process.questions_left",
    "Can you hear me?": "trouble.hear_me",
    "Can you give me an example?": "clarify.example",
    "Should I talk about work or school?": "clarify.scope",
    "No, my name is Hannah.": "correct.name",
    "no my name is li wei": "correct.name",
    "Can I start over?": "restart.again",
    "Was that okay?": "feedback.was_that_ok",
    "What does the company do?": "job.company",
    "Can you speak slower please?": "trouble.slower",
    "I am really nervous.": "distress.nervous",
    "I have never had a job.": "no_example.never_worked",
    "I've never worked.": "no_example.never_worked",
    "Sorry, my dog is barking, one second.": "trouble.noise",
    "Sorry, I lost my train of thought, let me start again.": "trouble.lost_thread",
    "I'd rather not say.": "decline.plain",
    "I don't have an example.": "no_example.none",
    "I don't know.": "no_example.dont_know",
    "I think that's all I have on that.": "already_said.all",
    "My husband died last month.": "distress.grief",
    "No hablo mucho inglés, lo siento.": "language.other",
    "¿Podemos hacerlo en español?": "language.other",
}


@pytest.mark.parametrize(("text", "label"), ASIDES.items())
def test_asides_are_met(read: Read, text: str, label: str) -> None:
    """Each was answered by the plan's next question once."""
    reading = read(text)
    (aside,) = reading.asides

    assert f"{aside.about}.{aside.topic}" == label
    assert aside.sure >= report.ACT
    assert (aside.start, aside.end) == (0, len(text))
    assert reading.answer < ANSWERS


@pytest.mark.parametrize(
    "text", ["I need to leave.", "I want to stop now.", "Can we stop?", "Please let me go."]
)
def test_wishes_to_stop_end(read: Read, text: str) -> None:
    """A wish to stop is read as one, in whatever words."""
    assert read(text).end >= report.ACT


@pytest.mark.parametrize(
    "text",
    [
        *("Yes.", "No.", "Hello.", "Thank you.", "Jürgen", "Two years.", "Stock control."),
        *("I know Python.", "Top sales manager", "Mostly nights.", "My sister did.", "No, never."),
        "It was fine in the end.",
        "I told her that's not what I said",
        "he said I want to stop",
        "the patient asked are you a real nurse",
        "a patient tried to kill himself and I called the team",
        "I don't know if they noticed, but we kept at it and sales went up.",
        "I am not as experienced as my colleagues, and customers get unfriendly.",
        "The till went down for two hours and everybody was shouting.",
        "We finished two weeks early and the client signed a second contract.",
    ],
)
def test_answers_stay_answers(read: Read, text: str) -> None:
    """Short ones, and ones with the words of asides, commands and distress in them."""
    reading = read(text)

    assert reading.answer >= report.ACT
    assert all(aside.sure < report.UNSURE for aside in reading.asides)
    assert reading.end < report.PERHAPS_END
    assert not reading.danger


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        (
            "I'm good at performance. But I'm curious, what qualities matter in this role?",
            "what qualities matter in this role?",
        ),
        (
            "I led a team in moving one app to many services. What challenges do your engineers face most?",
            "What challenges do your engineers face most?",
        ),
    ],
)
def test_an_answer_that_asks_back_is_both(read: Read, text: str, asked: str) -> None:
    """A turn that answers and then asks is an answer with an aside in its place."""
    reading = read(text)
    surest = max(reading.asides, key=lambda aside: aside.sure)

    assert reading.answer >= report.ACT
    assert surest.about == "job"
    assert text[surest.start : surest.end].endswith(asked)
    assert surest.start > 0


def test_what_is_past_is_met_gently(read: Read) -> None:
    """A dark time that is over is distress and no danger."""
    reading = read("I was depressed back then and nearly killed myself.")

    assert reading.distress >= report.ACT
    assert not reading.danger


def test_a_correction_needs_its_ground(read: Read) -> None:
    """ "The bulk tank was not as cold as it is supposed to be" was thanked as a correction once."""
    reading = read("The bulk tank was warmer than it is supposed to be so I called the dairy.")
    assert not [one for one in reading.asides if one.about == "correct" and one.sure >= report.ACT]


def test_a_correction_in_doubt_is_not_asked_about(read: Read) -> None:
    """Somebody who put a detail of the story right was asked whether the question should be put another way."""
    text = "no sorry it was her mother in law not her sister"
    assert judged(read(text), text) in (Judged(answer=text), Judged(("correct.fact",)))


@pytest.mark.parametrize(
    ("text", "question", "named"),
    [
        ("What is your average handling time at the moment?", QUESTION, "job.other"),
        ("Not Homs, I mean Hama.", "How did you leave Homs?", "correct.fact"),
        ("How much time is left?", QUESTION, "process.time_left"),
        ("Can you still hear me?", QUESTION, "trouble.hear_me"),
    ],
)
def test_what_is_met_has_a_ground(read: Read, text: str, question: str, named: str) -> None:
    """Time is one of the interview where the words ask what is left of it; who puts a word right asks nothing."""
    assert judged(read(text, question), text).topics == (named,)


def test_nobody_asked_whether_we_hear(read: Read) -> None:
    """ "Do you have one?" was met with "yes, your words have reached me"."""
    text = "Chasing people for orders. Sorry, what was your name? Do you have one?"
    topics = judged(read(text), text).topics
    assert "trouble.hear_me" not in topics
    assert "process.person" in topics


def test_what_holds_for_everybody_is_no_question(read: Read) -> None:
    """ "You can ignore an email" was met with how to leave a question."""
    text = "I go and stand next to them. You can ignore an email."
    assert judged(read(text), text).topics == ()


@pytest.mark.parametrize(
    "text",
    [
        "To be honest I had no idea, so I drew it on the floor and they built it.",
        "Who will pay, they asked, and I showed them the contract.",
    ],
)
def test_what_is_told_on_or_quoted_is_no_aside(read: Read, text: str) -> None:
    """A clause of the story was blanked and met as an aside once."""
    assert [one for one in read(text).asides if one.sure >= report.ACT] == []


@pytest.mark.parametrize(
    "text",
    [
        "Ask them, what's up chick, don't you like it? Then a bit of bread and butter and tell their teacher.",
        "One day I ask her, did I do something to you? And she cry, her husband left her.",
        "If I can make it happen again on purpose, then I believe it.",
        "I rang my mum and I went what do we do now",
        "We were up to the knees in water and I said to the foreman can we stop now, he said no, so I went up anyway.",
    ],
)
def test_words_in_the_midst_of_a_story_are_no_aside(read: Read, text: str) -> None:
    """What stands between two things that are told was said to somebody else."""
    assert judged(read(text), text) == Judged(answer=text)


@pytest.mark.parametrize(
    ("words", "topic"),
    [
        ("No, I meant the Sunday bonus, not the Saturday one.", "fact"),
        ("No, I said metro, not motor.", "misheard"),
    ],
)
def test_we_misheard_only_where_the_words_say_so(words: str, topic: str) -> None:
    """Who puts their own words right is not told that we misheard them."""
    found = grounded(About.CORRECT, "misheard", words, telling=False)
    assert found == (About.CORRECT, topic)


CALM = (
    "Most of my time goes to asking for things, because the close is only as fast as the slowest department, and so in the "
    "last week of the month I write reminders and I make calls, and in the first week I check what came in, and only then "
    "do I really get to the accounts.",
    "Notes, if I'm honest. I would say three hours out of twelve. The rest is medicines, helping people to wash and eat, and "
    "talking with families in the corridor. And there is the kit, nasogastric tubes and cannulas and the swallow screen. I "
    "try to do my notes at the bedside, so that I am at least in the room when somebody needs me.",
)


@pytest.mark.parametrize("text", CALM)
def test_a_long_answer_is_no_distress(read: Read, text: str) -> None:
    """No clause told of distress, and the vector of the whole did: the head has seen few turns so long."""
    found = read(text)
    assert not found.danger
    assert found.distress < DISTRESS


def test_the_question_tells_a_correction_from_an_answer(embed: Embed, kinds: Kinds) -> None:
    """The same words answer one question and put another right."""
    text = "Piano, with the keys."
    played, sold = (
        report.reading(ReaderInput(text, question), embed, kinds)
        for question in ("What instrument do you repair?", "So your wife sold a canoe?")
    )
    assert played.answer > sold.answer
