"""F18: probes for what is missing of a story come in the order in which it is told."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from greenroom.interview.plan import Probe
from greenroom.interview.story_probes import probes
from greenroom.interview.understanding.story import (
    ACTION,
    ANSWERED,
    MEASURABLE_RESULT,
    PARTS,
    RESULT,
    SITUATION,
    TASK,
    TOGETHER,
    TRADE_OFF,
)

STORY = tuple(Probe(part, f"{part}?", (1,), part) for part in PARTS)
PROBES = st.lists(
    st.builds(
        Probe,
        st.uuids().map(str),
        st.just("?"),
        st.sets(st.integers(1, 5), min_size=1).map(tuple),
        st.none() | st.sampled_from((*PARTS, "skills")),
        st.booleans(),
    )
)
KNOWN = st.frozensets(st.sampled_from((*PARTS, "skills")))


def _ids(depth: int, known: set[str], asked: set[str] | None = None) -> list[str]:
    return [p.id for p in probes(STORY, depth, frozenset(known), frozenset(asked or ()))]


def test_in_the_order_of_a_story() -> None:
    """Nothing told: from the situation on."""
    assert _ids(1, set()) == list(PARTS)


def test_the_beginning_is_over_once_a_deed_was_told() -> None:
    """A deed makes situation and task needless; an end as well."""
    assert _ids(1, {ACTION}) == [RESULT, MEASURABLE_RESULT, TRADE_OFF]
    assert not {SITUATION, TASK} & set(_ids(1, {RESULT}))


def test_a_part_asked_for_in_vain_waits() -> None:
    """A vague answer to "how did it turn out?" leads on, and not to the same question in other words."""
    assert _ids(2, {ACTION}, {RESULT})[0] == MEASURABLE_RESULT


def test_no_end_is_asked_for_before_a_deed() -> None:
    """While nothing is known to have been done, whatever else fits is asked first."""
    hardest = Probe("hardest", "What was hard?", (2,))
    found = [p.id for p in probes((*STORY, hardest), 2, frozenset(), frozenset())]
    assert found.index(ACTION) < found.index("hardest") < found.index(RESULT)


def test_the_deed_of_somebody_else_is_no_reason_to_ask_for_the_end() -> None:
    """Asked for their own part, they told what another did: whatever else fits comes before "how did it turn out?"."""
    hardest = Probe("hardest", "What was hard?", (2,))
    found = [p.id for p in probes((*STORY, hardest), 2, frozenset({ANSWERED}), frozenset())]
    assert ACTION not in found
    assert found.index("hardest") < found.index(RESULT)


def test_what_all_did_leaves_ones_own_part() -> None:
    """Told what all did together, nobody is asked what was done, but for their own part and the end."""
    own = Probe("own", "What was your own part in it?", (2,), ACTION)
    found = [p.id for p in probes((*STORY, own), 2, frozenset({TOGETHER}), frozenset())]
    assert ACTION not in found
    assert found[:2] == ["own", RESULT]


def test_the_beginning_is_asked_for_at_its_depth_alone() -> None:
    """A fuller answer needs no "step one"."""
    assert _ids(3, set())[0] == ACTION


@given(PROBES, st.integers(1, 5), KNOWN, st.frozensets(st.sampled_from(PARTS)))
def test_never_what_is_known(
    listed: list[Probe], depth: int, known: frozenset[str], asked: frozenset[str]
) -> None:
    """Each probe at most once, and none whose topic is known."""
    found = list(probes(listed, depth, known, asked))
    assert len({probe.id for probe in found}) == len(found)
    assert not {probe.topic for probe in found} & known
