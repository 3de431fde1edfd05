"""Signs in the words of an answer: plain ones, on which a claim rests, and loose ones, which forbid the
claim that something was not found. English, in lower case; what stands between the two is left open.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from greenroom.assessment.coaching.shapes import Aspect
from greenroom.interview.understanding.lexicon import NUMBER
from greenroom.interview.understanding.unspoken import PRIVATE, TRAILING


def listed(words: str) -> list[str]:
    """What stands between the commas."""
    return [" ".join(one.split()) for one in words.split(",")]


def _any(words: str) -> re.Pattern[str]:
    """Any of these."""
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, listed(words)))})\b")


REASON: Final = re.compile(
    r"\b(?:because|so that|in order to|which meant|which means|that['’]?s why|that is why|the reason|due to)\b"
)
STEPS: Final = re.compile(r"\b(?:first|firstly|then|after that|next|finally|second|secondly)\b")
HEDGE: Final = re.compile(
    r"\b(?:(?<!what )(?<!this )(?<!that )(?<!some )(?<!any )(?<!every )(?<!the )(?<!which )(?<!a )(?:kind|sort) of|"
    r"i guess|i suppose|more or less|or something|something like that|maybe|probably|"
    r"a little bit|basically|to be honest|hopefully|somehow)\b"
)
LOOSE_END: Final = re.compile(
    rf"\b(?:{TRAILING}|something like that|so yeah|i guess|i don['’]?t know)\b[\W_]*\Z"
)
OWN: Final = re.compile(r"\bi(?:['’](?:m|ve|d|ll))?\b")
SPOKE: Final = re.compile(r"\bI (?:said|answered|replied|explained|told)\b", re.I)
OURS: Final = re.compile(r"\bwe(?:['’](?:re|ve|d|ll))?\b")
MINE: Final = re.compile(r"\b(?:i(?:['’](?:m|ve|d|ll))?|my|me|myself|mine)\b")
_NO_DEED: Final = re.compile(
    r"\bi(?:['’]m| am| was| think| guess| mean| know| suppose| believe| feel| like| love| don['’]?t| do not| "
    r"can['’]?t| can| could| would| will| work| have| hope| see|['’]d|['’]ll)\b"
)
DENIED: Final = re.compile(r"\b(?:never|not|nothing|nobody|no)\b|n['’]t\b")
"""It may say that there was no result."""
HABIT: Final = re.compile(r"\b(?:always|usually|used to|every time|kept \w+ing)\b")
CHANGED: Final = re.compile(
    r"\b(?:now|nowadays|today|these days|afterwards|(?:since|from) then|ever since|no longer)\b"
)
"""Without one of these a habit is how things were before, and no result."""
AMOUNTS: Final = re.compile(rf"\binstead of\s+(?:\w+\s+)?(?:{NUMBER}|one)\b", re.I)
"""An amount beside another: nothing was given up for it."""
DECIDED: Final = re.compile(
    r"\b(?:i|we)\b(?: had to| have to|['’]d| then| also)? "
    r"(?:decided|chose|picked|gave up|give up|dropped|cut|refused|agreed|accepted|settled|postponed|left out|"
    r"sacrificed|traded|went (?:with|for|without))\b"
)
LEANS: Final = re.compile(
    r"(?:it|its|they|them|their|that|this|these|those|he|she|his|her|which|who|what|because|to|than|then|with|without|"
    r"for|so that|in order|due|as|if|when|while|though|although|not|instead|otherwise|also|too|the other|another)\b"
)
"""How words begin that need what stood before them."""
JOINT: Final = re.compile(r"(?:and|so|but|um+|uh+|er+|well|yeah)[,.]?", re.I)
"""A word before a quote that joins it to what went before."""
JOINED: Final = re.compile(r"\A(?:(?:and|so(?! that)|but|um+|uh+|er+|well|yeah)\b[,.]?\s*)+", re.I)
"""Such words at the beginning of words."""
PURPOSE: Final = re.compile(r"\s*so that\b", re.I)
"""A beginning that is no joint."""
ROUTINE: Final = re.compile(
    rf"\b(?:once|twice|{NUMBER} times) (?:an?|per|each|every) \w+|\bevery (?:{NUMBER} \w+|(?:other )?\w+)\b"
)
"""How often something is done now: no measure of what came of it."""
SOON: Final = re.compile(r"\b(?:inside|within) (?:the|an?) (?:minute|hour|day|week|month)\b")
"""How soon something was done, without a number."""
PRESENT: Final = re.compile(
    r"\bi (?:(?:\w+ly|always|often|sometimes|then|also|first|still|just|now|never) )*"
    r"(?:look|check|ask|write|take|make|give|call|go|keep|tell|try|use|talk|walk|do|work|start|begin|bring|show|speak|sit|stand|"
    r"watch|listen|explain|plan|prepare|count|clean|help|teach|drive|cook|follow|wait|come|get|think|say|move|turn|open|close)\b"
)
"""What somebody does by habit: "I look at them afterwards"."""
CAREER: Final = re.compile(
    r"\bi (?:(?:\w+ly|then|first|later|also|soon) )*(?:started|began) (?:out )?(?:there|as|at|in|with)\b|"
    r"\bi (?:(?:\w+ly|then|first|later|also|soon) )*(?:went|moved|changed) to (?:an?|the|another) "
    r"(?:(?:new|other|larger|bigger|smaller|different|second|next)\b|company|firm|school)|"
    r"\bi (?:(?:\w+ly|then|first|later|also|soon) )*(?:joined|graduated|trained as|grew up|came back|took a break|had a break)\b|"
    r"\bwhen i was (?:a |an |still |at |in |young|little|small|\w+ years old)"
)
"""Somebody's way through life and jobs, and no deed in a story."""
FAULT: Final = re.compile(
    r"\bi(?:['’]d|['’]ve| had| have)? (?:(?:\w+ly|also|just|once|simply|completely) )*(?:forgot|forgotten|missed|overlooked|failed|"
    r"ignored|misread|misjudged|mistook|messed|panicked|snapped|lied|left (?:\w+ ){1,4}?(?:in pain|alone|waiting|behind|lying|"
    r"unlocked|unattended))\b|(?<!not )(?<!n['’]t )(?<!even )\bmy (?:own )?(?:mistake|fault|error)\b|\bi (?:was|am) (?:wrong|to blame)\b|"
    r"\bi should(?:n['’]t| not)? have\b|\bi made (?:an?|the|that|this) (?:\w+ )?(?:mistake|error)\b|"
    r"\bi (?:(?!(?:is|was|what|that|something|anything|if)\b)\w+ ){1,4}?wrong\b|\bi broke (?:it|the|an?|my)\b"
)
"""What went wrong by the speaker's own doing."""
GRAVE: Final = re.compile(
    r"\b(?:(?<!server )(?<!engine )(?<!battery )(?<!pump )die[ds]?|dying|death|"
    r"dead(?! (?:tired|good|easy|slow|quiet|certain|sure|end|weight)\b)|"
    r"(?<!nobody )(?<!no one )(?:was|were|got|been) killed|suicide|cancer|in pain|funeral|crying|cried|starv\w+|"
    r"(?:lost|loses?) (?:his|her|their|an?|the|my)(?: \w+['’]s)? (?:leg|hand|arm|foot|finger|eye|sight|life|baby|child|job|home))\b"
)
"""What nobody wants to read praised."""
_BAD_NEWS: Final = re.compile(
    r"\b(?:not (?:happy|pleased|good|amused)|unhappy|angry|furious|upset|worse|lost|bent|broke|broken|smashed|spoilt|spoiled|burnt|"
    r"complained|failed|flopped|went wrong|(?:minutes?|hours?|days?|weeks?|months?) late|too (?:early|late|heavy|slow|quick)|(?:costs?|prices?|bills?|debts?) (?:went up|rose))\b"
)
_NONE: Final = re.compile(r"\b(?:nobody|no|none|never|not|nothing|without|n['’]t)\b|n['’]t\b")
OF_THEIRS: Final = re.compile(
    rf"\b(?:{'|'.join(sorted(PRIVATE))})\b|\b(?:my|our) (?:children|child|parents|marriage)\b|\bof the (?:children|kids)\b"
)
"""Private matters: no reason that is said back."""
MY_OWN: Final = re.compile(
    rf"\b(?:my|our) (?:\w+ )?(?:{'|'.join(sorted(PRIVATE))}|children|child|parents|marriage|twins)\b"
)
"""Somebody's own family or health: no best moment."""
WEIGHED: Final = re.compile(
    r"\b(?:cost|costs|because|but|although|though|instead|rather|than|so that|the price|meant|for (?:it|that)|in return)\b"
)
"""Beside a choice: what stood against it."""
CHOICE: Final = re.compile(
    rf"{WEIGHED.pattern}|\b(?:the other (?:way|choice|option)|decided against)\b"
)
"""There was more than one way."""
NOTHING_GIVEN: Final = re.compile(
    r"\A\W*(?:(?:well|um+|uh+|oh|honestly|actually|so|to be honest)\W+)*(?:nothing|none|no|not)\b|"
    r"\b(?:nothing|anything)\b[^.!?]{0,20}\b(?:really|much|special|give up|given up|lost)\b|"
    r"\b(?:did|do|does)(?:n['’]?t| not) (?:really )?(?:have to |need to )?(?:give|cost|lose|change|know|remember|think|notice)\b|"
    r"\bi (?:can['’]?t|cannot) (?:really )?(?:think|remember|say)\b|\bhard to say\b|\bno idea\b"
)
"""The question is answered with nothing."""
NOT_YET: Final = re.compile(
    r"\b(?:would|will|could|should|might|maybe|perhaps|i hope|hopefully|if)\b|['’](?:ll|d) \w+"
)
"""What may be, and has not come about."""
ADMITTED: Final = re.compile(
    r"\bi (?:really |honestly )?(?:don['’]?t|do not) (?:really )?(?:know|remember)\b|\bi have no idea\b|"
    r"\bi['’]?m not (?:really )?sure\b|\bi can['’]?t (?:really )?(?:think of|remember)\b"
)
_NEAR: Final = 24
"""Characters before a word in which it is denied."""
_COMMA: Final = re.compile(r"[,;:]\s+")
_SOME: Final = 3
WORD: Final = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")

