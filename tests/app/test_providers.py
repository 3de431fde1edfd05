"""The table of providers, and choices from it."""

from pathlib import Path

import pytest

from greenroom.app.ports import UserFault
from greenroom.app.providers.catalogue import PROVIDERS, ModelChoice, Part, ReplyFormat, resolve
from greenroom.app.providers.upstream import UpstreamCause


def test_the_table_is_complete() -> None:
    """Every language model says how it is asked, every recogniser how it tells words; a provider
    with an address of its own has a model for every part."""
    for provider in PROVIDERS.values():
        assert (provider.asked is not None) == (Part.LLM in provider.parts)
        assert provider.hears in ({"stream", "utterance"} if Part.STT in provider.parts else {""})
        if provider.base_url is not None:
            assert all(provider.parts.values())
            assert provider.base_url.startswith("https://")


def test_gaps_are_filled_from_the_table() -> None:
    """A bare name gives the usual model, address and voice; what is chosen wins."""
    usual = resolve(ModelChoice("openai"), Part.TTS, has_key=True)
    assert (usual.model, usual.voice) == ("gpt-4o-mini-tts", "ash")
    assert not usual.own_address
    own = ModelChoice(
        "openai-compatible", "qwen3", "http://127.0.0.1:11434/v1", asked=ReplyFormat.TOOLS
    )
    chosen = resolve(own, Part.LLM, has_key=False)
    assert (chosen.model, chosen.asked, chosen.own_address) == ("qwen3", ReplyFormat.TOOLS, True)


@pytest.mark.parametrize(
    ("choice", "part", "what"),
    [
        (ModelChoice("openia"), Part.LLM, "no provider 'openia'"),
        (ModelChoice("anthropic"), Part.STT, "has no stt; these have: openai, deepgram"),
        (ModelChoice("openai-compatible", base_url="http://x/v1"), Part.LLM, "name of a model"),
        (ModelChoice("openai-compatible", "qwen3"), Part.LLM, "needs a base URL"),
        (ModelChoice("deepgram"), Part.STT, "needs a key"),
    ],
)
def test_what_is_missing_is_said(choice: ModelChoice, part: Part, what: str) -> None:
    """A choice that cannot work is refused in one sentence."""
    with pytest.raises(UserFault, match=what):
        resolve(choice, part, has_key=False)


def test_causes_say_whether_waiting_helps() -> None:
    """A refused key stays refused; a stall may pass."""
    assert not UpstreamCause.KEY_REFUSED.retryable
    assert not UpstreamCause.QUOTA.retryable
    assert UpstreamCause.RATE_LIMITED.retryable
    assert UpstreamCause.TIMEOUT.retryable


def test_every_provider_is_described() -> None:
    """docs/reference/providers.md has a row for each provider with its models, and one for each form."""
    told = (
        (Path(__file__).parents[2] / "docs" / "reference" / "providers.md")
        .read_text("utf-8")
        .splitlines()
    )
    lines = {line.split("`")[1]: line for line in told if line.startswith("| `")}
    assert lines.keys() == set(PROVIDERS) | set(ReplyFormat)
    for provider in PROVIDERS.values():
        shown = lines[provider.name]
        models = [model for model in provider.parts.values() if model is not None]
        assert [model for model in models if f"`{model}`" not in shown] == []
        assert provider.asked is None or f"`{provider.asked}`" in shown
        assert provider.voice is None or f"`{provider.voice}`" in shown
