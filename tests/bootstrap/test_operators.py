"""What an operator may set of providers, and what is said when it cannot work."""

from __future__ import annotations

import pytest
from pydantic import SecretStr

from greenroom.app.ports import OperatorFault
from greenroom.app.providers.catalogue import Part, ReplyFormat
from greenroom.bootstrap.operators import operators
from greenroom.settings import Settings

KEY = SecretStr("sk-canary-5f1d9c77aa20413e")
OWN = "http://10.0.0.5:11434/v1/"


def test_nothing_set_is_nobody() -> None:
    """Without a setting this machine does everything."""
    assert operators(Settings()) == {}


def test_each_part_by_its_own_settings() -> None:
    """Three parts by three providers; gaps are the table's; an address of one's own may lead anywhere."""
    found = operators(
        Settings(
            llm="openai-compatible",
            llm_url=OWN,
            llm_model="m",
            llm_asked="tools",
            stt="deepgram",
            stt_key=KEY,
            tts="openai",
            tts_key=KEY,
            tts_voice="coral",
        )
    )
    assert {part: one.choice.provider for part, one in found.items()} == {
        Part.LLM: "openai-compatible",
        Part.STT: "deepgram",
        Part.TTS: "openai",
    }
    assert (found[Part.LLM].choice.asked, found[Part.LLM].key) == (ReplyFormat.TOOLS, None)
    assert found[Part.TTS].choice.voice == "coral"
    assert all(one.operators for one in found.values())
    assert "canary" not in repr(found)


@pytest.mark.parametrize(
    ("set_", "told"),
    [
        ({"llm": "opanai"}, "GREENROOM_LLM: There is no provider 'opanai'"),
        ({"stt": "openai"}, "GREENROOM_STT: OpenAI needs a key"),
        ({"tts": "deepgram", "tts_key": KEY}, "GREENROOM_TTS: Deepgram has no tts"),
        ({"llm": "openai-compatible", "llm_url": OWN}, "needs the name of a model"),
        ({"stt_key": KEY}, "GREENROOM_STT: name the provider too"),
        (
            {"llm": "openai", "llm_key": KEY, "llm_asked": "google_schema"},
            "GREENROOM_LLM_ASKED: openai can be asked by json_schema, header_line, tools",
        ),
        (
            {"llm": "openai-compatible", "llm_model": "m", "llm_url": "http://169.254.169.254/v1"},
            "GREENROOM_LLM: The address 169.254.169.254 is not allowed",
        ),
    ],
)
def test_what_cannot_work_is_said_at_the_start(set_: dict[str, object], told: str) -> None:
    """The setting is named, and the key is not shown."""
    with pytest.raises(OperatorFault, match=told) as fault:
        operators(Settings(**set_))  # type: ignore[arg-type]
    assert "canary" not in str(fault.value)
