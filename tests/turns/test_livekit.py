"""The gate in a real AgentSession, in virtual time; and the same without it, to show the difference."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from livekit.agents import Agent, AgentSession, llm

from greenroom.simulation.candidate_voice import Speaker
from greenroom.simulation.clock import run
from greenroom.simulation.scripted_speech import ScriptedSTT
from greenroom_turns.cause import TurnCause
from greenroom_turns.decision import Action, Decision
from greenroom_turns.livekit import GatedSTT
from greenroom_turns.livekit.binding import ANY_VOICE, OWN_EARS, OWN_TURNS, gated_turn_handling

FIRST_INTERIM_S = 0.36 + 0.25
"""The scripted recogniser's: a word at the usual pace, and its lag."""


@pytest.mark.parametrize("words", ["okay", "yeah", "right", "uh-huh", "hmm", "got it"])
def test_ack_leaves_no_trace(rig: Any, words: str) -> None:
    """A backchannel over the interviewer: no gap, no thinking, no turn, and it is reported (T1)."""

    async def scenario() -> None:
        async with rig.Talk() as talk:
            handle = await talk.talk()
            await talk.say(words)
            await asyncio.sleep(15)
            assert not handle.interrupted
            assert talk.ears.gaps == []
            assert talk.thoughts == 0
            assert talk.history() == []
            assert [text for text, _ in talk.acks] == [words]

    run(scenario())


def test_same_ack_without_the_gate(rig: Any) -> None:
    """On a session without the gate the same word interrupts, and is answered."""

    async def scenario() -> None:
        async with rig.Talk(gated=False) as talk:
            handle = await talk.talk()
            await talk.say("okay", 0.6)
            await asyncio.sleep(15)
            assert handle.interrupted
            assert talk.thoughts == 1
            assert talk.history() == ["okay"]

    run(scenario())


@pytest.mark.parametrize("words", ["stop", "wait", "hold on", "no no"])
def test_stop_word_stops_at_its_first_interim(rig: Any, words: str) -> None:
    """A stop word silences the interviewer within 50 ms of the first transcript of it (T3)."""

    async def scenario() -> None:
        async with rig.Talk() as talk:
            handle = await talk.talk()
            began = await talk.say(words)
            spoken_s = FIRST_INTERIM_S + (0.36 if words == "hold on" else 0)
            await asyncio.sleep(15)
            assert handle.interrupted
            assert talk.ears.gaps[0] - began <= spoken_s + 0.05
            assert talk.history() == [words]

    run(scenario())


def test_mixed_speech_interrupts(rig: Any) -> None:
    """What begins as a backchannel and goes on as speech interrupts, all of it as one turn (T3)."""

    async def scenario() -> None:
        async with rig.Talk() as talk:
            handle = await talk.talk()
            await talk.say("yeah wait a second")
            await asyncio.sleep(15)
            assert handle.interrupted
            assert talk.history() == ["yeah wait a second"]
            assert talk.acks == []

    run(scenario())


def test_real_speech_interrupts(rig: Any) -> None:
    """Real words over the interviewer stop it and are answered (F12)."""

    async def scenario() -> None:
        async with rig.Talk() as talk:
            handle = await talk.talk()
            await talk.say("my team moved the whole store to another region")
            await asyncio.sleep(15)
            assert handle.interrupted
            assert talk.thoughts == 1
            assert talk.history() == ["my team moved the whole store to another region"]

    run(scenario())


@pytest.mark.parametrize("words", ["okay", "yeah", "hmm"])
def test_ack_to_a_silent_interviewer_is_an_answer(rig: Any, words: str) -> None:
    """When the interviewer is silent the same word is a turn (T2)."""

    async def scenario() -> None:
        async with rig.Talk() as talk:
            await talk.talk(rig.TALK_S + 1)
            await talk.say(words)
            await asyncio.sleep(5)
            assert talk.history() == [words]
            assert talk.model.asked == [words]

    run(scenario())


