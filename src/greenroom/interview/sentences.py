"""Sentences of a model that is still writing, and what of them may be spoken.

A sentence is the least that can be judged: whether it asks, repeats a question, or is no speech at all.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from greenroom.interview.questions import words

LONGEST: Final = 400
"""Characters of one sentence; what is longer is no interviewer's sentence."""
ECHO: Final = 8
"""So many words in a row of the instructions, and the model is reading them out."""

_END: Final = re.compile(r"[.!?…।？؟]+[\"'”’»)\]*_]*\s+|\n+")
_ABBREVIATION: Final = re.compile(
    r"(?:^|\s)(?:dr|mr|mrs|ms|prof|no|vs|etc|e\.g|i\.e|st|[a-z])\.\s+$", re.I
)
_DIRECTION: Final = re.compile(
    r"\*[^*\n]{1,60}\*|\[[^\]\n]{1,60}\]|\((?:[a-z]+ing|[a-z]+s|pause)\b[^)\n]{0,40}\)", re.I
)
_EMPHASIS: Final = re.compile(r"\*\*([^*\n]+)\*\*|__([^_\n]+)__")
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

    def feed(self, text: str) -> list[str]:
        """The sentences that are certainly over: something follows that is no small letter."""
        self._rest += text
        done, start = [], 0
        for end in _END.finditer(self._rest):
            over = self._rest[end.end() : end.end() + 1]
            if not over:
                break
            newline = "\n" in end[0]
            if not newline and (
                over.islower() or _ABBREVIATION.search(self._rest[start : end.end()])
            ):
                continue
            done.append(self._rest[start : end.end()].strip())
            start = end.end()
        self._rest = self._rest[start:]
        return [sentence for sentence in done if sentence]

    def end(self) -> list[str]:
        """What is left when nothing follows."""
        rest, self._rest = self._rest.strip(), ""
        return [rest] if rest else []


def speakable(sentence: str) -> str:
    """The sentence without stage directions, markup and signs that no voice can say; "" if nothing
    is left, or if it is too long for one, or has no end."""
    text = cleaned(sentence)
    return text if words(text) and len(text) <= LONGEST and _WHOLE.search(text) else ""


def cleaned(text: str) -> str:
    """The words alone: no stage directions, markup, pictures or names of speakers."""
    text = _EMPHASIS.sub(lambda match: match[1] or match[2], text.strip())
    text = _DIRECTION.sub(" ", text)
    text = "".join(" " if _silent(sign) else sign for sign in _MARK.sub("", text.strip()))
    text = re.sub(r"\s+([.,;:!?…])", r"\1", " ".join(text.split()))
    whole = _QUOTED.fullmatch(text)
    return whole[1] if whole else text


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
