"""Facts a candidate states, in the candidate's own words.

A fact is found behind a phrase that introduces it: the plan's own `cues` first, then the phrases
below for the well-known keys. What follows, up to the end of the clause, is the fact: always a
verbatim piece of the answer, never a paraphrase. An answer to the very question that asks for a
fact is that fact when no phrase fits. Speech-to-text gives "im a nurse eight years now and i" as
readily as "I'm a nurse, eight years now, and I": punctuation ends a clause, and so do the words
that begin the next one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Final

from greenroom.interview.plan import Fact, Question
from greenroom.interview.questions import content, words
from greenroom.interview.understanding.lexicon import I_AM, NO_ROLES, NUMBER, ROLE_NOUNS, YEARS
from greenroom.interview.understanding.sense import Nothing

_MAX_WORDS = 20
_LONGEST_CLAUSE = 300
"""Characters in which a clause is looked for: more than twenty words have."""
_MOST_TRIED = 50
"""Places behind one phrase that are looked at; a fact is told at the first or second."""
_ADVERB = r"(?:(?:currently|now|actually|just|basically|also|presently|really|very|mainly|mostly|working)\s+)*"
_WANT = r"(?:want|hope|hoping|would\s+like|['’]?d\s+like|plan|planning|looking|aim|aiming)"
_ACHIEVED = (
    r"led|built|launched|shipped|created|founded|rebuilt|designed|automated|reduced|improved|"
    r"migrated|introduced|won|saved|cut|grew|doubled|halved"
)

_CLAUSE_END = re.compile(
    r"[.!?;:\n]|\s[-–—]\s|(?:,|(?<![\s,]))\s++(?:"
    r"(?:and|but|so|because|though|although|while|where|who|which|or)\s+"
    r"(?:i|i['’]?m|i['’]?ve|im|ive|we|my|it|he|she|they|that|the|there|currently|now|before)\b"
    r"|(?:i|i['’]?m|i['’]?ve|im|ive|we|we['’]?ve|my)\s"
    r"|(?:(?:and|for|with|since|about|over|almost|nearly|around)\s+){0,2}"
    rf"(?:{NUMBER}|a|one)(?:\s+(?:plus|or\s+{NUMBER}))?\s+(?:years?|decades?)\b"
    r"|(?:because|but|although|though)\s)",
    re.I,
)
_COMMA = re.compile(r",\s")

_PHRASES: Final[Mapping[str, tuple[str, ...]]] = {
    "name": (r"\bmy name(?:['’]?s|\s+is)\s+", r"\bcall me\s+", r"\bi['’]?m called\s+"),
    "role": (
        r"\bmy (?:current |present )?(?:role|job(?: title)?|title|position|profession)"
        r"(?:\s+is|['’]s)\s+(?:as\s+)?(?:an?\s+|the\s+|to\s+)?",
        rf"\bi\s+(?:{_ADVERB})work\s+(?:{_ADVERB})as\s+(?:an?\s+|the\s+)?",
        rf"{I_AM}\s+(?:{_ADVERB})(?:employed\s+)?as\s+(?:an?\s+|the\s+)?",
        r"\b(?:worked|working)\s+as\s+(?:an?\s+|the\s+)?",
        rf"\bi\s+(?:{_ADVERB})work\s+(?:in|on|with)\s+(?:the\s+)?",
        rf"{I_AM}\s+(?:{_ADVERB})(?:in|on|with)\s+(?:the\s+|an?\s+)?",
        rf"\bi\s+{_ADVERB}(?=(?:lead|manage|run|teach|head)\s)",
    ),
    "highlight": (
        r"\b(?:good|great|strong|best|skilled|strongest|confident)\s+(?:at|in|with)\s+",
        r"\bproud\s+of\s+",
        r"\b(?:my|the|a|one|another)\s+(?:\w+\s+)?"
        r"(?:strengths?|strong\s+point|speciality|specialty|highlights?|achievement)"
        r"(?:\s+(?!is\b|are\b|was\b)\w+){0,4}\s+(?:is|are|was|were|lies?\s+in|would\s+be)\s+",
        r"\b(?:i\s+)?speciali[sz](?:e|ing|ed)\s+in\s+",
        r"\bknown\s+for\s+",
        r"\bwhat\s+i\s+do\s+best\s+is\s+",
        r"\b(?:an?\s+)?expert\s+(?:in|on|at)\s+",
        r"\b(?:experienced|experience)\s+(?:in|with)\s+",
        r"\bi\s+(?:mostly\s+|mainly\s+)?focus\s+on\s+",
        rf"\bi(?:['’]?ve)?\s+(?:\w+ly\s+)?(?=(?:{_ACHIEVED})\s)",
    ),
    "skills": (
        r"\bmy\s+(?:\w+\s+)?skills\s+(?:are|include)\s+",
        r"\b(?:good|great|strong|best|skilled)\s+(?:at|in|with)\s+",
        r"\b(?:experienced|experience|familiar|fluent)\s+(?:in|with)\s+",
        r"\bi\s+(?:mostly\s+|mainly\s+|usually\s+)?(?:use|know|write|program\s+in|code\s+in)\s+",
        r"\bi\s+work\s+with\s+",
    ),
    "goals": (
        r"\bmy\s+(?:\w+\s+)?(?:goal|aim|plan|ambition)\s+is\s+(?:to\s+)?",
        rf"\bi(?:['’]?m|\s+am)?\s*{_WANT}\s+(?:to|for)\s+",
        r"\bin\s+the\s+future\s+i\s+",
    ),
    "target_role": (
        r"\b(?:looking|searching|applying|applied|aiming|hoping)\s+for\s+(?:an?\s+|the\s+)?"
        r"(?:(?:role|job|position)\s+(?:as|in)\s+(?:an?\s+|the\s+)?)?",
        rf"\bi(?:['’]?m)?\s*{_WANT}\s+(?:to\s+)?(?:be|become|work\s+as|move\s+into)\s+(?:an?\s+|the\s+)?",
        r"\bmy\s+(?:next|target|dream)\s+(?:role|job|position)\s+(?:is|would\s+be)\s+(?:an?\s+|the\s+)?",
        r"\b(?:interested\s+in|move\s+into)\s+(?:the\s+|an?\s+)?(?=[^.,;]{0,40}\b(?:role|position|job)\b)",
    ),
    "background": (
        r"\bi\s+(?=(?:studied|graduated|trained|started|grew|worked|did\s+my)\s)",
        r"\bmy\s+background\s+is\s+(?:in\s+)?",
        r"\ba\s+background\s+in\s+",
        r"\b(?:an?\s+)?(?=(?:bachelor|master|degree|diploma|phd|apprenticeship)\b)",
    ),
}
PHRASES: Final[Mapping[str, tuple[re.Pattern[str], ...]]] = {
    key: tuple(re.compile(phrase, re.I) for phrase in phrases) for key, phrases in _PHRASES.items()
}
"""What introduces a fact, by its key; the fact begins where the match ends."""

_I_AM_A = re.compile(rf"{I_AM}\s+{_ADVERB}(?:an?|the)\s+", re.I)
_I_AM_HEAD = re.compile(
    rf"{I_AM}\s+{_ADVERB}(?=(?:head|lead|senior|junior|chief|vice|director|cto|ceo|vp|principal|"
    r"staff|founder|cofounder|co-founder|studying)\b)",
    re.I,
)
_I_WAS_A = re.compile(r"\bi\s+was\s+(?:an?|the)\s+", re.I)
_APPOSED = re.compile(r"(?:^|[,.]\s*|\bas\s+)(?:an?|the)\s+", re.I)
_I_AM_NAME = re.compile(
    rf"(?i:{I_AM})\s+(?P<fact>[A-Z][\w'’-]+(?:\s+[A-Z][\w'’-]+)?)(?=\s*(?:[,.!]|$|\s(?:and|from|a|an|I)\b))"
)
_LEADING = re.compile(
    r"^(?:(?:um+|uh+|er+|hmm+|well|so|okay|ok|yes|yeah|sure|like|basically|right\s+now|currently|"
    r"i\s+(?:would\s+say|think|guess)|i['’]d\s+say|it['’]?s|it\s+is|that\s+(?:would\s+be|is)|"
    rf"{I_AM}|an?|the)\b[\s,]*)+",
    re.I,
)
_NAME = re.compile(
    r"(?!(?:and|i|from|a|the|im|not)\b)[^\W\d_][\w'’-]*(?:\s+[A-Z][\w'’-]*){0,2}", re.I
)


def extract(
    answer: str,
    facts: Iterable[Fact],
    question: Question | None = None,
    nothing: Nothing | None = None,
    language: str = "en",
) -> Mapping[str, str]:
    """The stage's facts that this answer states. Every value is a substring of `answer`. `nothing`
    is why the answer says nothing, if it does (`sense.nothing_in`)."""
    if nothing not in (None, Nothing.OFF_TOPIC):
        return _bare(answer, facts, question)
    found: dict[str, str] = {}
    for fact in facts:
        own = after_cues(answer, fact.cues)
        known = _well_known(answer, fact.key) if own is None and language == "en" else own
        asked = nothing is None and question is not None and fact.question == question.text
        value = known or (_first_clause(answer) if asked else None)
        if value:
            found[fact.key] = value
    return found


def _bare(answer: str, facts: Iterable[Fact], question: Question | None) -> Mapping[str, str]:
    """A word or two, given to the very question that asks for a name, a role or years."""
    short = {"name", "role", "years", "target_role"}
    said = words(answer)
    for fact in facts:
        asked = question is not None and fact.question == question.text
        if asked and fact.key in short and 0 < len(said) < 3 and _tells(fact.key, said):
            return {fact.key: answer.strip(" .,!?")}
    return {}


def _tells(key: str, said: tuple[str, ...]) -> bool:
    if key in ("role", "target_role"):
        return any(_is_role_noun(word) for word in said)
    return bool(content(" ".join(said))) and not {"no", "yes", "pass", "nothing"} & set(said)


def after_cues(answer: str, cues: Iterable[str]) -> str | None:
    for cue in cues:
        parts = [re.escape(part) for part in cue.split()]
        pattern = r"\b" + r"\s+".join(parts).replace("'", "['’]?") + r"\b[\s,:]*"
        for match in islice(re.finditer(pattern, answer, re.I), _MOST_TRIED):
            if value := clause(answer, match.end()):
                return value
    return None


def _well_known(answer: str, key: str) -> str | None:
    if key == "years":
        match = YEARS.search(answer)
        return match["fact"] if match else None
    if key == "name":
        return _name(answer)
    if key == "role" and (role := _role(answer)):
        return role
    keep_lists = key in ("skills", "highlight")
    for pattern in PHRASES.get(key, ()):
        for match in islice(pattern.finditer(answer), _MOST_TRIED):
            if value := clause(answer, match.end(), keep_lists=keep_lists):
                return value
    return None


def _name(answer: str) -> str | None:
    for pattern in PHRASES["name"]:
        for match in pattern.finditer(answer):
            if name := _NAME.match(answer, match.end()):
                return _proper(name[0])
    called = _I_AM_NAME.search(answer)
    return called["fact"] if called and not _is_role_noun(called["fact"].split()[-1]) else None


def _proper(name: str) -> str:
    """At most the capitalised words when the writing has capitals; else the first word."""
    first, *rest = name.split()
    if not first[0].isupper():
        return first
    end = next((i for i, word in enumerate(rest) if not word[0].isupper()), len(rest))
    return name[: len(first)] if end == 0 else " ".join(name.split(" ")[: end + 1])


def _role(answer: str) -> str | None:
    """ "I'm a …" is a role only with a word for one in it: people are also "a quick learner"."""
    for pattern in (_I_AM_HEAD, _I_AM_A):
        for value in _clauses(answer, pattern):
            if pattern is _I_AM_HEAD or _names_role(value):
                return value
    stated = PHRASES["role"][:4]
    if any(pattern.search(answer) for pattern in stated):
        return None
    for pattern in (_APPOSED, _I_WAS_A):
        for value in _clauses(answer, pattern):
            if _names_role(value):
                return value
    return None


def _clauses(answer: str, pattern: re.Pattern[str]) -> Iterator[str]:
    for match in islice(pattern.finditer(answer), _MOST_TRIED):
        if value := clause(answer, match.end()):
            yield value


def _names_role(value: str) -> bool:
    return any(_is_role_noun(word) for word in words(value)[:5])


def _is_role_noun(word: str) -> bool:
    word = word.lower()
    if word in NO_ROLES:
        return False
    return word in ROLE_NOUNS or (
        len(word) > 5 and word.endswith(("er", "or", "ist", "ian", "eer"))
    )


def clause(answer: str, start: int, *, keep_lists: bool = False) -> str | None:
    """What stands from `start` to the end of its clause, at most twenty words; None if nothing."""
    rest = answer[start : start + _LONGEST_CLAUSE]
    end = _CLAUSE_END.search(rest)
    text = rest[: end.start()] if end else rest
    if not keep_lists and (comma := _COMMA.search(text)):
        text = text[: comma.start()]
    text = _shortened(text).strip(" ,.!?;:\t\r\n")
    return text if content(text) else None


def _shortened(text: str) -> str:
    """Twenty words at most; a longer text is cut at its last comma before that, if it has one."""
    limit = re.match(rf"\s*+(?:\S++\s++){{{_MAX_WORDS}}}(?=\S)", text)
    if limit is None:
        return text
    cut = limit[0].rfind(",")
    return limit[0][:cut] if cut > 0 else limit[0]


def _first_clause(answer: str) -> str | None:
    """None if the candidate asks something back: that is no fact."""
    if "?" in answer:
        return None
    lead = _LEADING.match(answer)
    return clause(answer, lead.end() if lead else 0, keep_lists=True)