@pytest.mark.parametrize(("seconds", "delay"), [(0.9, 0.6), (1.6, 1.0)])
def test_hard_race(rig: Any, seconds: float, delay: float) -> None:
    """Voice activity long before any text: an acknowledgement still leaves no gap (T5)."""

    async def scenario() -> None:
        async with rig.Talk() as talk:
            handle = await talk.talk()
            await talk.say("okay", seconds, delay_s=delay, interims=False)
            await asyncio.sleep(15)
            assert not handle.interrupted
            assert talk.ears.gaps == []
            assert talk.thoughts == 0

    run(scenario())


def test_hard_race_the_other_way(rig: Any) -> None:
    """Voice activity long before any text: a stop word is not missed (T5)."""

    async def scenario() -> None:
        async with rig.Talk() as talk:
            handle = await talk.talk()
            began = await talk.say("stop please", 0.9, delay_s=0.6, interims=False)
            await asyncio.sleep(15)
            assert handle.interrupted
            assert talk.ears.gaps[0] - began <= 0.9 + 0.6 + 0.05

    run(scenario())


def test_long_voice_without_words_interrupts(rig: Any) -> None:
    """A voice of two seconds without a transcript is no backchannel: the interviewer stops (T5)."""

    async def scenario() -> None:
        async with rig.Talk() as talk:
            handle = await talk.talk()
            began = await talk.say("a long story", 4.0, delay_s=0.5, interims=False)
            await asyncio.sleep(15)
            assert handle.interrupted
            assert talk.ears.gaps[0] - began <= 2.1
            assert talk.history() == ["a long story"]

    run(scenario())


def test_cough_is_nothing(rig: Any) -> None:
    """A short voice without words does not stop the interviewer and is no turn."""

    async def scenario() -> None:
        async with rig.Talk() as talk:
            handle = await talk.talk()
            await talk.say("", 0.4)
            await asyncio.sleep(15)
            assert not handle.interrupted
            assert talk.ears.gaps == []
            assert talk.thoughts == 0

    run(scenario())


def test_ack_transcribed_after_the_interviewer_finished(rig: Any) -> None:
    """An acknowledgement counts by when it was spoken, however late its transcript (T2)."""

    async def scenario() -> None:
        async with rig.Talk() as talk:
            await talk.talk(rig.TALK_S - 2.0)
            await talk.say("okay", 0.5, delay_s=2.5, interims=False)
            await asyncio.sleep(8)
            assert talk.history() == []
            assert talk.thoughts == 0
            assert [cause for _, cause in talk.acks] == ["ack"]

    run(scenario())


def test_three_acks_in_a_row(rig: Any) -> None:
    """Each of several acknowledgements is ignored, and words are not added up across them."""

    async def scenario() -> None:
        async with rig.Talk() as talk:
            handle = await talk.talk()
            for word in ("okay", "yeah", "right right"):
                await talk.say(word)
                await asyncio.sleep(0.8)
            await asyncio.sleep(15)
            assert not handle.interrupted
            assert talk.ears.gaps == []
            assert [text for text, _ in talk.acks] == ["okay", "yeah", "right right"]

    run(scenario())


def test_answer_after_an_ack(rig: Any) -> None:
    """An ignored acknowledgement is not glued to the answer that follows."""

    async def scenario() -> None:
        async with rig.Talk() as talk:
            await talk.talk()
            await talk.say("okay")
            await asyncio.sleep(rig.TALK_S)
            await talk.say("I led the payments team")
            await asyncio.sleep(5)
            assert talk.history() == ["I led the payments team"]

    run(scenario())


@pytest.mark.parametrize(("kind", "answered"), [("yesno", True), ("open", False), (None, False)])
def test_yes_over_the_last_words(rig: Any, kind: Any, answered: bool) -> None:
    """A yes over the last words answers a yes/no question, and only that (T4)."""

    async def scenario() -> None:
        async with rig.Talk() as talk:
            talk.gate.expect(kind)
            handle = await talk.talk(rig.TALK_S - 0.8)
            await talk.say("yes", 0.3, delay_s=0.1)
            await asyncio.sleep(6)
            assert not handle.interrupted
            assert talk.history() == (["yes"] if answered else [])
            assert len(talk.acks) == (0 if answered else 1)

    run(scenario())


