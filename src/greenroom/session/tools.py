"""The interviewer's contract as five real function tools (F7, form `tools`).

A model that calls tools works with LiveKit's own tool loop. Each call is a proposal to the engine,
and the verdict is the tool's result. The model's own text is never spoken: it would be heard
before anybody judged it. A reply of text alone is taken for a question.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any

from livekit.agents import Agent, ModelSettings, RunContext, StopResponse, function_tool, llm

from greenroom.interview.plan import StagePlan
from greenroom.interview.proposals import (
    AskQuestion,
    AssessResponse,
    MeetAside,
    Proposal,
    RecordResponse,
    TransitionStage,
)
from greenroom.interview.reading import About
from greenroom.interview.thoughts import without_thoughts
from greenroom.session.stage_agent import Entered, StageAgent
from greenroom.session.tool_bridge import ProposalResult, ToolBridge

TOOL_LIMIT_S = 5.0
"""A handoff waits for every running tool, so none may run for ever."""
MOVES = frozenset({"ask_question", "transition_stage", "meet_aside"})
NOTED = "Noted. Now call ask_question or transition_stage."


@dataclass(slots=True)
class _Reply:
    """One answer of the model as it streams in."""

    tools: set[str] = field(default_factory=set)
    text: str = ""
    whole: asyncio.Event = field(default_factory=asyncio.Event)


class ToolAgent(StageAgent):
    """A stage agent whose model proposes by calling tools."""

    def __init__(
        self, entered: Entered, bridge: ToolBridge, stage: StagePlan | None, epoch: int, **more: Any
    ) -> None:
        super().__init__(entered, stage, epoch, **more)
        self._bridge = bridge
        self._reply = _Reply()

    @function_tool
    async def assess_response(
        self, ctx: RunContext[Any], depth_score: int, key_points_covered: list[str]
    ) -> str:
        """Rate the candidate's last answer.

        Args:
            depth_score: 1 (nothing to work with) to 5 (specific, measured, reflected).
            key_points_covered: The points that the answer covered, in a few words each.
        """
        return await self._note(ctx, AssessResponse(depth_score, tuple(key_points_covered)))

    @function_tool
    async def record_response(self, ctx: RunContext[Any], summary: str) -> str:
        """Keep a one-sentence summary of the candidate's last answer.

        Args:
            summary: What the candidate said, without judgement.
        """
        return await self._note(ctx, RecordResponse(summary))

    @function_tool
    async def ask_question(self, ctx: RunContext[Any], question: str) -> str:
        """Ask the candidate one question. It is spoken exactly as given.

        Args:
            question: The whole sentence to say.
        """
        async with asyncio.timeout(TOOL_LIMIT_S):
            verdict = await self._bridge.propose(
                ctx.speech_handle, AskQuestion(without_thoughts(question))
            )
        return _told(verdict)

    @function_tool
    async def meet_aside(self, ctx: RunContext[Any], about: About, say: str) -> str:
        """Meet what the candidate said that is no answer. The question that was asked stays.

        Args:
            about: What it is about.
            say: One or two sentences to say to it; empty when the program meets it.
        """
        proposal = MeetAside(about, without_thoughts(say))
        async with asyncio.timeout(TOOL_LIMIT_S):
            verdict = await self._bridge.propose(ctx.speech_handle, proposal)
        return _told(verdict)

    @function_tool
    async def transition_stage(self, ctx: RunContext[Any], reason: str) -> Agent | str:
        """Leave this stage of the interview for the next one.

        Args:
            reason: Why its goals are met.
        """
        speech = ctx.speech_handle
        async with asyncio.timeout(TOOL_LIMIT_S):
            result = await self._bridge.leave(speech, TransitionStage(reason))
        if isinstance(result, ProposalResult):
            return _told(result)
        agent = self._bridge.hand_over(result, speech)
        if agent is None:
            raise StopResponse
        return agent

    async def llm_node(
        self, chat_ctx: llm.ChatContext, tools: list[llm.Tool], model_settings: ModelSettings
    ) -> AsyncIterator[llm.ChatChunk]:
        """The model's tool calls without its text."""
        reply = self._reply = _Reply()
        try:
            async for chunk in Agent.default.llm_node(self, chat_ctx, tools, model_settings):
                if isinstance(chunk, llm.ChatChunk):
                    yield _without_text(chunk, reply)
            if not reply.tools and reply.text.strip():
                self._bridge.reply_text(reply.text.strip())
        finally:
            reply.whole.set()

    async def _note(self, ctx: RunContext[Any], proposal: Proposal) -> str:
        reply = self._reply
        async with asyncio.timeout(TOOL_LIMIT_S):
            verdict = await self._bridge.propose(ctx.speech_handle, proposal)
            await reply.whole.wait()
        if reply.tools & MOVES and not verdict.refusals:
            raise StopResponse  # the same reply decides what comes next
        return _told(verdict)


def _told(verdict: ProposalResult) -> str:
    if verdict.moved:
        raise StopResponse
    if verdict.refusals:
        return "Refused: " + ", ".join(verdict.refusals)
    return NOTED


def _without_text(chunk: llm.ChatChunk, reply: _Reply) -> llm.ChatChunk:
    delta = chunk.delta
    if delta is None:
        return chunk
    reply.text += delta.content or ""
    reply.tools.update(call.name for call in delta.tool_calls)
    return chunk.model_copy(update={"delta": delta.model_copy(update={"content": None})})
