"""What a turn is: the sealed lines of `training/held_out`, and sentences that were read wrong before."""

from __future__ import annotations

import pytest
from training.fitting import Embed, remembered

from greenroom.adapters.understanding.encoder import load_encoder
from greenroom.adapters.understanding.grounds import grounded
from greenroom.adapters.understanding.head import plain
from greenroom.adapters.understanding.kinds import Kinds, load_kinds
from greenroom.app.ports import Heard
from greenroom.interview.asides import ANSWERS, DISTRESS, Judged, judged
from greenroom.interview.reading import About, Reading
from training import corpus, report


@pytest.fixture(scope="module")
def kinds() -> Kinds:
    return load_kinds()


@pytest.fixture(scope="module")
def embed() -> Embed:
    return remembered(load_encoder().embed_both)


@pytest.fixture(scope="module")
def sixth(embed: Embed, kinds: Kinds) -> dict[str, float]:
    return report.figures("sixth/", embed, kinds)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("figure", "least"),
    [
        ("asides: recall", 0.84),
        ("asides: precision against answers", 0.91),
        ("asides: right kind", 0.76),
        ("answers kept", 0.93),
        ("answers kept, short", 0.91),
        ("end found", 0.8),
        ("distress found", 1.0),
        ("danger found", 1.0),
    ],
)
def test_sealed_lines_are_read_right(sixth: dict[str, float], figure: str, least: float) -> None:
    """Other people's words: most asides are found, nearly every answer stays one, nearly every wish to stop and all distress are met."""
    assert sixth[figure] >= least


@pytest.mark.slow
@pytest.mark.parametrize("name", ["third", "fourth", "fifth"])
def test_no_wish_to_stop_and_no_distress_is_missed(name: str, embed: Embed, kinds: Kinds) -> None:
    """In the words of three sets that were sealed once."""
    ends = report.read(corpus.of_file(corpus.LINES / "end" / f"{name}.txt"), embed, kinds)
    distress = report.read(corpus.sealed(f"{name}/distress"), embed, kinds)
    assert [one.line.text for one in ends if one.reading.end < report.PERHAPS_END] == []
    assert [one.line.text for one in distress if not one.alarms()] == []


@pytest.mark.slow
def test_no_sealed_answer_is_taken_for_danger(sixth: dict[str, float]) -> None:
    """No real answer of the sealed set is met as danger to life."""
    assert sixth["danger where there is none"] == 0


@pytest.mark.slow
def test_answers_that_hold_an_aside_are_both(embed: Embed, kinds: Kinds) -> None:
    """The answer is seen, and the aside in its place."""
    found = report.mixed(embed, kinds)

    assert found["mixed: the answer is seen"] >= 0.9
    assert found["mixed: the aside is found"] >= 0.75


def test_nothing_sealed_is_trained_on() -> None:
    """No training line says what a line of the sets says that are still sealed, but for the few short ones
    that two writers put alike: fewer than one in a hundred."""
    names = ("asides", "answers", "end", "distress")
    numbers = (
        "sixth",
        "seventh",
        "eighth",
        "ninth",
        "tenth",
        "eleventh",
        "twelfth",
        "thirteenth",
        "fourteenth",
        "fifteenth",
        "sixteenth",
        "seventeenth",
    )
    folders = tuple(f"{number}/" for number in numbers)
    sealed = {
        plain(line.text) for name in names for at in folders for line in corpus.sealed(at + name)
    }
    long = {text for text in sealed if len(text.split()) > 4}
    trained = {plain(line.text) for line in (*corpus.asides(), *corpus.answers(), *corpus.people())}

    assert len(long & trained) < len(long) / 100


