"""Scripted parts in a real LiveKit session."""

import asyncio
from typing import Any

from livekit.agents import Agent, StopResponse
from livekit.agents.llm import ChatContext, ChatMessage
from tests.simulation.bare import bare_session

from greenroom.simulation.candidate_voice import Hearing, Speaker
from greenroom.simulation.clock import in_virtual_time
from greenroom.simulation.loudspeaker import Loudspeaker, Microphone

QUESTION = "Would you please tell me about yourself and your work today"


class Listener(Agent):
    """Notes what the candidate says and answers nothing."""

    def __init__(self) -> None:
        super().__init__(instructions="")
        self.turns: list[str] = []

    async def on_user_turn_completed(self, _: ChatContext, new_message: ChatMessage) -> None:
        self.turns.append(new_message.text_content or "")
        raise StopResponse


class Room:
    """A bare session with scripted parts."""

    def __init__(self) -> None:
        self.speaker = Speaker()
        self.loudspeaker = Loudspeaker()
        self.listener = Listener()
        self.session = bare_session(self.speaker)
        self.session.input.audio = Microphone()
        self.session.output.audio = self.loudspeaker
        self.interims: list[str] = []
        self.session.on("user_input_transcribed", self._transcribed)

    def _transcribed(self, event: Any) -> None:
        if not event.is_final:
            self.interims.append(event.transcript)

    async def __aenter__(self) -> "Room":
        await self.session.start(self.listener)
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.session.aclose()


@in_virtual_time
async def test_words_reach_the_session() -> None:
    """What the speaker says arrives as interims and as one finished turn."""
    async with Room() as room:
        await room.speaker.say("I keep a small bookshop")
        await asyncio.sleep(3)
        assert room.listener.turns == ["I keep a small bookshop"]
        assert room.interims[0] == "I"


@in_virtual_time
async def test_misheard_words() -> None:
    """The session gets what the recogniser understood, not what was said."""
    async with Room() as room:
        await room.speaker.say("I like Rust", hearing=Hearing(text="I like trust", interims=False))
        await asyncio.sleep(3)
        assert room.listener.turns == ["I like trust"]
        assert room.interims == ["I like trust"] or room.interims == []


@in_virtual_time
async def test_speech_takes_its_time() -> None:
    """An utterance plays for its words' length on the loop's clock, to its end."""
    async with Room() as room:
        clock = asyncio.get_running_loop()
        room.loudspeaker.announce(QUESTION)
        begun = clock.time()
        await room.session.say(QUESTION)
        assert 11 * 0.36 <= clock.time() - begun < 11 * 0.36 + 0.5


@in_virtual_time
async def test_interrupted_speech_tells_what_was_heard() -> None:
    """A voice over the interviewer cuts it off, and only the heard words are in the history."""
    async with Room() as room:
        room.loudspeaker.announce(QUESTION)
        handle = room.session.say(QUESTION)
        await asyncio.sleep(1.6)
        await room.speaker.say("Sorry may I stop you there")
        await handle
        assert handle.interrupted
        [message] = handle.chat_items
        assert isinstance(message, ChatMessage)
        assert message.text_content == "Would you please tell me about"


@in_virtual_time
async def test_nobody_talks_over_himself() -> None:
    """Two sayings at once come out one after the other."""
    async with Room() as room:
        first, second = await asyncio.gather(
            room.speaker.say("one two"), room.speaker.say("three four")
        )
        assert second.began_s >= first.ended_s
