"""What was heard, told back: only whole clauses of answers, in the second person, located in what was said."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from greenroom.interview.questions import content, words
from greenroom.interview.transcript import Message
from greenroom.interview.understanding.condensed import WORD, condensed
from greenroom.interview.understanding.lexicon import DEEDS, QUANTITY, WEAK_VERBS
from greenroom.interview.understanding.second_person import second_person
from greenroom.interview.understanding.sense import nothing_in
from greenroom.interview.understanding.story import ACTION, MEASURABLE_RESULT, RESULT, story_parts
from greenroom.interview.understanding.unspoken import BODY, PRIVATE, SWEARING


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


SHORTEST: Final = 4
LONGEST: Final = 22
"""Words of a clause that is told back."""
SHORT: Final = 14
"""Words of one that is said before a question."""
_SENTENCE: Final = re.compile(r"(?<!\b[A-Za-z])[.!;…\n]+(?=\s|$)|(?<=\?)\s+")
_CLAUSE: Final = re.compile(
    r",?\s+(?=(?:and|but|so|because|since|then|until|which|although|though|while|when|after)\s+(?:then\s+)?(?:i|we|my|our|"
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
_TAKES_A_CLAUSE: Final = _words("""
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
    r"basically|actually)\b[\s,]*)+",
    re.I,
)
_BEGINS: Final = re.compile(
    r"(?:i|we)(?:['’](?:ve|m|re))?\s+(?:(?:also|then|just|even|once|first|always|still|recently|quickly|"
    r"\w+ly)\s+){0,2}(?P<verb>[a-z]+(?:['’]t)?)|(?:my|our|the)\s+\w+",
    re.I,
)
_ANY_SUBJECT: Final = re.compile(r"(?:i|we|he|she|they|my|our|the)\s+[a-z]", re.I)
_SPOKEN: Final = re.compile(
    r"(?<=\byou) just | like (?=(?:an?|\d+|\w+ty|\w+teen|t(?:wo|hree|en)|four|five|six|seven|eight|nine|twice)\b)"
)
"""Small words of speech that a clause does without."""
_DANGLING: Final = _words("""
    a an the of to and or but my our your their his her its with in on at for from by as is was
    are were be been that which who because so if when than very more most some any no not i we it
    this these those um uh like into about had have has did do does could would should can will
    must onto over under till til until while
""")
_AT_ANOTHER_TIME: Final = re.compile(
    r"\W*(?:(?:and|but|so)\s+)?(?:before(?:\s+(?:that|this|it))?|earlier|previously|at\s+first|in\s+the\s+past|until\s+then|"
    r"back\s+then|normally|usually|sometimes|one\s+day|next\s+time|now|today|these\s+days|maybe|perhaps|ideally)\W*",
    re.I,
)
"""What stands before a comma and says when or whether the clause holds: without it, it would be untrue."""
_OPINION: Final = _words("""
    think guess believe suppose know mean hope wish want like love hate feel felt wonder doubt
    remember forget don't dont didn't didnt can't cant couldn't couldnt won't wont wouldn't
    haven't must would could should may might need am are is was were try have see understand prefer
""")
"""Verbs of clauses that tell no deed."""
_BARE: Final = _words("had have has wanted needed thought knew saw was were got went came said")
"""Verbs that say little without what follows in another clause."""
_WISHED: Final = _words("wanted liked loved needed hoped preferred tried")
_NO_VERB: Final = re.compile(r"(?:the|my|our)\s+(?:[\w'’-]+\s+){1,2}(?:that|which|who)\b", re.I)
"""A noun with what says which one, and perhaps no more: "the call that kept them awake"."""
_UNNAMED: Final = _words("""
    him her them he she they everybody everyone somebody someone people one thing things stuff job way time day
    there here then now after before again away back right straight like just also really very all really too
    first last up out off down over on in myself ourselves said say
""")
"""Words that name nothing."""
_TRADE: Final = re.compile(r"i(?:['’]m|\s+am)\s+an?\s+(?!bit\b|little\b|lot\b)\w+", re.I)
"""What somebody is."""
_LOSS: Final = (
    r"not|never|no|nobody|nothing|none|cannot|\w+n['’]t|(?:do|does|did|ca|could|would|should|is|was|were|are|have|has|had|wo)nt|fail\w*|los[te]\w*|fire[d]?|fired|blame[d]?|wrong\w*|mistake\w*|"
    r"broke\w*|crash\w*|die[ds]?|dead|death|kill\w*|hurt\w*|hit|stole\w*|steal\w*|lie[ds]?|cheat\w*|sorry|unfortunate\w*|"
    r"problem\w*|complain\w*|angry|furious|sh?out\w*|yell\w*|argu\w*|fought|fight\w*|quit\w*|hat(?:e|ed)|bad\w*|worse|worst|"
    r"terrible|awful|stupid|lazy|late|delay\w*|damage\w*|leak\w*|burn\w*|fraud|crime|police|sick|ill|accident\w*|"
    r"threw|throw|wast\w*|forgot\w*|miss(?:ed|ing)?|ignor\w*|refus\w*|reject\w*|struggl\w*|stress\w*|afraid|scared|"
    r"cried|cry|nervous|drunk|drink|gave up|give up|nda|confidential\w*|slipp\w*|almost|nearly|tried|supposed"
)
_SHADE: Final = r"down|sign\w*|deleted?|cancel\w*|dropped|only|just|hardly|barely|except|without|unless|until|if"
_GRIM: Final = re.compile(rf"\b(?:{_LOSS}|{_SHADE})\b", re.I)
"""Words with which a clause is no plain good thing."""
_SAD: Final = re.compile(rf"\b(?:{_LOSS})\b", re.I)
"""Words of a clause that nobody wants to hear again."""
_VAGUE: Final = re.compile(
    r"\b(?:it|them|they|him|her|he|she|this|these|those|stuff|things?)\b", re.I
)
"""Words that point to another clause."""
_POINTS_BACK: Final = re.compile(r"i\s+(?:\w+\s+)?\w+\s+(?:it|them|that|this|those)\b", re.I)
"""A deed done to what another clause names: "I accepted it for three days"."""
_OF_THE_TALK: Final = re.compile(
    r"\bi(?:['’]ve)?\s+(?:just\s+|already\s+)?(?:said|told|mentioned|explained)\b[^,.]*?\b(?:you|already|before|earlier|just\s+now)\b|"
    r"\bi\s+(?:already|just)\s+(?:said|told|mentioned|explained)\b|"
    r"\bi\s+(?:am|was|did|have|had)(?:\s+not|n['’]?t)\s+(?:yet\s+)?(?:finish(?:ed)?|done|through)\b",
    re.I,
)
"""What speaks of this conversation, and tells nothing: "I said already"."""
_OPENERS: Final = (
    "One thing you told me clearly: {deed}.",
    "You were concrete about your own work: {deed}.",
    "You told me a step of your own: {deed}.",
)
_AGAIN: Final = "One thing is worth saying again: {deed}."
"""Of what the interviewer told back already."""
_ABOUT_THEM: Final = re.compile(
    rf"{_TRADE.pattern}|i(?:['’]m|\s+am)\s+(?:(?:very|really|quite)\s+)?good\s+(?:at|with)\s",
    re.I,
)


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


