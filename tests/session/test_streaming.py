"""An interviewer whose words come while they are spoken (F7): heard, cut off, broken off, resumed."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import pytest
from livekit.agents import DEFAULT_API_CONNECT_OPTIONS, APIConnectOptions, tts

from greenroom.app.ports import Notes, StreamedReply, UpstreamFault
from greenroom.interview.brief import Brief
from greenroom.interview.commands import Kind, Say, SayOn
from greenroom.interview.events import (
    IncidentNoticed,
    ReplyEnded,
    SentenceOffered,
    UtteranceFinished,
)
from greenroom.interview.plan import Fact
from greenroom.interview.proposals import (
    AskQuestion,
    AssessResponse,
    RecordResponse,
    TransitionStage,
)
from greenroom.simulation.clock import in_virtual_time
from greenroom.simulation.scripted_speech import SAMPLE_RATE, scripted_voice

ASK = (AssessResponse(3), AskQuestion(""))
LEAD, QUESTION = "Beans and peas, then.", "Which of them do you sell?"
NOTES = Notes((AssessResponse(3, ("beans",)), RecordResponse("I grow beans and peas")))


class Streaming:
    """Replies with these parts: sentences, notes, seconds to wait, or an error to raise."""

    def __init__(self, *parts: str | Notes | float | Exception, proposals=ASK) -> None:  # type: ignore[no-untyped-def]
        self.parts, self.proposals = parts, proposals
        self.asked = 0

    async def reply(self, brief: Brief) -> StreamedReply:
        self.asked += 1
        return StreamedReply(self.proposals, self._rest())

    async def _rest(self) -> AsyncIterator[str | Notes]:
        for part in self.parts:
            if isinstance(part, float):
                await asyncio.sleep(part)
            elif isinstance(part, Exception):
                raise part
            else:
                yield part


@in_virtual_time
async def test_words_are_spoken_as_they_come(rig):
    """One utterance: it begins with the first sentence and goes on with the next; record, journal and
    page have the whole of it, the notes come later."""
    asking = Streaming(LEAD, 0.4, QUESTION, 0.5, NOTES)
    async with rig.holding(interviewer=asking) as live:
        await live.asked()
        await live.speaker.say("I grow beans and peas")
        await live.until(lambda: len(live.of(UtteranceFinished)) == 2)
        await live.until(lambda: live.of(ReplyEnded))
        said = live.of(Say)[1]
        assert (said.text, said.more, said.kind) == (LEAD, True, Kind.PROBE)
        assert [(c.text, c.last) for c in live.of(SayOn)] == [(QUESTION, True)]
        spoken = live.messages("probe")[0]
        assert (spoken.text, spoken.question_id) == (f"{LEAD} {QUESTION}", "own.t1")
        assert live.state.transcript.asked[-1] == ("own.t1", QUESTION)
        answer = live.messages("answer")[0]
        assert (answer.depth, answer.points, answer.summary) == (
            3,
            ("beans",),
            "I grow beans and peas",
        )
        assert live.shown("words")[-1]["text"] == f"{LEAD} {QUESTION}"
        assert live.shown("view")[-1]["question"] == QUESTION
        assert asking.asked == 1


class SentenceVoice(tts.TTS[Any]):
    """Speaks one sentence a request, as most voices do, and remembers which."""

    def __init__(self) -> None:
        super().__init__(
            capabilities=tts.TTSCapabilities(streaming=False),
            sample_rate=SAMPLE_RATE,
            num_channels=1,
        )
        self.spoken: list[str] = []

    def synthesize(
        self, text: str, *, conn_options: APIConnectOptions = DEFAULT_API_CONNECT_OPTIONS
    ) -> tts.ChunkedStream:
        self.spoken.append(text)
        return _Silence(tts=self, input_text=text, conn_options=conn_options)


class _Silence(tts.ChunkedStream):
    async def _run(self, output_emitter: tts.AudioEmitter) -> None:
        output_emitter.initialize(
            request_id="1", sample_rate=SAMPLE_RATE, num_channels=1, mime_type="audio/pcm"
        )
        output_emitter.push(bytes(2 * SAMPLE_RATE))
        output_emitter.flush()


@in_virtual_time
async def test_a_sentence_waits_for_no_other(rig):
    """A voice that takes whole sentences gets the first one while the model is silent before the next;
    a text that is known whole is cut into its sentences."""
    voice = SentenceVoice()
    async with rig.holding(
        rig.stage("garden", bridge_in="Hello and welcome to the garden."),
        interviewer=Streaming(LEAD, 5.0, QUESTION),
        voice=lambda speaker: replace(scripted_voice(speaker), tts=voice),
    ) as live:
        await live.asked()
        assert len(voice.spoken) == 2
        await live.speaker.say("I grow beans and peas")
        await live.audible()
        assert voice.spoken[2:] == [LEAD]
        assert len(live.of(SentenceOffered)) == 1
        await live.until(lambda: len(live.of(UtteranceFinished)) == 2)
        assert voice.spoken[2:] == [LEAD, QUESTION]
        assert live.messages("probe")[0].text == f"{LEAD} {QUESTION}"


@in_virtual_time
async def test_advance_needs_no_words(rig):
    """An accepted move away is carried out at once, and what the model still says is not heard."""
    asking = Streaming(
        "Let us move on to the kitchen now, shall we?", proposals=(TransitionStage("enough"),)
    )
    async with rig.holding(interviewer=asking, ends=True) as live:
        for words in ("I grow beans and peas", "I cook every day"):
            await live.asked()
            await live.speaker.say(words)
    assert live.entered == ["garden", "kitchen"]
    assert "shall we" not in " ".join(m.text for m in live.state.transcript.messages)


@in_virtual_time
async def test_refused_before_a_word(rig):
    """A move that is not allowed is replaced by the plan's own question; no word of it is heard."""
    asking = Streaming("Good-bye then.", "Are you glad?", proposals=(TransitionStage("bored"),))
    stages = (rig.stage("garden", minimum_questions=3), rig.stage("kitchen"))
    async with rig.holding(*stages, interviewer=asking) as live:
        await live.asked()
        await live.speaker.say("I grow beans and peas")
        await live.until(lambda: len(live.of(UtteranceFinished)) == 2)
        assert live.of(Say)[1].text == "What about garden topic 0 alpha then"
        assert live.state.transcript.transitions[-1].refused
        assert asking.asked == 1