LOOSE: Final[Mapping[Aspect, re.Pattern[str]]] = {
    Aspect.SITUATION: _any("when, was, were, had, because, there, once, last, ago, during, at"),
    Aspect.RESULT: _any("""
        after that, afterwards, all right, at last, better, came back, came out, changed, easier, ended, ended up,
        faster, finally, fine, fixed, happy, in the end, it helped, it works, improved, later, no longer, now, okay,
        on time, passed, quicker, recovered, result, safe, saved, so, solved, stopped, success, survived, thank,
        thanked, went, which, won, worked
    """),
    Aspect.TRADE_OFF: _any("""
        although, but, compromise, cost, costs, decided, downside, except, gave up, give up, however, instead, less,
        longer, lost, meant, more, rather, risk, slower, than, though, trade, unless, while, without
    """),
    Aspect.REASON: _any(
        "as, because, else, if, means, meant, otherwise, reason, since, so, that's why, to, unless, why"
    ),
}
"""Where one of these stands, it is not said that the aspect was not found."""


def is_bad_news(said: str) -> bool:
    """Whether something bad came about, and is not said not to have."""
    return any(
        not _NONE.search(said[max(0, found.start() - _NEAR) : found.start()])
        for found in _BAD_NEWS.finditer(said)
    )


def lowered(text: str) -> str:
    """In lower case, with every character at its place: a few letters become two."""
    low = text.lower()
    return low if len(low) == len(text) else "".join(c.lower()[:1] for c in text)


def pause(text: str, start: int, end: int) -> int:
    """The first comma with some words before it, or the end."""
    commas = (found.end() for found in _COMMA.finditer(text, start, end))
    return next((at for at in commas if len(WORD.findall(text, start, at)) >= _SOME), end)


def may_deed(text: str) -> bool:
    """Whether anything in the text may be a deed of the speaker's own."""
    return OWN.search(_NO_DEED.sub(" ", text.lower())) is not None
