"""Reads the labelled lines of turns (`lines/`) and expands their templates; reads the sealed lines (`held_out/`).

A file of lines holds one template a line. `[a|b|]` is a slot, `# writer:` names whose words follow, `## label` what
they are: "about.topic", "end", or for answers the group of questions (`questions.txt`) that they were given to. In
`mixed` an answer and an aside share a turn; the aside stands in braces: `{job.pay: What's the pay?}`. In `people` a line
is one turn, without slots; its label may be "answer". Lines in `next` are of the same form, and nothing has learned
from them yet: before the next fit they move to `people`.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import islice, product
from math import isqrt
from pathlib import Path

HERE = Path(__file__).parent
LINES, HELD_OUT = HERE / "lines", HERE / "held_out"
ANSWER, END, BOTH = "answer", "end", "both"

_SLOT = re.compile(r"\[([^\]]*)\]")
_ASIDE = re.compile(r"\{([a-z_.]+): ?([^{}]*)\}")
_ASKS = re.compile(
    r"(?i)(um |uh |sorry |okay |so )*(what|which|who|how|can|could|may|is|are|do|does|did|should|was|"
    r"will|would|where|when|why|have|am|didn't|haven't)\b"
)
_REMARK = re.compile(
    r"(?i)never had|not a good example|about it$|let me think|where do i|hard to say|what else|that is my|"
    r"can't think|don't remember"
)
"""Of the sentences that tell no part of a story: those that are no answer either."""
_OPENERS = (
    *("um", "uh", "sorry", "well", "okay", "so", "yeah", "hmm", "er", "you know", "actually"),
    *("like", "oh", "right", "and", "but", "to be honest", "I mean", "honestly"),
)
_LOOSE = (" ", " ", ", ", " and ", " but ", " so ", " anyway ", " um ", " sorry ", " and ")
LEAST_TOLD, MOST_TOLD = 4, 35
"""Words of an answer that an aside is put beside."""
_POLITE = (
    *("excuse me but {}", "sorry but {}", "{} please", "{} if you don't mind", "if I may ask {}"),
    *("just one thing {}", "{} if that's okay", "before we go on {}", "can I just say {}"),
    *("sorry to interrupt {}", "{} sorry", "one quick question {}", "okay but {}", "wait {}"),
)
_SLIPS = (
    *(("don't", "dont"), ("I'm", "im"), ("you're", "your"), ("can't", "cant"), ("it's", "its")),
    *(("going to", "gonna"), ("want to", "wanna"), ("the ", "de "), ("their", "there")),
    *(("what's", "whats"), ("I'd", "id"), ("are ", "is "), ("hear", "here"), ("I ", "I I ")),
)


@dataclass(frozen=True, slots=True)
class Line:
    """A turn, or a line that becomes one."""

    text: str
    label: str
    """What the whole turn is; of a mixed turn, `answer`."""
    writer: str
    template: str
    group: str = ""
    """Of an answer: which questions it was given to."""
    aside: tuple[str, int, int] | None = None
    """Of a mixed turn: the aside's label and place."""
    question: str = ""
    """The question that was pending, where the file tells it (`? `)."""


def templates(folder: Path) -> Iterator[Line]:
    """Every template of the folder's files, unexpanded."""
    for file in sorted(folder.glob("*.txt")):
        yield from of_file(file)


def of_file(file: Path) -> Iterator[Line]:
    """Every template of a file, unexpanded."""
    writer, label, question = file.stem, "", ""
    for raw in file.read_text("utf-8").splitlines():
        text = raw.strip()
        if text.startswith("## "):
            label = text[3:]
        elif text.startswith("? "):
            question = text[2:]
        elif text.startswith("# writer:"):
            writer = (
                text.removeprefix("# writer:").split(",")[0].split(":")[0].split(";")[0].strip()
            )
        elif text and not text.startswith("#"):
            yield Line(text, label, writer, text, question=question)


@cache
def questions(folder: Path) -> dict[str, tuple[str, ...]]:
    """By group, how the questions were asked."""
    found: dict[str, list[str]] = {}
    for line in of_file(folder / "questions.txt"):
        found.setdefault(line.label, []).append(line.text)
    return {group: tuple(asked) for group, asked in found.items()}


def asides(most: int = 5) -> list[Line]:
    """Asides and wishes to end, as people say them."""
    found = [*templates(LINES / "asides"), *templates(LINES / "end")]
    return _expanded(found, most)


def answers(most: int = 8) -> list[Line]:
    """Answers, as people say them."""
    found = [_answer(line) for line in templates(LINES / "answers") if line.label]
    return [*_expanded(found, most), *_stories(), *_told(), *reported()]


def people(*, development: bool = False) -> list[Line]:
    """What many people said, a line each (`lines/people`). Nothing is learned from every tenth of them: on their
    lines (`development`) thresholds are chosen."""
    found = []
    for file in sorted((LINES / "people").glob("*.txt")):
        lines = list(of_file(file))
        tenth = set(list(dict.fromkeys(line.writer for line in lines))[9::10])
        found += [
            replace(line, writer=f"{file.stem} {line.writer}")
            for line in lines
            if (line.writer in tenth) is development
        ]
    return found


def both() -> Iterator[Line]:
    """Turns that answer and hold an aside: the mixed ones, and half of the asides of the many people, each beside an
    answer of the same person. No distress, which is told in every way."""
    yield from (replace(line, label=BOTH) for line in mixed(LINES / "mixed"))
    told: dict[str, list[Line]] = {}
    for line in (found := people()):
        if line.label == ANSWER and LEAST_TOLD <= len(line.text.split()) <= MOST_TOLD:
            told.setdefault(line.writer, []).append(line)
    for line in found:
        rng = random.Random(f"both {line.text}")
        if line.label != ANSWER and "distress" not in line.label and rng.random() < 0.5:
            for answer in rng.sample(told.get(line.writer, []), bool(told.get(line.writer))):
                text = beside(answer.text, line.text, rng)
                yield Line(
                    text, BOTH, line.writer, f"both {line.template}", question=answer.question
                )


