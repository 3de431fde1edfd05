"""Sentences of a model that is still writing, and what of them may be spoken.

A sentence is the least that can be judged: whether it asks, repeats a question, or is no speech at all.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from greenroom.interview.questions import words
from greenroom.interview.stage_directions import without_directions
from greenroom.interview.state import RULES

LONGEST: Final = 400
"""Characters of one sentence; what is longer is no interviewer's sentence."""
ECHO: Final = 8
"""So many words in a row of the instructions, and the model is reading them out."""

_STOPS: Final = ".!?…।？؟"
_CLOSERS: Final = "\"'”’»)]*_"
_END: Final = re.compile(rf"(?<![{_STOPS}])[{_STOPS}]++[{re.escape(_CLOSERS)}]*+\s++|\n++")
_ABBREVIATION: Final = re.compile(
    r"(?:^|\s)(?:dr|mr|mrs|ms|prof|no|vs|etc|e\.g|i\.e|st|[a-z])\Z", re.I
)
_DIRECTION_1: Final = re.compile(
    r"\*[^*\n]{1,60}\*|\[[^\]\n]{1,60}\]|\((?:[a-z]+ing|[a-z]+s|pause)\b[^)\n]{0,40}\)", re.I
)
_EMPHASIS_1: Final = re.compile(r"\*\*([^*\n]+)\*\*|__([^_\n]+)__")
_TAG: Final = re.compile(r"</?(?:think|thinking|br|b|i|em|strong|u|p|s|code)\s?/?>", re.I)
_MARK: Final = re.compile(r"^(?:[-*•>#]+|\d+[.)])\s+|^(?:interviewer|assistant|me|ai)\s*:\s*", re.I)
_MARKUP: Final = "*_`~|^\\{}[]"
_QUOTED: Final = re.compile(r"[\"“«](.*)[\"”»]")
_WHOLE: Final = re.compile(r"[.!?…।？؟][\"'”’»)\s]*$")
_QUESTION: Final = re.compile(r"[?？؟][\"'”’»)\s]*$")
_REQUEST: Final = re.compile(
    r"^(?:(?:please|so|and|now|then|okay|well|first|next)[, ]+)*"
    r"(?:tell (?:me|us)|(?:walk|talk|take) me|describe|explain|give me|show me|share|help me understand)\b",
    re.I,
)


class Splitter:
    """Text piece by piece in, whole sentences out; the same ones however the text was cut up."""

    def __init__(self) -> None:
        self._rest = ""
        self._decided = 0
        """Before this place nothing ends that has not ended; what comes does not change it."""

    def feed(self, text: str) -> list[str]:
        """The sentences that are certainly over: something follows that is no small letter."""
        self._rest += text
        done, start = [], 0
        tail = self._rest[-LONGEST:]
        marks = len(tail) - len(tail.rstrip(_CLOSERS).rstrip(_STOPS))
        decided = max(self._decided, len(self._rest) - marks)
        for end in _END.finditer(self._rest, self._decided):
            over = self._rest[end.end() : end.end() + 1]
            if not over:
                decided = end.start()
                self._rest = self._rest[: decided + LONGEST]  # marks and white space
                break
            newline = "\n" in end[0]
            if not newline and (over.islower() or self._is_abbreviation(start, end)):
                continue
            done.append(self._rest[start : end.end()].strip())
            start = end.end()
        self._rest = self._rest[start:]
        self._decided = max(0, decided - start)
        return [sentence for sentence in done if sentence]

    def _is_abbreviation(self, start: int, end: re.Match[str]) -> bool:
        """Whether the stop belongs to the word before it, of which a few signs tell enough."""
        before = self._rest[max(start, end.start() - 5) : end.start()]
        return end[0].rstrip() == "." and _ABBREVIATION.search(before) is not None

    def end(self) -> list[str]:
        """What is left when nothing follows."""
        rest, self._rest, self._decided = self._rest.strip(), "", 0
        return [rest] if rest else []


def speakable(sentence: str, rules: int = RULES) -> str:
    """The sentence without stage directions, markup and signs that no voice can say; "" if nothing
    is left, or if it is too long for one, or has no end."""
    text = cleaned(sentence, rules)
    return text if words(text) and len(text) <= LONGEST and _WHOLE.search(text) else ""


def cleaned(text: str, rules: int = RULES) -> str:
    """The words alone: no stage directions, markup, pictures or names of speakers."""
    text = (
        _undirected_1(text.strip())
        if rules == 1
        else without_directions(_TAG.sub(" ", text.strip()))
    )
    text = "".join(" " if _silent(sign) else sign for sign in _MARK.sub("", text.strip()))
    text = re.sub(r" ([.,;:!?…])", r"\1", " ".join(text.split()))
    whole = _QUOTED.fullmatch(text)
    return whole[1] if whole else text


def _undirected_1(text: str) -> str:
    """As under rules 1: whatever is between marks counts as a stage direction, emphasised words too."""
    return _DIRECTION_1.sub(" ", _EMPHASIS_1.sub(lambda match: match[1] or match[2], text))


def _silent(sign: str) -> bool:
    """Markup, pictures (category So: emoji and the like) and control characters."""
    return sign in _MARKUP or unicodedata.category(sign) in ("So", "Sk", "Cc", "Cs", "Co", "Cn")


def asks(sentence: str, language: str) -> bool:
    """Whether an answer is expected: a question, or (in English) "tell me …" and the like."""
    if _QUESTION.search(sentence):
        return True
    return language == "en" and _REQUEST.match(sentence) is not None


def echoes(text: str, instructions: str) -> bool:
    """Whether `text` reads the instructions out."""
    said = words(text)
    if len(said) < ECHO:
        return False
    told = f" {' '.join(words(instructions))} "
    return any(
        f" {' '.join(said[start : start + ECHO])} " in told for start in range(len(said) - ECHO + 1)
    )
