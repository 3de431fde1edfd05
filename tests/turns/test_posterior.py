"""What is made of words, of what else they may have been, of their sound and of how far they are trusted."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.turns.judged import SPEAKING, Others, judge

from greenroom_turns import Action, Hold, Spoken, TurnCause, decide
from greenroom_turns.interruption import written_kind
from greenroom_turns.posterior import posterior
from greenroom_turns.sound import SoundFeatures
from greenroom_turns.spoken import Alternative, Chances, ranked


@pytest.mark.parametrize(
    ("text", "others", "sure", "sound", "expected"),
    [
        ("Okay.", {}, 0.6, None, ("ignore", "ack")),
        ("Stop.", {}, 0.6, None, ("interrupt", "stop_word")),
        ("Kubernetes.", {}, 0.6, None, ("interrupt", "speech")),
        ("Why not?", {}, 0.6, None, ("interrupt", "speech")),
        ("Seriously?", {}, 0.6, None, ("interrupt", "speech")),
        ("Tongong.", {"Hang on": 1.0, "Go on": 2.0}, 0.6, None, ("interrupt", "like_stop")),
        ("Tongong.", {"Go on": -1.0}, 0.6, (0.95, 0.0), ("ignore", "like_ack")),
        ("Yes, huh?", {"Yes, stop": 0.9}, 0.64, (0.04, 0.86), ("interrupt", "like_stop")),
        ("Sorry.", {"Sure": 3.1}, 0.75, (0.99, 0.0), ("ignore", "like_ack")),
        ("No chance.", {}, 0.94, (0.99, 0.0), ("interrupt", "stop_word")),
        ("My money, Joe.", {"Thank you": 0.9}, 0.55, (0.08, 0.0), ("interrupt", "speech")),
    ],
)
def test_the_cheaper_action_is_taken(
    text: str,
    others: Others,
    sure: float,
    sound: tuple[float, float] | None,
    expected: tuple[str, str],
) -> None:
    """Plain words are taken as they stand; others are what they most likely were, a call sooner than its chance (T1, T3)."""
    assert judge(text, others, sure, sound=sound) == expected


def test_before_the_words_are_final_the_likelier_decides() -> None:
    """A doubt about a call is enough to stop at its last word, and not before (T1, T3)."""
    near, sound = {"Stop": 2.5}, (0.3, 0.65)
    assert judge("Okay.", near, final=True, sound=sound)[0] == "interrupt"
    assert judge("Okay.", near, final=False, sound=sound) == ("wait", "ack_so_far")


def test_a_guess_is_read_as_the_whole_that_it_begins() -> None:
    """ "That" of "that makes sense" waits for the rest; "no" of "no, wait" does not (T1, T3)."""
    assert judge("My", {"My goodness": 0.0}, final=False)[0] == "wait"
    assert judge("No", {"No, wait": 0.0}, final=False) == ("interrupt", "stop_word")


def test_the_beginning_of_a_sentence_is_not_an_alternative_to_it() -> None:
    """ "I see" leaves most of "I see, cannot ask something" unexplained (T3)."""
    assert judge("I see, cannot ask something?", {"I see": -0.7})[0] == "interrupt"


def test_words_written_for_a_hum() -> None:
    """A recogniser may say that "amen" is what it writes for "mm-hmm"; it writes it for "hang on", too: the sound tells
    which. Another recogniser's "amen" was said (T1, T3)."""
    assert judge("Amen.", {}, 0.8, hum=True) == ("ignore", "hum")
    assert judge("Amen.", {}, 0.8) == ("interrupt", "speech")
    assert judge("Amen.", {}, 0.8, sound=(0.01, 0.98), hum=True)[0] == "interrupt"


DULL = SoundFeatures(700, 600, -20, -25)
"""A voice with as little above 1 kHz as a hum."""


@pytest.mark.parametrize(
    ("hummed", "call", "action"),
    [(0.9, 0.05, "ignore"), (0.02, 0.9, "interrupt"), (0.02, 0.03, "interrupt")],
)
def test_a_dull_voice_that_says_something_is_no_hum(
    hummed: float, call: float, action: str
) -> None:
    """A "hold on" over a telephone has as little treble as a hum; its sound tells them apart (T3)."""
    chances = Chances(hummed, call, 1 - hummed - call)
    spoken = Spoken(12_000, 12_700, "Thonged on.", True, 0.57, DULL, (), chances)
    assert decide(spoken, SPEAKING, 12_800).action.value == action


@pytest.mark.parametrize(
    ("text", "others", "cause"),
    [
        ("Sure.", {"Sorry": 3.1}, TurnCause.YES_NO_TAIL),
        ("Sore.", {"Sure": -1.5}, TurnCause.YES_NO_TAIL),
        ("Sore.", {"Great": -2.0, "Sure": -1.0}, TurnCause.LIKE_ACK),
        ("Therapy.", {"Sure": 6.4}, TurnCause.INTERVIEWER_SILENT),
    ],
)
def test_a_yes_that_was_misheard(text: str, others: Others, cause: TurnCause) -> None:
    """Over the last words of a yes/no question a yes counts that would be passed over for a backchannel (T4)."""
    alternatives = tuple(Alternative(*other) for other in others.items())
    chances = None if others.get("Sure") == 6.4 else Chances(0.95, 0.0, 0.05)
    spoken = Spoken(12_000, 12_500, text, True, 0.6, None, alternatives, chances)
    asked = (Hold(9_000, 10_000, 12_600),)
    assert decide(spoken, asked, 12_800, "yesno", "en").cause is cause


def test_to_a_silent_interviewer_alternatives_do_not_matter() -> None:
    """An answer is an answer, whatever else it may have been (T2)."""
    spoken = Spoken(12_000, 12_500, "Therapy.", True, 0.3, alternatives=(Alternative("Yeah", -3),))
    assert decide(spoken, (), 12_800).action is Action.ANSWER


def test_ranked_by_confidence() -> None:
    """Confidences become distances from the first text, in nats."""
    (other,) = ranked([("So down", 0.8), ("Slow down", 0.4), ("", 0.0)])
    assert other.text == "Slow down"
    assert other.behind == pytest.approx(math.log(2))


texts = st.sampled_from(["Okay.", "Stop.", "No.", "Amen.", "Say that again.", "Thank you for it."])
others = st.dictionaries(
    st.sampled_from(["Okay", "Wait", "Oh", "Hang on", "Thank you"]), st.floats(-6, 9), max_size=3
)
chance = st.floats(0, 1)


@given(texts, others, chance, chance, chance, chance)
def test_the_more_it_sounds_like_a_backchannel_the_rather_it_is_one(
    text: str, near: Others, sure: float, backchannel: float, call: float, grown: float
) -> None:
    """All else in proportion. The three chances are together 1, whatever is told (T1, T3)."""
    alternatives = tuple(Alternative(*other) for other in near.items())

    def likely(back: float) -> float:
        chances = Chances(back, (1 - back) * call, (1 - back) * (1 - call))
        spoken = Spoken(12_000, 12_500, text, True, sure, None, alternatives, chances)
        found = posterior(spoken, written_kind(spoken, "en"), "en")
        assert sum(found) == pytest.approx(1.0)
        return found.backchannel

    assert likely(backchannel + (1 - backchannel) * grown) >= likely(backchannel) - 1e-9
