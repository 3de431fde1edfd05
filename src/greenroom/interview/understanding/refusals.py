"""What somebody says instead of an answer: a refusal, a word about the interview, an order, an insult."""

from __future__ import annotations

import re
from typing import Final

REFUSES: Final = re.compile(
    r"\b(?:rather\s+not|prefer\s+not|prefer\s+to\s+(?:keep|not)|don['’]?t\s+(?:want|know|have|really|think|like|wish|remember|understand|get\s+it)|do\s+not\s+"
    r"(?:want|know|have|think|wish|remember|understand)|no\s+(?:idea|comment|clue|plan|answer|thanks)|none|nothing|not\s+(?:really|sure|applicable|much|"
    r"good|yet|now|a\b|the\b|saying|telling|your)|can['’]?t|cannot|never\s+(?:worked|had|thought|asked|learned|been)|nobody|pass|skip|next(?:\s+question)?|private|"
    r"personal|secret|confidential|nda|none\s+of\s+your|already\s+(?:said|told|answered)|as\s+i\s+said|said\s+(?:that|it|before)|told\s+you|"
    r"(?:hard|difficult|good|tough|strange|weird|funny|stupid|silly|interesting|great)\s+(?:question|one|to\s+say)|a\s+question|the\s+question|"
    r"(?:stop|leave|quit|finish|end)\s+(?:now|here|this|the|it|please)|(?:want|like|need|have|love|prefer|got)\s+to\s+(?:stop|leave|go(?!\s+(?:into|back\s+to))|quit|end|finish(?!\s+(?:my|the|school))|"
    r"skip|know|ask|pause|hear|understand|say|add|clarify|repeat|wait|think|continue|answer|talk\s+about\s+something)|let\s+me|give\s+me|excuse\s+me|sorry|pardon|repeat|rephrase|hear\s+(?:me|you)|wait|one\s+(?:second|moment|minute|sec)|"
    r"nervous|tired|stressed|embarrassed|upset|cry(?:ing)?|died|funeral|new\s+to\s+this|out\s+of\s+work|unemployed|between\s+jobs|"
    r"whatever|thank\s+you|please|you\s+(?:know|tell|mean|think)|interview|idk|dunno)\b",
    re.I,
)
REMARK: Final = re.compile(
    r"(?:hard|difficult|good|tough|strange|weird|funny|interesting|great|big|tricky)\s+(?:question|one|to\s+say)|let\s+me\s+(?:see|think)|"
    r"^\W*(?:sorry|excuse\s+me|pardon|please|one\s+(?:second|moment)|(?:i\s+)?(?:don['’]?t|do\s+not)\s+(?:really\s+)?know|i['’]?m\s+not\s+sure)\W*$",
    re.I,
)
"""Said before an answer as often as instead of one: what follows it may still answer."""

_TO_US: Final = re.compile(
    r"\b(?:your|yours|yourself|you(?!\s+(?:know|could\s+say))|let['’]?s|myself|us)\b|"
    r"^\W*(?:please\s+|just\s+|then\s+|now\s+)*(?:(?:tell|ask|show|give|write|read|sing|call|let|help|teach|leave|trust|forgive|kiss|bear\s+with)\s+"
    r"(?:me|us|my)|come\s+(?:again|on|back)|move\s+on|go\s+(?:back|on|ahead|away)|turn\s+\w+|set\s+an?|ignore|forget|scratch|see\s+(?:my|above)|"
    r"skip|stop|wait|hold\s+on|hang\s+on|repeat|play|change|switch|hey|alexa|siri)\b",
    re.I,
)
"""Said to the interviewer."""
_UNKIND: Final = re.compile(
    r"\b(?:fuck\w*|shit\w*|bullshit|crap|ass|asshole|arse\w*|bastard|bitch|idiot|moron|stupid|dumb|screw\s+(?:you|this)|damn|bloody\s+hell|"
    r"sexy|bot|robot|machine\s+voice|chatgpt)\b",
    re.I,
)
_MISSED: Final = re.compile(
    r"\b(?:didn['’]?t|couldn['’]?t|did\s+not|could\s+not)\s+(?:catch|hear|get|understand|follow)|\b(?:catch|heard)\s+(?:that|half|the)|"
    r"\b(?:question|answer|example|topic|subject|story|word\s+in|english\s+word|wifi|wi-fi|internet|connection|microphone|mic|headset|camera|"
    r"screen|sound|audio|goodbye|bye|withdraw|refuse|again|earlier|before)\b(?!\s+(?:of\s+my|desk|room))",
    re.I,
)
_DENIES: Final = re.compile(
    r"^\W*(?:no\s|not\s|(?:it|that)(?:['’]?s|\s+is|\s+was)\s+(?:not|never)\b|i\s+(?:just\s+|really\s+)?(?:wouldn|couldn|shouldn|haven|hadn|wasn|isn|didn|can|won)['’]?t\b|i\s+no\s+longer\b|"
    r"i\s+don['’]?t\s+(?!give\s+up|panic|get\s+(?:angry|nervous|tired)|mind|complain|quit|lose|shy|let)|i\s+never\s+(?:said|did|had|told|was|worked|learned))",
    re.I,
)


def is_no_answer(words: str) -> bool:
    """Whether these words tell nothing of the candidate's work: they refuse, deny, or speak to the
    interviewer."""
    signs = (REFUSES, _TO_US, _UNKIND, _MISSED, _DENIES)
    return any(sign.search(words) is not None for sign in signs)
