"""The role that the candidate states: the one they have now, else the last one they had."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from greenroom.interview.questions import words as _listed
from greenroom.interview.reading import Stated
from greenroom.interview.understanding.occupations import names_occupation
from greenroom.interview.understanding.statements import Statement, Whose
from greenroom.interview.understanding.values import NARROW, WIDE, trimmed, value

_NOW: Final = 0.95
_PRESENT: Final = 0.9
_DOING: Final = 0.82
"""Told by what they do ("I teach maths"), or without a verb ("Nurse, eight years")."""
_SINCE: Final = 0.8
_HABIT: Final = 0.7
"""Of what somebody does as a rule: enough where the question asked for it, or for nothing else."""
_PAST: Final = 0.75
_FRAGMENTARY: Final = 0.7

_ADVERB: Final = (
    r"(?:(?:currently|now|actually|just|basically|also|presently|mainly|mostly|still|really|officially|at\s+the\s+moment|"
    r"only|originally|previously|working|employed|um,?|uh,?|like)\s+)*"
)
_ARTICLE: Final = r"(?:an?\s+|the\s+)?"
_AM: Final = r"(?:i['’]?m|i\s+am|i['’]?ve\s+been|i\s+have\s+been|am|have\s+been)"
_AS: Final = re.compile(
    rf"(?:{_AM}\s+{_ADVERB}(?:employed\s+|working\s+|training\s+|hired\s+)?|(?:i\s+)?{_ADVERB}work(?:ing)?\s+(?:(?!as\b|hard|from)[\w'’-]+\s+){{0,6}}?"
    rf"|i(?:['’]?ve|\s+have)\s+worked\s+(?:(?!as\b)[\w'’-]+\s+){{0,5}}?|i(?:['’]?ve|\s+have)?\s+spent\s+(?:(?!as\b)[\w'’-]+\s+){{1,6}}?"
    rf"|i(?:['’]?ve|\s+have)\s+(?:got\s+)?[\w\s]{{1,20}}years\s+(?:of\s+experience\s+)?)as\s+{_ARTICLE}",
    re.I,
)
_IS_A: Final = re.compile(rf"{_AM}\s+{_ADVERB}{_ARTICLE}", re.I)
_NOT: Final = re.compile(
    r"(?:not|no|never|n['’]t|nor|neither|about|going|supposed|one\s+of)\b", re.I
)
_HEAD: Final = re.compile(
    r"(?:head\s+of|director\s+of|vice\s+president|in\s+charge\s+of|responsible\s+for)\s", re.I
)
_STUDY: Final = re.compile(
    rf"(?:(?:i['’]?m|i\s+am)\s+{_ADVERB}(?=studying\s|doing\s+an?\s+(?:\w+\s+)?(?:apprenticeship|degree|course)|in\s+(?:my|the)\s+\w+\s+year\s+of\s|training\s+(?:as|to))"
    rf"|i\s+{_ADVERB}(?=study\s+(?!hard|a\s+lot|every|at\s+night)))",
    re.I,
)
_MY_JOB: Final = re.compile(
    r"my\s+(?:current\s+|present\s+|main\s+|day\s+)?(?:role|job(?:\s+title)?|title|position|profession|trade|occupation)"
    r"(?:\s+is|['’]s)\s+(?:as\s+)?(?=(?:an?\s+|the\s+|to\s+)?(?P<job>\w+))(?:an?\s+|the\s+)?",
    re.I,
)
_DO: Final = re.compile(
    rf"(?:i\s+)?{_ADVERB}(?=(?:manage|lead|teach|supervise|head|drive|clean|cook|bake|weld|sell|repair|translate|tutor|coach|"
    r"deliver|operate|program|design|install|paint|nurse|build|fix|coordinate|train|run(?=\s+(?:an?|the|my|our|two|three)\b)|"
    r"do\s+(?=accounts|payroll|night|nights|shifts|deliveries|admin|bookkeeping|hair|nails|the\s+(?:books|accounts|payroll)))\s+"
    r"(?!(?:me|him|it|that|this|them|us|every|to|home|off|up|on|out|things|stuff|a\s+lot|my\s+(?:kids|wife|husband|mother|own\s+food)|well|by|in|with|and|better|hard|without|after)\b))",
    re.I,
)
_IN_CHARGE: Final = re.compile(
    rf"i\s+{_ADVERB}(?=(?:manage|run|lead|head|supervise|own)\s+(?:it|this|that|them|all\s+of\s+it)\s+(?:now|today|these\s+days|nowadays|myself)\b)",
    re.I,
)
"""Who is in charge of what they named before, now: "I manage it now, the ward on the second floor"."""
_AFTER: Final = re.compile(
    r"(?:\s+(?:now|today|these\s+days|nowadays|myself))?\s*,\s+(?:the|our|my|an?)\s+[\w'’-]+(?:\s+[\w'’-]+){0,5}",
    re.I,
)
_LONG_SINCE: Final = re.compile(
    rf"(?:i['’]?ve|i\s+have|i(?=\s+been\b))\s+{_ADVERB}(?:been\s+)?{_ADVERB}"
    r"(?!(?:lived|living|known|had|having|wanted|wanting|waited|waiting|smoked|smoking|dated|dating|tried|trying|struggled|"
    r"struggling|looked\s+for|looking\s+for|hoped|hoping|liked|loved|seen|seeing|going|gone|feeling|felt|dreaming|dreamed|married|"
    r"learned|learnt|taken\s+care|taking\s+care|thinking|thought|playing|played|being|owned|kept|changed|applying|applied|"
    r"suffered|suffering|worked\s+(?:hard|out)|working\s+(?:hard|out|on\s+my))\b)"
    r"(?=(?:\w{2,}(?:ing|ed)|driven|taught|run|led|sold|grown|written|built|kept|ridden|flown|fed|held|cut)\s+(?!(?:it|that|this|so|and)\b)"
    r".*?\b(?:for\s+(?:\w+\s+){0,4}?(?:years?|months?)|since\s+\w+|(?!last\b|this\b|next\b)\w+\s+years(?:\s+now)?)\b)",
    re.I,
)
"""What somebody has done for years: "I have driven the 42 for nine years"."""
_DAILY: Final = re.compile(
    r"i\s+(?:(?:also|usually|always|mostly|mainly|normally|generally|currently|now|still|um|uh|just|basically)\s+)*"
    r"(?=(?!\w+ed\s)(?P<verb>[a-z]{2,})\s+(?:(?:up|out|after|in|on|at|for|over|down|with)\s+)?"
    r"(?!(?:it|that|this|these|those|him|her|them|you|me|us|myself|to|like|not|so|and|but|my\s+(?:best|mother|father|mom|mum|dad|own|kids|"
    r"wife|husband|life|time|work|job|boss|name|way|mind)|a\s+(?:lot|bit|mistake|good|little)|things?|stuff|something|anything|everything|"
    r"what|well|more|better|very|too|really|people|sure|mistakes|sense|money|friends|have|think|n['’]?t|if|when|because|about)\b)\w)",
    re.I,
)
"""What somebody does as a rule: "I look after the accounts"."""
_NO_TRADE: Final = frozenset(
    _listed(
        """
        accept add admit already also always ever just never only really still agree am appreciate are arrive ask ate avoid be became become began believe belong bent bought break bring
        broke brought can came care choose chose come consider could cry cut dare decide did do does doubt draw drew drink
        dug eat enjoy exercise expect fear fed feel fell felt find flew forget found gave get give go got grew guess had hate
        have hear heard held hit hope hung imagine intend keep kept knew know lead leave led left lent let lie like listen live
        look lose lost love made make may mean meant met might mind miss must need notice owe paid play plan
        play pray prefer promise put quit ran rang read realise realize refuse remember ride rode rose said sang sat saw say see
        seem sent set shall should sit slept sold speak specialise specialize spend spent spoke stand start stay stole stood stop struck struggle stuck study suffer suggest
        suppose swear swept take talk taught tell tend thank think thought threw told took trust try understand understood
        use used value wait wake walk want was watch watched went were will wish woke won wonder wore work worry would write wrote
            """
    )
)
"""Verbs that say nothing about a trade: states, talk, leisure, and the past."""
_WITH_OBJECT: Final = re.compile(
    r"do\s+\w+\s+(?:at|in|for)\s+(?:an?|the)\s+\w|(?:do|make|lead|look\s+after|take\s+care\s+of|keep|give|bring|write|study)\s+"
    r"(?:(?:the|our|all\s+the|most\s+of\s+the)\s+(?!(?:same|best|right|thing|work)\b)\w|[a-z]+\s+(?:time|care|shifts?|books|food|calls|visits?)\b|coffee|\w+s\b)|"
    r"work\s+(?:at|for|in|on)\s+(?:an?|the|my|our)\s+\w",
    re.I,
)
"""Such verbs with what makes them a trade."""
_SECTOR: Final = (
    r"(?:retail|sales|logistics|hospitality|it|finance|marketing|education|healthcare|construction|catering|security|"
    r"banking|insurance|hr|human\s+resources|admin\w*|customer\s+(?:service|support)|manufacturing|nursing|accounting|farming)"
)
_IN: Final = re.compile(
    rf"(?:(?:i['’]?ve|i\s+have)\s+been\s+{_ADVERB}|i['’]?m\s+working\s+|i\s+am\s+working\s+|(?:i['’]?m|i\s+am)\s+(?=in\s+{_SECTOR}\b)|"
    rf"i\s+{_ADVERB}work\s+{_ADVERB}|i(?:['’]?ve|\s+have)\s+worked\s+)in\s+"
    r"(?!(?:an?|the|my|our|this|that|their|his|her|shifts?|trouble|pain|love|town|two|three|\d|prison|jail|bed|school|"
    r"hospital|touch|doubt|contact|general|it|many|different|several|various|some|here|there|between|teams?)\b)(?=[a-z])",
    re.I,
)
_WAS: Final = re.compile(
    rf"(?:i\s+was\s+{_ADVERB}(?:(?:working|employed)\s+)?(?:as\s+)?|i\s+used\s+to\s+(?:be|work\s+as)\s+|i\s+{_ADVERB}worked\s+(?:(?!as\b|hard)[\w'’-]+\s+){{0,5}}?as\s+)(?:an?\s+|the\s+)",
    re.I,
)
_PLACE: Final = (
    r"(?:in|on)\s+(?=(?:the\s+|an?\s+|our\s+|my\s+)?(?:[\w'’-]+\s+){0,2}?(?:office|wards?|kitchens?|reception|tills?|desk|warehouse|lab|"
    r"laboratory|workshop|team|department|clinic|surgery|theatres?|checkouts?|stores|depot|helpdesk|switchboard|nursery)\b)"
    r"(?:the\s+|an?\s+|our\s+|my\s+)?"
)
_AT_PLACE: Final = re.compile(
    rf"(?:(?:i['’]?ve|i\s+have)\s+been\s+{_ADVERB}|(?:i['’]?m|i\s+am)\s+{_ADVERB}|i\s+{_ADVERB}work(?:ed)?\s+{_ADVERB}"
    rf"|i\s+(?:did|spent)\s+(?:[\w-]+\s+){{1,2}}?(?:years?|months?|weeks?)\s+){_PLACE}",
    re.I,
)
"""Told by where they work: "I've been in the front office for nineteen years"."""
_OF_LATE: Final = re.compile(
    rf",\s*(?:and\s+)?(?:the\s+)?(?:last|past)\s+[\w-]+\s+(?:years?\s+|months?\s+)?(?:of\s+(?:them|those|which)\s+)?(?:as\s+(?:an?\s+|the\s+)?|(?P<place>{_PLACE}))",
    re.I,
)
""" "Twelve years on the road, last three as a team leader"."""
_FRAGMENT: Final = re.compile(r"(?:working\s+as\s+|currently\s+|as\s+)?(?:an?\s+)?", re.I)
_NAMED: Final = re.compile(r"(?:i['’]?m|i\s+am|this\s+is)\s+\w+(?:\s+\w+)?,", re.I)
_APPOSED: Final = re.compile(r",\s+(?:an?|the)\s+", re.I)
_VERB: Final = re.compile(
    r"\b(?:was|were|is|are|has|had|said|told|came|went|asked|wanted|did|does|got|called|helped|needs?|knows?|we|he|she|they|you|it)\b",
    re.I,
)
_BREAK: Final = re.compile(
    r"\s+(?:at|in|for|from|with|of|on|by|to|and|under|within|near|like|over)\b|,", re.I
)


def roles(text: str, own: list[Statement]) -> Iterator[Stated]:
    """The roles told, each as sure as its time and its wording make it."""
    for one in own:
        if one.whose in (Whose.MINE, Whose.OPEN):
            yield from _of_late(text, one)
        if one.whose is Whose.MINE:
            yield from _mine(text, one)
        elif one.whose is Whose.MY:
            yield from _job(text, one)
        else:
            yield from _fragment(text, one)


def _mine(text: str, one: Statement) -> Iterator[Stated]:
    present = _NOW if one.now else _PRESENT
    doing = _PRESENT + 0.02 if one.now else _DOING
    for cue, sure in ((_AS, present), (_IS_A, present), (_WAS, _PAST)):
        match = cue.match(text, one.body, one.end)
        if match is None or _NOT.match(text, match.end(), one.end):
            continue
        found = value(text, match.end(), one.end, NARROW)
        named = found is not None and _is_role(
            text[found[0] : found[1]], article=_article(match[0])
        )
        if found is not None and (named or cue is _AS):
            yield Stated("role", *found, sure)
            return
    yield from _introduced(text, one)
    for cue, sure in (
        (_STUDY, present),
        (_DO, doing),
        (_IN_CHARGE, _DOING),
        (_IN, _DOING - 0.02),
        (_AT_PLACE, _DOING - 0.02),
        (_LONG_SINCE, _SINCE),
        (_DAILY, _HABIT),
    ):
        match = cue.match(text, one.body, one.end)
        if match is not None and cue is _DAILY and not _is_trade(text, match, one.end):
            continue
        width = NARROW if cue is _AT_PLACE else WIDE
        found = None if match is None else value(text, match.end(), one.end, width)
        if found is not None and cue is _IN_CHARGE:
            end = _named_after(text, found[1])
            found = (found[0], end) if len(text[found[0] : end].split()) > 2 else None
        if found is not None:
            yield Stated("role", *_one_deed(text, *found), sure)
            return


def _of_late(text: str, one: Statement) -> Iterator[Stated]:
    match = _OF_LATE.search(text, one.body, one.end)
    found = None if match is None else value(text, match.end(), one.end, NARROW)
    if match is not None and found is not None:
        yield Stated("role", *found, _DOING if match["place"] else _PRESENT + 0.02)


def _named_after(text: str, end: int) -> int:
    """The end of what is named behind a pronoun: "I manage it now, the ward on the second floor"."""
    match = _AFTER.match(text, end)
    return match.end() if match else end


def _is_trade(text: str, match: re.Match[str], end: int) -> bool:
    if match["verb"].lower() not in _NO_TRADE or _WITH_OBJECT.match(text, match.end(), end):
        return len(text[match.end() : end].split()) > 1
    return False


def _one_deed(text: str, start: int, end: int) -> tuple[int, int]:
    cut = re.compile(r"\s+and\s+(?:i|love|like|enjoy|have|am|want)\b", re.I).search(
        text, start, end
    )
    return start, trimmed(text, start, cut.start() if cut else end)


def _article(cue: str) -> bool:
    return re.search(r"\b(?:an?|the)\s+$", cue, re.I) is not None


def _is_role(words: str, *, article: bool) -> bool:
    if _HEAD.match(words + " "):
        return True
    head = _BREAK.split(words, maxsplit=1)[0]
    return len(head.split()) <= 6 and names_occupation(head, surely=not article)


def _introduced(text: str, one: Statement) -> Iterator[Stated]:
    """ "I'm Ada, a product manager from Leeds." """
    if _NAMED.match(text, one.body, one.end) is None:
        return
    for mark in _APPOSED.finditer(text, one.body, one.end):
        found = value(text, mark.end(), one.end, NARROW)
        if found is not None and _is_role(text[found[0] : found[1]], article=True):
            yield Stated("role", *found, _PRESENT - 0.02)
            return


def _job(text: str, one: Statement) -> Iterator[Stated]:
    match = _MY_JOB.match(text, one.body, one.end)
    if match is None or _NOT.match(match["job"]):
        return
    found = value(text, match.end(), one.end, NARROW)
    if found is not None and (
        _is_role(text[found[0] : found[1]], article=True) or match["job"] == "to"
    ):
        yield Stated("role", *found, _PRESENT)


def _fragment(text: str, one: Statement) -> Iterator[Stated]:
    """ "Nurse, eight years.", "currently a welder at a shipyard"."""
    match = _FRAGMENT.match(text, one.body, one.end)
    start = match.end() if match else one.body
    if text[start : start + 4].lower() == "the " or _VERB.search(text, start, one.end):
        return
    found = value(text, start, one.end, NARROW)
    if (
        found is not None
        and found[0] - start < 4
        and _is_role(text[found[0] : found[1]], article=False)
    ):
        yield Stated("role", *found, _FRAGMENTARY)
