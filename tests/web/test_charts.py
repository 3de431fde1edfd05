"""Pictures from a record: true to its times, and well-formed whatever the record holds."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from greenroom.app.reports import reporting
from greenroom.testing.backstage import message, record_of, sample_record
from greenroom.web.reports import charts, reading
from greenroom.web.reports.figures import figures

EMPTY = record_of(
    "empty", [], stages=[], transitions=[], incidents=[], ended_ms=None, end_reason=None
)


def shapes(svg: str, kind: str) -> list[ElementTree.Element]:
    return list(ElementTree.fromstring(svg).iter(kind))


def test_the_tape_is_true_to_scale() -> None:
    """A block begins where its words began and is as long as they were."""
    said = [
        message(0, "A", "interviewer", "greeting", 0, 10, "Hi"),
        message(1, "A", "candidate", "answer", 20, 40, "Hi"),
    ]
    blocks = shapes(charts.tape(record_of("x", said, ended_ms=40_000, incidents=[])), "rect")
    assert [(b.get("x"), b.get("width"), b.get("class")) for b in blocks] == [
        ("0.0", "250.0", "c-ink"),
        ("500.0", "500.0", "c-go"),
    ]


def test_acknowledgements_are_not_drawn_as_turns() -> None:
    """An "okay" over the interviewer's voice is no turn of the candidate's."""
    told = charts.tape(sample_record("x"))
    assert "You spoke 8 times." in told


def test_stages_and_questions_are_drawn_along_the_same_time() -> None:
    """One bar a stage, one tick for each question that was asked in it."""
    titles = {"PAST_EXPERIENCE": "Past <experience>"}
    svg = charts.timeline(sample_record("x"), titles)
    assert len(shapes(svg, "rect")) == 4
    assert len(shapes(svg, "line")) == 7
    assert [text.text for text in shapes(svg, "text")][2] == "Past <experience>"


@pytest.mark.parametrize(
    "picture",
    [lambda: charts.bars([], "x"), lambda: charts.dots([], "x"), lambda: charts.split(0, 0, "x")],
)
def test_nothing_measured_is_nothing_drawn(picture: object) -> None:
    """No empty axes, no bar of height zero."""
    assert callable(picture)
    assert picture() == ""


def test_an_axis_starts_at_zero_and_ends_at_a_round_number() -> None:
    """Dots never leave the picture, and its numbers can be read."""
    svg = charts.dots([83.0, 142.0], "x")
    assert [text.text for text in shapes(svg, "text")] == ["0", "100", "200"]
    assert all(0 < float(dot.get("cx", "")) < 300 for dot in shapes(svg, "circle"))


def test_an_empty_record_draws_and_reads_without_inventing_anything() -> None:
    """No division by nothing, no move, no turn."""
    assert shapes(charts.tape(EMPTY), "rect") == []
    assert reading.moves(EMPTY, {}) == ()
    assert reading.transcript(EMPTY, {}) == ()
    assert all(
        figure.value is None for figure in figures(EMPTY, reporting.report(EMPTY)["measures"])
    )


def test_a_measure_has_a_value_or_a_reason_and_no_picture_without_a_value() -> None:
    """Nothing is drawn that was not measured."""
    record = sample_record("x")
    told = figures(record, reporting.report(record)["measures"])
    assert {bool(figure.value) ^ bool(figure.not_scored) for figure in told} == {True}
    assert not any(figure.picture for figure in told if figure.not_scored)
    assert sum(bool(figure.picture) for figure in told) == 4
    assert [figure.title for figure in told if "Each dot" in figure.definition] == ["Pace"]


def test_typed_answers_have_no_pace() -> None:
    """They have words and no speaking time; the pictures of time leave them out."""
    typed = [message(0, "A", "candidate", "answer", 5, 5, "word " * 60)]
    told = figures(record_of("x", typed), reporting.report(record_of("x", typed))["measures"])
    assert not any(
        figure.value for figure in told if figure.title in ("Pace", "Answer length", "Talk ratio")
    )


@pytest.mark.parametrize(
    ("ms", "told"),
    [(0, "0:00"), (-5, "0:00"), (59_999, "0:59"), (307_000, "5:07"), (3_661_000, "1:01:01")],
)
def test_the_clock_rounds_down(ms: int, told: str) -> None:
    """Minutes and seconds, hours when there are any."""
    assert charts.clock(ms) == told


@pytest.mark.parametrize(
    ("ms", "told"), [(92_999, "1\u00a0min 32\u00a0s."), (59_400, "in 59\u00a0s.")]
)
def test_the_headline_does_not_round_the_time_away(ms: int, told: str) -> None:
    """A minute and a half is neither one minute nor two; no line ends between a number and its unit."""
    said = [message(0, "A", "candidate", "answer", 0, 5, "word " * 20)]
    assert told in reading.headline(record_of("x", said, ended_ms=ms)).title


def test_the_headline_counts_and_does_not_judge() -> None:
    """Answers, words and time; under twenty words it says that it is too little."""
    told = reading.headline(sample_record("x")).title
    assert told == "Seven answers and 174 words in 5\u00a0min 20\u00a0s."
    long = [message(0, "A", "candidate", "answer", 0, 5, "word " * 1_234)]
    assert "1\u00a0234 words" in reading.headline(record_of("x", long)).title
    few = record_of("x", [message(0, "A", "candidate", "answer", 1, 3, "Just four words here")])
    assert not reading.headline(few).enough
    assert "four words" in reading.headline(few).lede
