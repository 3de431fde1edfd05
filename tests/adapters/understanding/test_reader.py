"""What every reader of turns does, whatever it stands on, and what the local one does besides."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from greenroom.adapters.understanding.composition import load_reader, reader_in_place
from greenroom.adapters.understanding.reader import LONGEST, LocalReader, bounded
from greenroom.app.ports import Reader, ReaderInput
from greenroom.interview.reading import About, Reading
from greenroom.testing.readers import WordsReader

QUESTION = "What was your own part in it?"
READERS: dict[str, Callable[[], Reader]] = {"words": WordsReader, "local": reader_in_place}

words = st.sampled_from(
    [
        "I",
        "we",
        "can",
        "you",
        "stop",
        "please",
        "my",
        "husband",
        "died",
        "the",
        "till",
        "in",
        "two",
        "minutes",
        ",",
        ".",
        "?",
        "!",
        "“no”",
        "sorry",
        "what",
        "42%",
        "चाय",
    ]
)
turns = st.one_of(
    st.text(min_size=1, max_size=120),
    st.lists(words, min_size=1, max_size=30).map(" ".join),
)


@pytest.fixture(params=sorted(READERS))
def reader(request: pytest.FixtureRequest) -> Reader:
    return READERS[request.param]()


def read(
    reader: Reader, text: str, question: str = QUESTION, language: str = "en"
) -> Reading | None:
    return asyncio.run(reader.read(ReaderInput(text, question, language)))


@pytest.mark.parametrize("make", READERS.values(), ids=READERS)
@settings(max_examples=20, deadline=None)
@given(turns, st.text(max_size=80))
def test_any_turn_is_read(make: Callable[[], Reader], text: str, question: str) -> None:
    """Total and deterministic; places inside the text, probabilities from 0 to 1."""
    heard = ReaderInput(text.strip() or "x", question)
    found = asyncio.run(make().read(heard))
    assert found is not None
    assert found == asyncio.run(make().read(heard))
    placed = (*found.asides, *found.told, *found.facts, *found.phrases)
    assert all(0 <= one.start < one.end <= len(heard.text) for one in placed)
    sures = [one.sure for one in placed]
    sures += [found.answer, found.end, found.distress]
    assert all(0 <= sure <= 1 for sure in sures)
    starts = [aside.start for aside in found.asides]
    assert starts == sorted(starts)


@pytest.mark.parametrize("language", ["de", "hi", "pt-BR"])
def test_other_languages_are_not_read(reader: Reader, language: str) -> None:
    """Nothing is found in words that it does not know; English has many names."""
    assert read(reader, "Ich arbeite im Garten.", language=language) is None
    assert asyncio.run(reader.repeats(QUESTION, [QUESTION], language)) is None
    assert read(reader, "I work in a garden.", language="en-GB") is not None


def test_questions_are_compared(reader: Reader) -> None:
    """The same question is a repetition; nothing is one where nothing was asked."""
    same = asyncio.run(reader.repeats(QUESTION, ["Shall we begin?", QUESTION], "en"))
    assert same is not None
    assert same >= 0.5
    assert asyncio.run(reader.repeats(QUESTION, [], "en")) is None
    assert asyncio.run(reader.repeats(" ", [QUESTION], "en")) is None


@pytest.mark.parametrize(
    ("asked", "again", "other"),
    [
        (QUESTION, "Which bits of that did you do yourself?", "Who worked on that with you?"),
        (
            "What was the hardest part?",
            "So, which bit was the toughest?",
            "Who made it hard for you?",
        ),
        (
            "What would you call your greatest strength?",
            "Thanks. What are you really good at?",
            "Whose strengths do you admire?",
        ),
    ],
)
def test_a_paraphrase_is_a_repetition_and_another_side_is_none(
    asked: str, again: str, other: str
) -> None:
    """By meaning: the paraphrases share no content word with the question (F11)."""
    reader = reader_in_place()
    found = [asyncio.run(reader.repeats(text, [asked], "en")) for text in (again, other)]
    assert found[0] is not None
    assert found[1] is not None
    assert found[0] >= 0.5 > found[1]


def test_an_answer_with_a_question_back_is_both() -> None:
    """What is told and what is asked have places of their own."""
    text = "I rebuilt the stock system, and it halved the delay. Are you a real person?"
    found = read(reader_in_place(), text)
    assert found is not None
    assert found.answer > 0.7
    (aside,) = found.asides
    assert (aside.about, text[aside.start : aside.end]) == (About.PROCESS, "Are you a real person?")
    assert {told.part for told in found.told} >= {"action", "result"}
    assert any("stock system" in phrase.named for phrase in found.phrases)
    assert all(told.end <= aside.start for told in found.told)


def test_a_very_long_turn_costs_no_more_than_a_long_one() -> None:
    """What is read is cut before any work."""
    heard = ReaderInput("word " * 100_000, "q" * 10_000)
    short = bounded(heard)
    assert len(short.text) == LONGEST
    assert len(short.question) < LONGEST
    assert bounded(short) == short


def test_a_server_s_reader_works_off_the_loop_and_finds_the_same() -> None:
    """One turn at a time on a thread of its own; what interviews say is not kept."""
    texts = ["Are you a real person?", "I fixed the till.", "Can we stop now?"] * 3
    reader = load_reader()

    async def all_at_once() -> list[Reading | None]:
        return await asyncio.gather(*(reader.read(ReaderInput(text, QUESTION)) for text in texts))

    found = asyncio.run(all_at_once())
    reader.close()
    assert found == [read(reader_in_place(), text) for text in texts]
    with pytest.raises(RuntimeError):
        read(reader, "I fixed the till.")


def test_a_simulation_remembers_readings_and_a_server_does_not() -> None:
    """Fixed lines are read once; a candidate's words are not kept."""
    parts = reader_in_place()._parts
    counted: list[str] = []

    def kinds(heard: ReaderInput, embed: object) -> Reading:
        counted.append(heard.text)
        return Reading("counted", 1.0)

    counting = replace(parts, kinds=kinds)
    in_place, served = LocalReader(counting, None), LocalReader(counting, ThreadPoolExecutor(1))
    for reader in (in_place, served):
        for _ in range(2):
            read(reader, "I fixed the till.")
        reader.close()
    assert len(counted) == 3
