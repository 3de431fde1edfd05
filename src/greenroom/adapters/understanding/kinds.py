"""What a turn is: an answer, an aside, both, a wish to stop, distress.

It follows from what a trained head says of the turn's pieces (`pieces`). The word lists of `interview.understanding.urgent`
stand beside it. An answer that ends in a question back is an answer with an aside in it. A turn that is nothing but an
aside has one place: all of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Final

from greenroom.adapters.understanding.encoder import Embed
from greenroom.adapters.understanding.grounds import grounded, refuses
from greenroom.adapters.understanding.head import Head, load_head
from greenroom.adapters.understanding.pieces import (
    DANGER,
    PERHAPS_DANGER,
    PLAIN,
    WITHIN,
    Piece,
    Pieces,
    social,
)
from greenroom.adapters.understanding.reported_speech import goes_on, reported, tells_others
from greenroom.app.ports import ReaderInput
from greenroom.interview.asides import ACT
from greenroom.interview.reading import About, Aside, Reading
from greenroom.interview.understanding import words_reader
from greenroom.interview.understanding.stopping import may_ask_to_stop
from greenroom.interview.understanding.urgent import urgent

WEIGHTS: Final = "kinds.npz"
READER: Final = "minilm-1"
DOUBT: Final = 0.1
"""An aside that is so likely is one, if a closed pattern covers the whole turn as well."""
TELLING: Final = frozenset({About.CORRECT})
"""Asides that tell something. In doubt the words are an answer."""
MIDST: Final = frozenset({About.CORRECT, About.DISTRESS})
"""Asides that may stand in the midst of what is told. Others there are somebody's words in a story."""
ALONE: Final = 0.98
"""A turn that is so likely an answer and nothing else holds no wish to stop: what sounds like one is told."""
CERTAIN: Final = 0.95
"""How sure the closed lists are."""
LEAST: Final = 0.3
"""How likely an aside must be to be told at all."""
CLEAR: Final = 0.5
"""A clause that is so likely an answer tells something."""
SURE_END: Final = 0.97
"""How sure the head alone must be of a wish to stop; below it the reading says no more than `TO_CONFIRM`."""
TO_CONFIRM: Final = 0.69
TO_ASK: Final = 0.3
"""How sure a short turn that takes its leave is of one: enough to be asked about (`asides.PERHAPS_END`)."""
SURE_DANGER: Final = 0.97
"""How sure the head must be of a danger to the speaker's life: it is named, and help outside with it."""
HEAVY: Final = "heavy"
FEWEST_TOLD: Final = 2
"""Words of a clause that can answer beside an aside."""


class Kinds:
    """Reads what a turn is, by a head."""

    def __init__(self, head: Head, odds: float = 1.0) -> None:
        """`odds`: see `Pieces`."""
        self._pieces = Pieces(head, odds)

    def read(self, heard: ReaderInput, embed: Embed) -> Reading:
        """What the turn is; story, facts and phrases are others' part."""
        text = heard.text
        if social(text):
            return Reading(READER, answer=1.0)
        whole, *parts = self._pieces.of(text, embed)
        found = urgent(text)
        calm = not (found.end or found.distress or found.danger)
        if calm and not parts and whole.aside >= DOUBT and (closed := _closed(text)):
            return Reading(READER, answer=1 - closed[0].sure, asides=closed)
        asides = _worth_asking(_confirmed(_asides(text, whole, parts), distress=found.distress))
        worst = max((whole, *parts), key=lambda piece: piece.danger)
        heavy = worst.danger >= PERHAPS_DANGER
        calm_refusal = refuses(text) and not heavy
        return Reading(
            READER,
            answer=_answers(text, whole, parts),
            asides=_with_heavy(asides, worst) if heavy else _without_danger(asides),
            end=max(_end(whole, parts, said=found.end), TO_ASK * (calm and may_ask_to_stop(text))),
            distress=max(
                CERTAIN * found.distress,
                worst.danger * heavy,
                0.0 if calm_refusal else _distress(whole, parts),
            ),
            danger=found.danger or worst.danger >= SURE_DANGER,
        )


def load_kinds() -> Kinds:
    """With the head that lies beside this module, verified."""
    return Kinds(load_head(WEIGHTS))


