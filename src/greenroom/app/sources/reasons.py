"""pydantic's findings, said to the author of a file."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Mapping
from typing import Any, Final, get_args

from pydantic import BaseModel
from pydantic_core import ErrorDetails

_NAMES: Final = {
    bool: "true or false",
    int: "a whole number",
    float: "a number with a point",
    str: "a text",
    list: "a list",
    dict: "a table",
}

_READABLE: Final = 10**18
"""What is larger helps nobody, and Python itself refuses to write down the largest."""

_REASONS: Final[Mapping[str, Callable[[Mapping[str, Any], object], str]]] = {
    "missing": lambda c, v: "is missing",
    "blank": lambda c, v: "must not be empty",
    "int_type": lambda c, v: f"must be a whole number, not {_what(v)}",
    "string_type": lambda c, v: f"must be a text in quotes, not {_what(v)}",
    "string_unicode": lambda c, v: "holds half a character (a lone surrogate)",
    "bool_type": lambda c, v: f"must be true or false, not {_what(v)}",
    "list_type": lambda c, v: f"must be a list, not {_what(v)}",
    "model_type": lambda c, v: f"must be a table, not {_what(v)}",
    "literal_error": lambda c, v: f"must be {c['expected']}, not {_what(v)}",
    "greater_than_equal": lambda c, v: f"{_what(v)} is too small; at least {c['ge']}",
    "less_than_equal": lambda c, v: f"{_what(v)} is too large; at most {c['le']}",
    "string_too_long": lambda c, v: f"has {len(str(v))} characters; at most {c['max_length']}",
    "too_long": lambda c, v: f"has {c['actual_length']} items; at most {c['max_length']}",
    "too_short": lambda c, v: f"has {c['actual_length']} items; at least {c['min_length']}",
    "string_pattern_mismatch": lambda c, v: (
        f"{_what(v)} is no id: a letter, then letters, digits, `_` or `-`"
    ),
}


def reason(details: ErrorDetails, model: type[BaseModel]) -> str:
    """One finding in plain words: what stands there, and what may."""
    kind, value = details["type"], details["input"]
    if kind == "extra_forbidden":
        return _unknown_key(str(details["loc"][-1]), _keys_at(model, details["loc"][:-1]))
    tell = _REASONS.get(kind)
    return tell(details.get("ctx", {}), value) if tell else details["msg"]


def _what(value: object) -> str:
    if isinstance(value, str):
        return f"“{value[:40]}”"
    if isinstance(value, int) and abs(value) > _READABLE:
        return "a number of more than 18 digits"
    if isinstance(value, bool | int | float):
        return str(value).lower()
    return _NAMES.get(type(value), "a date or time")


def _unknown_key(key: str, known: list[str]) -> str:
    near = difflib.get_close_matches(key, known, n=1)
    hint = f"did you mean `{near[0]}`?" if near else f"there are {', '.join(known)}"
    return f"unknown key; {hint}"


def _keys_at(model: type[BaseModel], path: tuple[int | str, ...]) -> list[str]:
    """The keys that are known in the table at `path` of a model."""
    for part in path:
        if isinstance(part, str):
            model = _table_in(model.model_fields[part].annotation)
    return [field.alias or name for name, field in model.model_fields.items()]


def _table_in(annotation: object) -> type[BaseModel]:
    """The table type inside `Table`, `Table | None` or `list[Table]`."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    return next(_table_in(inner) for inner in get_args(annotation) if inner is not type(None))
