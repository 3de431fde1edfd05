"""What a turn is: an answer, an aside, both, a wish to stop, distress.

A trained head (`training.kinds`) reads the whole turn and each clause. For a plain answer the whole turn's vector is the
mean of its clauses' vectors. The word lists of `interview.understanding.urgent` stand beside the head. An answer that
ends in a question back is an answer with an aside in it. A turn that is nothing but an aside has one place: all of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Final

import numpy as np
import numpy.typing as npt

from greenroom.adapters.understanding.encoder import Floats
from greenroom.adapters.understanding.grounds import grounded, refuses
from greenroom.adapters.understanding.head import Head, joined, load_head, plain
from greenroom.adapters.understanding.reported_speech import goes_on, reported, tells_others
from greenroom.app.ports import Heard
from greenroom.interview.asides import ACT
from greenroom.interview.reading import About, Aside, Reading
from greenroom.interview.understanding import words_reader
from greenroom.interview.understanding.clauses import Span, clauses
from greenroom.interview.understanding.stopping import may_ask_to_stop
from greenroom.interview.understanding.urgent import urgent

WEIGHTS: Final = "kinds.npz"
READER: Final = "minilm-1"
ANSWER: Final = "answer"
END: Final = "end"
DANGER: Final = "distress.danger"
BOTH: Final = "both"

ASKED: Final = 8.0
"""How much likelier an aside is where the words end in a question mark: people seldom answer with a question.
Not so of distress, which seldom asks."""
MISSED: Final = 2.0
"""How much worse it is to miss distress than to ask somebody calm whether they are well."""
DOUBT: Final = 0.1
"""An aside that is so likely is one, if a closed pattern covers the whole turn as well."""
TELLING: Final = frozenset({About.CORRECT})
"""Asides that tell something. In doubt the words are an answer."""
MIDST: Final = frozenset({About.CORRECT, About.DISTRESS})
"""Asides that may stand in the midst of what is told. Others there are somebody's words in a story."""
FIRST, LAST = 3, 4
"""Clauses of a long turn that are read for themselves: asides stand before and after what is told."""
PLAIN: Final = 0.97
"""A turn of several clauses is embedded in whole unless they and their vectors together are so likely an answer.
Few turns leave that doubt, and the network's time grows with the words it reads."""
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
PERHAPS_DANGER: Final = 0.7
"""From here to `SURE_DANGER` the turn is met as distress that may be danger (`HEAVY`): help is named in passing."""
TRACE: Final = 0.01
"""Where a piece is so likely danger, the whole is embedded for itself: the mean of its clauses would hide it."""
NEAR: Final = 3
"""Clauses in a row that together may tell of distress or danger. The head has seen few longer turns: where a longer one
seems to be in distress as a whole, it is only as sure as the surest of these."""
MOST: Final = 40
"""Clauses of which these are made, the first ones."""
HEAVY: Final = "heavy"
WITHIN: Final = 0.5
"""How likely distress must be in a clause of a turn that tells something, to count."""
FEWEST_TOLD: Final = 2
"""Words of a clause that can answer beside an aside."""

_SOCIAL: Final = """
yes no yeah yep yup nope nah ok okay sure right alright fine well so um uh er hmm oh ah hello hi hey good morning
afternoon evening there please thanks thank you very much ready lets go ahead of course all i'm i am yes sir ma'am
madam not really nice to meet you too and but sorry absolutely definitely certainly maybe perhaps never
"""
SOCIAL: Final = frozenset(_SOCIAL.split())
"""Words of greetings, thanks and plain yes or no: alone they say what the question makes of them."""
SHORT_OF_SOCIAL: Final = 5


@dataclass(frozen=True, slots=True)
class Piece:
    """A clause, or the whole, with what the head says of it."""

    place: Span
    answer: float
    end: float
    distress: float
    """Without danger."""
    aside: float
    """All asides together, distress and danger among them."""
    danger: float
    about: About
    topic: str
    both: float
    """How likely the piece answers and holds an aside; the others are as likely as if it did not."""
    words: int
    """That are more than social."""

    @property
    def alone(self) -> float:
        """How likely the piece is an answer and nothing else."""
        return self.answer * (1 - self.both)


