"""First audio after an answer, by a language model: judged before it is heard, beside not judged at all.

python -m benchmarks.model [--quick]

All ask the same local server over HTTP with the real plugin: 300 ms to the first token, 80 tokens a
second. The candidate's voice is scripted; 0.3 s of endpointing are in every row, and the voice makes
its silence of a sentence at once. The bare session streams the same words as plain text and can
refuse none of them. The third way is the one that this project set out to replace: the model calls
`assess_response`, then `ask_question`, then speaks, one request after the other.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from livekit.agents import Agent, AgentSession, function_tool
from pydantic import SecretStr

from benchmarks.parts import SilenceTTS
from benchmarks.table import Row, quantile, tell
from benchmarks.turn_latency import DELAY_MS, Memory
from greenroom.adapters.models.interviewer import ModelInterviewer
from greenroom.adapters.models.plugins import make_llm
from greenroom.app.providers.addresses import AddressRule
from greenroom.app.providers.catalogue import ModelChoice, ReplyFormat
from greenroom.interview import engine, journal
from greenroom.interview.plan import Candidate, InterviewPlan, Question, StagePlan
from greenroom.session.clock import SessionClock
from greenroom.session.controller import LiveInterview
from greenroom.session.equipment import Equipment
from greenroom.session.voice import Voice
from greenroom.simulation.candidate_voice import Speaker
from greenroom.simulation.loudspeaker import Loudspeaker, Microphone
from greenroom.simulation.scripted_speech import scripted_voice
from greenroom.simulation.transport import Cue, SimulatedTransport
from greenroom.testing.providers import Call, OpenAIServer, Reply
from greenroom.testing.providers.script import Request
from greenroom_turns.livekit.binding import gated_turn_handling

WORDS = "We moved the ledger in six hours that night."
LONGEST_S = 20.0
"""A turn that takes longer hangs."""
TOPICS = tuple("abcdefghijklmnopqrstuvwxyz")


@dataclass(frozen=True, slots=True)
class Measured:
    """Seconds from the end of the candidate's voice to the first audio of each reply."""

    took: tuple[float, ...]
    trips: float
    """Requests a turn, as the server counted them."""

    def ms(self, share: float) -> float:
        return 1000 * quantile(self.took, share)

    def told(self) -> str:
        return f"p50 {self.ms(0.5):.0f}, p95 {self.ms(0.95):.0f} ms, {self.trips:.0f} a turn"


class Model:
    """What the server replies: the same words in every form, and others each turn."""

    def __init__(self, form: ReplyFormat | None = None) -> None:
        self.form, self.turn = form, 0

    def __call__(self, request: Request) -> Reply:
        last = request.body["messages"][-1]
        if self.form is ReplyFormat.TOOLS and last["role"] == "user":
            arguments = {"depth_score": 4, "key_points_covered": ["saved time"]}
            return Reply(calls=(Call("assess_response", arguments),))
        words = self._words()
        if self.form is ReplyFormat.TOOLS and "noted" in str(last["content"]):
            return Reply(calls=(Call("ask_question", {"question": words}),))
        self.turn += 1
        if self.form is ReplyFormat.HEADER_LINE:
            return Reply(f"depth=4; move=ask; question_id=-\n{words}")
        if self.form is not ReplyFormat.JSON_SCHEMA:
            return Reply(words)
        whole = {"depth": 4, "move": "ask", "question_id": None, "say": words}
        whole |= {"points": ["saved time"], "facts": [], "summary": "We moved the ledger"}
        return Reply(json.dumps(whole, separators=(",", ":")))

    def _words(self) -> str:
        topic = " ".join(f"{TOPICS[self.turn % 26]}{n}" for n in range(4))
        return f"Six hours is quick for a ledger of that size. What did the {topic} look like?"


class Origin(Agent):
    """Assesses and asks by tools whose results go back to the model."""

    @function_tool
    async def assess_response(self, depth_score: int, key_points_covered: list[str]) -> str:
        """Rate the candidate's last answer."""
        return "noted"

    @function_tool
    async def ask_question(self, question: str) -> str:
        """Ask the candidate this."""
        return f"Say: {question}"


def voice(speaker: Speaker) -> Voice:
    return replace(scripted_voice(speaker), tts=SilenceTTS(0.3))


