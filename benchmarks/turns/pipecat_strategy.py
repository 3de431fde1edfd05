"""Pipecat's own min-words strategy, fed with what our recogniser wrote. Runs in ITS environment.

    python pipecat_strategy.py MIN_WORDS <events.jsonl

Nothing of Greenroom is imported here: this file is run by the interpreter of a throw-away environment
that holds pipecat-ai. A line in is a list of [kind, text]; a line out is the index of the event at
which a user turn started, or null.
"""

import asyncio
import json
import sys

from loguru import logger
from pipecat.frames.frames import (
    BotStartedSpeakingFrame,
    BotStoppedSpeakingFrame,
    InterimTranscriptionFrame,
    TranscriptionFrame,
)
from pipecat.turns.user_start.min_words_user_turn_start_strategy import (
    MinWordsUserTurnStartStrategy,
)


def frame(kind: str, text: str) -> object:
    match kind:
        case "bot_started":
            return BotStartedSpeakingFrame()
        case "bot_stopped":
            return BotStoppedSpeakingFrame()
        case "interim":
            return InterimTranscriptionFrame(text=text, user_id="u", timestamp="")
        case _:
            return TranscriptionFrame(text=text, user_id="u", timestamp="")


async def first_turn(events: list[list[str]], min_words: int) -> int | None:
    strategy = MinWordsUserTurnStartStrategy(min_words=min_words)
    started: list[bool] = []

    async def note(*_: object) -> None:
        started.append(True)

    strategy.event_handler("on_user_turn_started")(note)

    for at, (kind, text) in enumerate(events):
        await strategy.process_frame(frame(kind, text))
        if started:
            return at
    return None


async def main() -> None:
    for line in sys.stdin:
        print(json.dumps(await first_turn(json.loads(line), int(sys.argv[1]))))


logger.remove()
asyncio.run(main())