@pytest.mark.parametrize(
    ("parts", "heard"),
    [
        ((LEAD, UpstreamFault("acme", "cut", retryable=True)), f"{LEAD} What about garden topic 0"),
        ((UpstreamFault("acme", "cut", retryable=True),), "What about garden topic 0"),
        ((LEAD,), f"{LEAD} What about garden topic 0"),
        ((), "What about garden topic 0"),
        (("*nods*", "(pauses)", LEAD), f"{LEAD} What about garden topic 0"),
    ],
)
@in_virtual_time
async def test_words_that_end_without_a_question(rig, parts, heard):
    """Sentences that were whole stand, and the plan's own question ends them; a fault is on record."""
    async with rig.holding(interviewer=Streaming(*parts)) as live:
        await live.asked()
        await live.speaker.say("I grow beans and peas")
        await live.until(lambda: len(live.of(UtteranceFinished)) == 2)
        spoken = live.state.transcript.messages[-1]
        assert spoken.text.startswith(heard)
        assert (spoken.question_id, spoken.kind) == ("garden.0", "question")
        failed = any(isinstance(part, Exception) for part in parts)
        assert [e.cause for e in live.of(IncidentNoticed)] == ["cut"] * failed


@in_virtual_time
async def test_nothing_after_the_question(rig):
    """The first question is the last word: a second one and what follows are not heard."""
    asking = Streaming(QUESTION, "And why is that?", "I am curious.")
    async with rig.holding(interviewer=asking) as live:
        await live.asked()
        await live.speaker.say("I grow beans and peas")
        await live.until(lambda: len(live.of(UtteranceFinished)) == 2)
        assert live.messages("probe")[0].text == QUESTION