def beside(answer: str, aside: str, rng: random.Random) -> str:
    """The two in one turn, as people say them or as a recogniser writes them."""
    first, second = (answer, aside) if rng.random() < 0.6 else (aside, answer)
    if rng.random() < 0.5:
        return f"{first.rstrip(' .?!,')}{rng.choice(_LOOSE)}{second}".lower()
    return f"{first}{'' if first[-1] in '.?!' else '.'} {second[0].upper()}{second[1:]}"


def one_of_each() -> list[Line]:
    """Of each template of the asides and answers a line, or a few where it has many fillings: what is read by
    somebody who never heard the writer."""
    told = (line for line in templates(LINES / "answers") if line.label and line.writer != "long")
    return [*asides(1), *_expanded([_answer(line) for line in told], 1)]


def mixed(folder: Path, most: int = 4) -> list[Line]:
    """Turns of an answer and an aside; the sealed ones hold no slots."""
    found = []
    for template in templates(folder):
        for text in _fillings(template.template, most):
            match = _ASIDE.search(text)
            assert match is not None, template
            before, words, after = text[: match.start()], match[2], text[match.end() :]
            place = (match[1], len(before), len(before) + len(words))
            whole = before + words + after
            found.append(
                Line(
                    whole,
                    ANSWER,
                    template.writer,
                    template.template,
                    template.label,
                    place,
                    template.question,
                )
            )
    return found


def sealed(name: str) -> list[Line]:
    """The sealed lines of one file."""
    lines = list(of_file(HELD_OUT / f"{name}.txt"))
    return [_answer(line) for line in lines] if name == "answers" else lines


def _answer(line: Line) -> Line:
    return Line(line.text, ANSWER, line.writer, line.template, line.label, question=line.question)


def _stories(count: int = 240) -> Iterator[Line]:
    """Longer answers: two to five sentences, one from each frame that is drawn."""
    frames = [line.template for line in of_file(LINES / "answers" / "long.txt")]
    for number in range(count):
        rng = random.Random(f"story {number}")
        drawn = sorted(rng.sample(range(len(frames)), rng.randint(2, 5)))
        told = [next(iter(_fillings(frames[place], 1, str(number)))) for place in drawn]
        text = rng.choice([". ", " and ", " "]).join(told)
        yield Line(spoken(text, rng), ANSWER, "long", f"long {number % 8}", "story")


def reported(count: int = 700) -> Iterator[Line]:
    """Answers in which somebody else's question or refusal is told: as an aside the same words would be met."""
    frames = [line.template for line in of_file(LINES / "reported.txt")]
    said = list(templates(LINES / "asides")) + list(templates(LINES / "end"))
    for number in range(count):
        rng = random.Random(f"reported {number}")
        line, frame = rng.choice(said), rng.choice(frames)
        words = _fillings(line.template, 1, str(number))[0].strip(" .?!")
        before, _, after = _fillings(frame, 1, str(number))[0].partition("@")
        text = f"{before}{words}{after}"
        yield Line(spoken(text, rng), ANSWER, line.writer, frame, "story")


def _told() -> Iterator[Line]:
    """The sentences of stories (`lines/parts`): each is an answer, but for a few remarks."""
    for file in sorted((LINES / "parts").glob("*.txt")):
        for line in of_file(file):
            if line.label != "none" or not _REMARK.search(line.text):
                yield Line(line.text, ANSWER, f"parts {file.stem}", line.text, "story")


def _expanded(found: list[Line], most: int) -> list[Line]:
    lines, seen = [], set()
    for line in found:
        for text in _fillings(line.template, most):
            rng = random.Random(f"{line.template} {text}")
            said = spoken(polite(text, rng) if line.label != ANSWER else text, rng)
            if (said.lower(), line.label) not in seen:
                seen.add((said.lower(), line.label))
                lines.append(Line(said, line.label, line.writer, line.template, line.group))
    return lines


def _fillings(template: str, most: int, seed: str = "") -> list[str]:
    """At most so many, or the root of all where there are very many. They are drawn by the template itself:
    another template changes nothing here."""
    parts = [
        piece.split("|") if place % 2 else [piece]
        for place, piece in enumerate(_SLOT.split(template))
    ]
    every = list(dict.fromkeys(" ".join("".join(c).split()) for c in islice(product(*parts), 5000)))
    random.Random(template + seed).shuffle(every)
    return every[: max(most, isqrt(len(every)))]


def asks(text: str) -> bool:
    """Whether a text has the form of a question."""
    return text.endswith("?") or _ASKS.match(text) is not None


def polite(text: str, rng: random.Random) -> str:
    """Now and then with words of politeness around it."""
    return rng.choice(_POLITE).format(text) if rng.random() < 0.15 else text


def spoken(text: str, rng: random.Random) -> str:
    """As people type or a recogniser writes: an opener, a word twice, a slip; capitals and marks or none."""
    if rng.random() < 0.25:
        text = f"{rng.choice(_OPENERS)} {text}"
    words = text.split()
    if rng.random() < 0.06:
        place = rng.randrange(len(words))
        text = " ".join(words[: place + 1] + words[place:])
    if rng.random() < 0.08:
        text = text.replace(*rng.choice(_SLIPS), 1)
    if rng.random() < 0.5:
        mark = rng.choice("??.") if _ASKS.match(text) else "."
        return text[0].upper() + text[1:] + ("" if text[-1] in ".?!" else mark)
    return text.lower() if rng.random() < 0.5 else text
