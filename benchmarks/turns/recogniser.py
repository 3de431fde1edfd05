"""The recogniser on board, as every contestant hears it: each stretch of sound is decoded once.

The virtual clock does not see how long a decode takes, so each takes `DECODE_S` of it, whoever asks.
What was heard is kept beside the corpus: a second run of the benchmark decodes nothing.
"""

from __future__ import annotations

import asyncio
import hashlib
import inspect
import json
from collections.abc import Callable
from dataclasses import astuple
from importlib import resources
from pathlib import Path
from typing import Any, TypeVar

from greenroom.adapters.speech import backchannel, expected, moonshine, whisper
from greenroom.adapters.speech.expected import Alternative
from greenroom.adapters.speech.model_thread import ModelThread
from greenroom.adapters.speech.moonshine import Moonshine, Samples, Transcript, load_moonshine
from greenroom.adapters.speech.moonshine_stt import MoonshineSTT
from greenroom.adapters.speech.weights import Weights
from greenroom_turns import language

T = TypeVar("T")

DECODE_S = 0.08
"""What a decode of a second or two takes on an idle core."""


class Memory:
    """What Moonshine heard in which samples. It is loaded only when something new is to be heard."""

    def __init__(self, folder: Path) -> None:
        modules = (moonshine, expected, backchannel, whisper)
        sources = "".join(inspect.getsource(module) for module in modules)
        beside = resources.files(backchannel.__package__)
        files = (beside.joinpath(name) for name in (backchannel.WEIGHTS, whisper.NETWORK))
        source = (sources + str((language.phrases(), language.requests()))).encode() + b"".join(
            f.read_bytes() for f in files
        )
        self._file = folder / f"heard-{hashlib.sha256(source).hexdigest()[:12]}.jsonl"
        self._heard: dict[str, Transcript] = {}
        self._moonshine: Moonshine | None = None
        if self._file.exists():
            for line in self._file.read_text().splitlines():
                key, text, tokens, logprob, chances, others = json.loads(line)
                known = others if others is None else tuple(Alternative(*o) for o in others)
                self._heard[key] = Transcript(text, tokens, logprob, chances, known)

    def transcribe(self, samples: Samples) -> Transcript:
        key = hashlib.sha256(samples.tobytes()).hexdigest()[:24]
        if key not in self._heard:
            self._moonshine = self._moonshine or load_moonshine(Weights())
            heard = self._heard[key] = self._moonshine.transcribe(samples)
            with self._file.open("a") as file:
                file.write(json.dumps([key, *astuple(heard)]) + "\n")
        return self._heard[key]


class _Thread(ModelThread):
    """Takes the same virtual time for every call, and no thread."""

    async def run(self, call: Callable[[], T], *, urgent: bool = True) -> T:
        await asyncio.sleep(DECODE_S)
        return call()


def recogniser(memory: Any) -> MoonshineSTT:
    return MoonshineSTT(memory, _Thread("moonshine"))
