"""What the words must hold so that some kinds of aside may be read in them, whatever the trained head finds.

Each of these kinds is answered with a word about the person ("I am very sorry", "this annoys you"). Without a
ground for it in the words, such an answer would be untrue.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from greenroom.interview.reading import About
from greenroom.interview.understanding.unspoken import SWEARING

_REFUSAL: Final = re.compile(
    r"\b(?:will not|won['’]?t|do not (?:want|wish|like)|don['’]?t (?:want|wish|like)|would not|wouldn['’]?t|rather not|"
    r"prefer not|can(?:no|['’]?)t)\s+(?:to\s+)?(?:really\s+)?(?:talk|speak|go\s+into|discuss|say|tell|share|get\s+into|answer|comment)\b",
    re.I,
)
"""What somebody keeps to themselves is a refusal, not distress."""
_ONESELF: Final = re.compile(r"\b(?:i|im|ive|id|me|my|mine|we|us|our|sorry|oh|god)\b", re.I)
_AT_US: Final = re.compile(
    r"\b(?:you|your|youre|yourself|shut|hate|stupid|useless|idiot\w*|dumb|rubbish|machine|robot|bot|ai)\b",
    re.I,
)
_JOB_OFFERS: Final = re.compile(
    r"^\W*(?:do|does|will|would|is|are)\s+(?:you|they|the\s+\w+|there)\s+(?:help|offer|pay|provide|give|run|have|courses?|lessons?)\b",
    re.I,
)
_ASKS_WHY: Final = re.compile(r"^\W*(?:and |but |so )?why\s+(?:do|did|are|would)\s+you\b", re.I)
_CORRECTS: Final = re.compile(
    r"\b(?:sorry|wait|hang on|actually|correct\w*|wrong(?:ly)?|mistake|mistaken|mis(?:heard|spoke|said)|my bad|"
    r"rather|instead|typo|spel(?:t|led|ling?)|pronounced?|call(?:ed|s)? me|name(?:['’]?s)?|"
    r"i (?:said|mean|meant|told|never said)|(?:did|do|does|was|were|is|are|has|have|had)(?: not|n['’]?t)|not|isn['’]?t|no|nope|nah)\b",
    re.I,
)
"""Words with which something is put right."""
_HEARD: Final = re.compile(
    r"\b(?:sa(?:y|id|ying)|hear|heard|mis\w+|wr(?:ite|ote|itten|ong\w*)|typo|spel\w+|got|get|gotten|you|mistake)\b",
    re.I,
)
"""Words about what was heard or written down: without them nobody says that we misheard."""
_OPENS_CORRECTION: Final = re.compile(
    r"\W*(?:\w+\W+){0,2}?(?:sorry|wait|actually|correct\w*|no|nope|scratch that|my (?:bad|mistake)|excuse me|i (?:said|mean|meant|told (?:you )?wrong\w*|misspoke))\b"
    r"|.*\bnot\s+(?:\w+\s+){0,3}\w+\W*$",
    re.I | re.S,
)
"""How a correction begins beside what is told, or how it sets two things against each other."""
_SUBORDINATE: Final = re.compile(
    r"(?:and\s+|but\s+)?(?:because|if|which|whereas|although|though|since|while|until|unless)\b",
    re.I,
)
_OF_THE_JOB: Final = re.compile(
    r"\b(?:would|will|ll)\s+(?:be\s+)?(?:my|our)\b|\b(?:would|will)\s+(?:i|we)\s+(?:\w+\s+){0,2}?(?:be|have|get|need|work|report|earn|use|wear|drive)\b|"
    r"\b(?:what|which|how|who|where|when)\b.{0,20}\b(?:the|your|this|that)\s+(?:job|role|position|post|contract|company|team|ward|shop|place|pay)\b",
    re.I,
)
"""What somebody would do and have, once they had the job."""
_OF_THE_QUESTION: Final = re.compile(
    r"\b(?:questions?|answer\w*|say|tell|talk\w*|speak\w*|stor(?:y|ies)|mean\w*|describe|mention|repeat|explain|examples?|"
    r"start|begin|focus|choose|pick|count\w*|okay|ok|fine|right|do\s+i|asking)\b",
    re.I,
)
"""Words about what was asked, and how it may be answered."""
_OF_TIME: Final = re.compile(
    r"\b(?:left|remain\w*|how (?:long|much|many|far)|longer|more|until|till|finish\w*|end\w*|over|last\w*|take[ns]?|almost|nearly|"
    r"minutes?|to go|soon|run\w*|out of|enough|late|clock|when|wrap\w*|rest|due|hours?)\b|\b(?:have|got|time is|the time)\b.{0,12}\b(?:time|it)\b",
    re.I,
)
"""Words that ask what is left of the interview."""
_OF_HEARING: Final = re.compile(
    r"\b(?:hear\w*|listen\w*|there|here|on|working|works?|sound\w*|mic\w*|audio|hello|hallo|catch|get\w*|got|come|coming|loud\w*|clear\w*|"
    r"volume|connect\w*|line|lost|gone|frozen|froze|voice|still|test\w*|understand\w*|receiv\w*|reach\w*|through|me)\b",
    re.I,
)
"""Words that ask whether we hear."""
_NOT_THIS_BUT: Final = re.compile(
    r"^\W*(?:(?:no|sorry|wait|oh)\W+){0,2}not\s+(?:\w+\s+){0,2}\w+\W+(?:but\s+)?i\s+(?:mean|meant|said)\s+(?!you\b|what\b)\w",
    re.I,
)
"""Who sets one word in the place of another asks nothing."""
_LOST_THREAD: Final = re.compile(r"\b(?:lost|losing) (?:my|the|track|where)\b", re.I)
"""Who begins again for that lost their thread."""
_OUR_NAME: Final = re.compile(r"\b(?:your name|you called|call you)\b", re.I)
_OF_ANYBODY: Final = re.compile(
    r"^\W*(?:and |but |so )?you\s+(?:can(?:no|['’]?)t|can|could|have|will|never|always|are|get)\b",
    re.I,
)
"""How something is told that holds for everybody: "you can ignore an email"."""
_NO_CLARIFYING: Final = (
    (_OUR_NAME, (About.PROCESS, "person")),
    (_NOT_THIS_BUT, (About.CORRECT, "fact")),
)
"""What is no question about the question, and what it is instead."""
_BETTER: Final[Mapping[About, tuple[About, str]]] = {
    About.DISTRESS: (About.DECLINE, "private"),
    About.LANGUAGE: (About.JOB, "other"),
    About.ABUSE: (About.CLARIFY, "meaning"),
}
"""What it is instead, where another kind has its ground in the words."""


def grounded(about: About, topic: str, text: str, *, telling: bool) -> tuple[About, str] | None:
    """The kind and topic that the words have a ground for; None: they are no aside.

    `telling`: the words are one clause of a turn that tells something.
    """
    if telling and _SUBORDINATE.match(text) and not text.rstrip().endswith("?"):
        return None
    if about is About.DISTRESS:
        if _REFUSAL.search(text):
            return _BETTER[about]
        return (about, topic) if not telling or _ONESELF.search(text) else None
    if about is About.CORRECT:
        corrects = _OPENS_CORRECTION.match(text) if telling else _CORRECTS.search(text)
        if topic == "misheard" and not _HEARD.search(text):
            topic = "fact"  # they put their own words right
        return (about, topic) if corrects else None
    if about in (About.PROCESS, About.TROUBLE, About.CLARIFY):
        return _of_the_talk(about, topic, text, telling=telling)
    if about is About.RESTART and topic == "again" and _LOST_THREAD.search(text):
        return About.TROUBLE, "lost_thread"
    if about is About.LANGUAGE and _JOB_OFFERS.search(text):
        return _BETTER[about]
    if about is About.ABUSE and _ASKS_WHY.match(text) and not _rude(text):
        return _BETTER[about]
    return about, topic


def _of_the_talk(about: About, topic: str, text: str, *, telling: bool) -> tuple[About, str] | None:
    """The same for a question about the interview itself."""
    if about is About.CLARIFY:
        return next((better for ground, better in _NO_CLARIFYING if ground.search(text)), None) or (
            _of_the_question(topic, text)
        )
    if about is About.TROUBLE:
        unheard = topic == "hear_me" and not _OF_HEARING.search(text)
        return None if unheard else (about, topic)
    if topic == "time_left" and not _OF_TIME.search(text):
        return About.JOB, "other"
    anybody = telling and _OF_ANYBODY.match(text) and "?" not in text
    return None if anybody else (about, topic)


def _of_the_question(topic: str, text: str) -> tuple[About, str]:
    of_the_job = _OF_THE_JOB.search(text) and not _OF_THE_QUESTION.search(text)
    return (About.JOB, "other") if of_the_job else (About.CLARIFY, topic)


def refuses(text: str) -> bool:
    """Whether somebody says in these words that they will not tell something."""
    return _REFUSAL.search(text) is not None


def _rude(text: str) -> bool:
    words = text.lower().split()
    return len(_AT_US.findall(text)) > 1 or any(word.strip(".,!?") in SWEARING for word in words)
