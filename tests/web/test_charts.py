"""Pictures from a record: true to its times, and well-formed whatever the record holds."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.records import message, record_of, sample_record

from greenroom.app.reports import reporting
from greenroom.web.reports import charts, readable_record
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


@pytest.mark.parametrize(
    ("values", "wanted"),
    [
        ([83.0, 142.0], ["80", "100", "120", "140", "160"]),
        ([219.0, 194.0], ["180", "200", "220", "240"]),
        ([0.4, 3.1], ["0", "1", "2", "3", "4"]),
        ([150.0], ["130", "140", "150", "160", "170"]),
        ([0.0], ["0", "1"]),
    ],
)
def test_an_axis_fits_what_it_shows(values: list[float], wanted: list[str]) -> None:
    """Round numbers close around the dots: paces of 194 and 219 are not drawn on 0 to 500. What reaches
    down towards zero is drawn from zero. Dots never leave the picture."""
    svg = charts.dots(values, "x")
    assert [text.text for text in shapes(svg, "text")] == wanted
    assert all(0 < float(dot.get("cx", "")) < 300 for dot in shapes(svg, "circle"))


@given(st.lists(st.floats(0, 1e6, allow_subnormal=False), min_size=1, max_size=9), st.booleans())
def test_any_values_have_an_axis(values: list[float], from_zero: bool) -> None:
    """An axis holds all values, has two to five marks."""
    axis = charts.scale(values, from_zero=from_zero)
    low = 0.0 if from_zero else min(values)
    assert axis.low <= low + axis.step * 1e-6
    assert axis.high >= max(values) - axis.step * 1e-6
    assert 2 <= len(axis.marks) <= charts.MOST_STEPS + 1


def test_bars_start_at_zero_and_say_how_long_they_are() -> None:
    """The longest bar reaches nearly to the mark above it."""
    svg = charts.bars([12.0, 61.0], "x")
    assert sorted(text.text or "" for text in shapes(svg, "text")) == ["0", "80"]
    tall = max(float(bar.get("height", "")) for bar in shapes(svg, "rect"))
    assert tall > 30


def test_an_empty_record_draws_and_reads_without_inventing_anything() -> None:
    """No division by nothing, no move, no turn."""
    assert shapes(charts.tape(EMPTY), "rect") == []
    assert readable_record.moves(EMPTY, {}) == ()
    assert readable_record.transcript(EMPTY, {}) == ()
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
    assert [figure.title for figure in told if "Each dot" in figure.definition] == [
        "Pace, pauses included"
    ]


def test_typed_answers_have_no_pace() -> None:
    """They have words and no speaking time; the pictures of time leave them out."""
    typed = [message(0, "A", "candidate", "answer", 5, 5, "word " * 60)]
    told = figures(record_of("x", typed), reporting.report(record_of("x", typed))["measures"])
    assert not any(
        figure.value
        for figure in told
        if figure.title
        in ("Pace, pauses included", "Length of an answer", "Your share of the talking")
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
    assert told in readable_record.headline(record_of("x", said, ended_ms=ms)).title


def test_the_headline_counts_and_does_not_judge() -> None:
    """Answers but that to the greeting, words and time; under twenty words it says that it is too little."""
    told = readable_record.headline(sample_record("x")).title
    assert told == "Six answers and 165 words in 5\u00a0min 20\u00a0s."
    long = [message(0, "A", "candidate", "answer", 0, 5, "word " * 1_234)]
    assert "1\u00a0234 words" in readable_record.headline(record_of("x", long)).title
    few = record_of("x", [message(0, "A", "candidate", "answer", 1, 3, "Just four words here")])
    assert not readable_record.headline(few).enough
    assert "four words" in readable_record.headline(few).lede
