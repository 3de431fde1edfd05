"""What must not be missed: wishes to stop, distress and danger, and nothing of what is told of others."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from greenroom.interview.understanding.urgent import Urgent, urgent


@pytest.mark.parametrize(
    "text",
    [
        *("I want to stop now.", "Can we stop?", "I need to leave.", "Please let me go."),
        *("um can we uh stop please", "i i want to stop", "Let's finish here.", "Goodbye."),
        *("I don't want to continue.", "I’d like to end the interview.", "End the call please"),
        "We had a good talk. I have to go now.",
    ],
)
def test_a_wish_to_stop_is_seen(text: str) -> None:
    """Plain wishes to stop are found by their words."""
    assert urgent(text).end


@pytest.mark.parametrize(
    "text",
    [
        *("I want to die", "I don't want to be here anymore", "I'm going to hurt myself"),
        *("i dont want to live any more", "I keep thinking about suicide.", "I wish I was dead."),
        "I see no reason to keep living.",
        "I have the pills here, and I want to take them all.",
    ],
)
def test_danger_is_seen_and_is_distress(text: str) -> None:
    """Danger to the speaker's life is found, and is distress, too."""
    assert urgent(text).danger
    assert urgent(text).distress


@pytest.mark.parametrize(
    "text",
    [
        "I was depressed back then and nearly killed myself.",
        "My husband died last month.",
        "I can't breathe.",
    ],
)
def test_distress_without_danger(text: str) -> None:
    """Grief and panic are distress, and no danger."""
    assert urgent(text) == Urgent(distress=True)


@pytest.mark.parametrize(
    "text",
    [
        "A patient tried to kill himself and I called the team.",
        "he said I want to stop",
        "She told me I want to die, so I stayed with her.",
        'The caller said "I want to end my life" and I kept him talking.',
        "I want to stop smoking.",
        "I want to leave retail.",
        "We had to stop the line.",
        "I nearly died of embarrassment.",
        "I killed myself working on that project.",
        "I don't want to live in the city.",
        "My father died when I was ten and that is why I became a nurse.",
        "I get nervous before presentations, so I practise.",
        "Can we stop this question and go to the next one?",
        "I quit.",
        "Stop signs.",
    ],
)
def test_what_is_told_is_not_urgent(text: str) -> None:
    """What others said, what is past, what is an idiom, and work."""
    assert urgent(text) == Urgent()


@given(st.text(max_size=300))
def test_every_text_is_read(text: str) -> None:
    """Any text is read without a fault."""
    found = urgent(text)

    assert found.distress or not found.danger


def test_time_is_linear_enough() -> None:
    """A turn of many thousand words is read at once."""
    assert urgent("I want to say that " * 3000) == Urgent()
