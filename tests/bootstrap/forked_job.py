"""A job process as a worker forks it, which hears, speaks and reads once. Prints what it found and what it cost as JSON.

python -m tests.bootstrap.forked_job
"""

from __future__ import annotations

import asyncio
import json
import multiprocessing
from multiprocessing.queues import SimpleQueue
from typing import Any

import numpy as np
import psutil

from greenroom.app.ports import ReaderInput
from greenroom.bootstrap.worker import SHARED

WORDS = "I work in a small hospital."


def job(told: SimpleQueue[dict[str, Any]]) -> None:
    from greenroom import settings as configuration
    from greenroom.bootstrap.shared_models import models

    heard, read = asyncio.run(_used(*models(configuration.load())))
    own = psutil.Process().memory_full_info().uss
    told.put({"heard": heard, "read": read, "own": own})


async def _used(speech: Any, reader: Any) -> tuple[str, bool]:
    voice = speech.voice()
    pcm = await voice.tts.next_of(voice.tts.sentences(WORDS))
    spoken = np.frombuffer(pcm, "<i2")
    at_16_khz = np.interp(np.arange(0, len(spoken), 1.5), np.arange(len(spoken)), spoken)
    heard = await voice.stt.transcribe(lambda: at_16_khz.astype(np.int16))
    read = await reader.read(ReaderInput(heard.text, question="What did you do?", language="en"))
    return heard.text, read is not None


def main() -> None:
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([*SHARED, "livekit.agents.ipc._preload_freeze"])
    told: SimpleQueue[dict[str, Any]] = context.SimpleQueue()
    process = context.Process(target=job, args=(told,))
    process.start()
    print(json.dumps(told.get()))
    process.join()


if __name__ == "__main__":
    main()
