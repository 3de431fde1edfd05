"""An agent cannot say what its own side keeps private, word for word."""

from __future__ import annotations

from typing import Any

import pytest
from tests.circle.conftest import brief, held, turn, turns
from tests.circle.test_profile import canaried

from greenroom.circle.ends import CircleEnd
from greenroom.circle.events import CallFailed
from greenroom.circle.leaks import leaks
from greenroom.circle.profile import VISIBILITY, Visibility
from greenroom.circle.replies import FaultCause
from greenroom.circle.rules import Sharing

PROFILE: dict[str, Any] = {
    "display_name": "Bo Lind",
    "contact": {"telephone": "+46 70 123 45 67", "mail": "bo@lind.example"},
    "personality_core": {"openness": "High"},
    "social_interaction_style": {
        "tone": "warm, and to the point as a rule",
        "comfort_zones_and_boundaries": {"topics_to_avoid": ["his divorce last year"]},
    },
    "motivations_and_goals": {
        "primary_goal": "find somebody to play duo sonatas with on Sundays",
        "underlying_needs": ["to feel that somebody in this town would notice if he were gone"],
    },
    "skills_and_identity": {"skills": ["cello"], "identity_tags": ["Swedish", "flat 12b at no. 9"]},
}


@pytest.mark.parametrize(
    "message",
    [
        "My name is Bo Lind.",
        "call me, 0 70-123 45 67",
        "write to BO@LIND.EXAMPLE please",
        "He would rather not talk about his divorce last year.",
        "I want somebody in this town would notice if I fell.",
        "His flat? Flat 12b at no. 9, second door.",
        "hi\u200bs div\u200borce la\u200bst year",
        "ｈｉｓ ｄｉｖｏｒｃｅ ｌａｓｔ ｙｅａｒ",
        "his — divorce, last year",
    ],
)
def test_what_is_repeated_word_for_word_is_a_leak(message: str) -> None:
    """Names in full, numbers in any grouping, addresses, and private words in a row; hidden
    characters and other widths change nothing."""
    assert leaks(message, PROFILE)


@pytest.mark.parametrize(
    "message",
    [
        "",
        "Hi, I am Bo. I play the cello and would like to find somebody to play duo sonatas with.",
        "My hopes are high, and the year was good.",
        "Warm, and to the point as a rule: that is how I write.",
        "Sundays at 10 or 11, and 12 at the latest.",
        "Somebody in this town told me about it.",
    ],
)
def test_ordinary_words_are_none(message: str) -> None:
    """What may be told, how somebody writes, a first name, and everyday words pass."""
    assert not leaks(message, PROFILE)


def test_what_the_other_side_said_is_no_secret() -> None:
    """Their own words, and the mission, may be repeated."""
    assert not leaks("You said “his divorce last year”?", PROFILE, ["about his divorce last year"])
    assert leaks("You said “his divorce last year”?", PROFILE, ["about a divorce"])


async def test_a_leak_is_asked_for_again_and_never_seen() -> None:
    """The message is refused with its cause, the agent is told so and writes another one; neither
    transcript nor log holds the words."""
    secret = "his divorce last year"
    visitor = [turn(f"I would rather talk about {secret}."), *turns("visitor")]
    state, recorder, log = await held(visitor=visitor, about=brief(visitor=PROFILE))
    assert [call.faults for call in recorder.calls[1:3]] == [(), (FaultCause.PRIVATE,)]
    assert state.transcript[1].message == "visitor says 1"
    assert [e.event.cause for e in log if isinstance(e.event, CallFailed)] == [FaultCause.PRIVATE]
    assert secret not in str(log[1:])


async def test_an_agent_that_goes_on_leaking_ends_it() -> None:
    """Three leaks are that agent's error; nobody is judged by them."""
    state, _, _ = await held(owner=[turn("I am Bo Lind.")] * 3, about=brief(owner=PROFILE))
    assert (state.ended, state.transcript) == (CircleEnd.OWNER_ERROR, ())


async def test_spec_keeps_nothing_back() -> None:
    """Where profiles are shared in full nothing of them is private."""
    owner = [turn("I am Bo Lind."), *turns("owner")]
    state, _, _ = await held(owner=owner, about=brief(owner=PROFILE), profile_sharing=Sharing.FULL)
    assert state.transcript[0].message == "I am Bo Lind."


async def test_a_canary_in_any_private_place_is_stopped() -> None:
    """Whatever private word an agent says, of a field, a key or a shape that nobody foresaw: no
    message carries it."""
    for side in ("owner", "visitor"):
        profile, planted = canaried(side)
        own = {v for p, who in VISIBILITY.items() if who is Visibility.SELF for v in at(profile, p)}
        private = [word for word in planted if not any(word in text for text in own)]
        assert len(private) > 25
        for word in private:
            lines = {"owner": turns("owner"), "visitor": turns("visitor")}
            lines[side].insert(0, turn(f"By the way, {word} is what it says."))
            _, _, log = await held(**lines, about=brief(**{side: profile}), max_per_side=1)
            causes = [e.event.cause for e in log if isinstance(e.event, CallFailed)]
            assert causes == [FaultCause.PRIVATE], word


def at(profile: dict[str, Any], path: tuple[str, ...]) -> list[str]:
    """The texts of a field."""
    section, field = path
    return [str(profile[section][field])] if field in profile.get(section, {}) else []