class Kinds:
    """Reads what a turn is, by a head."""

    def __init__(self, head: Head, odds: float = 1.0) -> None:
        """`odds`: how much likelier an answer is than among the lines that the head learned from (decision 56).
        Not so of distress and of a wish to stop: to miss these costs more than any answer."""
        self._head, self._odds = head, odds
        self._answer, self._end = head.labels.index(ANSWER), head.labels.index(END)
        self._danger, self._both = head.labels.index(DANGER), head.labels.index(BOTH)
        self._topics = [place for place, label in enumerate(head.labels) if "." in label]
        self._distress = [
            place for place in self._topics if head.labels[place].startswith(About.DISTRESS)
        ]
        self._usual = [place for place in self._topics if place not in self._distress]
        abouts = [About(head.labels[place].split(".")[0]) for place in self._topics]
        self._abouts = list(dict.fromkeys(abouts))
        self._of_about = np.array(
            [[one is about for about in self._abouts] for one in abouts], np.float32
        )
        """1 where the topic of a row is one of the column's."""

    def read(self, heard: Heard, embed: Callable[[Sequence[str]], Floats]) -> Reading:
        """What the turn is; story, facts and phrases are others' part."""
        text = heard.text
        if social(text):
            return Reading(READER, answer=1.0)
        whole, *parts = self._pieces(text, _places(text), embed)
        whole = self._steadied(whole, text, embed)
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

    def _pieces(
        self, text: str, places: Sequence[Span], embed: Callable[[Sequence[str]], Floats]
    ) -> list[Piece]:
        texts = [plain(text[start:end]) for start, end in places]
        asks = np.array([text[start:end].endswith("?") for start, end in places])
        if parts := texts[1:]:
            inside = embed(parts)
            rows = self._rows(texts, np.vstack([joined(inside, parts), inside]), asks)
        else:
            rows = self._rows(texts, embed(texts), asks)
        in_doubt = rows[:, self._answer].min() < PLAIN or rows[:, self._danger].max() > TRACE
        if parts and in_doubt:
            rows[:1] = self._rows(texts[:1], embed(texts[:1]), asks[:1])
        return [
            self._piece(place, words, row)
            for place, words, row in zip(places, texts, rows, strict=True)
        ]

    def _steadied(self, whole: Piece, text: str, embed: Callable[[Sequence[str]], Floats]) -> Piece:
        """The whole, no surer of distress and danger than clauses that stand together."""
        found = clauses(text)[:MOST]
        calm = whole.danger < PERHAPS_DANGER and whole.distress < WITHIN
        if calm or len(found) <= NEAR:
            return whole
        places = [
            Span(first.start, last.end)
            for first, last in zip(found, found[NEAR - 1 :], strict=False)
        ]
        texts = [plain(text[start:end]) for start, end in places]
        rows = self._rows(texts, embed(texts), np.zeros(len(texts), np.bool_))
        near = [self._piece(*one) for one in zip(places, texts, rows, strict=True)]
        return replace(
            whole,
            danger=min(whole.danger, max(piece.danger for piece in near)),
            distress=min(whole.distress, max(piece.distress for piece in near)),
        )

    def _rows(self, texts: Sequence[str], vectors: Floats, asks: npt.NDArray[np.bool_]) -> Floats:
        rows = self._head.probabilities(texts, vectors)
        both = rows[:, self._both].copy()
        rows[:, self._both] = 0
        rows[:, self._usual] *= np.where(asks, ASKED, 1.0)[:, np.newaxis] / self._odds
        rows[:, self._distress] *= MISSED
        rows /= rows.sum(axis=1, keepdims=True)
        rows[:, self._both] = both
        return np.asarray(rows, np.float32)

    def _piece(self, place: Span, text: str, row: Floats) -> Piece:
        topics = row[self._topics]
        sums = topics @ self._of_about
        best = int(sums.argmax())
        topic = self._head.labels[self._topics[int((topics * self._of_about[:, best]).argmax())]]
        return Piece(
            place,
            answer=float(row[self._answer]),
            end=float(row[self._end]),
            distress=float(sums[self._abouts.index(About.DISTRESS)] - row[self._danger]),
            aside=float(sums.sum()),
            danger=float(row[self._danger]),
            about=self._abouts[best],
            topic=topic.split(".")[1],
            both=float(row[self._both]),
            words=sum(word not in SOCIAL for word in text.split()),
        )


def load_kinds() -> Kinds:
    """With the head that lies beside this module, verified."""
    return Kinds(load_head(WEIGHTS))


def _closed(text: str) -> tuple[Aside, ...]:
    """The aside that a closed pattern finds in the whole of the text; none that is urgent or met by other means."""
    found = words_reader.read(text, "", (), "en")
    covered = found.answer == 0 and not found.distress and len(found.asides) == 1
    return found.asides if covered and found.asides[0].about is not About.LANGUAGE else ()


def social(text: str) -> bool:
    """Nothing but a greeting, thanks, yes or no."""
    words = plain(text).split()
    return len(words) <= SHORT_OF_SOCIAL and all(word in SOCIAL for word in words)


def _places(text: str) -> list[Span]:
    """The whole, then the clauses if there are several: the first and last of a long turn."""
    found = clauses(text)
    whole = Span(0, len(text))
    if len(found) < 2:
        return [whole]
    if len(found) > FIRST + LAST:
        found = (*found[:FIRST], *found[-LAST:])
    return [whole, *found]


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
