"""What is said before the next question: words of the candidate taken up, or a neutral word (F18).

Nothing here claims anything about the answer. A lead names what was said, in the words of a reading
(`reading.Phrase`) or in a clause of the answer (`retelling.retold`), or it is true of any answer. Each phrase is named once in an interview, the sentence that
was used least comes next, and no sentence comes twice in a row.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final
from zlib import crc32

from greenroom.interview.brief import Brief
from greenroom.interview.ledger import topic_of
from greenroom.interview.phrases import phrases
from greenroom.interview.plan import Question
from greenroom.interview.questions import content, is_follow_up, normalised
from greenroom.interview.quotable import may_be_named
from greenroom.interview.retelling import hurts, retold
from greenroom.interview.understanding.sense import Nothing, is_of_leisure
from greenroom.interview.understanding.story import ACTION
from greenroom.interview.understanding.telling import tells_deed

SURE: Final = 0.6
"""A phrase is named from here on."""
PLAIN: Final = 0.75
"""A phrase that is less sure waits behind a whole clause."""
PLACE: Final = "{phrase}"
_MENTIONED: Final = (
    "You mentioned {phrase}.",
    "You spoke about {phrase}.",
    "You told me about {phrase}.",
    "Thank you for mentioning {phrase}.",
    "Right, you mentioned {phrase}.",
    "Thanks for telling me about {phrase}.",
    "Thanks for what you said about {phrase}.",
)
"""Before a question that goes on with what was said just now. It need not be about this phrase."""
_ABOUT: Final = ("About {phrase}:", *_MENTIONED)
"""The same with what the story is about."""
_EARLIER: Final = (
    "Let me come back to {phrase}.",
    "Back to {phrase} for a moment.",
)
"""With what the story was about, after other words."""
_BEFORE: Final = (
    "Earlier you mentioned {phrase}.",
    "You spoke of {phrase} before.",
    "Before that you told me about {phrase}.",
)
"""With anything else of an earlier answer."""
_THANKS: Final = (
    "Thank you for telling me about {phrase}.",
    "Thanks for what you said about {phrase}.",
    "Okay, thanks for mentioning {phrase}.",
    "Thank you for mentioning {phrase}.",
    "Thanks for telling me about {phrase}.",
)
"""Before a question about something else."""
_SAID: Final = (
    "You said that {phrase}.",
    "So, {phrase}.",
    "You mentioned that {phrase}.",
    "You said just now that {phrase}.",
)
"""With a whole clause, before a question that goes on with it."""
_SAID_THANKS: Final = (
    "Thank you for telling me that {phrase}.",
    "Okay, so {phrase}. Thank you.",
    "Thanks for telling me that {phrase}.",
)
"""With one before a question about something else."""
_GENTLE: Final = (
    "That's all right.",
    "No problem.",
    "That's fine.",
    "Not to worry.",
    "It's fine to leave that open.",
    "That's no problem at all.",
    "We can leave that.",
)
_UNCLEAR: Final = (
    "I did not quite catch that.",
    "Sorry, I could not follow that.",
    "That did not come through clearly.",
)
_SUBJECT: Final = 16
"""So many words at the beginning of a story say what it is about, if its first sentence is not shorter."""
_SENTENCE: Final = re.compile(r"[.!?](?:\s|$)")
_TO_WORK: Final = (
    "Let me bring us back to your work.",
    "Let's come back to your work.",
)
"""After an answer about home and leisure alone."""
_BACK: Final = re.compile(r"\b(?:it|that|this|there|those|afterwards)\b", re.I)
"""Words of a question that speak of what was said before."""
_LONG: Final = re.compile(r"\b(?:that|who|which)\b")
_INSIDE: Final = re.compile(r"\{phrase\} \w")
"""A phrase with a clause of its own is said last: not "I have the plan that has gone in my notes"."""
_OPENER: Final = re.compile(
    r"(?:What|How|Which|Who|When|Where|Why|Can|Could|Did|Do|And|If|Now|Tell)\b"
)
"""The first word of a question that may follow a colon in small letters."""


def with_lead(brief: Brief, nothing: Nothing | None, question: Question, text: str) -> str:
    """`text`, the question as it is spoken, with a lead before it."""
    lead = lead_to(brief, nothing, question, text)
    if lead.endswith(":"):
        text = text[0].lower() + text[1:]
    return f"{lead} {text}"


def lead_to(brief: Brief, nothing: Nothing | None, question: Question, text: str) -> str:
    """The lead alone."""
    if brief.language == "en" and is_of_leisure(brief.answer, brief.question.text):
        return chosen(brief, _TO_WORK)
    first = _first(brief, nothing)
    frames, named = _taken_up(brief, nothing, question)
    if not named:
        return first or chosen(brief, phrases(brief.language).neutral)
    fitting = [
        frame
        for frame in frames
        if (not frame.endswith(":") or (_OPENER.match(text) and not first))
        and (not _LONG.search(named) or not _INSIDE.search(frame))
    ]
    return f"{first} {chosen(brief, fitting).replace(PLACE, named)}".strip()


def _first(brief: Brief, nothing: Nothing | None) -> str:
    """A word to an answer that said nothing; "" to any other."""
    if brief.language != "en":
        return ""
    if nothing in (Nothing.SILENT, Nothing.DONT_KNOW):
        return chosen(brief, _GENTLE)
    return chosen(brief, _UNCLEAR) if nothing is Nothing.GIBBERISH else ""


def _taken_up(
    brief: Brief, nothing: Nothing | None, question: Question
) -> tuple[tuple[str, ...], str]:
    """The frames that fit the question, and the phrase to put into one of them; "" if none fits."""
    offered = _offered(brief, nothing, question)
    return next(((frames, named) for frames, named in offered if named), ((), ""))


def _offered(
    brief: Brief, nothing: Nothing | None, question: Question
) -> Iterator[tuple[tuple[str, ...], str]]:
    """What may be taken up, best first: what the question itself goes back to, a clause or a phrase of this answer, and
    a phrase of the story before it."""
    follows = is_follow_up(brief.stage, question.id)
    speaks_back = _BACK.search(question.text) is not None
    goes_on = brief.stage.story and (follows or speaks_back)
    if brief.language != "en" or not (follows or goes_on):
        return
    said = [f" {normalised(text)} " for text in (*brief.spoken, question.text)]
    before = _before(brief, nothing, said, question) if goes_on else ""
    earlier = (_EARLIER if _is_subject(brief, before) else _BEFORE), before
    if nothing or (speaks_back and brief.answer != brief.story):
        yield earlier
    if nothing:
        return
    now, sure = _fresh(said, question, brief.phrases)
    if now and (hurts(now, brief.answer) or (speaks_back and not _is_in_story(brief, now))):
        now = ""  # "it" is something of the story
    told = "" if brief.doubted else brief.answer
    of_clauses = _SAID if goes_on else _SAID_THANKS
    clause = retold(told) if sure < PLAIN or not now or speaks_back else ""
    if not _answers(brief, question, clause) and _is_new(said, question, clause):
        yield of_clauses, clause
    subject = _is_subject(brief, now) and not speaks_back
    yield ((_ABOUT if subject else _MENTIONED) if goes_on else _THANKS), now
    others = retold(told, own=False)
    if _is_new(said, question, others):
        yield of_clauses, others
    yield earlier


def _before(brief: Brief, nothing: Nothing | None, said: Sequence[str], question: Question) -> str:
    """A phrase of the earlier answers that may be named; ""."""
    before = _fresh(said, question, brief.earlier_phrases)[0]
    elsewhere = not nothing and not _is_in_story(brief, before)
    return "" if elsewhere or hurts(before, " ".join(brief.earlier)) else before


def _is_subject(brief: Brief, named: str) -> bool:
    """Whether the story that goes on begins with it."""
    first = _SENTENCE.split(brief.story, 1)[0].split()[:_SUBJECT]
    return f" {_bare(named)} " in f" {normalised(' '.join(first))} "


def _is_in_story(brief: Brief, named: str) -> bool:
    """Whether it was told in the answer that began the story."""
    return f" {_bare(named)} " in f" {normalised(brief.story)} "


def _answers(brief: Brief, question: Question, clause: str) -> bool:
    """Whether the clause tells a deed, and the question asks for one: "you moved the beds. What did you do?"."""
    asks = topic_of(brief.stage, question.id) == ACTION
    return asks and tells_deed(re.sub(r"^you\b", "we", clause))


def _fresh(
    said: Sequence[str], question: Question, offered: Sequence[tuple[str, float]]
) -> tuple[str, float]:
    """The best phrase that is new, and how sure it is."""
    for named, sure in offered:
        if sure >= SURE and may_be_named(named) and _is_new(said, question, named):
            return named, sure
    return "", 0.0


def _is_new(said: Sequence[str], question: Question, named: str) -> bool:
    """It was not named before, and the question speaks of something else."""
    repeated = any(f" {_bare(named)} " in text for text in said)
    return not repeated and not content(named) & content(question.text)


def _bare(named: str) -> str:
    return re.sub(r"^(?:the|your) ", "", normalised(named))


def chosen(brief: Brief, choices: Sequence[str]) -> str:
    """The one used least in this interview, and not the last one; which of several, the answer decides."""
    turn = crc32(brief.answer.encode("utf-8", "replace")) % len(choices)
    order = (*choices[turn:], *choices[:turn])
    last = brief.spoken[-1:]
    return min(order, key=lambda one: (_times(one, last), _times(one, brief.spoken)))


def _times(sentence: str, texts: Sequence[str]) -> int:
    before, _, after = sentence.partition(PLACE)
    return sum(before in text and after in text for text in texts)