def test_yes_in_the_middle_of_a_yes_no_question(rig: Any) -> None:
    """Long before its end, a yes/no question has not been asked yet: "yes" only follows it (T1)."""

    async def scenario() -> None:
        async with rig.Talk() as talk:
            talk.gate.expect("yesno")
            handle = await talk.talk()
            await talk.say("yes")
            await asyncio.sleep(15)
            assert not handle.interrupted
            assert talk.history() == []
            assert len(talk.acks) == 1

    run(scenario())


def test_words_spoken_before_the_interviewer_do_not_interrupt(rig: Any) -> None:
    """A late transcript of words that were spoken before is kept for the controller, not obeyed."""

    async def scenario() -> None:
        async with rig.Talk() as talk:
            await talk.say("and I also ran the shop", delay_s=3.0, interims=False)
            await asyncio.sleep(0.5)
            handle = await talk.talk(rig.TALK_S + 3)
            assert not handle.interrupted
            assert talk.ears.gaps == []
            assert talk.late == ["and I also ran the shop"]
            assert talk.history() == []

    run(scenario())


def test_late_words_without_a_controller(rig: Any) -> None:
    """Without a callback such words become a turn as soon as the interviewer has finished."""

    async def scenario() -> None:
        async with rig.Talk(on_late_words=None) as talk:
            await talk.say("and I also ran the shop", delay_s=3.0, interims=False)
            await asyncio.sleep(0.5)
            handle = await talk.talk(rig.TALK_S + 3)
            assert not handle.interrupted
            assert talk.history() == ["and I also ran the shop"]

    run(scenario())


def test_same_late_words_without_the_gate(rig: Any) -> None:
    """On a session without the gate the same late words cut the interviewer off."""

    async def scenario() -> None:
        async with rig.Talk(gated=False) as talk:
            await talk.say("and I also ran the shop", delay_s=3.0, interims=False)
            await asyncio.sleep(0.5)
            handle = await talk.talk(rig.TALK_S + 3)
            assert handle.interrupted

    run(scenario())


def test_ack_while_the_model_thinks(rig: Any) -> None:
    """An acknowledgement while the reply is composed starts no second reply (T1)."""

    async def scenario() -> None:
        async with rig.Talk(model=rig.Model(takes_s=3.0)) as talk:
            await talk.say("that is my answer")
            await asyncio.sleep(1.5)
            assert talk.states[-1] == "thinking"
            await talk.say("yeah")
            await asyncio.sleep(10)
            assert talk.history() == ["that is my answer"]
            assert talk.thoughts == 1

    run(scenario())


def test_ack_while_the_controller_composes(rig: Any) -> None:
    """Composing outside LiveKit holds the floor as well; when it ends, the floor is free (T1)."""

    async def scenario() -> None:
        async with rig.Talk() as talk:
            talk.gate.composing(True)
            await talk.say("okay")
            await asyncio.sleep(2)
            talk.gate.composing(False)
            assert talk.history() == []
            await talk.say("okay then I began")
            await asyncio.sleep(3)
            assert talk.history() == ["okay then I began"]

    run(scenario())


def test_gate_survives_a_handoff(rig: Any) -> None:
    """After a handoff to another agent the gate ignores and stops as before, on the same stream."""

    async def scenario() -> None:
        async with rig.Talk() as talk:
            talk.session.update_agent(Agent(instructions="another"))
            await asyncio.sleep(1)
            handle = await talk.talk()
            await talk.say("okay")
            await asyncio.sleep(1)
            assert not handle.interrupted
            await talk.say("stop")
            await asyncio.sleep(3)
            assert handle.interrupted
            assert [text for text, _ in talk.acks] == ["okay"]

    run(scenario())


def test_decision_can_be_replaced(rig: Any) -> None:
    """Whoever brings a decision of his own is obeyed (T6)."""

    def deaf(*_: Any) -> Decision:
        return Decision(Action.IGNORE, TurnCause.ACK)

    async def scenario() -> None:
        async with rig.Talk(decide=deaf) as talk:
            handle = await talk.talk()
            await talk.say("stop right now")
            await asyncio.sleep(15)
            assert not handle.interrupted
            assert [text for text, _ in talk.acks] == ["stop right now"]

    run(scenario())


