"""An operator's providers hold a whole interview of a real `serve`, and the operator's key stays in
its environment (S2, S3, F7)."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import httpx2
import numpy as np
import pytest
from tests.adapters.speech.conftest import Say, say, speaker
from tests.canary.candidate import Candidate
from tests.canary.test_canary import ANSWERS, files, found_in, pages, short
from tests.e2e.house import House

from greenroom.testing.providers import Call, OpenAIServer, Reply
from greenroom.testing.providers.script import AT_ONCE, Request

__all__ = ["say", "speaker"]  # fixtures

pytestmark = [pytest.mark.speech, pytest.mark.slow]

KEY = "sk-canary-0d7c41b2e96f8a35"
ANIMALS = ("pandas", "lions", "bears", "otters", "wolves", "storks", "eagles", "camels")


def calling(request: Request) -> Reply:
    """Each time all at once: a rating, a summary, a question that was not asked before."""
    animal = ANIMALS[str(request.body["messages"]).count("hardest about the") % len(ANIMALS)]
    return Reply(
        calls=(
            Call("assess_response", {"depth_score": 3, "key_points_covered": ["a zoo"]}),
            Call("record_response", {"summary": "software for a zoo"}),
            Call("ask_question", {"question": f"What was hardest about the {animal}?"}),
        )
    )


async def test_an_interview_by_the_operators_providers(tmp_path: Path, say: Say) -> None:
    """Nobody chose anything: the operator's model calls its tools once for each answer, the operator's
    recogniser hears, the operator's voice speaks, and all of it counts for the owner."""
    spoken = np.asarray(say("I build software for a zoo.")).astype("<i2").tobytes()
    candidate = Candidate(spoken, ANSWERS[:3])
    async with OpenAIServer(
        chat=calling,
        transcriptions=Reply("I build software for a zoo that keeps quokkas."),
        voice=short,
        key=KEY,
        pace=AT_ONCE,
    ) as server:
        by_parts = {
            f"GREENROOM_{part}{name}": value
            for part in ("LLM", "STT", "TTS")
            for name, value in {
                "": "openai-compatible",
                "_URL": server.url,
                "_MODEL": "m",
                "_KEY": KEY,
            }.items()
        }
        house = House(
            tmp_path, GREENROOM_LLM_ASKED="tools", GREENROOM_LOG_LEVEL="DEBUG", **by_parts
        )
        house.start()
        try:
            await asyncio.to_thread(house.wait_until_ready)
            async with httpx2.AsyncClient(base_url=house.address, timeout=30) as client:
                assert "operator" in (await client.get("/")).text
                application = {"plan": "two-stage", "consent": True, "name": "Zephyrine"}
                made = (await client.post("/api/interviews", json=application)).json()
                address = f"{house.address.replace('http', 'ws')}/ws/interviews/{made['id']}"
                async with asyncio.timeout(200):
                    await candidate.attend(address, made["access_token"])
                record = (await client.get(f"/api/interviews/{made['id']}")).json()["record"]
                used = (await client.get("/api/usage")).json()
                seen = await pages(client, made["id"])
            kept = files(house)
        finally:
            house.kill()

    answers = [one for one in record["messages"] if one["kind"] == "answer"]
    own = [one["text"] for one in record["messages"] if "hardest about the" in one["text"]]
    assert record["incidents"] == []
    assert record["end_reason"] in ("completed", "candidate_ended")
    assert len(answers) == len(ANSWERS[:3]) + 1
    assert "quokkas" in answers[0]["text"]
    assert server.count("llm") == len(answers), "one round trip an answer"
    assert own
    assert {one["depth"] for one in answers} == {3}
    assert server.count("stt") >= 1
    assert server.count("tts") >= len(answers)
    assert used["tokens"] > 0
    assert used["characters"] > 0
    assert used["seconds"] > 0
    places = {**kept, **seen, "log": house.log.read_bytes(), "socket": json.dumps(candidate.told)}
    raw = {name: data.encode() if isinstance(data, str) else data for name, data in places.items()}
    assert [hit for name, data in raw.items() for hit in found_in(name, data, KEY)] == []