@pytest.fixture
def read(kinds: Kinds, embed: Embed):  # type: ignore[no-untyped-def]
    def reads(text: str) -> Reading:
        return kinds.read(Heard(text, "What was your own part in it?"), embed)

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
def test_asides_are_met(read, text: str, label: str) -> None:  # type: ignore[no-untyped-def]
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
def test_wishes_to_stop_end(read, text: str) -> None:  # type: ignore[no-untyped-def]
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
def test_answers_stay_answers(read, text: str) -> None:  # type: ignore[no-untyped-def]
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
def test_an_answer_that_asks_back_is_both(read, text: str, asked: str) -> None:  # type: ignore[no-untyped-def]
    """A turn that answers and then asks is an answer with an aside in its place."""
    reading = read(text)
    surest = max(reading.asides, key=lambda aside: aside.sure)

    assert reading.answer >= report.ACT
    assert surest.about == "job"
    assert text[surest.start : surest.end].endswith(asked)
    assert surest.start > 0


def test_what_is_past_is_met_gently(read) -> None:  # type: ignore[no-untyped-def]
    """A dark time that is over is distress and no danger."""
    reading = read("I was depressed back then and nearly killed myself.")

    assert reading.distress >= report.ACT
    assert not reading.danger


def test_a_correction_needs_its_ground(read) -> None:  # type: ignore[no-untyped-def]
    """ "The bulk tank was not as cold as it is supposed to be" was thanked as a correction once."""
    reading = read("The bulk tank was warmer than it is supposed to be so I called the dairy.")
    assert not [one for one in reading.asides if one.about == "correct" and one.sure >= report.ACT]


def test_a_correction_in_doubt_is_not_asked_about(read) -> None:  # type: ignore[no-untyped-def]
    """Somebody who put a detail of the story right was asked whether the question should be put another way."""
    text = "no sorry it was her mother in law not her sister"
    assert judged(read(text), text) in (Judged(answer=text), Judged(("correct.fact",)))


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("What is your average handling time at the moment?", "job.other"),
        ("Not Homs, I mean Hama.", "correct.fact"),
        ("How much time is left?", "process.time_left"),
        ("Can you still hear me?", "trouble.hear_me"),
    ],
)
def test_what_is_met_has_a_ground(read, text: str, named: str) -> None:  # type: ignore[no-untyped-def]
    """Time is one of the interview where the words ask what is left of it; who puts a word right asks nothing."""
    assert judged(read(text), text).topics == (named,)


def test_nobody_asked_whether_we_hear(read) -> None:  # type: ignore[no-untyped-def]
    """ "Do you have one?" was met with "yes, your words have reached me"."""
    text = "Chasing people for orders. Sorry, what was your name? Do you have one?"
    topics = judged(read(text), text).topics
    assert "trouble.hear_me" not in topics
    assert "process.person" in topics


def test_what_holds_for_everybody_is_no_question(read) -> None:  # type: ignore[no-untyped-def]
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
def test_what_is_told_on_or_quoted_is_no_aside(read, text: str) -> None:  # type: ignore[no-untyped-def]
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
def test_words_in_the_midst_of_a_story_are_no_aside(read, text: str) -> None:  # type: ignore[no-untyped-def]
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
def test_a_long_answer_is_no_distress(read, text: str) -> None:  # type: ignore[no-untyped-def]
    """No clause told of distress, and the vector of the whole did: the head has seen few turns so long."""
    found = read(text)
    assert not found.danger
    assert found.distress < DISTRESS


def test_calm_answers_of_one_person_are_calm_together(embed: Embed, kinds: Kinds) -> None:
    """Five answers in a row of people of whom nothing was learned: one in twenty were met as distress, while each
    of the five was not."""
    said: dict[str, list[str]] = {}
    for line in corpus.people(development=True):
        if line.label == corpus.ANSWER:
            said.setdefault(line.writer, []).append(line.text.rstrip("."))
    turns = [". ".join(told[:5]) + "." for told in said.values() if len(told) >= 5]
    met = [kinds.read(Heard(turn, "How was it?"), embed).distress >= DISTRESS for turn in turns]
    assert len(turns) > 30
    assert sum(met) <= len(turns) / 30
