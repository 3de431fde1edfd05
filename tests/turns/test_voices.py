"""In which voice words were said that come when another sounds (T2)."""

from __future__ import annotations

import pytest

from greenroom_turns.gate import Gate
from greenroom_turns.interruption import Action
from greenroom_turns.voices import Voices


def heard(*voices: tuple[int, int | None]) -> Voices:
    found = Voices()
    for began_ms, ended_ms in voices:
        found.begins(began_ms)
        if ended_ms is not None:
            found.ends(ended_ms)
    return found


def test_a_voice_that_blinks_is_one_voice() -> None:
    """A new detector reports silence in the middle of a voice: the words began where the voice did."""
    voices = heard((1_000, 5_000), (5_060, 9_000))
    assert voices.saying("and so we moved on", 9_300, final=True) == (1_000, 9_000)


def test_a_real_pause_makes_two_voices() -> None:
    """A silence that a detector can see separates two voices."""
    voices = heard((1_000, 5_000), (5_400, 9_000))
    assert voices.saying("and so we moved on", 9_300, final=True) == (5_400, 9_000)


def test_words_that_come_as_the_next_voice_begins_are_of_the_one_before() -> None:
    """No recogniser is so fast that it has written the new voice's first word."""
    assert heard((1_000, 5_000), (5_400, None)).saying("so we left", 5_500, final=True) == (
        1_000,
        5_000,
    )


@pytest.mark.parametrize("cough_ends", [None, 6_100])
def test_words_guessed_in_one_voice_end_there(cough_ends: int | None) -> None:
    """However late their final comes, and though another voice has begun or been since."""
    voices = heard((1_000, None))
    voices.saying("so we", 4_000, final=False)
    voices.ends(5_000)
    voices.begins(5_400)
    if cough_ends is not None:
        voices.ends(cough_ends)
    assert voices.saying("so we left", 6_200, final=True) == (1_000, 5_000)
    assert voices.saying("and came", 6_900, final=True) == (5_400, cough_ends)


def test_an_utterance_may_go_through_a_pause() -> None:
    """Of a recogniser that ends its utterances later than the detector its voices."""
    voices = heard((1_000, None))
    voices.saying("so we", 4_000, final=False)
    voices.ends(5_000)
    voices.begins(5_400)
    voices.saying("so we left and", 6_000, final=False)
    voices.ends(7_000)
    assert voices.saying("so we left and came", 7_300, final=True) == (1_000, 7_000)


def test_a_guess_that_came_to_nothing_is_forgotten() -> None:
    """What is said later began with its own voice."""
    voices = heard((1_000, None))
    voices.saying("hm", 1_500, final=False)
    voices.ends(1_600)
    voices.begins(4_900)
    assert voices.saying("so we left", 6_000, final=False) == (4_900, None)


def test_a_guess_that_is_taken_back_is_forgotten() -> None:
    """An empty final says that nothing was said after all."""
    voices = heard((1_000, None))
    voices.saying("hm", 1_500, final=False)
    voices.ends(1_600)
    voices.saying("", 2_000, final=True)
    voices.begins(2_400)
    assert voices.saying("so we left", 3_000, final=False) == (2_400, None)


def test_a_guess_that_the_recogniser_did_not_keep_is_forgotten() -> None:
    """It ended its utterance without a final: the words of the next voice are that voice's."""
    gate = Gate()
    gate.voice_begins(1_000)
    gate.words_come("hm", 1_500, final=False)
    gate.voice_ends(1_600)
    gate.utterance_ends()
    assert gate.wordless
    gate.voice_begins(2_400)
    assert gate.words_come("yes", 3_000, final=True).spoken.began_ms == 2_400
    assert not gate.wordless


def test_a_second_voice_is_wordless_until_its_own_words_come() -> None:
    """The words of the first are none of its own, and its end takes none from the first."""
    voices = heard((1_000, None))
    voices.saying("so we", 4_000, final=False)
    voices.ends(5_000)
    voices.begins(5_400)
    voices.saying("", 5_900, final=True)
    assert voices.saying("so we left", 6_000, final=True) == (1_000, 5_000)
    assert voices.wordless


def test_words_from_before_the_interviewer_spoke_do_not_stop_it() -> None:
    """Their transcript comes while they murmur something over it (T2, T5)."""
    gate = Gate()
    gate.voice_begins(1_000)
    gate.words_come("and so we", 4_000, final=False)
    gate.voice_ends(5_000)
    gate.interviewer_composes(5_300)
    gate.interviewer_speaks(5_400)
    gate.voice_begins(5_450)
    verdict = gate.words_come("and so we moved on", 5_900, final=True)
    assert verdict.decision.action is Action.ANSWER
