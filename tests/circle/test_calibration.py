"""The figures of calibration, beside published examples computed by hand and as properties."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from greenroom.circle.calibration.accuracy import accuracy
from greenroom.circle.calibration.agreement import (
    LEAST,
    Agreement,
    Kappa,
    NoKappa,
    agreement,
    decided,
)
from greenroom.circle.calibration.consistency import consistency
from greenroom.circle.calibration.labels import beside, between, reference
from greenroom.circle.calibration.probes import moved, stayed
from greenroom.circle.calibration.proportion import Proportion, Z
from greenroom.circle.events import Verdict

YES, NO, UNDECIDED = Verdict.YES, Verdict.NO, Verdict.UNDECIDED
LABELS = st.sampled_from(Verdict)
PAIRS = st.lists(st.tuples(LABELS, LABELS), max_size=60)
JUDGED = st.sampled_from((*Verdict, None))


def table(*rows: tuple[int, ...]) -> list[tuple[Verdict, Verdict]]:
    """The pairs of a table of counts: rows are the first's labels, columns the second's."""
    labels = (YES, NO, UNDECIDED)
    return [
        (first, second)
        for first, row in zip(labels, rows, strict=False)
        for second, count in zip(labels, row, strict=False)
        for _ in range(count)
    ]


def kappa(found: Agreement) -> Kappa:
    assert isinstance(found.kappa, Kappa)
    return found.kappa


# κ


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


# Wilson


@pytest.mark.parametrize(
    ("hits", "of", "low", "high"),
    [
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0000, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilsons_interval(hits: int, of: int, low: float, high: float) -> None:
    """Newcombe (1998), table I, method 3."""
    interval = Proportion(hits, of).interval
    assert interval is not None
    assert [round(end, 4) for end in interval] == [low, high]


@given(st.integers(1, 2000).flatmap(lambda of: st.tuples(st.integers(0, of), st.just(of))))
def test_wilsons_ends_are_where_the_score_test_turns(case: tuple[int, int]) -> None:
    """An end p is what the observed share is exactly Z standard errors of p away from, or 0 or 1."""
    hits, of = case
    found = Proportion(hits, of)
    interval = found.interval
    assert found.share is not None
    assert interval is not None
    assert 0 <= interval[0] <= found.share <= interval[1] <= 1
    for end in interval:
        off = (found.share - end) ** 2 - Z * Z * end * (1 - end) / of
        assert end in (0, 1) or off == pytest.approx(0, abs=1e-12)
    other = Proportion(of - hits, of).interval
    assert other is not None
    assert other == pytest.approx((1 - interval[1], 1 - interval[0]))


def test_of_nothing_there_is_no_share() -> None:
    """None, and not 0."""
    assert (Proportion(0, 0).share, Proportion(0, 0).interval) == (None, None)


# a judge


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


# again


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


# people


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


# probes


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
