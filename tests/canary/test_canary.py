"""A key goes through a whole interview with providers that quote it, and is found nowhere (S3)."""

from __future__ import annotations

import asyncio
import base64
import json
import re
from collections.abc import Iterator
from pathlib import Path

import httpx2
import numpy as np
import pytest
from tests.adapters.speech.conftest import Say, say, speaker
from tests.canary.candidate import Candidate
from tests.canary.houses import talkative
from tests.e2e.house import House, contents

from greenroom.testing.providers import Fault, OpenAIServer, Reply
from greenroom.testing.providers.script import AT_ONCE
from greenroom.testing.providers.sound import hum

__all__ = ["say", "speaker"]  # fixtures

pytestmark = [pytest.mark.speech, pytest.mark.slow]

KEY = "sk-canary-5f1d9c77aa20413e"
NAME, EMAIL, WORD = "Zephyrine", "zephyrine@example.org", "quokkas"
ANSWERS = (
    f"I build software for a zoo that keeps {WORD}, and I have led its team for four years.",
    "We had a nightly job that took nine hours, so I measured it and split the work in four parts.",
    "It went from nine hours to forty minutes, at the price of more storage.",
    "I would talk to the people who read the reports first.",
)
QUOTING = [
    Reply(fault=fault, at=2, retry_after_s=0)
    for fault in (Fault.RATE_LIMITED, Fault.SERVER_ERROR, Fault.GARBLED, Fault.CUT)
]
HEADER = "depth=3; move=ask; question_id=-\nWhat is the hardest part of feeding them?"


