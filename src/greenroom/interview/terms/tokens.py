"""The words of a text with the key by which they are compared, the same for a job and for an answer.

Words are split at spaces, slashes, hyphens and all other signs but those that names have ("C++", "C#",
"Node.js", "R&D"). A name keeps that it is one: "REST" has another key than "rest".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from greenroom.interview.terms.names import FORMS, SAID_AFTER, SAID_BEFORE, SPOKEN_SMALL
from greenroom.interview.terms.ordinary_words import ORDINARY
from greenroom.interview.terms.stemming import stem
from greenroom_turns.folding import base

_TOKEN: Final = re.compile(r"(?:(?<![\w.])\.)?[^\W_][\w.+#&'’\u0900-\u097f\u200c\u200d]*")
_DOTTED: Final = re.compile(r"(?:[^\W\d_]\.)+[^\W\d_]\.?")
"""Letters with stops: "A.W.S."."""
_NAMED: Final = re.compile(r"[+#&\d]")
_ELISION: Final = re.compile(r"(?:[ldjmtscn]|qu)['’](?=\w)", re.I)
_AFTER_A_NAME: Final = ("is", "was", "and", "or", "for", "in")
"""What may follow a name that begins a sentence, and not the verb: "Go is", but "Go above"."""
_JOINTS: Final = ("and", "or", "und", "oder", "et", "ou", "y", "o", "e")
_SENTENCE_END: Final = '.!?:;\n•“"(|*'


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a text, or several that are one name."""

    text: str
    key: str
    start: int
    end: int
    known: bool = False
    """Its key is that of a name in the table."""
    strong: bool = False
    """Written as nothing but a name is: "SAS", "PostgreSQL", "S3"."""
    capital: bool = False
    """Begins with a capital letter inside of a sentence."""
    first: bool = False
    """Begins a sentence."""
    inner: bool = False
    """Stands inside of the name before it, and may be meant by itself."""


@dataclass(frozen=True, slots=True)
class _Part:
    text: str
    start: int
    end: int
    first: bool
    spoken: bool = False
    """Stands where a recogniser's small letters may be a name's."""

    @property
    def lower(self) -> str:
        return self.text.lower()


def words(text: str, language: str = "en") -> tuple[Word, ...]:
    """The words in order. Total: any text, any language tag."""
    language = base(language)
    shouted = text.isupper() and len(text.split()) > 3
    parts = _with_context(list(_parts(text)), text, language)
    found, at = list[Word](), 0
    while at < len(parts):
        count, key = _known(parts, at)
        said = parts[at : at + max(count, 1)]
        if count:
            start, end = said[0].start, said[-1].end
            found.append(Word(text[start:end], f"={key}", start, end, known=True))
            found += _inside(said, key, language)
        else:
            found.append(_plain(said[0], language, shouted=shouted))
        at += len(said)
    return tuple(found)


def _inside(parts: list[_Part], key: str, language: str) -> Iterator[Word]:
    """The words of a known name by themselves: who says "Ruby on Rails" has also said "Ruby"."""
    for at, part in enumerate(parts):
        count, own = _known(parts, at) if at else (0, "")
        if not count and len(parts) > 1:
            count, own = _known([part], 0)
        if count == 1 and own != key:
            yield Word(part.text, f"={own}", part.start, part.end, known=True, inner=True)
        yield replace(_plain(part, language, shouted=True), inner=True)


def _plain(part: _Part, language: str, *, shouted: bool) -> Word:
    strong = _is_strong(part.text) and not shouted
    capital = part.text[0].isupper() and not part.first and language != "de"
    lower = part.lower.replace("’", "'").removesuffix("'s")
    if strong and lower.endswith("s") and part.text[:-1].isupper() and len(lower) > 2:
        lower = lower[:-1]  # "APIs", "KPIs"
    key = f"^{lower}" if strong and lower in ORDINARY else stem(lower, language)
    return Word(part.text, key, part.start, part.end, False, strong, capital, part.first)


def _is_strong(text: str) -> bool:
    if _NAMED.search(text):
        return any(c.isalpha() for c in text)
    inner = text[1:]
    return any(c.isupper() for c in inner) and not text.isdigit()


