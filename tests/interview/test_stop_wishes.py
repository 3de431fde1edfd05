"""Who wants to stop is let go, who may want to is asked, and nothing else ends an interview."""

from __future__ import annotations

import pytest

from greenroom.interview.understanding.stopping import may_ask_to_stop
from greenroom.interview.understanding.urgent import urgent


@pytest.mark.parametrize(
    "text",
    [
        *("I want to stop now.", "Can we stop?", "I need to leave.", "Please let me go."),
        *("um can we uh stop please", "i i want to stop", "Let's finish here.", "Goodbye."),
        *("I don't want to continue.", "I’d like to end the interview.", "End the call please"),
        "We had a good talk. I have to go now.",
        "I believe I've had quite enough for one afternoon, thank you.",
        *("yeah I'm gonna bail, sorry", "I'd rather not go on", "I think I'm going to bow out"),
        *("am I free to go", "Wait, I want to stop.", "Hold on, stop the interview."),
        *("Hang on, I need to go.", "Stop."),
    ],
)
def test_a_wish_to_stop_is_seen(text: str) -> None:
    """In everyday words too, and beside "wait" where what is wanted is said."""
    assert urgent(text).end


@pytest.mark.parametrize(
    "text",
    [
        *("I'd rather continue", "bounce", "I showed them the dip", "I'd prefer to carry on"),
        "I've had enough of this one.",
        *("Wait, stop.", "wait stop", "Stop, wait a second.", "No, hold on, stop."),
    ],
)
def test_what_is_no_wish_to_stop_ends_nothing(text: str) -> None:
    """ "One" alone speaks of a question. A bare "stop" beside "wait" may mean the voice: somebody who spoke up
    while the interviewer talked lost the interview where the words came late."""
    assert not urgent(text).end


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("I'll leave it at that now, God bless.", True),
        ("I believe I'm through, ma'am.", True),
        ("Right, I'm done with this.", True),
        ("Let us stop it there please.", True),
        ("We lost the order in the end.", False),
        ("I'm out of work just now.", False),
        ("I never quit.", False),
        ("I go by Ray.", False),
    ],
)
def test_who_may_want_to_stop_is_asked(text: str, asked: bool) -> None:
    """A short turn that takes its leave is asked about; words of leaving inside an answer ask for nothing."""
    assert may_ask_to_stop(text) is asked
