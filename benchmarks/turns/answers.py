"""Answers to interview questions, with the places at which a person pauses.

`/f` is a pause after a filler, `/c` one between clauses; between any two sentences there is one, too,
and the end of the text is the end of the answer. Nothing was chosen on these answers: the waits of
`greenroom.interview.endpointing` are older than they are.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, Literal

from greenroom.interview.plan import QuestionKind

Place = Literal["filler", "clause", "sentence", "end"]

OPEN: Final = (
    "I'm a paramedic in a rural district, /c and I have been one for eleven years. Before that I was in "
    "the army, um, /f mostly as a driver. I am good at deciding quickly when nobody knows enough.",
    "My name is Farid and I build kitchens. I learned it from an uncle, /c who was very strict about "
    "corners. These days I, uh, /f I run a workshop with four people.",
    "I've worked in insurance since I left school. First I answered the phone, /c then I checked claims "
    "for water damage. What I'd like now is, um, /f to train the people who start.",
    "So I studied biology, /c but I never worked in a laboratory. I write about it for newspapers. My "
    "strong side is, uh, /f finding somebody who can explain a thing simply.",
    "I manage the night shift of a parcel centre. We have sixty people and, um, /f eleven nationalities. "
    "I like it because every night ends with an empty hall, /c or it does not.",
    "I'm a web developer, and I care about pages that work without a mouse. I started with theatre "
    "sites, /c since my sister acts. At the moment I look after, um, /f the booking system of a museum.",
    "Well, I was a dancer until I was thirty. Then I hurt my back, /c and I studied accounting in the "
    "evenings. People laugh about that, but, uh, /f both are about counting.",
    "I teach apprentices how to weld. Most of them are seventeen, /c and all of them are impatient. I "
    "believe that I, um, /f make them slower in a good way.",
    "Two years ago our main supplier stopped delivering without a word. I drove there the next morning, "
    "/c and the yard was empty. We, uh, /f we bought from a competitor for a month. It cost us a lot, "
    "but no customer waited.",
    "Last winter the heating failed in a house with forty old people. I called every plumber in the "
    "book, /c and the third one came. Until then we, um, /f we moved everybody into the dining room. "
    "Nobody caught a cold.",
    "I once promised a date that I could not keep. I noticed it three weeks before, /c and I told the "
    "client at once. He was, uh, /f he was not happy at all. We agreed on half of the features, and "
    "those worked.",
    "There was a colleague who never answered my messages. I thought that he disliked me, /c so I went "
    "to his services. It turned out that, um, /f he got two hundred a day. Since then I call him.",
    "We found out that our numbers had been wrong for a year. A column was, uh, /f was counted twice. I "
    "wrote to everybody who had the report, /c with the right figures. Two of them thanked me.",
    "A girl in my class could not read at nine. I sat with her before lessons, /c ten minutes a day. In "
    "spring she, um, /f she read a page aloud. Her mother still writes to me.",
    "The ferry company changed its timetable in the middle of the season. Our guests arrived at "
    "midnight, /c with nobody at the services. I put a key box at the gate, and, uh, /f I wrote the code on "
    "their tickets.",
    "On my first big job I cut forty boards too short. I could have hidden it, /c because the foreman was "
    "ill. I told him the next day. He, um, /f he made me build shelves out of them.",
    "I think a good meeting has a question at the top. If nobody can say what it is, /c we should not "
    "meet. I usually, uh, /f cancel one in three.",
    "For me quality means that the next person understands it. It may be slower today, /c but it is "
    "faster in a year. I ask myself, um, /f who will curse me for this.",
    "I'd begin by reading the complaints of the last year. They tell you where it hurts, /c and they are "
    "free. Then I would, uh, /f talk to whoever answers them.",
    "What I dislike is work that nobody looks at. I once wrote a report every week, /c and after a year I "
    "stopped. Nobody, um, /f nobody noticed.",
)
"""Introductions, stories, opinions."""
CLOSED: Final = (
    "Yes, I do.",
    "No, I haven't, /c but I would like to.",
    "About, um, /f six years.",
    "Yes, since the spring. I passed it at the second try.",
    "In April, /c or in May if you need me later.",
    "I'd say, uh, /f thirty hours a week.",
    "No. My wife drives, /c and I take the train.",
    "French, and a bit of Arabic.",
    "Yes, I'm willing to travel. Not every week, /c though.",
    "It was, um, /f it was a team of nine.",
)
"""To a yes or no question, and the like."""


@dataclass(frozen=True, slots=True)
class Piece:
    """What is said in one breath, and what kind of silence follows it."""

    text: str
    then: Place


@dataclass(frozen=True, slots=True)
class Answer:
    number: int
    kind: QuestionKind
    pieces: tuple[Piece, ...]

    @property
    def sentences(self) -> tuple[tuple[Piece, ...], ...]:
        """The pieces, by the sentence that they are of."""
        found: list[tuple[Piece, ...]] = []
        begun: list[Piece] = []
        for piece in self.pieces:
            begun.append(piece)
            if piece.then in ("sentence", "end"):
                found.append(tuple(begun))
                begun = []
        return tuple(found)


MARKS: Final[dict[str, Place]] = {"/f": "filler", "/c": "clause", "": "sentence"}
PIECE: Final = re.compile(r"\s*([^/]+?)(?:\s+(/[fc])|(?<=[.?!])(?=\s|$))")


def answers() -> tuple[Answer, ...]:
    kinds: tuple[tuple[QuestionKind, tuple[str, ...]], ...] = (("open", OPEN), ("yesno", CLOSED))
    every = [(kind, text) for kind, texts in kinds for text in texts]
    return tuple(Answer(n, kind, pieces(text)) for n, (kind, text) in enumerate(every))


def pieces(text: str) -> tuple[Piece, ...]:
    """A text with marks, cut at its pauses."""
    found = [Piece(said, MARKS[mark]) for said, mark in PIECE.findall(text)]
    return (*found[:-1], Piece(found[-1].text, "end"))
