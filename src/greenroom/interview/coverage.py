"""Which requirements of the job an interview came to: asked by the interviewer, met by words of the
candidate, or neither.

Words decide, not a judgement: a requirement is *covered* when one answer holds enough of its terms.
That says that the candidate spoke about it, not how well.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any, Final

from greenroom.interview.background import Requirement
from greenroom.interview.transcript import Message

STATES: Final = ("covered", "asked", "not_reached")
ENOUGH: Final = 2
"""Terms of a requirement that one answer must hold; all of them where it has fewer."""
_WORD: Final = re.compile(r"[^\W_](?:[\w.+#/'’-]*[\w+#])?")
_ENDINGS: Final = ("ing", "ed", "es", "s")


def stem(word: str) -> str:
    """A word without its case and its commonest endings, to be compared with another."""
    plain = word.lower().replace("’", "'")
    for ending in _ENDINGS:
        if plain.endswith(ending) and len(plain) - len(ending) >= 4 and not plain.endswith("ss"):
            return plain[: -len(ending)]
    return plain


def words_of(text: str) -> list[tuple[str, int, int]]:
    """The words of a text: what they are compared as, and where they stand. "CI/CD" is one word and
    also two; so is "C++" one."""
    found = []
    for match in _WORD.finditer(text):
        found.append((stem(match[0]), match.start(), match.end()))
        if re.search(r"[/.-]", match[0]):
            for part in re.finditer(r"[^\W_]+", match[0]):
                start = match.start() + part.start()
                found.append((stem(part[0]), start, start + len(part[0])))
    return found


def coverage(
    requirements: Iterable[Requirement], messages: Sequence[Message]
) -> list[dict[str, Any]]:
    """One object for each requirement; `messages` are in the order in which the record counts them."""
    spoken = [
        (index, message, words_of(message.text))
        for index, message in enumerate(messages)
        if message.text
    ]
    return [_of(requirement, spoken) for requirement in requirements]


def _of(
    requirement: Requirement, spoken: list[tuple[int, Message, list[tuple[str, int, int]]]]
) -> dict[str, Any]:
    asked = [
        index
        for index, message, words in spoken
        if message.speaker == "interviewer"
        and len(_met(requirement, words)) >= _needed(requirement)
    ]
    quotes = []
    for index, message, words in spoken:
        found = _met(requirement, words) if message.kind == "answer" else {}
        if len(found) >= _needed(requirement):
            quotes += [
                {"message": index, "start": start, "end": end, "quote": message.text[start:end]}
                for start, end in sorted(found.values())
            ]
    state = "covered" if quotes else "asked" if asked else "not_reached"
    return {
        "requirement": requirement.text,
        "kind": requirement.kind,
        "stage": requirement.stage,
        "state": state,
        "asked": asked,
        "quotes": quotes,
    }


def _needed(requirement: Requirement) -> int:
    return max(1, min(ENOUGH, len(requirement.terms)))


def _met(requirement: Requirement, words: list[tuple[str, int, int]]) -> dict[str, tuple[int, int]]:
    """The terms that are among these words, each with the first place where it stands."""
    wanted = {stem(term) for term in requirement.terms}
    found: dict[str, tuple[int, int]] = {}
    for word, start, end in words:
        if word in wanted:
            found.setdefault(word, (start, end))
    return found