@in_virtual_time
async def test_no_question_twice(rig):
    """A question that was asked before is not asked again in the model's words (F11)."""
    async with rig.holding(interviewer=Streaming(LEAD, QUESTION)) as live:
        for number in (2, 3):
            await live.asked()
            await live.speaker.say("I grow beans and peas")
            await live.until(lambda n=number: len(live.of(UtteranceFinished)) == n)
        first, second = (m for m in live.state.transcript.messages if LEAD in m.text)
        assert QUESTION in first.text
        assert second.text == f"{LEAD} What about garden topic 0 alpha then"


@in_virtual_time
async def test_cut_off_while_the_words_come(rig):
    """A barge-in over the first sentence ends the utterance; the model's question, never heard, is not
    counted as asked, and the answer gets a reply of its own."""
    asking = Streaming("Well now that is a very long and winding story.", 30.0, QUESTION)
    async with rig.holding(interviewer=asking) as live:
        await live.asked()
        await live.speaker.say("I grow beans and peas")
        await live.audible()
        await live.speaker.say("wait please I have something to add to this", 2.0)
        await live.until(lambda: asking.asked == 2)
        cut = next(m for m in live.state.transcript.messages if m.interrupted)
        assert cut.text == "Well now that is a very long and winding story."[: len(cut.text)]
        assert QUESTION not in [text for _, text in live.state.transcript.asked]


@in_virtual_time
async def test_a_model_that_falls_silent_in_its_words(rig):
    """Words that do not go on are ended by the engine's own clock with the plan's question."""
    asking = Streaming(LEAD, 3600.0)
    async with rig.holding(interviewer=asking) as live:
        await live.asked()
        await live.speaker.say("I grow beans and peas")
        await live.until(lambda: len(live.of(UtteranceFinished)) == 2, 60)
        assert live.state.transcript.messages[-1].text.endswith(
            "What about garden topic 0 alpha then"
        )
        assert live.state.transcript.incidents[-1].cause == "timeout"


@in_virtual_time
async def test_resumed_while_the_words_came(rig):
    """A process that dies in the middle of the words leaves a journal that goes on with the plan's
    question."""
    asking = Streaming(LEAD, 3600.0)
    async with rig.holding(interviewer=asking) as live:
        await live.asked()
        await live.speaker.say("I grow beans and peas")
        await live.until(lambda: len(live.of(Say)) == 2)
    kept = rig.Lines()
    kept.lines = list(live.journal.lines)
    async with rig.holding(lines=kept, resume=list(kept.lines), interviewer=asking) as live:
        await live.until(lambda: live.of(UtteranceFinished))
        assert "garden topic 0 alpha" in live.state.transcript.messages[-1].text
        assert live.state.wording is None


@in_virtual_time
async def test_notes_that_the_candidate_did_not_say(rig):
    """A fact and a summary that are not made of the candidate's words are not written down."""
    invented = Notes(
        (
            RecordResponse(
                "Runs a chain of restaurants abroad", (("crop", "mangoes"), ("size", "peas"))
            ),
        )
    )
    garden = rig.stage("garden", facts=(Fact("crop"), Fact("size")))
    async with rig.holding(garden, interviewer=Streaming(QUESTION, invented)) as live:
        await live.asked()
        await live.speaker.say("I grow beans and peas")
        await live.until(lambda: live.of(ReplyEnded))
        await live.until(lambda: live.messages("probe"))
        assert dict(live.state.log.facts) == {"size": "peas"}
        assert "restaurants" not in (live.messages("answer")[0].summary or "")
