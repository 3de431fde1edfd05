"""What two of TurnBench's three annotators agree on, and what follows from it for who has the floor.

The rules are those that its `eval/README.md` tells; who wants a row for its table has its own scorer read
the predictions that `benchmarks.turns.field` writes.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Final

SPEAKERS: Final = (1, 2)
ANNOTATORS: Final = "abc"
AGREE_S: Final = 0.2
"""Two annotators mean the same where both ends of theirs are no farther apart."""

Labelled = tuple[float, float, str]
Span = tuple[float, float]

TURN, CUT, TRIED, MURMUR = "turn", "interruption", "tried", "murmur"
LABELS: Final = {
    "Normal Turn": TURN,
    "Regular Turn": TURN,
    "Strong Floor Hold": TURN,
    "Bounded Response": TURN,
    "Filler": TURN,
    "Overlap": TURN,
    "Floor-taking Competitive Interruption": CUT,
    "Floor-taking Cooperative Interruption": CUT,
    "Non-floor Taking Competitive Interruption": TRIED,
    "Non-floor Taking Cooperative Interruption": TRIED,
    "Acknowledgement Backchannel": MURMUR,
    "Continuer Backchannel": MURMUR,
    "Reaction Backchannel": MURMUR,
    "Non-Speech Noise": MURMUR,
    "Channel Bleed": MURMUR,
    "Speech, Non-Linguistic": MURMUR,
}
FLOOR: Final = {label: TURN for label, kind in LABELS.items() if kind in (TURN, CUT)}
"""The coarser question: does it claim the floor?"""
TIME: Final = re.compile(r"(\d+):(\d\d):(\d\d)[,.](\d{3})")
LABEL: Final = re.compile(r"\[([^\]]+)\]")


@dataclass(frozen=True, slots=True)
class Gold:
    """Of one speaker."""

    turns: tuple[Span, ...]
    ends: tuple[float, ...]
    pauses: tuple[Span, ...]
    interruptions: tuple[float, ...]
    backchannels: tuple[Span, ...]
    doubtful: tuple[Span, ...]
    """Where no two agree on a label."""
    doubtful_turns: tuple[Span, ...]


def tracks(home: Path) -> dict[int, list[list[Labelled]]]:
    return {
        speaker: [
            list(track((home / f"speaker_{speaker}_annotation_{who}.srt").read_text("utf-8")))
            for who in ANNOTATORS
        ]
        for speaker in SPEAKERS
    }


def track(text: str) -> Iterator[Labelled]:
    """The labelled spans of a subtitle file."""
    for block in text.replace("\r", "").split("\n\n"):
        times = [_seconds(*found) for found in TIME.findall(block)]
        label = LABEL.search(block)
        if len(times) >= 2 and label is not None:
            yield times[0], times[1], label[1]


def _seconds(hours: str, minutes: str, seconds: str, millis: str) -> float:
    return int(hours) * 3600 + int(minutes) * 60 + int(seconds) + int(millis) / 1000


def agreed(
    annotators: Sequence[Sequence[Labelled]], kinds: Mapping[str, str]
) -> tuple[list[Labelled], tuple[Span, ...]]:
    """What at least two mean, with the middle of their times; and what one alone means."""
    rest = [[(a, b, kinds[name]) for a, b, name in one if name in kinds] for one in annotators]
    found: list[Labelled] = []
    for number, own in enumerate(rest):
        for event in list(own):
            group = [event]
            for others in rest[number + 1 :]:
                near = [one for one in others if _same(one, event)]
                if near:
                    group.append(min(near, key=lambda one: abs(one[0] - event[0])))
                    others.remove(group[-1])
            if len(group) > 1:
                own.remove(event)
                began, ended = (median(one[at] for one in group) for at in (0, 1))  # type: ignore[type-var]
                found.append((float(began), float(ended), event[2]))
    settled = [one[:2] for one in found]
    alone = [one[:2] for own in rest for one in own if not _touches(one[:2], settled)]
    return sorted(found), tuple(alone)


def _same(one: Labelled, other: Labelled) -> bool:
    near = abs(one[0] - other[0]) <= AGREE_S and abs(one[1] - other[1]) <= AGREE_S
    return near and one[2] == other[2]


def _touches(span: Span, others: Sequence[Span]) -> bool:
    return any(began < span[1] and span[0] < ended for began, ended in others)


def gold(annotations: Mapping[int, Sequence[Sequence[Labelled]]]) -> dict[int, Gold]:
    labels = {speaker: agreed(annotations[speaker], LABELS) for speaker in SPEAKERS}
    floors = {speaker: agreed(annotations[speaker], FLOOR) for speaker in SPEAKERS}
    turns = {speaker: tuple((a, b) for a, b, _ in found) for speaker, (found, _) in floors.items()}
    return {speaker: _gold(speaker, labels, floors, turns) for speaker in SPEAKERS}


def _gold(
    speaker: int,
    labels: Mapping[int, tuple[list[Labelled], tuple[Span, ...]]],
    floors: Mapping[int, tuple[list[Labelled], tuple[Span, ...]]],
    turns: Mapping[int, tuple[Span, ...]],
) -> Gold:
    events, doubtful = labels[speaker]
    doubts = [*doubtful, *floors[speaker][1], *labels[3 - speaker][1]]
    against = [*doubts, *((a, b) for a, b, kind in events if kind == MURMUR)]
    against += [(a, b) for a, b, kind in labels[3 - speaker][0] if kind in (CUT, TRIED)]
    ends, pauses = [], []
    for (_, ended), after in itertools.zip_longest(turns[speaker], turns[speaker][1:]):
        resumes = float("inf") if after is None else after[0]
        if after is None or _passes(turns[3 - speaker], ended, resumes):
            ends.append(ended)
            continue
        until = min([resumes, *(a for a, b in against if a < resumes and b > ended)])
        if until > ended:
            pauses.append((ended, until))
    return Gold(
        turns[speaker],
        tuple(ends),
        tuple(pauses),
        tuple(a for a, _, kind in events if kind == CUT),
        tuple((a, b) for a, b, kind in events if kind == MURMUR),
        doubtful,
        floors[speaker][1],
    )


def _passes(others: Sequence[Span], ended: float, resumes: float) -> bool:
    """The floor goes to the other one, who speaks already or speaks next."""
    return any(began < resumes and until > ended for began, until in others)
