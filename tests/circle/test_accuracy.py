"""The rates of a judge, its consistency, and what moves its verdicts."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.circle.labels import JUDGED, LABELS, NO, UNDECIDED, YES, kappa

from greenroom.circle.calibration.accuracy import accuracy
from greenroom.circle.calibration.agreement import NoKappa, agreement, decided
from greenroom.circle.calibration.consistency import consistency
from greenroom.circle.calibration.probes import moved, stayed
from greenroom.circle.calibration.proportion import Proportion
from greenroom.circle.events import Verdict


@given(st.lists(st.tuples(LABELS, JUDGED)))
def test_undecided_and_errors_are_nobodys_no(pairs: list[tuple[Verdict, Verdict | None]]) -> None:
    """However many are added, no rate and no κ of yes and no moves; they are counted apart."""
    found = accuracy(pairs)
    more: list[tuple[Verdict, Verdict | None]] = [
        (label, said) for label in (YES, NO) for said in (UNDECIDED, None)
    ]
    worse = accuracy([*pairs, *more])
    assert (worse.tpr, worse.tnr) == (found.tpr, found.tnr)
    assert worse.two_labels == found.two_labels
    assert worse.undecided.hits == found.undecided.hits + 2
    assert worse.errors.hits == found.errors.hits + 2
    assert found.count() == len(pairs) == found.three_labels.n + found.errors.hits
    both = [(label, said) for label, said in pairs if said is not None]
    assert found.three_labels == agreement(both)
    assert found.two_labels == agreement(decided(both))


def labelled(yes: int, no: int, undecided: int = 0) -> list[Verdict]:
    return [YES] * yes + [NO] * no + [UNDECIDED] * undecided


@pytest.mark.parametrize(
    ("always", "tpr", "tnr"),
    [(YES, (30, 30), (0, 60)), (NO, (0, 30), (60, 60))],
)
def test_a_judge_that_always_says_the_same_is_seen(
    always: Verdict, tpr: tuple[int, int], tnr: tuple[int, int]
) -> None:
    """One rate is 1, the other 0, κ is 0; raw agreement alone could look like two thirds."""
    found = accuracy((label, always) for label in labelled(30, 60, 10))
    assert (found.tpr, found.tnr) == (Proportion(*tpr), Proportion(*tnr))
    assert kappa(found.two_labels).value == 0
    assert found.two_labels.raw.share == pytest.approx(60 / 90 if always is NO else 30 / 90)
    assert found.two_labels.baseline.share == pytest.approx(60 / 90)


def test_a_judge_that_errs_is_seen() -> None:
    """No rate, no κ, and every item an error."""
    found = accuracy((label, None) for label in labelled(3, 3))
    assert found.errors == Proportion(6, 6)
    assert found.tpr.share is None
    assert found.two_labels.kappa is NoKappa.NOTHING_COMPARED


def test_a_judge_that_decides_only_what_is_easy_is_seen() -> None:
    """Its rates are perfect on two items; the eight others are undecided, with their count."""
    pairs = [(YES, YES), (NO, NO), *((label, UNDECIDED) for label in labelled(4, 4))]
    found = accuracy(pairs)
    assert found.tpr == found.tnr == Proportion(1, 1)
    assert found.undecided == Proportion(8, 10)


def test_a_yes_where_nobody_can_tell_is_counted() -> None:
    """It is in no rate of yes and no, since its label is neither."""
    found = accuracy([(UNDECIDED, YES), (UNDECIDED, UNDECIDED), (UNDECIDED, None)])
    assert found.yes_in_doubt == Proportion(1, 2)
    assert found.tnr == Proportion(0, 0)


@given(st.lists(st.lists(JUDGED, max_size=5), max_size=8))
def test_consistency_is_the_mean_share_of_equal_pairs(items: list[list[Verdict | None]]) -> None:
    """By comparing every two askings of an item; an error is no verdict that could be equal."""
    found = consistency(items)
    told = [[v for v in item if v is not None] for item in items]
    pairs = [list(combinations(item, 2)) for item in told if len(item) > 1]
    assert found.errors == sum(item.count(None) for item in items)
    assert found.unanimous == Proportion(sum(all(a is b for a, b in p) for p in pairs), len(pairs))
    if pairs:
        shares = [sum(a is b for a, b in p) / len(p) for p in pairs]
        assert found.pairwise == pytest.approx(sum(shares) / len(shares))
    else:
        assert found.pairwise is None


def test_a_judge_that_is_asked_once_has_no_consistency() -> None:
    """One asking is not the same as itself."""
    assert consistency([[YES], [NO]]).unanimous == Proportion(0, 0)


@given(st.lists(st.tuples(JUDGED, JUDGED)))
def test_what_moved_is_counted_with_its_direction(
    pairs: list[tuple[Verdict | None, Verdict | None]],
) -> None:
    """A pair is the same, moved, or an error, and only once."""
    found = moved(pairs)
    assert found.same.of + found.errors == len(pairs)
    assert found.errors == sum(None in pair for pair in pairs)
    assert found.lost + found.gained <= found.same.of - found.same.hits
    turned = moved((b, a) for a, b in pairs)
    assert (turned.same, turned.lost, turned.gained) == (found.same, found.gained, found.lost)


def test_a_yes_that_stays_without_its_evidence_is_counted() -> None:
    """Of three that could be judged again one stayed; a failure is neither."""
    found = stayed([YES, NO, UNDECIDED, None])
    assert (found.yes, found.errors) == (Proportion(1, 3), 1)
