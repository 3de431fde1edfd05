"""How a provider's plugin is told to make its reply follow a JSON schema."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, assert_never

from greenroom.app.providers.catalogue import ReplyFormat


def reply_format_options(
    asked: ReplyFormat, name: str, schema: Mapping[str, Any]
) -> dict[str, Any]:
    """Keyword arguments for `LLM.chat`. Empty where the instructions alone say what is wanted.

    The schema goes in as it is, so that its properties are written in its order; that is why no
    plugin's own `response_format` is used, which takes classes and makes a schema of them.
    """
    match asked:
        case ReplyFormat.JSON_SCHEMA:
            form = {"name": name, "strict": True, "schema": schema}
            wanted: dict[str, Any] = {
                "response_format": {"type": "json_schema", "json_schema": form}
            }
        case ReplyFormat.ANTHROPIC_FORMAT:
            wanted = {"output_config": {"format": {"type": "json_schema", "schema": schema}}}
        case ReplyFormat.GOOGLE_SCHEMA:
            wanted = {
                "response_mime_type": "application/json",
                "response_json_schema": schema,
            }
        case ReplyFormat.HEADER_LINE | ReplyFormat.TOOLS:
            return {}
        case other:
            assert_never(other)
    return {"extra_kwargs": wanted}