def short(text: str) -> bytes:
    """Half a second of sound for any sentence."""
    return hum("a")[: 24_000 * 2 // 2]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """One for both tests: loading the speech models takes ten seconds and more."""
    with talkative(tmp_path_factory.mktemp("house")) as house:
        yield house


def forms(secret: str) -> list[bytes]:
    """How a secret may be written: plain, backwards, in hex and base64, its halves."""
    plain = secret.encode()
    thirds = [base64.b64encode(b"x" * shift + plain)[4:-4] for shift in range(3)]
    return [plain, plain[::-1], plain.hex().encode(), plain[:-6], *thirds]


def found_in(name: str, data: bytes, secret: str) -> list[str]:
    return [f"{name}: {form!r}" for form in forms(secret) if form in data]


def process_memory_of_names(house: House) -> dict[str, bytes]:
    """Command line and environment of the server and of what it started."""
    assert house._process is not None
    pids, seen = [str(house._process.pid)], {}
    while pids:
        pid = pids.pop()
        for part in ("cmdline", "environ"):
            seen[f"/proc/{pid}/{part}"] = Path("/proc", pid, part).read_bytes()
        for task in Path("/proc", pid, "task").iterdir():
            pids += (task / "children").read_text().split()
    return seen


def files(house: House) -> dict[str, bytes]:
    found = contents(house.data)
    assert any(name.endswith("greenroom.db-wal") for name in found)
    return found


async def pages(client: httpx2.AsyncClient, interview: str) -> dict[str, bytes]:
    """Whatever the server has to say, with its headers."""
    own = f"/api/interviews/{interview}"
    paths = ["/", "/keys", "/history", "/privacy", f"/interviews/{interview}/report", own]
    paths += [
        f"{own}/report",
        *(f"{own}/export?format={f}" for f in ("json", "md", "html", "seed")),
    ]
    paths += [
        "/api/interviews",
        "/api/keys",
        "/api/export",
        "/healthz",
        "/metrics",
        "/openapi.json",
    ]
    seen = {}
    for path in paths:
        answer = await client.get(path)
        assert answer.status_code == 200, (path, answer.text)
        seen[path] = str(answer.headers).encode() + answer.content
    return seen


async def test_a_key_is_found_nowhere(house: House, say: Say) -> None:
    """Entered by the real route, used for thinking, hearing and speaking by servers that fail and
    quote it; then searched for in every file, log, page, message, token and process."""
    spoken = np.asarray(say("I build software for a zoo.")).astype("<i2").tobytes()
    candidate = Candidate(spoken, ANSWERS)
    async with (
        OpenAIServer(
            chat=[HEADER, *QUOTING],
            speech=[Reply(), QUOTING[1], Reply()],
            transcriptions=[QUOTING[0], Reply(f"I feed the {WORD}.")],
            voice=short,
            key=KEY,
            pace=AT_ONCE,
        ) as server,
        httpx2.AsyncClient(base_url=house.address, timeout=30) as client,
    ):
        wanted = {
            "provider": "openai-compatible",
            "base_url": server.url,
            "models": {"llm": "local-model", "stt": "local-model", "tts": "local-model"},
        }
        wrong = await client.post("/api/keys", json={**wanted, "key": f"{KEY}x"})
        assert wrong.status_code == 422
        assert wrong.json()["errors"][0]["pointer"] == "#/key"
        saved = await client.post("/api/keys", json={**wanted, "key": KEY})
        assert saved.status_code == 201, saved.text
        key = saved.json()
        assert key["last4"] == KEY[-4:]
        application = {
            "plan": "two-stage",
            "consent": True,
            "name": NAME,
            "email": EMAIL,
            "providers": dict.fromkeys(("llm", "stt", "tts"), key["id"]),
        }
        made = (await client.post("/api/interviews", json=application)).json()
        address = f"{house.address.replace('http', 'ws')}/ws/interviews/{made['id']}"
        async with asyncio.timeout(200):
            await candidate.attend(address, made["access_token"])
        record = (await client.get(f"/api/interviews/{made['id']}")).json()["record"]
        seen = await pages(client, made["id"])
        cookies = str(dict(client.cookies)).encode()

    # the key was really used, for every part, and things really went wrong
    assert {part: server.count(part) > 0 for part in ("key", "llm", "stt", "tts")} == dict.fromkeys(
        ("key", "llm", "stt", "tts"), True
    )
    causes = {(one["kind"], one["cause"]) for one in record["incidents"]}
    assert {kind for kind, _ in causes} >= {"interviewer", "voice"}, causes
    assert record["end_reason"] in ("completed", "candidate_ended")
    notices = " ".join(one["text"] for one in candidate.told if one["t"] == "notice")
    for degraded in ("voice", "recognition", "model"):
        assert degraded in notices
    said = [one["text"] for one in record["messages"] if one["speaker"] == "interviewer"]
    assert any("feeding them" in text for text in said), "the model's own question was asked"

    log = house.log.read_bytes()
    assert b"DEBUG" in log or b"debug" in log
    told = json.dumps(candidate.told).encode()
    places = {
        **files(house),
        **process_memory_of_names(house),
        **seen,
        "the log": log,
        "the socket": told,
        "tokens and cookies": made["access_token"].encode() + cookies,
        "answers": wrong.content + saved.content,
    }
    for token in re.findall(rb"[A-Za-z0-9_-]{16,}", places["tokens and cookies"]):
        places[f"token {token[:6]!r}"] = base64.urlsafe_b64decode(token + b"=" * (-len(token) % 4))
    found = [hit for name, data in places.items() for hit in found_in(name, data, KEY)]
    assert found == []
    assert any(EMAIL.encode() in data for data in places.values()), "the search finds what is there"

    # what is personal is in the database and the owner's pages, and in nothing that is counted
    for name in ("/metrics", "/healthz", "/openapi.json"):
        for secret in (NAME, EMAIL, WORD):
            assert secret.encode() not in seen[name], name


async def test_a_key_and_its_owner_are_forgotten(house: House) -> None:
    """After one call nothing of interviews, keys and names is left in the files, nor in the log."""
    name, email = "Amaryllis", "amaryllis@example.org"  # nobody else's who came to this house
    async with (
        OpenAIServer(key=KEY, pace=AT_ONCE) as server,
        httpx2.AsyncClient(base_url=house.address, timeout=30) as client,
    ):
        wanted = {
            "provider": "openai-compatible",
            "base_url": server.url,
            "models": {"llm": "local-model"},
        }
        saved = (await client.post("/api/keys", json={**wanted, "key": KEY})).json()
        application = {"plan": "two-stage", "consent": True, "name": name, "email": email}
        await client.post("/api/interviews", json=application)
        before = b"".join(files(house).values())
        assert email.encode() in before
        assert saved["id"].encode() in before
        assert (await client.delete("/api/owner")).status_code == 204
        after = b"".join(files(house).values())
        for secret in (name, email, saved["id"], server.url):
            assert secret.encode() not in after
        assert (await client.get("/api/keys")).json() == {"keys": []}
    assert email.encode() not in house.log.read_bytes()
