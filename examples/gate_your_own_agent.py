"""Greenroom's turn-taking on an agent that is not Greenroom's. Offline; takes a second.

    python examples/gate_your_own_agent.py

Three lines make the difference; they are marked. Everything else is an ordinary LiveKit agent whose
ears, mouth and model are scripted, so that this runs without a key, a microphone or a network: put
your own STT, TTS, VAD and LLM in their places. A person says "okay" and later "wait, stop" over the
agent: first without the gate, then with it, and at last with a decision of one's own.
"""

# ruff: noqa: T201 - a program prints
from __future__ import annotations

import asyncio
from typing import Any

from greenroom.simulation import clock

clock.install()  # virtual time, before LiveKit is imported; a live agent has no use for this

from livekit.agents import Agent, AgentSession, llm, utils  # noqa: E402

from greenroom.simulation.candidate_voice import Speaker  # noqa: E402
from greenroom.simulation.loudspeaker import Loudspeaker, Microphone  # noqa: E402
from greenroom.simulation.scripted_speech import ScriptedSTT, ScriptedTTS, ScriptedVAD  # noqa: E402
from greenroom_turns import Action, Decision, GatedSTT, decide, gated_turn_handling  # noqa: E402

STORY = (
    "Rome was a village of shepherds, then a republic of farmers, then the master of every shore "
    "it could see, and the story of how it went from the first to the last is a long one."
)


class ScriptedModel(llm.LLM[Any]):
    """Has one thing to say."""

    def chat(self, *, chat_ctx: llm.ChatContext, conn_options: Any, **_: Any) -> llm.LLMStream:
        return _Reply(self, chat_ctx=chat_ctx, tools=[], conn_options=conn_options)


class _Reply(llm.LLMStream):
    async def _run(self) -> None:
        await asyncio.sleep(0.4)
        delta = llm.ChoiceDelta(role="assistant", content=STORY)
        self._event_ch.send_nowait(llm.ChatChunk(id=utils.shortuuid(), delta=delta))


def stubborn(*what_is_known: Any) -> Decision:
    """A decision of your own, given as `decide=`: ours, but nothing interrupts. Its parameters are
    those of `greenroom_turns.decide`."""
    ours = decide(*what_is_known)
    return Decision(Action.IGNORE, ours.cause) if ours.action is Action.INTERRUPT else ours


async def conversation(*, gated: bool, rule: Any = decide) -> list[str]:
    """What happened, one line each."""
    person = Speaker()
    told: list[str] = []
    your_stt, your_vad = ScriptedSTT(person), ScriptedVAD(person)
    parts: dict[str, Any] = {"vad": your_vad, "tts": ScriptedTTS(), "llm": ScriptedModel()}
    parts |= {"aec_warmup_duration": None, "user_away_timeout": None}
    session: AgentSession[Any]
    if gated:
        told_ack = lambda text, *_: told.append(f"ignored: {text}")  # noqa: E731
        gate = GatedSTT(
            your_stt, decide=rule, on_ack=told_ack
        )  # 1, of which only the STT is needed
        handling = gated_turn_handling(turn_detection="vad")  # 2
        session = AgentSession(stt=gate, turn_handling=handling, **parts)
        gate.bind(session)  # 3
    else:
        plain: Any = {"turn_detection": "vad", "interruption": {"mode": "vad"}}
        session = AgentSession(stt=your_stt, turn_handling=plain, **parts)
    session.input.audio, session.output.audio = Microphone(), Loudspeaker()
    session.on("agent_state_changed", lambda e: told.append(f"{e.old_state} -> {e.new_state}"))
    await session.start(Agent(instructions="Tell stories."))
    for words in ("tell me about history", "okay", "wait stop"):
        told.append(f"the person says: {words}")
        await person.say(words, 0.7)
        await asyncio.sleep(3.0)
    await session.aclose()
    return told


def main() -> None:
    ways: dict[str, dict[str, Any]] = {
        "Without the gate": {"gated": False},
        "With the gate": {"gated": True},
        "With a decision of your own": {"gated": True, "rule": stubborn},
    }
    for way, how in ways.items():
        print(f"{way}:")
        for line in clock.run(conversation(**how)):
            print(f"  {line}")


if __name__ == "__main__":
    main()
