"""The gate as a strategy of Pipecat's own controller of turns. Skipped where pipecat-ai is not installed."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

pytest.importorskip("pipecat")

from pipecat.frames import frames
from pipecat.processors.frame_processor import FrameProcessorSetup
from pipecat.turns.user_stop import ExternalUserTurnStopStrategy
from pipecat.turns.user_turn_controller import UserTurnController
from pipecat.turns.user_turn_strategies import UserTurnStrategies
from pipecat.utils.asyncio.task_manager import TaskManager

from greenroom_turns.limits import Limits
from greenroom_turns.pipecat import GatedUserTurnStartStrategy

SPEAKS, SILENT = frames.BotStartedSpeakingFrame(), frames.BotStoppedSpeakingFrame()
VOICE, NO_VOICE = frames.VADUserStartedSpeakingFrame(), frames.VADUserStoppedSpeakingFrame()


def guess(text: str) -> frames.Frame:
    return frames.InterimTranscriptionFrame(text=text, user_id="u", timestamp="")


def final(text: str) -> frames.Frame:
    return frames.TranscriptionFrame(text=text, user_id="u", timestamp="")


async def told(*happens: frames.Frame | None, **gate: Any) -> list[str]:
    """What the controller of turns tells of these frames; None lets the tasks run."""
    strategy = GatedUserTurnStartStrategy(**gate)
    strategies = UserTurnStrategies(start=[strategy], stop=[ExternalUserTurnStopStrategy()])
    controller = UserTurnController(user_turn_strategies=strategies)
    said: list[str] = []

    def note(what: str) -> Callable[..., Awaitable[None]]:
        async def add(*_: object) -> None:
            said.append(what)

        return add

    controller.add_event_handler("on_user_turn_started", note("turn"))
    controller.add_event_handler("on_reset_aggregation", note("dropped"))
    manager = TaskManager()
    await controller.setup(
        FrameProcessorSetup(clock=None, task_manager=manager, pipeline_worker=None)
    )
    for frame in happens:
        if frame is None:
            await asyncio.sleep(0.05)
        else:
            await controller.process_frame(frame)
    await controller.cleanup()
    return said


async def test_an_okay_over_the_bot_starts_no_turn() -> None:
    """It is dropped from what was gathered; a stop word starts a turn (T1, T3)."""
    okay = (SPEAKS, VOICE, guess("okay"), final("Okay."), NO_VOICE)
    assert await told(*okay) == ["dropped"]
    assert await told(*okay, VOICE, guess("wait")) == ["dropped", "turn"]


async def test_an_okay_to_a_silent_bot_is_a_turn() -> None:
    """When the bot is silent the same word is an answer (T2)."""
    assert await told(SPEAKS, SILENT, VOICE, final("Okay.")) == ["turn"]


async def test_a_voice_without_words_starts_a_turn() -> None:
    """When it goes on for longer than a backchannel does (T5)."""
    limits = Limits(untranscribed_limit_ms=1)
    assert await told(SPEAKS, VOICE, None, limits=limits) == ["turn"]
    assert await told(SPEAKS, VOICE, NO_VOICE, None, limits=limits) == []


async def test_words_from_before_the_bot_was_heard_wait_for_its_end() -> None:
    """They are an answer that must not interrupt."""
    before = (VOICE, None, NO_VOICE, SPEAKS, final("I led the team."))
    assert await told(*before) == []
    assert await told(*before, SILENT) == ["turn"]
