"""Which part of a story was told in which words: the ledger of a stage, and how deep the story goes.

It is folded from `Message.told` of the stage's answers. An end and a price need a second sign, since damage
and need read like them ("the till went down for two hours", "we had no money"): the reader is certain, a deed
was told before, or the question asked for it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from greenroom.interview.plan import StagePlan
from greenroom.interview.reading import Reading, Told
from greenroom.interview.transcript import Message
from greenroom.interview.understanding.lexicon import QUANTITY
from greenroom.interview.understanding.rating import story_depth
from greenroom.interview.understanding.sense import nothing_in
from greenroom.interview.understanding.story import (
    ACTION,
    ANSWERED,
    MEASURABLE_RESULT,
    PARTS,
    RESULT,
    TOGETHER,
    TRADE_OFF,
)
from greenroom.interview.understanding.telling import (
    of_others,
    only_meant,
    parts_by_cues,
    tells_deed,
    told_at,
)

CERTAIN: Final = 0.8
"""From here on an end or a price needs no second sign."""
ANSWERS: Final = 0.5
"""From this `Reading.answer` on the turn answers at all."""
_RESULTS: Final = frozenset({RESULT, MEASURABLE_RESULT})
_FOLLOW: Final = _RESULTS | {TRADE_OFF}
"""Parts that follow a deed."""
_CUED: Final = _FOLLOW | {ACTION}
"""Parts whose cue words are added to a reading; how things stood has none that are plain enough."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A part of a story, and where it was told."""

    part: str
    message: int
    """The message's place in the transcript."""
    start: int
    end: int
    words: str


def ledger(messages: Sequence[Message], stage: StagePlan) -> tuple[Entry, ...]:
    """What the answers of this stage told, oldest first."""
    entries: list[Entry] = []
    deed = False
    for place, message in enumerate(messages):
        if message.kind != "answer" or message.stage != stage.id:
            continue
        asked = topic_of(stage, message.question_id) in _FOLLOW
        unsure = {one for one in message.told if one.part in _FOLLOW and one.sure < CERTAIN}
        deed_at = told_at(message.text, tells_deed) if unsure and not (asked or deed) else None
        for told in message.told:
            before = told.start if told.part == TRADE_OFF else told.end
            signed = asked or deed or (deed_at is not None and deed_at <= before)
            if told in unsure and not signed:
                continue
            words = message.text[told.start : told.end]
            if told.part == ACTION and wants_story(stage) and only_meant(words):
                continue
            entries.append(Entry(told.part, place, told.start, told.end, words))
            deed = deed or told.part == ACTION
        deed = deed or tells_deed(message.text)
    return tuple(entries)


def deeds(messages: Iterable[Message], stage: StagePlan) -> frozenset[str]:
    """What was told of deeds beside the ledger: `TOGETHER` where somebody did something with others, and to a question
    for what they did `ACTION`, or `ANSWERED` where it was somebody else's. An end with an
    amount, to the question for the end, is measured."""
    return frozenset(found for m in messages if (found := _deed(m, stage)))


def _deed(message: Message, stage: StagePlan) -> str:
    if message.kind != "answer" or message.stage != stage.id:
        return ""
    if topic_of(stage, message.question_id) == RESULT and QUANTITY.search(message.text):
        return MEASURABLE_RESULT
    told = tells_deed(message.text)
    if topic_of(stage, message.question_id) == ACTION and (told or not nothing_in(message.text)):
        return ANSWERED if of_others(message.text) else ACTION
    return TOGETHER if told else ""


def topic_of(stage: StagePlan, question_id: str | None) -> str | None:
    """What a probe of the stage asks for."""
    return next((probe.topic for probe in stage.probes if probe.id == question_id), None)


def wants_story(stage: StagePlan) -> bool:
    """Whether the stage asks for something that was done."""
    return stage.story or any(probe.topic in PARTS for probe in stage.probes)


def depth_so_far(
    stage: StagePlan, depth: int | None, best: int | None, parts: Iterable[str]
) -> int | None:
    """The depth of what the stage has heard so far; None if nothing was assessed.

    A weak answer sets nothing back: the best one counts, and all parts together. Only a story of which
    neither deed nor end was told begins with each answer again.
    """
    told = frozenset(parts)
    known = [found for found in (depth, best) if found is not None]
    if not known:
        return None
    if not wants_story(stage):
        return max(known)
    if told & {ACTION, *_RESULTS}:
        return max(*known, story_depth(told))
    return known[0]


def told_in(text: str, reading: Reading | None, language: str) -> tuple[Told, ...]:
    """The parts of a story in an answer: as it was read, or by its words where nobody read it."""
    if reading is None:
        return parts_by_cues(text, language)
    inside = [told for told in reading.told if 0 <= told.start < told.end <= len(text)]
    return with_cues(inside, text, language if reading.answer >= ANSWERS else "")


def with_cues(read: Iterable[Told], text: str, language: str) -> tuple[Told, ...]:
    """What was read, with each part that the words name plainly ("I compared …") and the reader found nowhere in the
    answer: it took it for something else. The interview and its report count the same parts."""
    found = {*read}
    parts = {told.part for told in found}
    cued = (told for told in parts_by_cues(text, language) if told.part in _CUED - parts)
    found.update(cued)
    return tuple(sorted(found, key=lambda told: (told.start, told.end, told.part)))
