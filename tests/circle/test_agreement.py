"""Agreement of two that label, beside published examples computed by hand and as properties."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.circle.labels import LABELS, NO, UNDECIDED, YES, kappa

from greenroom.circle.calibration.agreement import LEAST, NoKappa, agreement
from greenroom.circle.calibration.labels import beside, between, reference
from greenroom.circle.calibration.proportion import Proportion
from greenroom.circle.events import Verdict

PAIRS = st.lists(st.tuples(LABELS, LABELS), max_size=60)


def table(*rows: tuple[int, ...]) -> list[tuple[Verdict, Verdict]]:
    """The pairs of a table of counts: rows are the first's labels, columns the second's."""
    labels = (YES, NO, UNDECIDED)
    return [
        (first, second)
        for first, row in zip(labels, rows, strict=False)
        for second, count in zip(labels, row, strict=False)
        for _ in range(count)
    ]


def test_the_same_agreement_is_another_kappa_at_another_base_rate() -> None:
    """Feinstein and Cicchetti (1990): 85 of 100 agree in both tables; κ is 0.70 and 0.32."""
    even, skewed = agreement(table((40, 9), (6, 45))), agreement(table((80, 10), (5, 5)))
    by_chance = Fraction(49 * 46 + 51 * 54, 100 * 100), Fraction(90 * 85 + 10 * 15, 100 * 100)
    raw = Fraction(85, 100)
    for found, chance, printed in zip((even, skewed), by_chance, (0.70, 0.32), strict=True):
        assert found.raw == Proportion(85, 100)
        assert kappa(found).value == pytest.approx(float((raw - chance) / (1 - chance)))
        assert round(kappa(found).value, 2) == printed
    assert (even.base_rate.share, skewed.base_rate.share) == (0.49, 0.90)
    assert (even.baseline.share, skewed.baseline.share) == (0.51, 0.90)


def test_three_labels() -> None:
    """Fleiss, Statistical Methods for Rates and Proportions, two raters and three diagnoses: agreement
    0.89, by chance 0.66, κ 0.676."""
    found = agreement(table((75, 1, 4), (5, 4, 1), (0, 0, 10)))
    assert found.chance == pytest.approx(0.80 * 0.80 + 0.10 * 0.05 + 0.10 * 0.15)
    assert kappa(found).value == pytest.approx(float(Fraction(89 - 66, 100 - 66)))
    assert round(kappa(found).value, 3) == 0.676


def test_kappa_is_undefined_where_only_one_label_was_given() -> None:
    """0 / 0 is no figure: there is a reason in its place, and the rest of the row stands."""
    found = agreement(table((7, 0), (0, 0)))
    assert found.kappa is NoKappa.ONE_LABEL
    assert found.raw == found.baseline == found.base_rate == Proportion(7, 7)
    assert agreement([]).kappa is NoKappa.NOTHING_COMPARED
    assert agreement([]).plain()["raw"]["share"] is None


def test_kappa_is_never_told_alone() -> None:
    """Whoever writes it down writes n, raw agreement, base rate and constant baseline with it."""
    for pairs in (table((40, 9), (6, 45)), table((7,)), table((2, 1), (0, 2)), []):
        assert {"n", "raw", "base_rate_of_yes", "constant_baseline", "kappa"} <= (
            agreement(pairs).plain().keys()
        )


def test_there_is_no_kappa_of_a_handful() -> None:
    """With nineteen items none, with twenty one; and at twenty its interval is at most 0.8 wide."""
    half = table((5, 5), (5, 5))
    assert agreement(half[1:]).kappa is NoKappa.TOO_FEW
    low, high = kappa(agreement(half)).interval
    assert len(half) == LEAST
    assert 0.79 < high - low < 0.81


@given(st.lists(LABELS, min_size=1), LABELS)
def test_a_constant_judge_has_no_kappa_above_zero(labels: list[Verdict], always: Verdict) -> None:
    """It agrees as often as chance does, and never beats the constant baseline."""
    found = agreement([(label, always) for label in labels] * LEAST)
    if set(labels) == {always}:
        assert found.kappa is NoKappa.ONE_LABEL
    else:
        assert kappa(found).value == pytest.approx(0)
    assert found.raw.hits <= found.baseline.hits


@given(PAIRS)
def test_kappa_is_symmetric_and_bounded(pairs: list[tuple[Verdict, Verdict]]) -> None:
    """It does not matter who is first, nor what the labels are called; 1 only where all agree."""
    pairs = pairs * LEAST
    found = agreement(pairs)
    swapped = agreement((b, a) for a, b in pairs)
    names = {YES: NO, NO: UNDECIDED, UNDECIDED: YES}
    renamed = agreement((names[a], names[b]) for a, b in pairs)
    assert (swapped.raw, swapped.chance) == (found.raw, found.chance)
    assert renamed.baseline == found.baseline
    if isinstance(found.kappa, NoKappa):
        assert len(set(pairs)) <= 1
        assert renamed.kappa is swapped.kappa is found.kappa
        return
    low, high = found.kappa.interval
    assert -1 <= found.kappa.value <= 1
    assert low <= found.kappa.value <= high
    assert low < high
    assert kappa(renamed).value == pytest.approx(found.kappa.value)
    assert (found.kappa.value == 1) == (found.raw.hits == found.n)


@given(PAIRS)
def test_the_baseline_is_the_best_constant_answer(pairs: list[tuple[Verdict, Verdict]]) -> None:
    """By trying every constant answer against the first labels."""
    labels = [label for label, _ in pairs]
    best = max(agreement((label, always) for label in labels).raw.hits for always in Verdict)
    assert agreement(pairs).baseline == Proportion(best, len(pairs))


def test_human_agreement_is_of_items_that_both_labelled() -> None:
    """Every two labellers once; what only one has labelled is in no comparison."""
    one = {"a": YES, "b": NO, "c": UNDECIDED, "d": YES}
    two = {"a": YES, "b": YES, "c": NO}
    three = {"z": YES}
    found = between({"two": two, "one": one, "three": three})
    assert [(f.first, f.second, f.three_labels.n) for f in found] == [
        ("one", "three", 0),
        ("one", "two", 3),
        ("three", "two", 0),
    ]
    assert found[1].three_labels.raw == Proportion(1, 3)
    assert found[1].two_labels.raw == Proportion(1, 2)
    assert between({"one": one}) == []


def test_a_judge_stands_beside_each_labeller() -> None:
    """About what both spoke of, and by the labeller's base rate."""
    found = beside({"one": {"a": YES, "b": NO}, "two": {"b": YES}}, "judge", {"b": NO, "c": NO})
    assert [(f.first, f.second) for f in found] == [("one", "judge"), ("two", "judge")]
    assert found[0].three_labels.raw == Proportion(1, 1)
    assert found[1].three_labels.raw == Proportion(0, 1)
    assert found[1].three_labels.base_rate == Proportion(1, 1)


def test_the_reference_is_what_more_than_half_say() -> None:
    """Two must agree; of three, two must; where they do not the item is disputed and no reference."""
    one, two = {"a": YES, "b": NO, "c": NO}, {"a": YES, "b": YES}
    assert reference([one, two]).labels == {"a": YES, "c": NO}
    assert reference([one, two]).disputed == ("b",)
    assert reference([one, two, {"b": YES}]).labels["b"] is YES
    assert reference([one, two, {"b": UNDECIDED}]).disputed == ("b",)
    assert reference([]).labels == {}
