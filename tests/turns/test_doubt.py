"""What is made of the alternatives that a recogniser gives."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.turns.judged import Others, judge

from greenroom.turns import Action, Hold, Limits, Spoken, TurnCause, decide
from greenroom.turns.doubt import NEVER, Alternative, Chances, meant, ranked


@pytest.mark.parametrize(
    ("text", "others", "expected"),
    [
        ("Therapy, love.", {"Fair enough": -1.4, "Excuse me": 1.4}, ("ignore", "like_ack")),
        ("Tongong.", {"Hang on": 1.0, "Go on": 2.0}, ("interrupt", "like_stop")),
        ("So down.", {"Slow down": 4.4}, ("interrupt", "like_stop")),
        ("Say not again.", {"Say that again": 2.9, "Thank you": 5.9}, ("interrupt", "like_stop")),
        ("Very enough.", {"Fair enough": -0.6, "Enough": 5.8}, ("ignore", "like_ack")),
        ("Kubernetes.", {}, ("interrupt", "speech")),
        ("Kubernetes.", {"Cool": 6.4}, ("interrupt", "speech")),
    ],
)
def test_what_was_probably_said(text: str, others: Others, expected: tuple[str, str]) -> None:
    """An expected phrase that is about as likely as the text is what was said (T1, T3)."""
    assert judge(text, others) == expected


def test_trusted_words_need_a_nearer_backchannel() -> None:
    """A text with some confidence is not given up for a phrase that is much less likely."""
    assert judge("But why?", {"That's right": 3.4}, 0.86) == ("interrupt", "speech")
    assert judge("But why?", {"That's right": 3.4}, 0.6) == ("ignore", "like_ack")


def test_in_doubt_it_stops() -> None:
    """A call that is hardly less likely than a backchannel stops: to miss it is worse (T3)."""
    assert judge("Stark.", {"Right": 1.0, "Stop": 2.0})[0] == "interrupt"
    assert judge("Stark.", {"Right": 1.0, "Stop": 4.0})[0] == "ignore"


def test_an_early_guess_waits_unless_it_is_sure() -> None:
    """Before the words are final only a call that stands alone interrupts; the rest may change."""
    assert judge("Doll.", {"Hold on": 0.3, "Go on": 4.0}, final=False)[0] == "interrupt"
    assert judge("Doll.", {"Hold on": 0.3, "Go on": 1.0}, final=False)[0] == "wait"
    assert judge("Don't kill it.", {"Gotcha": -0.2, "No": 0.7}, final=False)[0] == "wait"


def test_words_without_any_likeness_are_speech() -> None:
    """Where nothing expected is likely, short words are believed although they are unsure."""
    assert judge("And Berlin.", {}, 0.6) == ("interrupt", "speech")


def test_the_beginning_of_a_sentence_is_not_an_alternative_to_it() -> None:
    """ "I see" does not explain "I see, cannot ask something"; nor "right" a "right, hold on"."""
    assert judge("I see, cannot ask something.", {"I see": -1.0})[0] == "interrupt"
    others = {"Right": -1.9, "Right, hold on": 0.1}
    assert judge("Light, oh dog.", others)[0] == "interrupt"


def test_to_a_silent_interviewer_alternatives_do_not_matter() -> None:
    """An answer is an answer, whatever else it may have been (T2)."""
    spoken = Spoken(12_000, 12_500, "Therapy.", True, 0.3, alternatives=(Alternative("Yeah", -3),))
    assert decide(spoken, (), 12_800).action is Action.ANSWER


@pytest.mark.parametrize(
    ("text", "others", "cause"),
    [
        ("Sir.", {"Sure": 0.1}, TurnCause.YES_NO_TAIL),
        ("Sure.", {"Sorry": -0.1}, TurnCause.YES_NO_TAIL),
        ("Sore.", {"Sure": 2.4}, TurnCause.YES_NO_TAIL),
        ("Sore.", {"Great": 2.4, "Sure": 3.4}, TurnCause.LIKE_ACK),
        ("Therapy.", {"Sure": 6.4}, TurnCause.INTERVIEWER_SILENT),
    ],
)
def test_a_yes_that_was_misheard(text: str, others: Others, cause: TurnCause) -> None:
    """Over the last words of a yes/no question the likelier yes counts, and so does one that would be
    passed over for a backchannel (T4)."""
    alternatives = tuple(Alternative(*other) for other in others.items())
    spoken = Spoken(12_000, 12_500, text, True, 0.6, alternatives=alternatives)
    asked = (Hold(9_000, 10_000, 12_600),)
    decision = decide(spoken, asked, 12_800, "yesno", "en", Limits())
    assert decision.cause is cause


def test_ranked_by_confidence() -> None:
    """Confidences become distances from the first text, in nats."""
    (other,) = ranked([("So down", 0.8), ("Slow down", 0.4), ("", 0.0)])
    assert other.text == "Slow down"
    assert other.behind == pytest.approx(math.log(2))


texts = st.one_of(st.sampled_from(["okay", "stop", "say that again", "oh"]), st.text(max_size=9))


@given(texts, st.lists(st.builds(Alternative, texts, st.floats(-9, 9)), max_size=5))
def test_any_alternatives(text: str, others: list[Alternative]) -> None:
    """Total; without alternatives nothing is meant."""
    assert meant(text, [], "en").ack == NEVER
    guess = meant(text, others, "en")
    assert min(guess.ack, guess.call) >= min((o.behind for o in others), default=NEVER)


@pytest.mark.parametrize(
    ("text", "sure", "action"),
    [
        ("Now come you know so much.", 0.77, "interrupt"),
        ("Now come you know so much.", 0.7, "ignore"),
        ("Is it insured?", 0.83, "ignore"),
    ],
)
def test_four_trusted_words_were_said(text: str, sure: float, action: str) -> None:
    """They interrupt though they sound like a backchannel; fewer, or less trusted, do not (T1, T5)."""
    chances = Chances(0.99, 0.0, 0.01)
    spoken = Spoken(12_000, 13_000, text, True, sure, None, False, (), chances)
    assert decide(spoken, (Hold(10_000, 10_500),), 13_200).action.value == action