def clauses(said: str, begins: re.Pattern[str] = _BEGINS) -> Iterator[Clause]:
    """The whole clauses of an answer that begin so; questions are none."""
    at, said = 0, condensed(said).text
    for sentence in _cut(_SENTENCE, said):
        if sentence.strip().endswith("?"):
            continue
        joined = elsewhen = False
        for piece in _cut(_CLAUSE, sentence):
            shared, joined = joined, _JOINED.fullmatch(piece.strip(" ,")) is not None
            if shared and re.match(r"and\s+i\b", piece.strip(" ,"), re.I):
                continue
            moved, elsewhen = elsewhen, _AT_ANOTHER_TIME.fullmatch(piece) is not None
            if moved:
                continue
            bare = _JOINT.sub("", piece.strip(" ,.;!-"))
            bare = _first_clause(bare).strip(" ,.;!-")
            if words(bare)[-1:] and words(bare)[-1] in _DANGLING:
                bare = _without_last_part(bare)
            if begins.match(bare) and _whole(bare):
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


def _whole(clause: str) -> bool:
    said = words(clause)
    return SHORTEST <= len(said) <= LONGEST and said[-1] not in _DANGLING and "..." not in clause


def told_best(said: str) -> str:
    """The whole clause that tells most, word for word; "" if there is none."""
    best = max(clauses(said), key=_weight, default=None)
    return best.text if best else ""


def retold(said: str, *, own: bool = True) -> str:
    """The short clause that tells most, in the second person, to go on from (F18); "" if there is none. `own`: of
    what the candidate did, else of what came about."""
    told = map(_to_its_comma, clauses(said, _BEGINS if own else _ANY_SUBJECT))
    for clause in sorted(told, key=_weight, reverse=True):
        first = clause.text[:2].lower() in ("i ", "we")
        if first is own and _tells(clause) and (turned := _turned(clause)):
            return _SPOKEN.sub(" ", turned)
    return ""