def model_at(server: OpenAIServer) -> Any:
    choice = ModelChoice("openai-compatible", "local-model", server.url)
    return make_llm(choice, SecretStr(server.key or ""), AddressRule(loopback=True))


async def bare(turns: int, agent: Agent, form: ReplyFormat | None) -> Measured:
    """LiveKit's session with the model and nothing of ours."""
    speaker, loop = Speaker(), asyncio.get_running_loop()
    async with OpenAIServer(Model(form)) as server:
        model, parts = model_at(server), voice(speaker)
        delays = {"mode": "fixed", "min_delay": DELAY_MS / 1000, "max_delay": 3.0}
        session: AgentSession[Any] = AgentSession(
            stt=parts.stt,
            vad=parts.vad,
            tts=parts.tts,
            llm=model,
            turn_handling=gated_turn_handling(turn_detection="vad", endpointing=delays),
            aec_warmup_duration=None,
            user_away_timeout=None,
        )
        loudspeaker = Loudspeaker()
        started: asyncio.Queue[float] = asyncio.Queue()
        finished: asyncio.Queue[float] = asyncio.Queue()
        loudspeaker.on("playback_started", lambda _: started.put_nowait(loop.time()))
        loudspeaker.on("playback_finished", lambda _: finished.put_nowait(loop.time()))
        session.input.audio, session.output.audio = Microphone(), loudspeaker
        await session.start(agent)
        took = []
        for turn in range(turns):
            async with asyncio.timeout(LONGEST_S):
                if turn:
                    await finished.get()
                await asyncio.sleep(0.2)
                said = await speaker.say(WORDS, 0.5)
                took.append(await started.get() - said.ended_s)
        await session.aclose()
        await model.aclose()
        return Measured(tuple(took), server.count("llm") / turns)


async def ours(turns: int, form: ReplyFormat) -> Measured:
    """A whole interview, with its journal in memory."""
    bank = (Question("q1", "And what would you do otherwise?"),)
    opening = Question("q", "Go on?")
    stage = StagePlan(
        "s", "S", opening=opening, bank=bank, hard_limit=3_600_000, reply_delay=DELAY_MS
    )
    plan = InterviewPlan("bench", "Bench", (stage,))
    header = journal.Header("b", "2026-01-01T00:00:00Z", "simulated", Candidate(), plan)
    speaker, clock = Speaker(), SessionClock()
    async with OpenAIServer(Model(form)) as server:
        asking = ModelInterviewer(model_at(server), form, provider="openai-compatible")
        room = SimulatedTransport(speaker, lambda event: interview.post(event), clock.now_ms)
        interview = LiveInterview(
            header,
            engine.begin(plan, header.candidate),
            journal=Memory(),
            equipment=Equipment(voice(speaker), asking),
            transport=room,
            clock=clock,
        )
        running = asyncio.ensure_future(interview.run())
        seen, took = 0, []
        for _ in range(turns):
            async with asyncio.timeout(LONGEST_S):
                seen = (await room.edge(seen, (Cue.QUESTION,)))[0] + 1
                await asyncio.sleep(0.2)
                said = await speaker.say(WORDS, 0.5)
                seen, edge = await room.edge(seen, (Cue.SPEECH,))
                took.append(edge.at_s - said.ended_s)
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
        await asking.aclose()
        return Measured(tuple(took), server.count("llm") / turns)


def rows(*, quick: bool) -> Iterator[Row]:
    turns = 4 if quick else 20
    plain = asyncio.run(bare(turns, Agent(instructions="Interview."), None))
    origin = asyncio.run(bare(turns, Origin(instructions="Interview."), ReplyFormat.TOOLS))
    for form, name in (
        (ReplyFormat.JSON_SCHEMA, "one object"),
        (ReplyFormat.HEADER_LINE, "a line of fields"),
    ):
        mine = asyncio.run(ours(turns, form))
        yield Row(
            f"a language model's turn, {name}: end of the answer → first audio",
            "at most +250 ms p50 beside a bare session, 1 request",
            f"{mine.ms(0.5) - plain.ms(0.5):+.0f} ms p50: {mine.told()} (n {turns})",
            f"bare: {plain.told()}; assess, ask, speak: {origin.told()}",
            "python -m benchmarks.model",
        )


if __name__ == "__main__":
    tell(rows)