def _closed(text: str) -> tuple[Aside, ...]:
    """The aside that a closed pattern finds in the whole of the text; none that is urgent or met by other means."""
    found = words_reader.read(text, "", (), "en")
    covered = found.answer == 0 and not found.distress and len(found.asides) == 1
    return found.asides if covered and found.asides[0].about is not About.LANGUAGE else ()


def _told(parts: Iterable[Piece]) -> list[Piece]:
    return [part for part in parts if part.words >= FEWEST_TOLD and part.answer >= CLEAR]


def _answers(text: str, whole: Piece, parts: Sequence[Piece]) -> float:
    if tells_others(text):
        return max(whole.answer, CERTAIN)
    return max([whole.answer, *(part.answer for part in _told(parts))])


def _asides(text: str, whole: Piece, parts: Sequence[Piece]) -> tuple[Aside, ...]:
    if not parts or not _told(parts):
        taken = whole.aside > LEAST and not tells_others(text)
        return tuple(_aside([one]) for one in _grounded(text, [whole], telling=False) if taken)
    told = [part.place for part in _told(parts)]
    found = [
        part
        for part in parts
        if part.aside > _least(part)
        and not (part.about not in MIDST and told[0] < part.place < told[-1])
        and not reported(text, part.place)
        and not (whole.answer >= PLAIN and goes_on(text, part.place))
    ]
    found = _grounded(text, found, telling=True)
    runs = groupby(found, key=lambda part: part.about)
    return tuple(_aside(list(run)) for _, run in runs)


def _least(part: Piece) -> float:
    """How likely the aside must be beside what is told."""
    return WITHIN if part.about is About.DISTRESS else LEAST


def _grounded(text: str, pieces: Iterable[Piece], *, telling: bool) -> list[Piece]:
    """The pieces, each as the kind of aside that its words have a ground for."""
    kept = []
    for piece in pieces:
        start, end = piece.place
        found = grounded(piece.about, piece.topic, text[start:end], telling=telling)
        if found is not None:
            kept.append(replace(piece, about=found[0], topic=found[1]))
    return kept


def _confirmed(asides: tuple[Aside, ...], *, distress: bool) -> tuple[Aside, ...]:
    """The same; distress that the closed lists see too is certain."""
    return tuple(
        replace(aside, sure=max(aside.sure, CERTAIN))
        if distress and aside.about is About.DISTRESS
        else aside
        for aside in asides
    )


def _worth_asking(asides: tuple[Aside, ...]) -> tuple[Aside, ...]:
    """Without those that are in doubt and tell something: other words are offered then, and help nobody who told it."""
    return tuple(one for one in asides if one.sure >= ACT or one.about not in TELLING)


def _end(whole: Piece, parts: Sequence[Piece], *, said: bool) -> float:
    heard = () if _told(parts) and whole.alone >= ALONE else parts
    sure = max([whole.end, *(part.end for part in heard)])
    if said:
        return max(sure, CERTAIN)
    if _told(parts) and sure < WITHIN:
        return 0.0  # "but I decided to go in": a clause of a story
    return sure if sure >= SURE_END else min(sure, TO_CONFIRM)


def _distress(whole: Piece, parts: Sequence[Piece]) -> float:
    least = WITHIN if _told(parts) or whole.answer >= CERTAIN else 0.0
    near = (part.distress for part in (whole, *parts[:1], *parts[-1:]))
    return max((sure for sure in near if sure >= least), default=0.0)


def _without_danger(asides: Iterable[Aside]) -> tuple[Aside, ...]:
    """Danger that is not even `HEAVY` is a guess about something else."""
    danger = DANGER.partition(".")[2]
    return tuple(one for one in asides if (one.about, one.topic) != (About.DISTRESS, danger))


def _with_heavy(asides: Iterable[Aside], worst: Piece) -> tuple[Aside, ...]:
    """The asides with one of distress that may be danger, where it is said; others do not share its words."""
    start, end = worst.place
    kept = (one for one in asides if one.end <= start or end <= one.start)
    heavy = Aside(About.DISTRESS, HEAVY, start, end, worst.danger)
    return tuple(sorted((*kept, heavy), key=lambda one: one.start))


def _aside(run: Sequence[Piece]) -> Aside:
    surest = max(run, key=lambda piece: piece.aside)
    place = run[0].place.start, run[-1].place.end
    return Aside(surest.about, surest.topic, *place, surest.aside)
