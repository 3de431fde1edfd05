"""What LiveKit's tracing takes down while a key is used: its spans hold no key (S3)."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

import pytest
from livekit import rtc
from livekit.agents import inference, telemetry
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.trace import NoOpTracerProvider
from pydantic import SecretStr
from tests.testing.conftest import chat, read
from tests.testing.test_deepgram_server import RATE, VOICE

from greenroom.adapters.models.plugins import make_llm, make_stt, make_tts
from greenroom.app.providers.addresses import AddressRule
from greenroom.app.providers.catalogue import ModelChoice
from greenroom.testing.providers import Fault, OpenAIServer, Reply
from greenroom.testing.providers.script import AT_ONCE

KEY = SecretStr("sk-canary-5f1d9c77aa20413e")
HERE = AddressRule(loopback=True)
FAULTS = (None, Fault.KEY_REFUSED, Fault.RATE_LIMITED, Fault.SERVER_ERROR, Fault.CUT, Fault.GARBLED)


@pytest.fixture
def spans() -> Iterator[InMemorySpanExporter]:
    """Everything that is traced while the test runs, personal content too."""
    exporter = InMemorySpanExporter()
    provider = TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    telemetry.set_tracer_provider(provider, allow_pii=True)
    yield exporter
    telemetry.set_tracer_provider(NoOpTracerProvider())


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault or "none")
async def test_spans_hold_no_key(spans: InMemorySpanExporter, fault: Fault | None) -> None:
    """Each part is used once, by a server that quotes the key when it fails."""
    reply = Reply("Tell me more.", fault=fault, at=2)
    async with OpenAIServer(
        reply, speech=reply, transcriptions=reply, key=None, pace=AT_ONCE
    ) as server:
        choice = ModelChoice("openai", base_url=server.url)
        model = make_llm(choice, KEY, HERE)
        voice = make_tts(choice, KEY, HERE)
        ear = make_stt(choice, KEY, HERE, voices=inference.VAD())
        with contextlib.suppress(Exception):
            await read(model.chat(chat_ctx=chat()))
        with contextlib.suppress(Exception):
            async with voice.synthesize("Tell me about your last project.") as speech:
                await speech.collect()
        with contextlib.suppress(Exception):
            await ear.recognize(rtc.AudioFrame(VOICE, RATE, 1, len(VOICE) // 2))
        for part in (model, voice, ear):
            await part.aclose()
        assert {part: server.count(part) for part in ("llm", "tts", "stt")} == dict.fromkeys(
            ("llm", "tts", "stt"), 1
        )
    taken = spans.get_finished_spans()
    written = "".join(span.to_json() for span in taken)
    assert {"llm_request", "tts_request"} <= {span.name for span in taken}
    assert "canary" not in written
