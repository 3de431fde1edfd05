"""F5: the parts of a STAR story, by the words people use."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from greenroom.interview.understanding.story import PARTS, story_parts

COMPLETE = {"action", "measurable_result", "trade_off"}


@pytest.mark.parametrize(
    "told",
    [
        "Our stock count was a day behind. I decided on change events over polling, built it with "
        "one colleague, and the delay fell from a day to two minutes; the price was a harder rollback.",
        "the build took forty minutes so i split it into parts and ran them side by side now it takes "
        "nine minutes but it meant more machines",
        "Patients waited for hours. I introduced a second desk for small cases, and waiting times "
        "dropped by 40%. We gave up one treatment room for it.",
        "We rewrote the importer in Rust rather than patching it: we chose speed over comfort, and "
        "costs went down from 900 to 300 dollars a month.",
    ],
)
def test_whole_stories(told: str) -> None:
    """A story with action, measurable result and trade-off is complete, in speech or in writing."""
    assert story_parts(told) >= COMPLETE


@pytest.mark.parametrize(
    ("told", "part"),
    [
        ("I work at a bank and I like it there.", "action"),
        ("I wanted to be a nurse and I liked biology.", "action"),
        ("I have two brothers and seven cousins.", "measurable_result"),
        ("It was better in the end, and people were happy.", "measurable_result"),
        ("Honestly there was no downside and no trade-off.", "trade_off"),
        ("I went over to the office.", "trade_off"),
        ("I took the bus for two years instead of the car.", "measurable_result"),
        ("I was at the company from 2019 to 2021.", "measurable_result"),
        ("I worked two years at a bank before that, and then five at a school.", "result"),
        ("We had six people in the kitchen, and I was one of two who could bake.", "result"),
        ("The other way round it would not open.", "trade_off"),
        ("The other way was through the valley.", "trade_off"),
        ("I dropped a tray on his shoes.", "result"),
        ("We cut the cake into twelve pieces.", "result"),
        ("The driver fell asleep.", "result"),
        ("I sent him four million won.", "measurable_result"),
        ("Nobody had scanned his head.", "result"),
        ("The junior practises so that nobody forgets.", "result"),
        ("We had to wait for the doctor.", "trade_off"),
        ("I worked nine out of ten weekends.", "measurable_result"),
        ("I had to find four people within a week.", "measurable_result"),
    ],
)
def test_parts_that_are_not_there(told: str, part: str) -> None:
    """A wish, a bare number, or a denied downside is not taken for a part of a story."""
    assert part not in story_parts(told)


@pytest.mark.parametrize(
    ("told", "part"),
    [
        ("Our website was down every Monday.", "situation"),
        ("My job was to find out why.", "task"),
        ("I had to bring the numbers down.", "task"),
        ("I'm now responsible for two wards.", "task"),
        ("I am in charge of the night shift.", "task"),
        ("I negotiated with both sides.", "action"),
        ("We've built our own tool.", "action"),
        ("In the end the customers stopped calling.", "result"),
        ("Sales rose by a third.", "measurable_result"),
        ("It took forty minutes instead of nine hours.", "measurable_result"),
        ("Late parcels were told of within two minutes instead of six hours.", "measurable_result"),
        ("We see it after five minutes rather than a day.", "measurable_result"),
        ("We had thirty returns a week before, and then it was twelve.", "measurable_result"),
        ("Before that we lost nine boxes a month, and afterwards two.", "measurable_result"),
        ("A round used to take four hours and now two and a half.", "measurable_result"),
        ("The queue was fifty people at first; by the end there were ten.", "result"),
        ("The other way was to wait for the night shift.", "trade_off"),
        ("The alternative would have been a new machine.", "trade_off"),
        ("The reports were ready before the first meeting.", "result"),
        ("It came at the cost of more meetings.", "trade_off"),
        ("I took the way through the valley, and nobody had to walk.", "result"),
        ("No one complained afterwards.", "result"),
        ("We have had no loss since.", "result"),
        ("I drove a whole year without a single accident.", "result"),
        ("The pump never leaked again.", "result"),
        ("The registrar thanked me a week later.", "result"),
        ("He said that he had never felt so safe in a bus.", "result"),
        ("Eighteen out of twenty patients said that it was better.", "measurable_result"),
        ("We had them in the scanner inside half an hour.", "measurable_result"),
        ("I decided against a temporary line.", "trade_off"),
        ("It would have cost the school a day.", "trade_off"),
        ("My notes had to wait.", "trade_off"),
        ("Our freezer broke down on a Saturday.", "situation"),
    ],
)
def test_single_parts(told: str, part: str) -> None:
    """Each part is known by the words that usually bring it."""
    assert part in story_parts(told)


def test_no_parts_in_other_languages() -> None:
    """English cues are not applied to other languages, even where words look alike."""
    assert story_parts("I decided and it fell by 40%", "de") == frozenset()


@given(st.text(max_size=500))
def test_any_text(told: str) -> None:
    """Any text gives some of the known parts; a measurable result is a result as well."""
    parts = story_parts(told)
    assert parts <= set(PARTS)
    assert "measurable_result" not in parts or "result" in parts
