"""What was heard, told back: only whole clauses of answers, in the second person."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Final

from greenroom.interview.questions import content, words
from greenroom.interview.transcript import Message
from greenroom.interview.understanding.lexicon import DEEDS, QUANTITY, WEAK_VERBS
from greenroom.interview.understanding.second_person import second_person
from greenroom.interview.understanding.sense import nothing_in
from greenroom.interview.understanding.story import ACTION, MEASURABLE_RESULT, RESULT, story_parts
from greenroom.interview.understanding.unspoken import BODY, PRIVATE, SWEARING
from greenroom.interview.whole_clauses import Clause, clauses, is_whole
from greenroom_turns.folding import word_set

SHORT: Final = 14
"""Words of a clause that is said before a question."""
_SPOKEN: Final = re.compile(
    r"(?<=\byou) just | like (?=(?:an?|\d+|\w+ty|\w+teen|t(?:wo|hree|en)|four|five|six|seven|eight|nine|twice)\b)"
)
"""Small words of speech that a clause does without."""
_OPINION: Final = word_set("""
    think guess believe suppose know mean hope wish want like love hate feel felt wonder doubt
    remember forget don't dont didn't didnt can't cant couldn't couldnt won't wont wouldn't
    haven't must would could should may might need am are is was were try have see understand prefer
""")
"""Verbs of clauses that tell no deed."""
_BARE: Final = word_set("had have has wanted needed thought knew saw was were got went came said")
"""Verbs that say little without what follows in another clause."""
_WISHED: Final = word_set("wanted liked loved needed hoped preferred tried")
_NO_VERB: Final = re.compile(r"(?:the|my|our)\s+(?:[\w'’-]+\s+){1,2}(?:that|which|who)\b", re.I)
"""A noun with what says which one, and perhaps no more: "the call that kept them awake"."""
_UNNAMED: Final = word_set("""
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
_HURT: Final = re.compile(
    r"\b(?:fail\w*|los[te]\w*|fired|blame[ds]?|mistake\w*|die[ds]?|dead|death|kill\w*|hurt\w*|stole\w*|cheat\w*|fought|quit|"
    r"hate[ds]?|fraud|police|sick|ill|cried|cry\w*|drunk|rejected|shouted|yelled)\b",
    re.I,
)
"""Words of a clause in which nothing is named again, though the trouble of a story is: "the barcodes would not scan"."""
_VAGUE: Final = re.compile(
    r"\b(?:it|them|they|him|her|he|she|this|these|those|stuff|things?)\b", re.I
)
"""Words that point to another clause."""
_NAMELESS: Final = re.compile(r"\b(?:stuff|things?)\b", re.I)
"""Said back, it sounds like mockery: "you do different things"."""
_ORIGIN: Final = re.compile(
    r"i(?:['’]ve|\s+have)?\s+(?:\w+ly\s+)?(?:came|come|moved|fled|arrived|emigrated|immigrated)\s+(?:\w+\s+)?(?:from|here|to)\b",
    re.I,
)
"""Where somebody is from, which nobody asked: "I came from Ghana two years ago"."""
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
    "One step of your own that you told me: {deed}.",
)
_AGAIN: Final = "One thing is worth saying again: {deed}."
"""Of what the interviewer told back already, though not in its last words."""
_LAST: Final = 2
"""Of what was told back in so many of its last words, nothing is said again."""
_ABOUT_THEM: Final = re.compile(
    rf"{_TRADE.pattern}|i(?:['’]m|\s+am)\s+(?:(?:very|really|quite)\s+)?good\s+(?:at|with)\s",
    re.I,
)


def told_best(said: str) -> str:
    """The whole clause that tells most, word for word; "" if there is none."""
    best = max(clauses(said), key=_weight, default=None)
    return best.text if best else ""


def retold(said: str, *, own: bool = True) -> str:
    """The short clause that tells most, in the second person, to go on from (F18); "" if there is none. `own`: of
    what the candidate did, else of what came about."""
    told = map(_to_its_comma, clauses(said, own=own))
    for clause in sorted(told, key=_weight, reverse=True):
        first = clause.text[:2].lower() in ("i ", "we")
        if first is own and _tells(clause) and (turned := _turned(clause)):
            return _SPOKEN.sub(" ", turned)
    return ""


def hurts(named: str, said: str) -> bool:
    """Whether the words stand in a clause of the answer that nobody wants to hear again."""
    bare = re.sub(r"^(?:the|your) ", "", named)
    around = (
        piece for piece in re.split(r"[.!?;,]|\bbut\b", said) if bare.lower() in piece.lower()
    )
    return any(_HURT.search(piece) for piece in around)


def _to_its_comma(clause: Clause) -> Clause:
    """Without what is heaped behind a comma, which is whole for the eye alone: "we had one table, ten million rows"."""
    text = clause.text.partition(",")[0]
    return Clause(text if is_whole(text) else "", clause.start)


def _tells(clause: Clause) -> bool:
    """It is short and no shame, and names more than a deed to somebody ("I asked him")."""
    verb = clause.verb
    if (
        verb in _OPINION | _WISHED
        or _NO_VERB.match(clause.text)
        or _POINTS_BACK.match(clause.text)
        or _OF_THE_TALK.search(clause.text)
        or _SAD.search(clause.text)
        or _NAMELESS.search(clause.text)
        or _ORIGIN.match(clause.text)
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
    they are or are good at; first a deed that a result follows. First of the stages that want a story (`stories`, by their ids); None if there is
    nothing to name."""
    told = [m for m in messages if m.stage in stories]
    pools = (_of_answers(told, language), _of_answers(messages, language))
    ours = [m.text for m in messages if m.speaker == "interviewer"]
    spoken, newest = " ".join(ours), " ".join(ours[-_LAST:])
    fruitful = {deed for m in _sure_answers(messages) for deed in _before_results(m.text)}
    for fits, best, opener in _PRAISE:
        for clause in (c for pool in pools for c in sorted(pool, key=_kindly, reverse=True)):
            if best and clause not in fruitful:
                continue
            short = _to_its_comma(clause)
            turned = _turned(short) if short.text and fits(short) else ""
            if turned and turned not in (newest if opener == _AGAIN else spoken):
                return (opener or _OPENERS[len(turned) % len(_OPENERS)]).replace("{deed}", turned)
    return None


def _of_answers(messages: Iterable[Message], language: str) -> list[Clause]:
    if language != "en":
        return []
    sure = _sure_answers(messages)
    return [c for m in sure if nothing_in(m.text) is None for c in clauses(m.text)]


def _sure_answers(messages: Iterable[Message]) -> Iterator[Message]:
    answers = (m for m in messages if m.speaker == "candidate" and m.kind == "answer")
    return (m for m in answers if not m.doubted)


def _before_results(said: str) -> Iterator[Clause]:
    """The clauses that a good result follows at once."""
    for deed, after in pairwise(clauses(said)):
        if story_parts(after.text) & {RESULT, MEASURABLE_RESULT} and not _GRIM.search(after.text):
            yield deed


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


def _is_plain_deed(clause: Clause) -> bool:
    """One that says what it was done to."""
    return _is_deed(clause) and not _VAGUE.search(clause.text)


_PRAISE: Final = (
    (_is_deed, True, ""),
    (_is_plain_deed, True, _AGAIN),
    (_is_deed, False, ""),
    (_is_plain_deed, False, _AGAIN),
    (_is_about_them, False, _OPENERS[0]),
)
"""What is praised; whether a result must follow; and in which words: in one of `_OPENERS` where none are given."""


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
