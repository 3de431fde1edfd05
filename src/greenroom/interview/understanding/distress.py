"""Distress of the speaker, now: grief, panic, illness, nerves. A closed list of English words.

A clause comes in small letters and without marks. What somebody else felt, or what hurt once as part of an answer, is none.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from greenroom.interview.understanding.told_of_others import SAID, of_others

_KIN: Final = (
    r"(?:(?:grand)?(?:mother|father|mum|mom|dad|ma|pa|momma|mama|mummy|daddy)|wife|husband|son|sons|daughter|baby|child|partner|"
    r"girlfriend|boyfriend|brother|sister|(?:little|big|junior|senior|older|younger) (?:brother|sister)|gran|nan|grandma|grandpa|"
    r"granny|grandad|uncle|aunt|aunty|cousin|best (?:mate|friend)|friend|mate|roommate|dog|mam|the mother|the brother)"
)
_RECENT: Final = (
    r"(?:yesterday|today|last (?:night|week|month|weekend|friday)|this (?:week|month|morning|year|weekend|spring|summer|autumn|winter|semester)|"
    r"(?:two|three|four|a few|few|some|\d+) (?:days|weeks|months) (?:ago|now)|a (?:week|month) ago|(?:just )?recently|"
    r"on (?:mon|tues|wednes|thurs|fri|satur|sun)day|in (?:the )?(?:spring|summer|autumn|winter|fall|january|february|march|april|may|june|july|"
    r"august|september|october|november|december)|at (?:easter|christmas)|just now|since (?:one|a|two|three|\d+) (?:week|month|day)s?|"
    r"before (?:one|a|two|three) (?:week|month|day)s?|just)"
)
_DIED: Final = r"(?:died|dyed|is dead|is died|was died|has died|passed|passed away|passed on|was killed|was murdered|is no more|expired|is late|hanged himself|hanged herself|took (?:his|her) own life|killed (?:himself|herself))"
_MOURNED: Final = re.compile(
    rf"^(?:\w+ ){{0,4}}?my {_KIN} (?:she|he|they) (?:has |just |have |is )?{_DIED}\b(?! (?:the|his|her|their|an?) )"
)
"""Who died, and that they did, on both sides of a comma: "it is my mother, she passed"."""
_ACHES: Final = r"(?:(?:\w+ ){0,2}?(?:pound\w*|splitting|spinning|throbbing|bursting|aching|kill\w* m[ei])|hurts?|aches?)"
_DISTRESS: Final = (
    re.compile(rf"^(?:\w+ ){{0,3}}?(?:my|mi|me) (?:head|stomach|belly|tummy) {_ACHES}\b"),
    re.compile(
        r"^(?:\w+ ){0,2}?(?:i|mi|me) (?:can hardly|can barely|cant|can not|cannot) (?:see (?:the screen|straight|anything)|stand|stay awake)\b"
    ),
    re.compile(
        r"^(?:\w+ ){0,3}?(?:i|im|i am)(?: \w+){0,2}? (?:burning up|(?:have|need|going|about|gonna) (?:to )?(?:vomit|throw up|be sick|faint|pass out|collapse))\b"
    ),
    re.compile(
        r"\b(?:my|me) (?:best )?(?:mate|friend|brother|son|wife|husband|\w{3,8}) (?:got|was) killed\b(?: \w+){0,4}? (?:yesterday|today|last \w+|this \w+|on \w+day|\w+day)\b"
    ),
    re.compile(
        rf"\b(?:my|our|the) {_KIN}\b(?: \w+){{0,3}}? {_DIED}\b(?: \w+){{0,4}}? ?{_RECENT}\b"
    ),
    re.compile(
        rf"\b(?:my|our|the) {_KIN} (?:has |just |has just |only just |is )(?:\w+ )?(?:died|passed|dead|died)\b"
    ),
    re.compile(
        rf"\bhas died my {_KIN}\b|\bmy {_KIN} (?:is dead|is died|is no more|is late|is dying)\b"
    ),
    re.compile(
        rf"\b(?:we|i) (?:just )?(?:buried|lost) (?:my |our |the )(?:\w+ )?(?:{_KIN}|little one|boy|girl|baby)\b(?: \w+){{0,4}}? ?{_RECENT}\b"
    ),
    re.compile(rf"\b(?:we|i) just (?:buried|lost) (?:my |our |the )(?:\w+ )?{_KIN}\b"),
    re.compile(
        rf"\b(?:my|our) {_KIN}\b(?: \w+){{0,9}}? (?:didnt|did not|never) (?:make it|survive|pull through)\b(?! (?:to|in|on|for|into|past|home|back)\b)"
    ),
    re.compile(
        r"\bput (?:the|my) \w+ in the ground\b|\b(?:since|from) (?:the|a) funeral\b|\bburying my \w+\b|\bhad a (?:miscarriage|stillbirth)\b"
    ),
    re.compile(
        r"\b(?:we are|were|i am|im) (?:still )?(?:mourning|grieving|bereaved|in mourning|in shock)\b"
    ),
    re.compile(
        r"\b(?:i|im|i am|we|we are|were) (?:\w+ ){0,3}?(?:cant|can not|cannot|no can|not able to) (?:\w+ )?(?:breathe|breath|respire|stop (?:crying|shaking)|calm down|catch my breath|get (?:my breath|any air)|cope|hold it together)\b"
    ),
    re.compile(
        r"^i cant (?:i cant )?(?:breathe|breath)\b|\bi cannot breathe\b|\bcant get any air\b|\bcant catch my breath\b"
    ),
    re.compile(
        r"\b(?:im|i am|think im|i think i am|i have) (?:\w+ ){0,3}?(?:having|getting|after getting|a|an) (?:\w+ ){0,4}?(?:panic|panic attack|anxiety attack|meltdown|attack of (?:anxiety|panic))\b"
    ),
    re.compile(
        r"\b(?:im|i am|i) (?!was |not )(?:\w+ ){0,2}?(?:panicking|freaking out|falling apart|breaking down|losing it|crying|in tears|trembling|shaking|shivering)\b(?: (?:right )?now| sorry| here| rn| a little| like a leaf| all the day| every day|$| im| this)"
    ),
    re.compile(
        r"^(?:\w+ ){0,2}?(?:im|i am)(?: \w+){0,2}? (?:shaking|shivering|trembling|panicking|crying|terrified)\b"
    ),
    re.compile(
        r"^(?:\w+ ){0,2}?(?:im|i am|i feel|im feeling|i am feeling)(?! not| never| no longer)(?: \w+){0,2}? (?:nervous|anxious|tensed?|stressed|scared|afraid|terrified|nerve us)(?: (?:right now|now|today|sorry|about this|about it|of this|here|and|to|this morning|i could cry|(?:that )?i (?:forget|cant|cannot|can not|dont|do not|am|forgot|cry))\b|$)"
    ),
    re.compile(
        r"\b(?:my|me) (?:hands?|voice) (?:\w+ )?(?:are|is|will not|wont|keep) (?:\w+ )?(?:shaking|trembling|stay still)\b"
    ),
    re.compile(r"\bmy heart (?:is|wont|will not) (?:\w+ ){0,2}?(?:racing|pounding|beating|stop)\b"),
    re.compile(
        r"^(?:\w+ ){0,2}?(?:it|this|everything|all|it all|all this)(?: (?:is|s|gets|becomes|just|me|getting|becoming|now|all|everything|for me)){1,4} (?:too|to) much(?: (?:for me|now|today|right now|sorry|for today|at the moment))*$"
    ),
    re.compile(
        r"^(?:\w+ ){0,2}?(?:i have|ive|i got|i feel) (?:so |very |too )?(?:much|big|a lot of|great) (?:fear|nerves|anxiety|stress|panic)(?= (?:now|today|sorry|here|right now|in this moment|at this moment|of this|about this)\b|$)"
    ),
    re.compile(
        r"^(?:\w+ ){0,3}?i (?:(?:just |have )?(?:started|start|began|begin) (?:to cry|crying|to shake|shaking)|(?:am|m) (?:\w+ )?(?:sweating|sweatin|shaking|shakin|trembling)|feel like crying|want to cry|could cry)\b"
    ),
    re.compile(
        r"\b(?:my|me) (?:nerves (?:are|is) (?:\w+ )?(?:shot|bad|killing me|gone|everywhere)|mouth is (?:\w+ )?dry|(?:legs?|knees?) (?:is|are) (?:\w+ )?(?:shaking|jelly)|heart (?:beats?|is going|goes) (?:\w+ ){0,2}?fast)\b"
    ),
    re.compile(
        r"\bbag of nerves\b|\bin bits with the nerves\b|\bworst butterflies\b|\bin a dreadful state\b|\bmuch nervous\b|\bbricking it\b|\ball nerves\b"
    ),
    re.compile(r"\b(?:frighten|scare)s? the life out of me\b|\bscares? me to death\b"),
    re.compile(
        r"^(?:\w+ ){0,2}?(?:i|im|i am|i feel|ive come over|i have come over)(?: \w+){0,4}? (?:faint|unwell|dizzy|giddy|going to be sick|gonna throw up|gonna be sick|to throw up|pass out|me (?:sick|bad)|feverish|not well|going to faint)\b"
    ),
    re.compile(
        r"\b(?:i have|im having|i am having|ive) (?:\w+ ){0,4}?(?:chest pain|migraine|pain in (?:my|the) (?:chest|heart)|high fever)\b(?! (?:patients?|cases?))"
    ),
    re.compile(r"\bmy chest (?:hurts|is (?:\w+ )?(?:tight|hurting))\b"),
    re.compile(
        r"\b(?:i|im|i am) (?:\w+ ){0,3}?(?:hopeless|worthless|at the end of my rope|going through a divorce|nobody wants me)\b(?! (?:at|with|in)\b)"
    ),
    re.compile(
        r"\b(?:bad|terrible|awful) news from the hospital\b|\bjust (?:\w+ )?diagnosed with\b|\bon admission myself\b"
    ),
    re.compile(
        r"\bi (?:\w+ ){0,8}?(?:nearly|almost|tried to|attempted to|very nearly|wanted to) (?:\w+ ){0,2}?(?:kill(?:ed)? (?:myself|my self)|took my (?:own )?life|end(?:ed)? (?:my (?:own )?life|it all|it$)|d(?:o|id) away with (?:myself|my self)|d(?:ie|ied)$|take my (?:own )?life|hurt (?:myself|my self))"
    ),
    re.compile(r"\bi was (?:\w+ ){0,2}?(?:suicidal|very depressed|in a very dark place)\b"),
    re.compile(
        r"\bsince my (?:\w+ )?(?:son|wife|husband|daughter|mother|father|partner) died\b|\ba year today\b"
    ),
    re.compile(
        rf"\blost my (?:\w+ )?{_KIN}\b.*\b(?:catches|still|hard|cant|hurts)\b|\blost my {_KIN} in the (?:spring|summer|autumn|winter|fall)\b"
    ),
    re.compile(r"\bmy parents are (?:splitting|getting divorced)\b"),
    re.compile(
        rf"\bmy (?:\w+ )?(?:dog|cat|horse|pony|rabbit|pet)\b(?: \w+){{0,3}}? put (?:down|to sleep) {_RECENT}\b"
    ),
)
_WENT_ON: Final = re.compile(
    r"\b(?:so|but|and) (?:i|we|my boss|they|in the end)(?: \w+)? (?:did|went|called|worked|took|learned|finished|practi[sc]ed?|rehearse|"
    r"prepare|breathed?|started|asked|told|became|got|moved|kept|made|stayed|still|had to|helped|looked|passed|continue|write|ran|do)\b"
)
"""A story goes on: what hurt is told as part of an answer."""
_BEFORE_WORK: Final = re.compile(
    r"\b(?:before|in|during|when|whenever|on the) (?:\w+ ){0,2}?(?:presentations?|meetings?|exams?|surgery|talks?|phone|groups?|crowds?|people|boss|boats|interviews? i)\b"
)
_CIVIL: Final = frozenset({"im afraid", "i am afraid"})
"""Behind a comma it is politeness: "nothing at all, I'm afraid"."""


def speaks_of_distress(clauses: Iterable[str], sentences: Iterable[str]) -> bool:
    """Whether a clause says so, or a sentence tells who died."""
    return any(map(_in_distress, clauses)) or any(
        _MOURNED.search(said) and not SAID.search(said) for said in sentences
    )


def _in_distress(part: str) -> bool:
    if part in _CIVIL or of_others(part) or _WENT_ON.search(part) or _BEFORE_WORK.search(part):
        return False
    return any(pattern.search(part) for pattern in _DISTRESS)
