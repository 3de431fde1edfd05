"""A calibration for people: one table in which κ stands at the end of a row, after what it rests on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from greenroom.app.circles.calibration import Calibration, Labelled
from greenroom.circle.calibration.agreement import LEAST, Agreement, NoKappa
from greenroom.circle.calibration.probes import Moved, Probe
from greenroom.circle.calibration.proportion import Interval, Proportion
from greenroom.circle.events import Verdict

NO_KAPPA: Final[Mapping[NoKappa, str]] = {
    NoKappa.NOTHING_COMPARED: "none, nothing to compare",
    NoKappa.TOO_FEW: f"none, fewer than {LEAST}",
    NoKappa.ONE_LABEL: "none, both gave one label only",
}
MISSING: Final = "people among themselves: missing. "
NOBODY: Final = (
    MISSING
    + "The labels are those that the items were written for, by the people who wrote them: agreeing with them is\n"
    "not agreeing with people. With two files of blind labels or more (greenroom circle label) this table tells\n"
    "what a judge can be asked to reach."
)
ONE: Final = (
    MISSING
    + "One person's labels do not tell where two would differ; give another file with --labels."
)
PROBES: Final[Mapping[Probe, str]] = {
    Probe.PADDING: "polite padding",
    Probe.NAMES: "one name, another name",
    Probe.ORDER: "evidence late, evidence early",
}
HEAD: Final = ("", "n", "agree (95 %)", "base rate of yes", "always the commonest", "κ (95 %)")


def table(found: Calibration) -> Iterator[str]:
    yield from _title(found)
    yield ""
    yield from _columns([HEAD, *_agreements(found)])
    if len(found.labelled.people) < 2:
        yield ""
        yield ONE if found.labelled.people else NOBODY
    yield ""
    yield from _columns([("label", "judged yes", "no", "undecided", "error"), *_counts(found)])
    yield ""
    yield from _columns(list(_rates(found)))
    yield from _causes("yeses that the gate took back", found.gate)
    yield from _causes("failed askings", found.faults)


def _title(found: Calibration) -> Iterator[str]:
    told = found.labelled
    times = "once" if found.repeat == 1 else f"{found.repeat} times"
    yield (
        f"judge {found.judge}, prompt {found.prompt}, a panel of {found.judges}; "
        f"{len(found.asked.sheets)} of {len(told.items)} items, asked {times}"
    )
    if found.asked.stopped is not None:
        yield f"stopped: the provider refused ({found.asked.stopped}); the other items were not asked about"
    yield _whose(told)


def _whose(told: Labelled) -> str:
    if not told.people:
        return "labels: intended by the people who wrote the items; not blind"
    people, disputed = len(told.people), len(told.reference.disputed)
    of = "one person" if people == 1 else f"{people} people"
    settled = f", and of {told.settlers} for what they differ on" if told.settlers else ""
    return f"labels: of {of}, blind{settled}; {disputed} items without a majority have none"


def _agreements(found: Calibration) -> Iterator[tuple[str, ...]]:
    for two in (*found.labelled.between, *found.beside_people):
        yield _row(f"{two.first} and {two.second}, yes or no", two.two_labels)
        yield _row(f"{two.first} and {two.second}, three labels", two.three_labels)
    if found.labelled.intended is not None:
        yield _row("intended and labels, three labels", found.labelled.intended)
    yield _row("labels and judge, yes or no", found.accuracy.two_labels)
    yield _row("labels and judge, three labels", found.accuracy.three_labels)


def _row(who: str, found: Agreement) -> tuple[str, ...]:
    kappa = found.kappa
    return (
        who,
        str(found.n),
        _share(found.raw),
        _bare(found.base_rate),
        _bare(found.baseline),
        NO_KAPPA[kappa] if isinstance(kappa, NoKappa) else _with(kappa.value, kappa.interval),
    )


def _counts(found: Calibration) -> Iterator[tuple[str, ...]]:
    for label in Verdict:
        judged = (Verdict.YES, Verdict.NO, Verdict.UNDECIDED, None)
        yield (label.value, *(str(found.accuracy.count(label, said)) for said in judged))


def _rates(found: Calibration) -> Iterator[tuple[str, ...]]:
    rates = found.accuracy
    yield "yes found (TPR)", _of(rates.tpr), "of the yeses that it decided"
    yield "no kept (TNR)", _of(rates.tnr), "of the noes that it decided"
    yield "yes in doubt", _of(rates.yes_in_doubt), "of those where nobody can tell"
    yield "left undecided", _of(rates.undecided), "of yes and no; in no rate above"
    yield "errors", _of(rates.errors), "of all; in no rate above, and never a no"
    yield "decided", _of(rates.decided), "of yes and no, errors counted"
    if found.repeat > 1:
        same = found.consistency
        pairwise = "" if same.pairwise is None else f"; two askings agree {same.pairwise:.2f}"
        yield (
            "the same when asked again",
            _of(same.unanimous),
            f"{same.errors} askings failed{pairwise}",
        )
    if found.probed:
        for probe, name in PROBES.items():
            yield _moved(name, found.moved(probe))
        stayed = found.stayed
        told = f"still yes; should be none; {stayed.errors} failed"
        yield "yes without its quotes", _of(stayed.yes), told


def _moved(name: str, found: Moved) -> tuple[str, ...]:
    told = f"the same; yes lost {found.lost}, gained {found.gained}; {found.errors} failed"
    return name, _of(found.same), told


def _causes(what: str, causes: Mapping[str, int]) -> Iterator[str]:
    if causes:
        yield f"{what}: " + ", ".join(f"{name} {n}" for name, n in sorted(causes.items()))


def _of(found: Proportion) -> str:
    return f"{found.hits} of {found.of}: {_share(found)}" if found.of else "0 of 0"


def _share(found: Proportion) -> str:
    if found.share is None or found.interval is None:
        return "-"
    return _with(found.share, found.interval)


def _with(value: float, interval: Interval) -> str:
    return f"{value:.2f} ({interval[0]:.2f} to {interval[1]:.2f})"


def _bare(found: Proportion) -> str:
    return "-" if found.share is None else f"{found.share:.2f}"


def _columns(rows: Sequence[tuple[str, ...]]) -> Iterator[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        yield "  ".join(f"{c:<{w}}" for c, w in zip(row, widths, strict=True)).rstrip()
