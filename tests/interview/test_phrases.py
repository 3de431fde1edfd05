"""The sentences that belong to no plan, in every language that a plan may have."""

from dataclasses import fields

import pytest

from greenroom.interview.phrases import ENGLISH, phrases
from greenroom_turns import folding
from greenroom_turns.language import command
from greenroom_turns.languages import CODES

OTHERS = tuple(code for code in CODES if code != "en")


@pytest.mark.parametrize("code", OTHERS)
def test_no_sentence_stays_english(code: str) -> None:
    """Each has words of its own, the same places to fill in, and as many forms."""
    for field in fields(ENGLISH):
        english, own = getattr(ENGLISH, field.name), getattr(phrases(code), field.name)
        assert own
        assert own != english
        assert not isinstance(english, tuple) or len(own) == len(english)
        for place in ("{summary}", "{remark}"):
            assert (place in own) == (place in english)


@pytest.mark.parametrize("code", CODES)
def test_what_the_pause_tells_to_say_is_understood(code: str) -> None:
    """The word by which a paused candidate is told to go on is a command in that language."""
    said = folding.words(phrases(code).paused)
    runs = [" ".join(said[i:j]) for i in range(len(said)) for j in range(i + 1, len(said) + 1)]
    assert {command(run, code) for run in runs} & {"go_on", "resume"}
