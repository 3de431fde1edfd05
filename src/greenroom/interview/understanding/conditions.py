"""A lasting condition that somebody tells of themselves ("I'm blind"), and a danger that is over.

Neither is distress of now. The first is met with what helps, and is no answer where nothing else is told; the second
is met gently, and not as panic or as danger. English only.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from greenroom.interview.questions import words
from greenroom.interview.reading import About, Aside, Reading
from greenroom.interview.understanding.story import story_parts

SURE: Final = 0.95
LONGEST: Final = 20
"""Words of a turn that may say nothing but a condition and what follows from it."""

_I: Final = r"\bi(?:['’]?m| am)(?: (?:actually|also|partly|nearly|almost|half|legally|totally|completely|very|a bit|a little))*"
_HAVE: Final = r"\bi(?:['’]?ve(?: got)?| have| live with| was born with| suffer from)(?: (?:a|an|the|some|mild|severe|bad|slight))*"
_CONDITION: Final = re.compile(
    rf"{_I} (?:blind|visually impaired|partially sighted|colou?r[- ]?blind|deaf|hard of hearing|mute|dyslexic|autistic|"
    rf"disabled|paraly[sz]ed|neurodivergent|epileptic|diabetic|in a wheelchair|on the spectrum|a wheelchair user)\b"
    rf"|{_HAVE} (?:stutter|stammer|lisp|speech (?:impediment|disorder|problem)|adhd|add|autism|asperger\w*|dyslexia|"
    rf"tourette\w*|hearing (?:loss|aid|aids|problem)|disability|epilepsy|diabetes|cerebral palsy|low vision|tinnitus|"
    rf"multiple sclerosis|parkinson\w*)\b"
    r"|\bi (?:use|need|am in) a (?:wheelchair|screen reader|hearing aid|white cane|guide dog)\b"
    r"|\bi (?:stutter|stammer|lip[- ]?read)\b|\bi (?:can(?:no|['’]?)t|do(?: no|n['’]?)t) (?:see|hear) (?:very |too |so )?well\b",
    re.I,
)
_ONCE: Final = re.compile(
    r"\b(?:nearly|almost|tried to|attempted to|wanted to)\b[^.!?]{0,12}\b(?:kill(?:ed)? myself|(?:take|took) my (?:own )?life|"
    r"end(?:ed)? my (?:own )?life|end(?:ed)? it all|die\b)|\bi was (?:\w+ ){0,2}?suicidal\b",
    re.I,
)


def of_a_condition(reading: Reading, text: str) -> Reading:
    """The same; where the words tell a condition of the speaker's own, it is no distress, and an aside where
    nothing else is told."""
    if _CONDITION.search(text) is None:
        return reading
    others = tuple(one for one in reading.asides if one.about is not About.DISTRESS)
    reading = replace(reading, asides=others, distress=0.0)
    tells = reading.told or reading.facts or story_parts(text) or len(words(text)) > LONGEST
    if tells:
        return replace(reading, answer=1.0)
    aside = Aside(About.TROUBLE, "condition", 0, len(text), SURE)
    return replace(reading, answer=0.0, asides=(aside,), end=0.0)


def of_the_past(reading: Reading, text: str) -> Reading:
    """The same; distress that tells of an own danger that is over, is called so."""
    if _ONCE.search(text) is None:
        return reading
    kept = tuple(
        replace(one, topic="past") if one.about is About.DISTRESS else one for one in reading.asides
    )
    return replace(reading, asides=kept)
