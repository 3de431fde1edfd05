"""An interview, answer by answer: what was asked, what was found, one strength and one next step."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from greenroom.assessment.coaching import overall
from greenroom.assessment.coaching.advice import FIGURES
from greenroom.assessment.coaching.answer import Answer
from greenroom.assessment.coaching.asking import asking
from greenroom.assessment.coaching.aspects import findings, opening
from greenroom.assessment.coaching.facts import facts
from greenroom.assessment.coaching.quoting import located, sentence_of
from greenroom.assessment.coaching.relevant import is_off_question
from greenroom.assessment.coaching.rules import WORDS, Wordings, holding, is_found, silenced
from greenroom.assessment.coaching.rules import Told as HowTold
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
from greenroom.assessment.coaching.went import BROKEN
from greenroom.assessment.exchanges import Exchange, exchanges
from greenroom.assessment.hard_parts import distressed, is_hard
from greenroom.assessment.polite import is_only_polite
from greenroom.assessment.sentence import Sentence
from greenroom.assessment.speech import NOT_KEPT, JournalExtract, Speech
from greenroom.assessment.transcript import Transcript, said
from greenroom.evidence import Quote
from greenroom.interview.causes import EndReason
from greenroom.interview.ledger import Entry, ledger, with_cues
from greenroom.interview.plan import StagePlan
from greenroom.interview.reading import Told
from greenroom.interview.transcript import Message
from greenroom.interview.understanding.telling import parts_by_cues
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
    wordings = Wordings(len(folding.words(" ".join(one.words for one, _ in held.asked))))
    answers = [_judged(one, held, wordings) for one in held.asked]
    return overall.summed(
        record,
        answers,
        distressed=bool(held.distress),
        language=language,
        doubted=known.doubted,
        share=Speech(record["messages"], heard.voices, language).share,
        pauses=held.pauses,
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

    @cached_property
    def found(self) -> Mapping[int, Findings]:
        """What each answer has, by the question's message."""
        return {
            one.message: self._findings(one, kind)
            for one, kind in self.asked
            if self.withheld(one) is None
        }

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
        return self._story_of(self.exchanges[-1]) if stopped and self.exchanges else ()

    def _findings(self, exchange: Exchange, kind: Asking) -> Findings:
        answer = self.answer(exchange, kind)
        found = findings(answer, self.language)
        return (
            found | facts(answer, self._asked_for(exchange), exchange.question)
            if self.is_english
            else found
        )

    def _asked_for(self, exchange: Exchange) -> str | None:
        """The fact that a question asked for, as it was understood."""
        stages = (s for s in self.record.get("stages", ()) if s["id"] == exchange.asked["stage"])
        for key, value in next(stages, {"facts": {}})["facts"].items():
            if exchange.asked["question_id"] == f"{exchange.asked['stage']}.fact.{key}":
                return str(value)
        return None

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

    def whole(self, exchange: Exchange, kind: Asking) -> Findings:
        """What the answer has, and nothing is missing that something else in it makes up for."""
        found = self._whole(exchange, kind)
        made_up_for = silenced(kind, found)
        return {
            aspect: replace(one, state=State.UNCLEAR) if aspect in made_up_for else one
            for aspect, one in found.items()
        }

    def _whole(self, exchange: Exchange, kind: Asking) -> Findings:
        """What the answer has. What another answer of the same story has is not missing from it; a result
        that came only with a follow-up came late."""
        if self.is_off(exchange):
            return _off(self.answer(exchange))
        mine = dict(self.found[exchange.message])
        story = [one for one in self._story_of(exchange) if one is not exchange]
        cut_off = kind is Asking.STORY and exchange in self.broken_off
        doubtful = any(self.withheld(one) is Withheld.UNSURE for one in story)
        if self.distress or cut_off or doubtful:
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
            later_told = next((one.quotes for one in to_it if one.quotes), ())
            if aspect is Aspect.RESULT and kind is Asking.STORY and later_told:
                mine[Aspect.LATER] = Finding(State.FOUND, later_told, 1)
        if kind is Asking.STORY and not _has_figures(mine):
            later = next((found for one in story if (found := self._outcome(one))), None)
            mine[Aspect.LATER_FIGURE] = later or Finding(State.UNCLEAR)
        return mine

    def is_off(self, exchange: Exchange) -> bool:
        """Whether the answer is to another question. "I don't know" is one to any."""
        if not is_off_question(exchange, self.known.relevance, self.language):
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

    def how_told(self, exchange: Exchange) -> HowTold:
        """With how many silences, and whether an answer after it in the same part tells a deed."""
        return HowTold(self.pauses.get(exchange.message, 0), self._shown_later(exchange))

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

    def _shown_later(self, exchange: Exchange) -> bool:
        return any(
            is_found(self.found[one.message], Aspect.ACTION)
            for one, _ in self.asked
            if one.message > exchange.message
            and one.asked["stage"] == exchange.asked["stage"]
            and one.message in self.found
        )

    def answer(self, exchange: Exchange, kind: Asking | None = None) -> Answer:
        """What was answered, with what the ledger holds of it."""
        here = {answer["index"] for answer in exchange.answers}
        entries = [entry for entry in self.entries if entry.message in here]
        return Answer(exchange.answers, entries, self.told, kind)


def _judged(asked: tuple[Exchange, Asking], held: _Interview, wordings: Wordings) -> Coached:
    exchange, kind = asked
    answers = tuple(answer["index"] for answer in exchange.answers)
    withheld = held.withheld(exchange)
    if withheld is not None:
        text = held.why_withheld(exchange, withheld)
        return Coached(
            exchange.message, exchange.question, kind, answers, withheld=withheld, why=text
        )
    found = held.whole(exchange, kind)
    steps = () if held.distress else holding("step", kind, found)
    praised = held.is_english or kind is Asking.OUTCOME
    strengths = holding("strength", kind, found) if praised else ()
    strengths = [rule for rule in strengths if found[rule.aspect].quotes]
    strength, step = (
        next((wordings.remark(r, kind, found[r.aspect], exchange.question) for r in rules), None)
        for rules in (strengths, steps)
    )
    if step is None and held.is_advised:
        step = wordings.polish(kind, found, held.how_told(exchange))
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
        why="" if strength or step else _silent(held, found),
    )


def _silent(held: _Interview, found: Findings) -> Sentence:
    """Beside an answer of which nothing is said."""
    if held.is_english:
        return Sentence(WORDS["silent"]["nothing"])
    n = found[Aspect.SHORT].count
    return Sentence(WORDS["silent"]["counted"], words=Sentence("{n} word", "{n} words", n=n))


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
    sure = (found[a] for a in FIGURES if a in found)
    return next((one.quotes for one in sure if one.state is State.FOUND and one.quotes), ())


def _has_figures(found: Findings) -> bool:
    return any(found[a].state is State.FOUND for a in FIGURES if a in found)


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
