"""The providers of models, as data: what each offers, where, and how its language model is asked.

docs/reference/providers.md shows this table, and a test holds it to that.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from greenroom.app.ports import UserFault
from greenroom.assessment.sentence import Sentence


class Part(StrEnum):
    """What a model does in an interview."""

    LLM = "llm"
    STT = "stt"
    TTS = "tts"


class ReplyFormat(StrEnum):
    """How a language model is asked for one reply that code can read."""

    JSON_SCHEMA = "json_schema"
    """`response_format` with a JSON schema."""
    ANTHROPIC_FORMAT = "anthropic_format"
    """`output_config.format` with a JSON schema."""
    GOOGLE_SCHEMA = "google_schema"
    """`response_json_schema` with the JSON media type."""
    HEADER_LINE = "header_line"
    """One line of fields, then plain text: for whoever only streams text."""
    TOOLS = "tools"
    """Function tools."""


@dataclass(frozen=True, slots=True)
class Provider:
    """One row of the table."""

    name: str
    title: str
    parts: Mapping[Part, str | None]
    """What it offers, each with the model that is used unless another is named; None: it must be."""
    needs_key: bool
    base_url: str | None
    """Its API; None: the user's own server, whose address must be given."""
    asked: ReplyFormat | None = None
    """None: it has no language model."""
    voice: str | None = None
    """The voice that speaks unless another is named."""
    extra: str | None = None
    """The extra that brings its plugin: `pip install greenroom[extra]`."""
    hears: str = ""
    """How its recogniser tells words: `stream` (as they are spoken) or `utterance` (at a pause)."""


PROVIDERS: Mapping[str, Provider] = {
    provider.name: provider
    for provider in (
        Provider(
            name="openai",
            title="OpenAI",
            parts={
                Part.LLM: "gpt-4.1",
                Part.STT: "gpt-4o-mini-transcribe",
                Part.TTS: "gpt-4o-mini-tts",
            },
            needs_key=True,
            base_url="https://api.openai.com/v1",
            asked=ReplyFormat.JSON_SCHEMA,
            voice="ash",
            hears="utterance",
        ),
        Provider(
            name="anthropic",
            title="Anthropic",
            parts={Part.LLM: "claude-sonnet-4-6"},
            needs_key=True,
            base_url="https://api.anthropic.com",
            asked=ReplyFormat.ANTHROPIC_FORMAT,
            extra="anthropic",
        ),
        Provider(
            name="google",
            title="Google Gemini",
            parts={Part.LLM: "gemini-3.8-flash"},
            needs_key=True,
            base_url="https://generativelanguage.googleapis.com",
            asked=ReplyFormat.GOOGLE_SCHEMA,
            extra="google",
        ),
        Provider(
            name="deepgram",
            title="Deepgram",
            parts={Part.STT: "nova-3"},
            needs_key=True,
            base_url="https://api.deepgram.com",
            hears="stream",
        ),
        Provider(
            name="openai-compatible",
            title="A server of your own (Ollama, llama.cpp, vLLM, speaches …)",
            parts={Part.LLM: None, Part.STT: None, Part.TTS: None},
            needs_key=False,
            base_url=None,
            asked=ReplyFormat.HEADER_LINE,
            hears="utterance",
        ),
    )
}


@dataclass(frozen=True, slots=True)
class ModelChoice:
    """Which provider does a part, and how where it differs from the table. Holds no key."""

    provider: str
    model: str | None = None
    base_url: str | None = None
    voice: str | None = None
    asked: ReplyFormat | None = None
    language: str = field(default="en")


@dataclass(frozen=True, slots=True)
class Resolved:
    """A choice with every gap filled from the table."""

    provider: Provider
    model: str
    base_url: str
    voice: str | None
    asked: ReplyFormat | None
    language: str
    own_address: bool
    """The address is a user's, so `AddressRule` must permit it wherever it leads."""


def resolve(choice: ModelChoice, part: Part, *, has_key: bool) -> Resolved:
    """Raises `UserFault` saying what is missing or does not go together."""
    provider = PROVIDERS.get(choice.provider)
    if provider is None:
        known = ", ".join(PROVIDERS)
        raise UserFault(
            Sentence(
                "There is no provider {name}; there are {known}.",
                name=repr(choice.provider),
                known=known,
            )
        )
    if part not in provider.parts:
        offering = ", ".join(p.name for p in PROVIDERS.values() if part in p.parts)
        raise UserFault(
            Sentence(
                "{title} has no {part}; these have: {offering}.",
                title=provider.title,
                part=part.value,
                offering=offering,
            )
        )
    model = choice.model or provider.parts[part]
    if model is None:
        raise UserFault(
            Sentence(
                "{name} needs the name of a model for {part}.", name=provider.name, part=part.value
            )
        )
    base_url = choice.base_url or provider.base_url
    if base_url is None:
        raise UserFault(
            Sentence("{name} needs a base URL, like http://127.0.0.1:11434/v1.", name=provider.name)
        )
    if provider.needs_key and not has_key:
        raise UserFault(Sentence("{title} needs a key.", title=provider.title))
    return Resolved(
        provider,
        model,
        base_url,
        choice.voice or provider.voice,
        choice.asked or provider.asked,
        choice.language,
        own_address=choice.base_url is not None and choice.base_url != provider.base_url,
    )
