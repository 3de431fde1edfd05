"""The knobs, their defaults and the presets."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import pytest

from greenroom.circle.rules import PRESETS, RuleFault, Rules, Sharing, with_rules


def test_the_defaults() -> None:
    """Each knob is as specified, and `safe` is the default."""
    assert asdict(Rules()) == {
        "max_per_side": 4,
        "reply_to_final": True,
        "profile_sharing": "projected",
        "honor_visitor_stop": False,
        "max_stale": 0,
        "min_visitor_turns": 0,
        "soft_words": (20, 80),
        "max_message_chars": 1_200,
        "locale": None,
        "allow_proposals": True,
        "max_attempts": 3,
        "judges": 1,
    }
    assert PRESETS["safe"] == Rules()


def test_the_presets_differ_in_one_thing() -> None:
    """`spec` shares profiles in full."""
    safe, spec = asdict(PRESETS["safe"]), asdict(PRESETS["spec"])
    assert {k: v for k, v in spec.items() if safe[k] != v} == {"profile_sharing": Sharing.FULL}


def test_knobs_are_turned_by_json() -> None:
    """A table of a mission file changes what it names."""
    turned = with_rules(
        Rules(), {"max_stale": 2, "soft_words": [5, 9], "profile_sharing": "full", "locale": "es"}
    )
    assert turned == Rules(
        max_stale=2, soft_words=(5, 9), profile_sharing=Sharing.FULL, locale="es"
    )


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("max_per_side", 0),
        ("max_per_side", 51),
        ("max_per_side", True),
        ("max_per_side", "4"),
        ("judges", 0),
        ("reply_to_final", 1),
        ("profile_sharing", "some"),
        ("soft_words", [9, 5]),
        ("soft_words", 7),
        ("locale", 3),
        ("max_turns", 3),
    ],
)
def test_a_rule_that_cannot_be(name: str, value: Any) -> None:
    """Too small, too large, of another type or unknown: refused by name."""
    with pytest.raises(RuleFault, match=f"^{name}: "):
        with_rules(Rules(), {name: value})
