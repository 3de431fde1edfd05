"""What Moonshine writes for a hum is told by Moonshine's adapter, and by no other."""

from __future__ import annotations

import pytest

from greenroom.adapters.speech.hum_spellings import is_written_for_a_hum
from greenroom.adapters.speech.moonshine import Transcript
from greenroom.adapters.speech.moonshine_stt import HUM, _data
from greenroom_turns import language


@pytest.mark.parametrize("text", ["Mama.", "Amen.", "Then?", "Mm-hmm, amen.", "And then them."])
def test_words_that_are_written_for_a_hum(text: str) -> None:
    """They are told in the event's metadata; the lists that every recogniser shares do not have them."""
    assert is_written_for_a_hum(text)
    assert (_data(Transcript(text, 1, -0.1), text).metadata or {})[HUM]
    assert not language.is_ack(text)
    assert not language.stops(text)


@pytest.mark.parametrize("text", ["", "Amen to that.", "My mom said so.", "Kubernetes.", "Stop."])
def test_other_words_are_none(text: str) -> None:
    """Only a text of these alone is."""
    assert not is_written_for_a_hum(text)


def test_a_long_text_is_none() -> None:
    """More words than a run of backchannels has are speech."""
    assert not is_written_for_a_hum("then " * 11)
