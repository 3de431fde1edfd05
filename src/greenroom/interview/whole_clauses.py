"""The whole clauses of an answer, each located in what was said (English)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from greenroom.interview.questions import words
from greenroom.interview.understanding.condensed import WORD, condensed
from greenroom.interview.understanding.unspoken import TRAILING
from greenroom_turns.folding import word_set

SHORTEST: Final = 4
LONGEST: Final = 22
"""Words of a clause that is told back."""
_SENTENCE: Final = re.compile(r"(?<!\b[A-Za-z])[.!;…\n]+(?=\s|$)|(?<=\?)\s+")
_CLAUSE: Final = re.compile(
    r",?\s+(?=(?:and|but|so|because|since|then|until|which|although|though|while|"
    r"when(?!\s+(?:i|we)\s+(?:was|were|am|can|could)\b)|after)\s+(?:then\s+)?(?:i|we|my|our|"
    r"it|they|the|he|she|there|that|this|now|in|after|people|everybody|nobody|half|one|two|most|some|by|he['’]s|(?:it\s+)?turned\s+out)\b)|,\s+(?=(?:i|we|it|that|this)\b)",
    re.I,
)
_RUN_ON: Final = re.compile(
    r"(?<=\s)(?=(?:i|we|he|she|they|it['’]s|that['’]s|there['’]s|(?:it|that|there)\s+(?:is|was|were|took|takes|"
    r"came|went|turned|got))\b)",
    re.I,
)
"""Where a recogniser writes no mark, a subject begins the next clause, unless a word before it takes one."""
_JOINTS: Final = (" and ", " but ", " so ", " then ", " or ")
_TAKES_A_CLAUSE: Final = word_set("""
    way time day place thing things one ones reason moment that which who whom what when where why how if whether because since so than as before after until while and
    or but though although like then also
    said say says told tell think thought know knew saw see noticed realised realized found felt feel sure hope
    hoped guess believe heard hear mean meant showed asked wish glad happy made make let everything anything
    something all every each the a an
""")
_JOINED: Final = re.compile(r"(?:my|our|the|a)\s+(?:[\w'’-]+\s+){0,2}?[\w'’-]+|[\w'’-]+|", re.I)
"""What stands before "and I" where both are one subject: "my brother and I fell out"."""
_JOINT: Final = re.compile(
    r"^(?:(?:and|but|so|well|um+|uh+|er+|besides|then|also|yes|yeah|okay|ok|sure|right|now|hi|hello|"
    r"basically|actually|finally|eventually|(?:in|at)\s+the\s+end|at\s+last)\b[\s,]*)+",
    re.I,
)
_BEGINS: Final = re.compile(
    r"(?:i|we)(?:['’](?:ve|m|re))?\s+(?:(?:also|then|just|even|once|first|always|still|recently|quickly|"
    r"\w+ly)\s+){0,2}(?P<verb>[a-z]+(?:['’]t)?)|(?:my|our|the)\s+\w+",
    re.I,
)
_ANY_SUBJECT: Final = re.compile(r"(?:i|we|he|she|they|my|our|the)\s+[a-z]", re.I)
_DANGLING: Final = word_set("""
    a an the of to and or but my our your their his her its with in on at for from by as is was
    are were be been that which who because so if when than very more most some any no not i we it
    this these those um uh like into about had have has did do does could would should can will
    must onto over under till til until while
""")
_LOOSE_END: Final = re.compile(rf"(?:[\s,]+(?:{TRAILING}|you know|basically|to be honest))+$", re.I)
"""Nobody wants to hear it again."""
_AT_ANOTHER_TIME: Final = re.compile(
    r"\W*(?:(?:and|but|so)\s+)?(?:before(?:\s+(?:that|this|it))?|earlier|previously|at\s+first|in\s+the\s+past|until\s+then|"
    r"back\s+then|normally|usually|sometimes|one\s+day|next\s+time|now|today|these\s+days|maybe|perhaps|ideally)\W*",
    re.I,
)
"""What stands before a comma and says when or whether the clause holds: without it, it would be untrue."""


_TAKEN_BACK: Final = re.compile(r",?\s*(?:but|although|though|except|unless)\b", re.I)
"""A clause before these is half of what was said: "we came twenty minutes late, but no one complained"."""
_COMPARED: Final = re.compile(
    r"\b(?:(?<!days )(?<!hours )(?<!weeks )(?<!months )(?<!years )before(?:\s+(?:that|then|this|it))?|"
    r"at\s+first|at\s+the\s+(?:start|beginning)|to\s+begin\s+with|until\s+then)\W*\Z|"
    r"\bused\s+to\b",
    re.I,
)
"""How it was before: what it is compared with stands in another clause."""


@dataclass(frozen=True, slots=True)
class Clause:
    """A whole clause, and the place of its first character in what was looked at."""

    text: str
    start: int

    @property
    def verb(self) -> str:
        """Its verb, where the candidate is its subject; "" elsewhere."""
        match = _BEGINS.match(self.text)
        return (match["verb"] or "").lower() if match else ""


def clauses(said: str, *, own: bool = True) -> Iterator[Clause]:
    """The whole clauses of an answer; questions are none. `own`: that begin with "I", "we", "my", "our" or "the"; else
    also with "he", "she" or "they"."""
    at, said, begins = 0, condensed(said).text, _BEGINS if own else _ANY_SUBJECT
    for sentence in _cut(_SENTENCE, said):
        if sentence.strip().endswith("?"):
            continue
        joined = elsewhen = False
        pieces = [*_cut(_CLAUSE, sentence)]
        for piece, after in zip(pieces, (*pieces[1:], ""), strict=True):
            shared, joined = joined, _JOINED.fullmatch(piece.strip(" ,")) is not None
            if shared and re.match(r"and\s+i\b", piece.strip(" ,"), re.I):
                continue
            moved, elsewhen = elsewhen, _AT_ANOTHER_TIME.fullmatch(piece) is not None
            if moved or _TAKEN_BACK.match(after):
                continue
            bare = _JOINT.sub("", piece.strip(" ,.;!-"))
            bare = _LOOSE_END.sub("", _first_clause(bare).strip(" ,.;!-"))
            if words(bare)[-1:] and words(bare)[-1] in _DANGLING:
                bare = _without_last_part(bare)
            if begins.match(bare) and is_whole(bare) and not _COMPARED.search(bare):
                at = said.find(bare, at)
                yield Clause(bare, at)


def _first_clause(text: str) -> str:
    """What stands before the next subject, where words run on without a mark."""
    for match in _RUN_ON.finditer(text, 1):
        near = words(text[max(0, match.start() - WORD) : match.start()])
        if near and near[-1] not in _TAKES_A_CLAUSE:
            return _without_last_part(text[: match.start()])
    return text


def _without_last_part(text: str) -> str:
    """The text to its last joint: what stands behind it may belong to the next clause, or wait for more."""
    low = text.lower()
    cut = max(low.rfind(joint) for joint in _JOINTS)
    return text[:cut].removesuffix(" and") if cut > 0 else text


def _cut(pattern: re.Pattern[str], text: str) -> Iterator[str]:
    start = 0
    for match in pattern.finditer(text):
        yield text[start : match.start()]
        start = match.end()
    yield text[start:]


def is_whole(clause: str) -> bool:
    """Whether the words are long enough, short enough, and want nothing after them."""
    said = words(clause)
    return SHORTEST <= len(said) <= LONGEST and said[-1] not in _DANGLING and "..." not in clause
