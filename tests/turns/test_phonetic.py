"""How near texts sound."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from greenroom.turns.languages import TABLES
from greenroom.turns.phonetic import FAR, LIGHT, REQUEST, SOUND, distance, key, likeness

texts = st.text(max_size=30)
WORDS = TABLES["en"]
ACKS = [*WORDS["acks"], *WORDS["hums"]]
STOPS = [entry for entry in WORDS["stops"] if entry.get("near")]
REQUESTS = [entry for name in ("repeat", "rephrase", "skip") for entry in WORDS["commands"][name]]
PARTS = sorted({w for e in (*ACKS, *STOPS, *REQUESTS) for p in e["phrases"] for w in p.split()})
spoken = st.lists(st.sampled_from([*PARTS, "cold", "spike", "moved", "guard"]), max_size=6)


@pytest.mark.parametrize(
    ("one", "other"),
    [("weight", "wait"), ("know", "no"), ("write", "right"), ("Phil", "fill"), ("who", "hoo")],
)
def test_spelled_differently_and_sounding_the_same(one: str, other: str) -> None:
    """Homophones have one key."""
    assert key(one) == key(other)


@pytest.mark.parametrize("text", ["cold on it", "till dawn", "Spike.", "Step,", "Waiting second."])
def test_misheard_stop_words(text: str) -> None:
    """What is written for a stop word is nearer to a stop word than to a backchannel."""
    near = likeness(text, "en")
    assert near.stop <= near.ack


@pytest.mark.parametrize("text", ["Clotted.", "Guard it.", "Not make sense.", "Of colors,", "Go."])
def test_misheard_backchannels(text: str) -> None:
    """What is written for a backchannel is nearer to one than to a stop word or a request."""
    near = likeness(text, "en")
    assert near.ack < min(near.stop, near.request)


def test_other_languages_are_near_nothing() -> None:
    """The key is made for English spelling and keeps out of every other language."""
    near = likeness("espera", "es")
    assert (near.ack, near.stop, near.request) == (1, 1, 1)


@given(texts, texts)
def test_distance_is_a_share(one: str, other: str) -> None:
    """Total, symmetric, between 0 and 1, and 0 for what sounds the same."""
    a, b = key(one), key(other)
    assert 0 <= distance(a, b) <= 1
    assert distance(a, b) == pytest.approx(distance(b, a))
    assert distance(a, a) == (0 if a else 1)


@given(spoken.map(" ".join))
def test_nearest_of_all(text: str) -> None:
    """No phrase is nearer than the likeness says, whichever were left out of the comparison."""
    near = likeness(text, "en")
    assert near.ack == _nearest(text, ACKS)
    assert near.stop == _nearest(text, STOPS)
    assert near.request == _nearest(text, REQUESTS, REQUEST)


def _nearest(text: str, entries: Iterable[Mapping[str, Any]], least: int = 0) -> float:
    keys = {key(phrase) for entry in entries for phrase in entry["phrases"]}
    heavy = [k for k in keys if sum(LIGHT if s in "AH" else SOUND for s in k) >= least]
    nearest = min(distance(key(text), other) for other in heavy)
    return nearest if nearest < FAR else 1.0
