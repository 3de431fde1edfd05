"""The sealed lines of `training/held_out`, and people of whom nothing was learned."""

from __future__ import annotations

import pytest

from greenroom.adapters.understanding.encoder import Embed
from greenroom.adapters.understanding.head import plain
from greenroom.adapters.understanding.kinds import Kinds
from greenroom.app.ports import ReaderInput
from greenroom.interview.asides import DISTRESS
from training import corpus, report


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
        *("sixth", "seventh", "eighth", "ninth", "tenth", "eleventh", "twelfth", "thirteenth"),
        *("fourteenth", "fifteenth", "sixteenth", "seventeenth"),
    )
    folders = tuple(f"{number}/" for number in numbers)
    sealed = {
        plain(line.text) for name in names for at in folders for line in corpus.sealed(at + name)
    }
    long = {text for text in sealed if len(text.split()) > 4}
    trained = {plain(line.text) for line in (*corpus.asides(), *corpus.answers(), *corpus.people())}

    assert len(long & trained) < len(long) / 100


def test_calm_answers_of_one_person_are_calm_together(embed: Embed, kinds: Kinds) -> None:
    """Five answers in a row of people of whom nothing was learned: one in twenty were met as distress, while each
    of the five was not."""
    said: dict[str, list[str]] = {}
    for line in corpus.people(development=True):
        if line.label == corpus.ANSWER:
            said.setdefault(line.writer, []).append(line.text.rstrip("."))
    turns = [". ".join(told[:5]) + "." for told in said.values() if len(told) >= 5]
    met = [
        kinds.read(ReaderInput(turn, "How was it?"), embed).distress >= DISTRESS for turn in turns
    ]
    assert len(turns) > 30
    assert sum(met) <= len(turns) / 30
