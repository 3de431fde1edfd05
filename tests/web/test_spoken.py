"""A plan's language that nothing here hears or speaks is told by the API and by the pages."""

from __future__ import annotations

from typing import Any

import pytest
from fastapi.testclient import TestClient

from greenroom.app import plans
from greenroom_turns.languages import CODES

OTHERS = [code for code in CODES if code != "en"]
OWN = {
    "provider": "openai-compatible",
    "base_url": "http://127.0.0.1:11434/v1",
    "models": {"stt": "whisper", "tts": "kokoro"},
}


def plan_in(visitor: TestClient, language: str) -> str:
    toml = plans.source_of("two-stage").replace("title =", f'language = "{language}"\ntitle =', 1)
    answer = visitor.post("/api/plans", json={"toml": toml})
    assert answer.status_code == 201, answer.text
    made: str = answer.json()["id"]
    return made


def registered(visitor: TestClient, plan: str, **more: Any) -> dict[str, Any]:
    answer = visitor.post("/api/interviews", json={"plan": plan, "consent": True, **more})
    assert answer.status_code == 201, answer.text
    told: dict[str, Any] = answer.json()
    return told


@pytest.mark.parametrize("language", OTHERS)
def test_every_other_language(visitor: TestClient, language: str) -> None:
    """The answer names what lacks, in that language and in English, and the check page says the same
    and offers to type; the start page says it where the plan is chosen."""
    told = registered(visitor, plan_in(visitor, language))
    assert told["lacks"] == ["stt", "tts"]
    assert [one["language"] for one in told["notices"]] == [language, "en"]
    page = visitor.get(f"/interviews/{told['id']}/check").text
    for one in told["notices"]:
        assert f'<p lang="{one["language"]}">{one["text"]}</p>' in page
    assert "Type my answers" in page
    assert "hears and speaks English only" in visitor.get("/").text


def test_english_says_nothing(visitor: TestClient) -> None:
    """Where nothing lacks there is nothing to read."""
    told = registered(visitor, "two-stage")
    assert (told["lacks"], told["notices"]) == ([], [])
    assert 'id="language"' not in visitor.get(f"/interviews/{told['id']}/check").text
    assert "hears and speaks English only" not in visitor.get("/").text


def test_a_provider_that_was_chosen_knows_the_language(visitor: TestClient) -> None:
    """Only what this machine does itself lacks."""
    key = visitor.post("/api/keys", json=OWN).json()["id"]
    plan = plan_in(visitor, "hi")
    told = registered(visitor, plan, providers={"stt": key})
    assert told["lacks"] == ["tts"]
    page = visitor.get(f"/interviews/{told['id']}/check").text
    assert "Type my answers" not in page
    assert 'id="language"' in page
    assert registered(visitor, plan, providers={"stt": key, "tts": key})["lacks"] == []
