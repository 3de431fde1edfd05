"""What the gate in an AgentSession tells its owner, and which sessions it can hold."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from livekit.agents import AgentSession, llm

from greenroom.simulation.candidate_voice import Speaker
from greenroom.simulation.clock import run
from greenroom.simulation.scripted_speech import ScriptedSTT
from greenroom_turns.cause import TurnCause
from greenroom_turns.interruption import Action, Decision
from greenroom_turns.livekit import GatedSTT
from greenroom_turns.livekit.binding import ANY_VOICE, OWN_EARS, OWN_TURNS, gated_turn_handling


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
