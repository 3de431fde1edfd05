"""An interview, answer by answer: what was asked, what was found, one strength and one next step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from greenroom.assessment.coaching import overall
from greenroom.assessment.coaching.asking import asking
from greenroom.assessment.coaching.aspects import Answer, findings, opening
from greenroom.assessment.coaching.quoting import located, sentence_of
from greenroom.assessment.coaching.relevant import is_off_question
from greenroom.assessment.coaching.rules import ANY, WORDS, Wordings, holding
from greenroom.assessment.coaching.shapes import (
    NOTHING_KNOWN,
    OF_A_STORY,
    Asking,
    Aspect,
    Coached,
    Coaching,
    Finding,
    Known,
    State,
    Withheld,
)
from greenroom.assessment.exchanges import Exchange, exchanges
from greenroom.assessment.polite import is_only_polite
from greenroom.assessment.sentence import Sentence
from greenroom.assessment.speech import NOT_KEPT, JournalExtract
from greenroom.assessment.transcript import Transcript, said
from greenroom.evidence import Quote
from greenroom.interview.ledger import Entry, ledger
from greenroom.interview.plan import StagePlan
from greenroom.interview.reading import About, Told
from greenroom.interview.transcript import Message
from greenroom.interview.understanding.telling import parts_by_cues
from greenroom.interview.understanding.urgent import urgent
from greenroom_turns import folding

Record = Mapping[str, Any]
Findings = Mapping[Aspect, Finding]


def coach(
    record: Record,
    known: Known = NOTHING_KNOWN,
    heard: JournalExtract = NOT_KEPT,
    language: str = "en",
) -> Coaching:
    """What the rules say of an interview. The same record and knowledge always give the same."""
    held = _Interview(record, known, heard, language)
    wordings = Wordings()
    answers = [_judged(one, held, wordings) for one in held.asked]
    return overall.summed(
        record,
        answers,
        distressed=bool(held.distress),
        language=language,
        doubted=known.doubted,
    )


@dataclass(frozen=True)
class _Interview:
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
        return self.known.distress | {
            m["index"]
            for m in self.record["messages"]
            if m["speaker"] == "candidate"
            and (m.get("about") == About.DISTRESS or urgent(m["text"]).distress)
        }

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
            m["index"]: _both(self.known.told.get(m["index"], ()), m["text"], self.language)
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

    @cached_property
    def found(self) -> Mapping[int, Findings]:
        """What each answer has, by the question's message."""
        return {
            one.message: findings(self.answer(one), self.language)
            for one, _ in self.asked
            if self.withheld(one) is None
        }

    def withheld(self, exchange: Exchange) -> Withheld | None:
        """Why the answer is not coached."""
        if any(m["index"] in self.distress for m in exchange.between):
            return Withheld.DISTRESS
        if not exchange.answers:
            return Withheld.NO_ANSWER
        if all(answer["text"].rstrip().endswith("?") for answer in exchange.answers):
            return Withheld.ASKED_BACK
        if folding.is_english(self.language) and is_only_polite(exchange.words):
            return Withheld.ONLY_POLITE
        unsure = any(answer["index"] in self.unsure for answer in exchange.answers)
        return Withheld.UNSURE if unsure else None

    def whole(self, exchange: Exchange, kind: Asking) -> Findings:
        """What the answer has. What another answer of the same story has is not missing from it; a result
        that came only with a follow-up came late."""
        if self.is_off(exchange):
            return _off(self.answer(exchange))
        mine = dict(self.found[exchange.message])
        story = [one for one in self._story_of(exchange) if one is not exchange]
        if any(self.withheld(one) in (Withheld.DISTRESS, Withheld.UNSURE) for one in story):
            mine = {aspect: _open(finding) for aspect, finding in mine.items()}
        others = [
            (self.found[one.message], self.is_off(one))
            for one in story
            if one.message in self.found
        ]
        for aspect, finding in tuple(mine.items()):
            told = [one[aspect] for one, _ in others if one[aspect].state is State.FOUND]
            to_it = [
                one[aspect] for one, off in others if one[aspect].state is State.FOUND and not off
            ]
            if finding.state is not State.ABSENT or not told:
                continue
            mine[aspect] = replace(finding, state=State.UNCLEAR)
            if aspect is Aspect.RESULT and kind is Asking.STORY and to_it:
                mine[Aspect.LATER] = Finding(State.FOUND, to_it[0].quotes, 1)
        if kind is Asking.STORY and not _figures(mine):
            later = next((found for one in story if (found := self._outcome(one))), None)
            mine[Aspect.LATER_FIGURE] = later or Finding(State.UNCLEAR)
        return mine

    def is_off(self, exchange: Exchange) -> bool:
        """Whether the answer is to another question. "I don't know" is one to any."""
        if not is_off_question(exchange, self.known.relevance):
            return False
        found = self.found.get(exchange.message, {}).get(Aspect.ADMITTED)
        return found is None or found.state is not State.FOUND

    def _outcome(self, exchange: Exchange) -> Finding | None:
        """The sentence with the figure in the answer to what came of it."""
        figures = _figures(self.found.get(exchange.message, {}))
        if (
            not figures
            or self.is_off(exchange)
            or asking(exchange, self.known.plan) is not Asking.OUTCOME
        ):
            return None
        message = next(m for m in exchange.answers if m["index"] == figures[0].message)
        quote = located(message, *sentence_of(message, figures[0].start))
        return Finding(State.FOUND, (quote,), 1)

    def _story_of(self, exchange: Exchange) -> tuple[Exchange, ...]:
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

    def answer(self, exchange: Exchange) -> Answer:
        """What was answered, with what the ledger holds of it."""
        here = {answer["index"] for answer in exchange.answers}
        entries = [entry for entry in self.entries if entry.message in here]
        return Answer(exchange.answers, entries, self.told)


