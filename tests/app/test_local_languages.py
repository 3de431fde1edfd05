"""What is said before an interview whose language nothing here hears or speaks."""

from __future__ import annotations

import itertools

import pytest

from greenroom.app.local_languages import lacking, notices
from greenroom.app.providers.catalogue import Part
from greenroom.interview.prompts import LANGUAGES
from greenroom_turns.languages import CODES

OTHERS = [code for code in CODES if code != "en"]


def test_english_lacks_nothing() -> None:
    """The parts on board know it."""
    assert lacking("en", ()) == ()
    assert notices("en", ()) == ()


@pytest.mark.parametrize("code", OTHERS)
def test_every_other_language_of_a_plan(code: str) -> None:
    """Both parts lack, each is named by its own sentence, and a chosen provider does its part."""
    assert set(lacking(code, ())) == {Part.STT, Part.TTS}
    assert lacking(code, {"stt"}) == (Part.TTS,)
    assert lacking(code, {"tts", "llm"}) == (Part.STT,)
    assert lacking(code, {"stt", "tts"}) == ()
    told = [notices(code, parts) for parts in ((Part.STT,), (Part.TTS,), (Part.STT, Part.TTS))]
    assert [[one.language for one in both] for both in told] == [[code, "en"]] * 3
    for hearing, voice, both in zip(*told, strict=True):
        assert both.text == f"{hearing.text} {voice.text}"


def test_no_language_borrows_another_s_words() -> None:
    """Six languages, as many texts; the English one names the plan's."""
    own = [notices(code, list(lacking(code, ())))[0].text for code in OTHERS]
    assert all(one != other for one, other in itertools.combinations(own, 2))
    for code in OTHERS:
        english = notices(code, [Part.STT])[1].text
        assert LANGUAGES[code] in english
        assert "type your answers" in english


def test_every_language_has_a_name() -> None:
    """A plan's language is never shown as its code."""
    assert set(LANGUAGES) == set(CODES)