def _parts(text: str) -> Iterator[_Part]:
    """The pieces that cannot be divided; runs of single letters are one: "a w s"."""
    end = 0
    for match in _TOKEN.finditer(text):
        said = match[0].rstrip(".'’&")
        start = match.start()
        first = not text[:start].strip() if end == 0 else _begins(text[end:start])
        end = start + len(said)
        elided = _ELISION.match(said)
        if elided:
            said, start = said[elided.end() :], start + elided.end()
        if _DOTTED.fullmatch(said):
            yield _Part(said.replace(".", ""), start, end, first)
        elif "." in said[1:] and said.lower() not in FORMS and not said.lower().endswith(".js"):
            for piece in re.finditer(r"[^.]+", said):
                at = start + piece.start()
                yield _Part(piece[0], at, at + len(piece[0]), first and piece.start() == 0)
        else:
            yield _Part(said, start, end, first)


def _begins(between: str) -> bool:
    """Whether a sentence begins after these signs."""
    return any(sign in _SENTENCE_END for sign in between)


def _with_context(parts: list[_Part], text: str, language: str) -> list[_Part]:
    """The pieces, each with whether its place is one for a name in small letters, or for a name that
    begins a sentence."""
    found = []
    for at, part in enumerate(parts):
        before = parts[at - 1].lower if at else ""
        after = parts[at + 1] if at + 1 < len(parts) else None
        spoken = part.lower in SPOKEN_SMALL and (
            before in SAID_BEFORE
            or (after is not None and after.lower in SAID_AFTER)
            or _beside_a_name(parts, at)
        )
        begins = (
            part.first
            and part.text[0].isupper()
            and (language != "en" or _follows_a_name(part, after, text))
        )
        found.append(replace(part, spoken=spoken or begins))
    return found


def _beside_a_name(parts: list[_Part], at: int) -> bool:
    """Whether a conjunction joins this piece with a plain name: "python and go". A letter may also stand before
    it: "r and sas"."""
    places = (
        ((at - 1, at - 2), (at + 1, at + 2)) if len(parts[at].text) == 1 else ((at - 1, at - 2),)
    )
    return any(
        0 <= other < len(parts)
        and parts[joint].lower in _JOINTS
        and any(form == (parts[other].lower,) for form, _ in FORMS.get(parts[other].lower, ()))
        for joint, other in places
    )


def _follows_a_name(part: _Part, after: _Part | None, text: str) -> bool:
    """Whether what comes after the first word of a sentence shows that it is a name: "Go is", "Go/C"."""
    if after is None or after.lower in _AFTER_A_NAME or after.lower in SAID_AFTER:
        return True
    between = text[part.end : after.start].strip()
    return between in ("/", "&", "+", ".", ",")


def _known(parts: list[_Part], at: int) -> tuple[int, str]:
    """How many pieces make the longest known name that begins here, and its key; 0: none does."""
    part = parts[at]
    lower = part.lower.removesuffix("'s")
    for form, key in FORMS.get(lower, ()):
        said = parts[at : at + len(form)]
        if tuple(p.lower for p in said[1:]) != tuple(f.lower() for f in form[1:]):
            continue
        if len(said) == len(form) and (form[0].islower() or len(form) > 1 or _as_name(part, form)):
            return len(form), key
    if len(lower) > 3 and lower.endswith(".js"):
        return 1, lower.replace(".", "")
    if lower.endswith("s") and len(lower) > 3 and lower[:-1] in FORMS:
        return _known([replace(part, text=part.text[:-1], spoken=False)], 0)
    return _spelled(parts, at)


def _as_name(part: _Part, form: tuple[str, ...]) -> bool:
    """Whether a name that is also an ordinary word is written, or stands, as the name."""
    if part.spoken and (part.lower in SPOKEN_SMALL or part.text == form[0]):
        return True
    if form[0].isupper() and len(form[0]) > 1:
        return part.text == form[0]
    return part.text[0].isupper() and not part.first


def _spelled(parts: list[_Part], at: int) -> tuple[int, str]:
    """A known name that is spelled: "a w s"."""
    letters = ""
    for part in parts[at : at + 6]:
        if len(part.text) != 1:
            break
        letters += part.lower
    for count in range(len(letters), 1, -1):
        forms = FORMS.get(letters[:count], ())
        if any(len(form) == 1 and (form[0].islower() or count > 2) for form, _ in forms):
            return count, next(key for form, key in forms if len(form) == 1)
    return 0, ""
