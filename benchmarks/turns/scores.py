"""What the outcomes of a set add up to, and how they are printed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from benchmarks.table import quantile
from benchmarks.turns.corpus import Utterance
from benchmarks.turns.phrases import Role
from benchmarks.turns.trial import Outcome
from greenroom_turns import language

Scored = Sequence[tuple[Utterance, Outcome]]

Z = 1.96
"""Of a 95 % interval."""


@dataclass(frozen=True, slots=True)
class Share:
    """So many of so many."""

    hits: int
    count: int

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's score interval, 95 %: honest near 0 and 1, where counts are small."""
        if not self.count:
            return 0.0, 1.0
        share, n = self.hits / self.count, self.count
        middle = share + Z * Z / (2 * n)
        spread = Z * ((share * (1 - share) + Z * Z / (4 * n)) / n) ** 0.5
        whole = 1 + Z * Z / n
        return max(0.0, (middle - spread) / whole), min(1.0, (middle + spread) / whole)

    def __str__(self) -> str:
        low, high = self.interval
        return f"{self.hits}/{self.count} ({100 * low:.1f}–{100 * high:.1f} %)"


def ignored(_: Utterance, outcome: Outcome) -> bool:
    """Nothing came of it: no stop, no gap, no thinking, no turn."""
    return outcome.stopped_ms is None and not (outcome.gap_ms or outcome.thinking or outcome.turns)


def stopped(_: Utterance, outcome: Outcome) -> bool:
    return outcome.stopped_ms is not None


def answered(_: Utterance, outcome: Outcome) -> bool:
    return bool(outcome.turns)


def answered_after(_: Utterance, outcome: Outcome) -> bool:
    """The question was heard out, and its answer is a turn."""
    return bool(outcome.turns) and outcome.stopped_ms is None


def understood(_: Utterance, outcome: Outcome) -> bool:
    return language.thinking(" ".join(outcome.turns))


RIGHT: dict[Role, Callable[[Utterance, Outcome], bool]] = {
    Role.ACK: ignored,
    Role.NOISE: ignored,
    Role.STOP: stopped,
    Role.MIXED: stopped,
    Role.BRIEF: stopped,
    Role.ANSWER: answered,
    Role.TAIL: answered_after,
    Role.THINKING: answered,
}

COLUMNS = (
    "acks ignored",
    "noises ignored",
    "stops missed",
    "mixed missed",
    "short questions missed",
    "answers eaten",
    "yes over the last words: lost or cut in",
    "time to stop p50 / p95",
    "acks with a gap or a cut",
    "extra thinking",
)


def columns(scored: Scored) -> list[str]:
    """One contestant's row, in the order of `COLUMNS`."""
    stops = [outcome for item, outcome in scored if item.role is Role.STOP]
    times = [outcome.stopped_ms for outcome in stops if outcome.stopped_ms is not None]
    acks = [outcome for item, outcome in scored if item.role is Role.ACK]
    disturbed = sum(outcome.stopped_ms is not None or outcome.gap_ms > 0 for outcome in acks)
    return [
        str(share(scored, Role.ACK)),
        str(share(scored, Role.NOISE)),
        *(str(missed(scored, role)) for role in (Role.STOP, Role.MIXED, Role.BRIEF)),
        str(missed(scored, Role.ANSWER, Role.THINKING)),
        str(missed(scored, Role.TAIL)),
        f"{quantile(times, 0.5):.0f} / {quantile(times, 0.95):.0f} ms" if times else "never",
        str(Share(disturbed, len(acks))),
        str(sum(outcome.thinking for outcome in acks)),
    ]


def share(scored: Scored, *roles: Role) -> Share:
    right = [RIGHT[item.role](item, outcome) for item, outcome in scored if item.role in roles]
    return Share(sum(right), len(right))


def missed(scored: Scored, *roles: Role) -> Share:
    good = share(scored, *roles)
    return Share(good.count - good.hits, good.count)


def failures(scored: Scored) -> list[str]:
    """One line for everything that went wrong."""
    return [
        f"{item.name} [{item.disturbance}]: {'; '.join(outcome.decided) or outcome}"
        for item, outcome in scored
        if not RIGHT[item.role](item, outcome)
    ]


def by_voice(scored: Scored) -> str:
    """Backchannels ignored and calls to stop heard, for each kind of voice and of disturbance."""
    lines = ["| | acks ignored | stops heard |", "|---|---|---|"]
    kinds = {item.voice.partition("-")[0]: True for item, _ in scored}
    kinds |= {item.disturbance: False for item, _ in scored}
    for kind, is_voice in kinds.items():
        these = [
            (item, outcome)
            for item, outcome in scored
            if kind == (item.voice.partition("-")[0] if is_voice else item.disturbance)
        ]
        acks, stops = share(these, Role.ACK), share(these, Role.STOP)
        if acks.count:
            lines.append(f"| {kind} | {acks.hits}/{acks.count} | {stops.hits}/{stops.count} |")
    return "\n".join(lines)


def table(rows: Sequence[tuple[str, Sequence[str]]]) -> str:
    """Contestants side by side, one line a figure: there are more figures than contestants."""
    names = [name for name, _ in rows]
    lines = ["| | " + " | ".join(names) + " |", "|---" * (len(rows) + 1) + "|"]
    for at, what in enumerate(COLUMNS):
        lines.append(f"| {what} | " + " | ".join(cells[at] for _, cells in rows) + " |")
    return "\n".join(lines)
