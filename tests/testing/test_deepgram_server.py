"""The Deepgram server, asked by LiveKit's plugin and by a plain WebSocket client."""

import asyncio
import contextlib

import aiohttp
import numpy as np
import pytest
from livekit import rtc
from livekit.agents import APIError
from livekit.agents.stt import SpeechEvent, SpeechEventType
from livekit.plugins import deepgram as plugin
from tests.testing.conftest import ONCE

from greenroom.testing.providers import DeepgramServer, Fault, Reply
from greenroom.testing.providers.sound import as_wav, hum

RATE = 16_000
VOICE = np.frombuffer(hum("a b c d e"), "<i2")[::3].repeat(2).tobytes()
"""Five words of about 1.8 s, near enough at 16 kHz."""
QUIET = bytes(2 * RATE)
QUERY = {"sample_rate": str(RATE), "interim_results": "true", "vad_events": "true"}


async def hear(server: DeepgramServer, *sounds: bytes) -> list[SpeechEvent]:
    """What the plugin makes of the sounds, a second of silence after each."""
    async with aiohttp.ClientSession() as session:
        stt = plugin.STT(api_key=server.key or "any", base_url=server.url, http_session=session)
        async with stt.stream(conn_options=ONCE) as stream:
            for sound in (part for voice in sounds for part in (voice, QUIET)):
                stream.push_frame(rtc.AudioFrame(sound, RATE, 1, len(sound) // 2))
            events: list[SpeechEvent] = []
            async for event in stream:
                events.append(event)
                if [e.type for e in events].count(SpeechEventType.END_OF_SPEECH) == len(sounds):
                    break
            return events


def texts(events: list[SpeechEvent], kind: SpeechEventType) -> list[str]:
    return [event.alternatives[0].text for event in events if event.type is kind]


async def test_the_plugin_hears_interims_and_finals():
    """Each voice begins, is guessed at, ends with its final words, and silence gives nothing."""
    said = ["I led the migration.", "It took six weeks."]
    async with DeepgramServer(said) as server:
        events = await hear(server, VOICE, VOICE)
    assert texts(events, SpeechEventType.FINAL_TRANSCRIPT) == said
    interims = texts(events, SpeechEventType.INTERIM_TRANSCRIPT)
    assert len(interims) >= 4
    assert all(any(text.startswith(interim) for text in said) for interim in interims)
    order = [event.type for event in events if event.type is not SpeechEventType.RECOGNITION_USAGE]
    assert order[0] is SpeechEventType.START_OF_SPEECH
    assert order.count(SpeechEventType.END_OF_SPEECH) == 2
    assert server.count("stt") == 1
    assert server.requests[0].body["utterances"] == 2


async def test_words_are_timed_by_the_stream():
    """The second voice's words lie where it was spoken."""
    async with DeepgramServer() as server:
        events = await hear(server, VOICE, VOICE)
    finals = [e.alternatives[0] for e in events if e.type is SpeechEventType.FINAL_TRANSCRIPT]
    seconds = len(VOICE) / 2 / RATE
    assert finals[1].start_time == pytest.approx(seconds + 1.0, abs=0.15)
    assert finals[1].end_time == pytest.approx(2 * seconds + 1.0, abs=0.15)


async def test_the_protocol_message_by_message():
    """SpeechStarted, results, UtteranceEnd where asked for, Finalize, and Metadata at the end."""
    async with DeepgramServer("Hello there.") as server, aiohttp.ClientSession() as session:
        query = QUERY | {"utterance_end_ms": "1000"}
        headers = {"Authorization": f"Token {server.key}"}
        async with session.ws_connect(server.url, params=query, headers=headers) as socket:
            await socket.send_json({"type": "KeepAlive"})
            await socket.send_bytes(VOICE + QUIET + VOICE)
            await socket.send_json({"type": "Finalize"})
            await socket.send_json({"type": "CloseStream"})
            told = [message.json() async for message in socket]
    kinds = [message["type"] for message in told]
    assert kinds[0] == "SpeechStarted"
    assert kinds[-1] == "Metadata"
    assert kinds.count("UtteranceEnd") == 1
    finals = [m for m in told if m["type"] == "Results" and m["is_final"]]
    assert [m["channel"]["alternatives"][0]["transcript"] for m in finals] == ["Hello there."] * 2
    assert [m["from_finalize"] for m in finals] == [False, True]


async def test_a_silent_connection_is_closed():
    """Without sound and without KeepAlive the server hangs up, with the code that Deepgram uses."""
    server = DeepgramServer(silent_limit_s=0.05)
    async with server, aiohttp.ClientSession() as session:
        headers = {"Authorization": f"Token {server.key}"}
        async with session.ws_connect(server.url, params=QUERY, headers=headers) as socket:
            await socket.receive()
            assert socket.close_code == 1011


@pytest.mark.parametrize("fault", [Fault.KEY_REFUSED, Fault.FORBIDDEN, Fault.RATE_LIMITED])
async def test_a_refused_connection_raises(fault):
    """The plugin sees the status of a handshake that was refused."""
    async with DeepgramServer(connect=Reply(fault=fault)) as server:
        with pytest.raises(APIError, match=r"status_code=4\d\d"):
            await hear(server, VOICE)


async def test_a_line_that_is_cut_raises():
    """A connection that breaks in an utterance raises after its first guesses."""
    async with DeepgramServer(Reply("I led it all.", fault=Fault.CUT, at=2)) as server:
        with pytest.raises(APIError):
            await hear(server, VOICE)
        assert server.requests[0].aborted


@pytest.mark.parametrize("fault", [Fault.STALL, Fault.GARBLED, Fault.WRONG_SCHEMA, Fault.EMPTY])
async def test_what_the_plugin_does_not_notice(fault):
    """Silence, broken JSON, results of another shape and empty ones all look like nobody spoke."""
    heard: list[SpeechEvent] = []
    async with DeepgramServer(Reply("I led it.", fault=fault)) as server:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(0.5):
                heard = await hear(server, VOICE)
    assert texts(heard, SpeechEventType.FINAL_TRANSCRIPT) == []


async def test_a_key_is_checked_by_one_cheap_call():
    """GET /v1/projects tells a good key from a bad one, as does the prerecorded route."""
    async with DeepgramServer("Hello.") as server, aiohttp.ClientSession() as session:
        projects = f"{server.origin}/v1/projects"
        for key, status in ((server.key, 200), ("wrong", 401)):
            headers = {"Authorization": f"Token {key}"}
            async with session.get(projects, headers=headers) as response:
                assert response.status == status
            sound = as_wav(hum("one two"))
            async with session.post(server.url, data=sound, headers=headers) as response:
                assert response.status == status
    assert server.count("key") == 2
