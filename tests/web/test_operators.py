"""What pages and API say when the operator has set providers for everybody (S2, Sec)."""

from __future__ import annotations

import re
from typing import Any

from pydantic import SecretStr
from tests.web.test_keys import APPLICATION, KEY

from greenroom.adapters.vault import SealingVault, new_key
from greenroom.app.providers.catalogue import ModelChoice, Part
from greenroom.app.providers.choices import Chosen
from greenroom.app.providers.keys import KeyRing

OPERATORS = {
    Part.LLM: Chosen(ModelChoice("openai"), SecretStr("sk-canary-of-the-operator"), operators=True),
    Part.TTS: Chosen(
        ModelChoice("openai-compatible", "kokoro", "http://10.9.8.7:8880/v1"), None, operators=True
    ),
}


def ring(house: Any) -> KeyRing:
    return KeyRing(
        house.store.keys, SealingVault.of(new_key()), house.provider, operators=OPERATORS
    )


def test_the_page_names_them_beside_the_consent(house: Any) -> None:
    """Who thinks and speaks is on the registration, the keys' page and the privacy page; an inner
    address and a key are nowhere; nothing says that nothing leaves."""
    with house.visitor(keys=ring(house)) as visitor:
        pages = {path: visitor.get(path).text for path in ("/", "/keys", "/privacy")}
    start = pages["/"]
    assert re.findall(r'value="" data-who="([^"]+)"', start) == [
        "OpenAI",
        "a model server chosen by this server&#39;s operator",
    ]
    assert "Nothing you say leaves" not in start
    for page in pages.values():
        assert "OpenAI" in page
        assert "10.9.8.7" not in page
        assert "canary" not in page
    assert "nothing you say leaves this server" not in pages["/privacy"]


async def test_an_interview_keeps_what_it_was_told(house: Any) -> None:
    """The operator's providers are kept with the interview and shown; an own key goes first; nobody
    can ask for the operator's in its own words."""
    with house.visitor(keys=ring(house)) as visitor:
        plain = visitor.post("/api/interviews", json=APPLICATION).json()["id"]
        key = visitor.post("/api/keys", json=KEY).json()["id"]
        chosen = {"llm": key}
        own = visitor.post("/api/interviews", json={**APPLICATION, "providers": chosen}).json()
        told = {
            name: visitor.get(f"/api/interviews/{name}").json()["providers"]
            for name in (plain, own["id"])
        }
        forged = {**APPLICATION, "providers": {"stt": "operator:deepgram"}}
        assert visitor.post("/api/interviews", json=forged).status_code == 422
    theirs = "operator:openai-compatible"
    assert told == {
        plain: {"llm": "operator:openai", "tts": theirs},
        own["id"]: {"llm": key, "tts": theirs},
    }


def test_without_any_nothing_leaves(house: Any) -> None:
    """The page says so, as before."""
    with house.visitor() as visitor:
        assert "Nothing you say leaves this server." in visitor.get("/").text
        assert "data-who" not in visitor.get("/").text
