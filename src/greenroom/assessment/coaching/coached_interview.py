"""An interview as the coaching takes it: its questions and their answers, and of which nothing may be said."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from greenroom.assessment.coaching.answer import Answer
from greenroom.assessment.coaching.asking import asking
from greenroom.assessment.coaching.rules import WORDS
from greenroom.assessment.coaching.shapes import (
    OF_A_STORY,
    Asking,
    Known,
    Withheld,
)
from greenroom.assessment.coaching.went import BROKEN
from greenroom.assessment.exchanges import Exchange, exchanges
from greenroom.assessment.hard_parts import distressed, is_hard
from greenroom.assessment.polite import is_only_polite
from greenroom.assessment.sentence import Sentence
from greenroom.assessment.speech import JournalExtract, Speech
from greenroom.assessment.transcript import Transcript, said
from greenroom.interview.causes import EndReason
from greenroom.interview.ledger import Entry, ledger, with_cues
from greenroom.interview.plan import StagePlan
from greenroom.interview.reading import Told
from greenroom.interview.transcript import Message
from greenroom.interview.understanding.telling import parts_by_cues
from greenroom_turns import folding

Record = Mapping[str, Any]


@dataclass(frozen=True)
class CoachedInterview:
    """A record, with what is known besides."""

    record: Record
    known: Known
    heard: JournalExtract
    language: str

    @cached_property
    def exchanges(self) -> tuple[Exchange, ...]:
        return exchanges(self.record["messages"], self.heard.questions)

    @cached_property
    def asked(self) -> tuple[tuple[Exchange, Asking], ...]:
        """The questions that are coached."""
        kinds = ((one, asking(one, self.known.plan)) for one in self.exchanges)
        return tuple((one, kind) for one, kind in kinds if kind is not Asking.NOTHING)

    @cached_property
    def distress(self) -> frozenset[int]:
        """Messages of somebody in distress."""
        return self.known.distress | distressed(self.record["messages"])

    @cached_property
    def unsure(self) -> frozenset[int]:
        """Answers whose words are not believed."""
        return frozenset(
            Transcript(said(self.record["messages"], self.heard), self.language).refused
        )

    @cached_property
    def told(self) -> Mapping[int, tuple[Told, ...]]:
        """The parts of a story in each answer: as a reader found them, and by cue words where it found none."""
        return {
            m["index"]: with_cues(read, m["text"], self.language)
            if (read := self.known.told.get(m["index"], ()))
            else parts_by_cues(m["text"], self.language)
            for m in self.record["messages"]
            if m["kind"] == "answer"
        }

    @cached_property
    def entries(self) -> Sequence[Entry]:
        """The ledger of every stage, by the messages' indexes."""
        messages = [_message(m, self.told) for m in self.record["messages"]]
        plan = self.known.plan
        named = {stage.id: stage for stage in plan.stages} if plan is not None else {}
        ids = dict.fromkeys(m["stage"] for m in self.record["messages"])
        stages = (named.get(id, StagePlan(id, id)) for id in ids)
        indexes = [m["index"] for m in self.record["messages"]]
        return [
            replace(entry, message=indexes[entry.message])
            for stage in stages
            for entry in ledger(messages, stage)
        ]

    @property
    def is_english(self) -> bool:
        return folding.is_english(self.language)

    @property
    def is_advised(self) -> bool:
        """Whether an answer may have advice that rests on nothing found: neither after a distress nor where somebody
        stopped, who is told to do nothing, nor in a language that the rules do not read."""
        stopped = self.record.get("end_reason") == EndReason.CANDIDATE_ENDED
        return self.is_english and not self.distress and not stopped

    @cached_property
    def broken_off(self) -> tuple[Exchange, ...]:
        """The story that an interview stopped in: what it lacks may just not have been asked for yet."""
        stopped = (self.record.get("end_reason") or "") in BROKEN
        return self.story_of(self.exchanges[-1]) if stopped and self.exchanges else ()

    def why_withheld(self, exchange: Exchange, withheld: Withheld) -> Sentence:
        """In words: whom an interview stopped with a question gave no answer to it for that reason."""
        ended = BROKEN.get(self.record.get("end_reason") or "")
        if withheld is Withheld.NO_ANSWER and ended and exchange == self.exchanges[-1]:
            return Sentence(WORDS["stopped"][ended])
        return Sentence(WORDS["withheld"][withheld])

    def withheld(self, exchange: Exchange) -> Withheld | None:
        """Why the answer is not coached."""
        if is_hard(exchange, self.distress):
            return Withheld.DISTRESS
        if not exchange.answers:
            return Withheld.NO_ANSWER
        if all(answer["text"].rstrip().endswith("?") for answer in exchange.answers):
            return Withheld.ASKED_BACK
        if self.is_english and is_only_polite(exchange.words):
            return Withheld.ONLY_POLITE
        unsure = any(answer["index"] in self.unsure for answer in exchange.answers)
        return Withheld.UNSURE if unsure else None

    def story_of(self, exchange: Exchange) -> tuple[Exchange, ...]:
        """The question that opened the story, and what was asked of the same story after it."""
        story: list[Exchange] = []
        for one in self.exchanges:
            same = bool(story) and story[0].asked["stage"] == one.asked["stage"]
            if not (same and self._goes_on(one)):
                if exchange in story:
                    break
                story = []
            story.append(one)
        return tuple(story)

    def _goes_on(self, exchange: Exchange) -> bool:
        """Whether it asks for more of the same story."""
        kind = asking(exchange, self.known.plan)
        return exchange.asked["kind"] == "probe" or kind in OF_A_STORY[1:]

    @cached_property
    def pauses(self) -> Mapping[int, int]:
        """Silences in the answers that have any, by the question's message."""
        speech = Speech(self.record["messages"], self.heard.voices, self.language)
        asked = {m["index"]: one.message for one in self.exchanges for m in one.answers}
        found: Counter[int] = Counter()
        for turn in speech.turns:
            if (question := asked.get(turn.parts[0]["index"])) is not None:
                found[question] += len(speech.pauses_of(turn))
        return found

    def answer(self, exchange: Exchange, kind: Asking | None = None) -> Answer:
        """What was answered, with what the ledger holds of it."""
        here = {answer["index"] for answer in exchange.answers}
        entries = [entry for entry in self.entries if entry.message in here]
        return Answer(exchange.answers, entries, self.told, kind)

    def fact_asked_for(self, exchange: Exchange) -> str | None:
        """The fact that a question asked for, as it was understood."""
        stages = (s for s in self.record.get("stages", ()) if s["id"] == exchange.asked["stage"])
        for key, value in next(stages, {"facts": {}})["facts"].items():
            if exchange.asked["question_id"] == f"{exchange.asked['stage']}.fact.{key}":
                return str(value)
        return None


def _message(message: Mapping[str, Any], told: Mapping[int, tuple[Told, ...]]) -> Message:
    return Message(
        message["speaker"],
        message["stage"],
        message["kind"],
        message["text"],
        message["started_ms"],
        message["ended_ms"],
        question_id=message["question_id"],
        told=told.get(message["index"], ()),
    )