def _to_its_comma(clause: Clause) -> Clause:
    """Without what is heaped behind a comma, which is whole for the eye alone: "we had one table, ten million rows"."""
    text = clause.text.partition(",")[0]
    return Clause(text if _whole(text) else "", clause.start)


def _tells(clause: Clause) -> bool:
    """It is short and no shame, and names more than a deed to somebody ("I asked him")."""
    verb = clause.verb
    if (
        verb in _OPINION | _WISHED
        or _NO_VERB.match(clause.text)
        or _POINTS_BACK.match(clause.text)
        or _OF_THE_TALK.search(clause.text)
        or _SAD.search(clause.text)
    ):
        return False
    if not verb and not story_parts(clause.text) and QUANTITY.search(clause.text) is None:
        return False
    named = content(clause.text) - _UNNAMED - {verb}
    bare = not verb or not _BARE.isdisjoint(words(clause.text)[:3])
    return len(words(clause.text)) <= SHORT and len(named) >= (3 if bare else 1)


def heard(messages: Sequence[Message], language: str) -> str | None:
    """What these answers told, in the second person; None if nothing can be told back safely and
    kindly, or without what another clause names."""
    found = [
        turned
        for clause in sorted(_of_answers(messages, language), key=_kindly, reverse=True)
        if not _OF_THE_TALK.search(clause.text)
        and not _SAD.search(clause.text)
        and not _VAGUE.search(clause.text)
        and _weight(clause) > 0
        and (turned := _turned(clause))
    ]
    return found[0] if found else None


def praised(
    messages: Sequence[Message], language: str, stories: Collection[str] = ()
) -> str | None:
    """A remark in the candidate's own words (F13): a deed that was not told back yet, else one that was, else what
    they are or are good at. First of the stages that want a story (`stories`, by their ids); None if there is
    nothing to name."""
    told = [m for m in messages if m.stage in stories]
    pools = (_of_answers(told, language), _of_answers(messages, language))
    spoken = " ".join(m.text for m in messages if m.speaker == "interviewer")
    for fits, opener in _PRAISE:
        for clause in (c for pool in pools for c in sorted(pool, key=_kindly, reverse=True)):
            short = _to_its_comma(clause)
            turned = _turned(short) if short.text and fits(short) else ""
            if turned and (opener == _AGAIN or turned not in spoken):
                return (opener or _OPENERS[len(turned) % len(_OPENERS)]).replace("{deed}", turned)
    return None


def _of_answers(messages: Iterable[Message], language: str) -> list[Clause]:
    if language != "en":
        return []
    answers = (m for m in messages if m.speaker == "candidate" and m.kind == "answer")
    sure = (m for m in answers if not m.doubted)
    return [c for m in sure if nothing_in(m.text) is None for c in clauses(m.text)]


def _kindly(clause: Clause) -> tuple[bool, int]:
    """What is no loss before what is, then by weight."""
    vague = _VAGUE.search(clause.text) is not None
    return _GRIM.search(clause.text) is None, _weight(clause) - 3 * vague


def _turned(clause: Clause) -> str:
    said = set(words(clause.text))
    if said & (PRIVATE | SWEARING) or ({"my"} <= said and said & BODY):
        return ""
    return second_person(clause.text)


def _is_deed(clause: Clause) -> bool:
    """Something that the candidate did, told without a shadow."""
    verb = clause.verb
    done = verb in DEEDS or (verb.endswith("ed") and verb not in WEAK_VERBS)
    own = clause.text[:2].lower() == "i " and not _POINTS_BACK.match(clause.text)
    return done and own and _GRIM.search(clause.text) is None


def _is_about_them(clause: Clause) -> bool:
    """What the candidate is, or is good at."""
    bare = _ABOUT_THEM.match(clause.text) is not None
    return bare and not _GRIM.search(clause.text) and not _VAGUE.search(clause.text)


_PRAISE: Final = ((_is_deed, ""), (_is_deed, _AGAIN), (_is_about_them, _OPENERS[0]))
"""What is praised, and in which words: in one of `_OPENERS` where none are given."""


def _weight(clause: Clause) -> int:
    """How much of a story the clause tells; 0 where it is opinion or small talk."""
    parts = story_parts(clause.text)
    verb = clause.verb
    if _TRADE.match(clause.text):
        return 2
    if verb in _OPINION and not parts & {RESULT, MEASURABLE_RESULT}:
        return 0
    first = clause.text[:2].lower() in ("i ", "we")
    return (
        4 * (MEASURABLE_RESULT in parts)
        + 3 * (ACTION in parts)
        + 2 * (RESULT in parts)
        + 2 * first
        + (QUANTITY.search(clause.text) is not None)
        + min(len(words(clause.text)), 12) // 4
        if first or parts
        else 0
    )