def _judged(asked: tuple[Exchange, Asking], held: _Interview, wordings: Wordings) -> Coached:
    exchange, kind = asked
    answers = tuple(answer["index"] for answer in exchange.answers)
    withheld = held.withheld(exchange)
    if withheld is not None:
        text = Sentence(WORDS["withheld"][withheld])
        return Coached(
            exchange.message, exchange.question, kind, answers, withheld=withheld, why=text
        )
    found = held.whole(exchange, kind)
    strengths, steps = (holding(k, kind, found) for k in ("strength", "step"))
    strength, step = (
        next((wordings.remark(r, kind, found[r.aspect], exchange.question) for r in rules), None)
        for rules in (strengths, steps)
    )
    step = step or wordings.polish(kind if folding.is_english(held.language) else ANY, found)
    return Coached(
        exchange.message,
        exchange.question,
        kind,
        answers,
        found,
        strength,
        step,
        tuple(rule.id for rule in steps),
        opening(held.answer(exchange)),
        why="" if strength or step else Sentence(WORDS["silent"]["nothing"]),
    )


def _off(answer: Answer) -> Findings:
    """Of an answer to another question there is nothing else to say."""
    first = opening(answer)
    return {Aspect.OFF_QUESTION: Finding(State.FOUND, () if first is None else (first,), 1)}


def _open(finding: Finding) -> Finding:
    """The same, and nothing is called missing: it may stand in words of which nothing is said."""
    absent = finding.state is State.ABSENT and not finding.quotes
    return replace(finding, state=State.UNCLEAR) if absent else finding


def _figures(found: Findings) -> Sequence[Quote]:
    """Results in figures, or else any figures."""
    sure = (found[a] for a in (Aspect.MEASURABLE_RESULT, Aspect.NUMBER) if a in found)
    return next((one.quotes for one in sure if one.state is State.FOUND), ())


def _both(read: tuple[Told, ...], text: str, language: str) -> tuple[Told, ...]:
    parts = {told.part for told in read}
    cued = (told for told in parts_by_cues(text, language) if told.part not in parts)
    return tuple(sorted((*read, *cued), key=lambda told: (told.start, told.end, told.part)))


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
