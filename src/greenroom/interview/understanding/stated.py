"""Facts that a turn states about the candidate, in the candidate's words, with their places.

A fact stands behind a cue at the beginning of a statement that is the candidate's own: "I'm a …", "my
strength is …". Statements about others, questions, denials and protected data give none. What answers
the very question that asks for a fact needs no cue (`answering`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from greenroom.interview.questions import content, words
from greenroom.interview.reading import Stated
from greenroom.interview.understanding.condensed import condensed
from greenroom.interview.understanding.cues import CUES, SURE
from greenroom.interview.understanding.occupations import names_occupation
from greenroom.interview.understanding.protected import unprotected
from greenroom.interview.understanding.roles import roles
from greenroom.interview.understanding.statements import Statement, Whose, statements
from greenroom.interview.understanding.values import LIST, value
from greenroom.interview.understanding.years import years

_DENIED: Final = re.compile(
    r"\b(?:not|never|no\s+longer|hardly|isn['’]?t|wasn['’]?t|aren['’]?t|don['’]?t|didn['’]?t|can['’]?t|cannot|haven['’]?t|wouldn['’]?t)\b",
    re.I,
)
_GENERIC: Final = frozenset(
    [
        "first",
        "new",
        "next",
        "better",
        "good",
        "full",
        "part",
        "time",
        "different",
        "other",
        "another",
        "permanent",
        "temporary",
        "summer",
        "holiday",
        "proper",
        "real",
        "decent",
        "job",
        "work",
        "role",
        "something",
    ]
)
"""A "first job" is no role."""
_POINTS_BACK: Final = re.compile(
    r"(?:that|this|it|those|these|nothing|anything|everything|my\s+job|most\s+things|all\s+of\s+it)\s*$",
    re.I,
)
_NAME_CUE: Final = re.compile(
    r"(?:(?i:my\s+(?:full\s+|first\s+)?name['’]?s?\s+(?:is\s+)?(?:not\s+[\w'’-]+,?\s+(?:it['’]?s|but)\s+|actually\s+|really\s+)?"
    r"|(?:please\s+|just\s+|you\s+can\s+|(?:my\s+friends|people|they|everyone|everybody|most\s+people)\s+)?calls?\s+me\s+"
    r"|i['’]?m\s+called\s+|i\s+am\s+called\s+|i\s+go\s+by\s+|this\s+is\s+(?-i:(?=[A-ZÀ-Þ]))(?=\w+\s*(?:$|[,.]|speaking))))"
)
_I_AM: Final = re.compile(r"(?i:i['’]?m|i\s+am)\s+(?=[A-ZÀ-Þ])")
_NAME: Final = re.compile(
    r"[^\W\d_][^\W\d_]*(?:['’-][^\W\d_]+)*(?:[ \t]+[^\W\d_]+(?:['’-][^\W\d_]+)*){0,3}"
)
_NO_NAMES: Final = frozenset(
    words(
        """
        dr mr mrs ms miss prof a an the not spelled spelt pronounced on in at it is and i im my back later tomorrow when if for to
        crazy old anytime whenever about out names into up now today again first here there what that this
        so but hard difficult unusual sir madam mister lazy boring from with of or also too please actually
        really
        """
    )
)


def stated(text: str, language: str = "en") -> tuple[Stated, ...]:
    """The facts that a turn states, in the order of the text; English alone has cues. At most one for
    each key: of roles the one that the candidate has now."""
    if language != "en":
        return ()
    seen = condensed(text)
    found = _stated(seen.text)
    return tuple(
        replace(one, start=at[0], end=at[1])
        for one in found
        for at in (seen.span(one.start, one.end),)
    )


def _stated(text: str) -> tuple[Stated, ...]:
    said = statements(text)
    own = [one for one in said if not one.asks and one.whose is not Whose.OTHERS]
    found: dict[str, Stated] = {}
    for one in (*_names(text, said), *roles(text, own), *years(text, own), *_by_cues(text, own)):
        known = found.get(one.key)
        if known is None or one.sure > known.sure:
            kept = _kept(text, one)
            if kept is not None:
                found[one.key] = kept
    return tuple(sorted(found.values(), key=lambda one: (one.start, one.key)))


def _kept(text: str, one: Stated) -> Stated | None:
    if one.key in ("name", "years"):
        return one
    end = unprotected(text, one.start, one.end, languages=one.key == "skills")
    return None if end is None else Stated(one.key, one.start, end, one.sure)


def _by_cues(text: str, own: list[Statement]) -> Iterator[Stated]:
    for place, one in enumerate(own):
        for key, cue, whose, span, sure in CUES:
            match = cue.match(text, one.body, one.end) if one.whose in whose else None
            if match is None or _DENIED.search(text, one.body, match.end()):
                continue
            if _POINTS_BACK.match(text, match.end(), one.end):
                found = _pointed_at(text, one, own[place - 1] if place else None)
            else:
                found = value(text, match.end(), one.end, span)
            if found is not None and _means(key, text[found[0] : found[1]]):
                yield Stated(key, *found, sure)


def _pointed_at(text: str, one: Statement, before: Statement | None) -> tuple[int, int] | None:
    """ "Reading plans, I'm good at that": what stands before it in the same sentence."""
    if before is None or before.sentence != one.sentence or before.whose is not Whose.OPEN:
        return None
    return value(text, before.body, before.end, LIST)


def _means(key: str, words: str) -> bool:
    """Whether the words can be this fact."""
    if key == "target_role":
        head = re.split(r"\s+(?:at|in|for|with|of|one\s+day|someday|by)\b", words, maxsplit=1)[0]
        bare = re.sub(r"\s+(?:role|position|job|post)$", "", head, flags=re.I)
        return names_occupation(bare) or (bare != head and bool(content(bare) - _GENERIC))
    if key == "goals":
        return not re.match(
            r"(?:to\s+)?(?:be\s+(?:honest|sure|clear|able\s+to\s+answer)|a\s+(?:moment|minute|second|word))\b",
            words,
            re.I,
        )
    return True


def _names(text: str, said: tuple[Statement, ...]) -> Iterator[Stated]:
    for one in said:
        if one.asks:
            continue
        match = _NAME_CUE.match(text, one.body, one.end + 60)
        introduced = match is not None
        if match is None and one.whose is Whose.MINE:
            match = _I_AM.match(text, one.body, one.end)
        if match is None:
            continue
        found = name_at(text, match.end())
        if found is None or (not introduced and not _is_name(text, *found)):
            continue
        yield Stated("name", *found, SURE)


def name_at(text: str, start: int) -> tuple[int, int] | None:
    """The name that begins at `start`: the capitalised words, or, without capitals, the first word and
    what follows it to the end of the clause if that is short."""
    match = _NAME.match(text, start)
    if match is None:
        return None
    found = list(re.finditer(r"[^\W\d_]+(?:['’-][^\W\d_]+)*", match[0]))
    first = found[0][0]
    if first.lower() in _NO_NAMES or names_occupation(first, surely=True) or len(first) < 2:
        return None
    taken = 1
    capitals = first[0].isupper()
    for word in found[1:3]:
        if (
            not capitals
            or not word[0][0].isupper()
            or word[0].lower() in _NO_NAMES | {"i'm", "i’m"}
        ):
            break
        taken += 1
    return start, start + found[taken - 1].end()


def _is_name(text: str, start: int, end: int) -> bool:
    """Of "I'm X" without "my name is"."""
    words = text[start:end]
    after = re.match(
        r"\s*(?:$|[,.!]|(?:and|from|by\s+the\s+way|i|a|an|the|nice|your)\b)", text[end:], re.I
    )
    return (
        after is not None
        and not names_occupation(words)
        and unprotected(text, start, end) is not None
        and not words.isupper()
    )
