"""F17 without a trained reader: the plain asides are found, and what could be an answer is one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from greenroom.interview.reading import blanked
from greenroom.interview.understanding.words_reader import NAME, read

ASIDES = [
    ("Sorry, am I speaking to a human or a computer?", "process.person"),
    ("how much longer is this going to take", "process.time_left"),
    ("So how many questions do you still have?", "process.questions_left"),
    ("is this being recorded", "process.recording"),
    ("Hello, can you hear me?", "trouble.hear_me"),
    ("What kind of example do you want?", "clarify.meaning"),
    ("Does it have to be from a paid job?", "clarify.scope"),
    ("I would prefer not to talk about that.", "decline.plain"),
    ("Honestly, nothing comes to mind.", "no_example.none"),
    ("I have no clue, sorry.", "no_example.dont_know"),
    ("I've never had a job before.", "no_example.never_worked"),
    ("But I just told you that.", "already_said.said"),
    ("There's nothing more to say about it.", "already_said.all"),
    ("my name isn't Priya, it's Prisha", "correct.name"),
    ("Let me start over.", "restart.again"),
    ("Could we continue tomorrow?", "restart.later"),
    ("My father just passed away.", "distress.grief"),
    ("I'm so nervous right now.", "distress.nervous"),
    ("You're a stupid machine", None),
    ("Könnten wir das bitte auf Deutsch machen? Ich spreche nicht so viel Englisch.", "language.other"),
    ("मुझे हिंदी में बात करनी है", "language.other"),
    ("Je travaille dans une banque depuis dix ans et je suis très patient.", "language.other"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "topic"), [case for case in ASIDES if case[1]])
def test_a_plain_aside_is_found(text: str, topic: str) -> None:
    """By its topic, as the whole of the turn."""
    found = read(text, "", (), "en")
    assert [f"{one.about}.{one.topic}" for one in found.asides] == [topic]
    assert found.answer < 0.5


ANSWERS = [
    "No.",
    "Python.",
    "Stock control.",
    "A person I admire.",
    "Nurse, Priya, ward four.",
    "I told the customer that I already said that, and she laughed.",
    "I didn't know what to do, so I rang my manager.",
    "People ask me all the time whether I am a real person, because I write chatbots.",
    "So what did I do? I called the supplier.",
    "When my father died I took over the shop and ran it for six years.",
    "I was nervous before the first shift, but it went well.",
    "I have never worked so hard as in that winter.",
    "La Poste, in Lyon, as a teller.",
    "I taught Spanish and French at a school in Leeds.",
    "We had no example to follow, so we wrote one.",
]


@pytest.mark.parametrize("text", ANSWERS)
def test_what_could_be_an_answer_is_one(text: str) -> None:
    """Short, quoted or close to an aside: all of it answers."""
    found = read(text, "", (), "en")
    assert (found.asides, found.answer, found.end, found.danger) == ((), 1.0, 0.0, False)


def test_an_aside_beside_an_answer_is_located() -> None:
    """The places are those of the text, so that the rest can be assessed alone."""
    text = "My name is not Ada, it's Eve, and I run a bakery. What are the hours of this job?"
    found = read(text, "", (), "en")
    assert found.answer == 1.0
    assert [text[one.start : one.end].strip() for one in found.asides] == [
        "My name is not Ada, it's Eve",
        "What are the hours of this job?",
    ]
    assert len(blanked(text, found.asides)) == len(text)
    assert blanked(text, found.asides).strip() == ", and I run a bakery."


@given(st.text(max_size=400), st.sampled_from(["en", "en-GB", "es", "", "x"]))
def test_it_reads_anything(text: str, language: str) -> None:
    """Total; every place lies inside the text, in order, and nothing is said twice."""
    found = read(text, "", (), language)
    assert (found.reader, 0 <= found.answer <= 1) == (NAME, True)
    last = 0
    for one in found.asides:
        assert last <= one.start < one.end <= len(text)
        last = one.end
    if not language.startswith("en"):
        assert found.asides == ()


@given(
    st.lists(
        st.sampled_from(["um", "no", "i", "you", "told", "the", "a", ",", "it's"]), max_size=400
    )
)
def test_no_text_is_slow(words: list[str]) -> None:
    """Patterns of whole sentences end on any input; a sentence that is too long is not tried."""
    assert read(" ".join(words), "", (), "en").reader == NAME