def test_every_decision_is_told(rig: Any) -> None:
    """Each transcript's decision is reported with its cause (T6)."""

    async def scenario() -> None:
        async with rig.Talk() as talk:
            await talk.talk()
            await talk.say("yeah")
            await asyncio.sleep(2)
            await talk.say("hold on")
            await asyncio.sleep(5)
            causes = [decision.cause for decision in talk.decisions]
            assert causes[:2] == [TurnCause.ACK_SO_FAR, TurnCause.ACK]
            assert TurnCause.STOP_WORD in causes

    run(scenario())


def test_words_are_told_with_their_times(rig: Any) -> None:
    """Who ends turns itself is told the words of a turn, with when they were said: guesses first, then the
    final, once; nothing of a backchannel."""
    told: list[tuple[str, float, float, bool]] = []

    async def scenario() -> None:
        def on_words(text: str, began: float, ended: float, _: float | None, final: bool) -> None:
            told.append((text, began, ended, final))

        async with rig.Talk(on_words=on_words) as talk:
            await talk.talk()
            await talk.say("okay")
            await asyncio.sleep(15)
            assert told == []
            began = await talk.say("I led the payments team")
            await asyncio.sleep(5)
            finals = [(text, start) for text, start, _, final in told if final]
            assert [text for text, _ in finals] == ["I led the payments team"]
            assert abs(finals[0][1] - began) < 0.2
            assert told[0][0] == "I"

    run(scenario())


def test_forgotten_words_are_not_told_again(rig: Any) -> None:
    """Words that were taken by their guess are not told a second time by their final (F15)."""
    finals: list[str] = []

    async def scenario() -> None:
        def on_words(text: str, began: float, ended: float, _: float | None, final: bool) -> None:
            if final:
                finals.append(text)

        async with rig.Talk(on_words=on_words) as talk:
            await talk.say("one two three", 1.5, delay_s=1.0)
            talk.gate.forget()
            await asyncio.sleep(5)
            assert finals == []
            await talk.say("four five six")
            await asyncio.sleep(5)
            assert finals == ["four five six"]

    run(scenario())


class Realtime(llm.RealtimeModel):
    """A speech-to-speech model that nobody talks to."""

    def session(self, *, turn_detection_disabled: bool = False) -> llm.RealtimeSession:
        raise NotImplementedError

    async def aclose(self) -> None:
        """Nothing was opened."""


@pytest.mark.parametrize(
    ("own_turns", "can_leave_them", "turn_detection", "told"),
    [
        (True, False, "manual", OWN_TURNS),
        (True, True, "realtime_llm", OWN_TURNS),
        (True, True, "manual", OWN_EARS),
        (False, False, "vad", OWN_EARS),
    ],
)
def test_bind_says_what_it_cannot_hold(
    caplog: pytest.LogCaptureFixture,
    own_turns: bool,
    can_leave_them: bool,
    turn_detection: Any,
    told: str,
) -> None:
    """A model that hears the sound itself is out of the gate's reach, wholly or in part."""

    async def scenario() -> None:
        speaker = Speaker()
        model = Realtime(
            capabilities=llm.RealtimeCapabilities(
                message_truncation=True,
                turn_detection=own_turns,
                user_transcription=False,
                auto_tool_reply_generation=False,
                audio_output=True,
                manual_function_calls=False,
                can_disable_turn_detection=can_leave_them,
            )
        )
        gate = GatedSTT(ScriptedSTT(speaker))
        handling = gated_turn_handling(turn_detection=turn_detection)
        gate.bind(AgentSession(stt=gate, llm=model, turn_handling=handling))

    run(scenario())
    assert [entry.message for entry in caplog.records if entry.name.startswith("greenroom")] == [
        told
    ]


@pytest.mark.parametrize(("handling", "told"), [({}, [ANY_VOICE]), (gated_turn_handling(), [])])
def test_bind_knows_a_session_that_it_cannot_hold(
    caplog: pytest.LogCaptureFixture, handling: Any, told: list[str]
) -> None:
    """A session that any voice stops is named; one that was made for the gate is not."""

    async def scenario() -> None:
        gate = GatedSTT(ScriptedSTT(Speaker()))
        gate.bind(AgentSession(stt=gate, turn_handling=handling))

    run(scenario())
    named = [entry.message for entry in caplog.records if entry.name.startswith("greenroom")]
    assert named == told
