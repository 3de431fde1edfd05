"""pydantic's findings, said to the author of a file."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Mapping
from typing import Any, Final, get_args

from pydantic import BaseModel
from pydantic_core import ErrorDetails

from greenroom.assessment.sentence import Sentence, joined

_NAMES: Final[Mapping[type, Sentence]] = {
    list: Sentence("a list"),
    dict: Sentence("a table"),
}
_DATE: Final = Sentence("a date or time")
_LARGE: Final = Sentence("a number of more than 18 digits")

_READABLE: Final = 10**18
"""What is larger helps nobody, and Python itself refuses to write down the largest."""
_CHOICE: Final = re.compile(r"'[^']*'|[^\s,]+")

_REASONS: Final[Mapping[str, Callable[[Mapping[str, Any], object], Sentence]]] = {
    "missing": lambda c, v: Sentence("is missing"),
    "blank": lambda c, v: Sentence("must not be empty"),
    "int_type": lambda c, v: Sentence("must be a whole number, not {what}", what=_what(v)),
    "string_type": lambda c, v: Sentence("must be a text in quotes, not {what}", what=_what(v)),
    "string_unicode": lambda c, v: Sentence("holds half a character (a lone surrogate)"),
    "bool_type": lambda c, v: Sentence("must be true or false, not {what}", what=_what(v)),
    "list_type": lambda c, v: Sentence("must be a list, not {what}", what=_what(v)),
    "model_type": lambda c, v: Sentence("must be a table, not {what}", what=_what(v)),
    "literal_error": lambda c, v: Sentence(
        "must be {expected}, not {what}", expected=_expected(c["expected"]), what=_what(v)
    ),
    "greater_than_equal": lambda c, v: Sentence(
        "{what} is too small; at least {least}", what=_what(v), least=c["ge"]
    ),
    "less_than_equal": lambda c, v: Sentence(
        "{what} is too large; at most {most}", what=_what(v), most=c["le"]
    ),
    "string_too_long": lambda c, v: Sentence(
        "has {n} characters; at most {most}", n=len(str(v)), most=c["max_length"]
    ),
    "too_long": lambda c, v: Sentence(
        "has {n} items; at most {most}", n=c["actual_length"], most=c["max_length"]
    ),
    "too_short": lambda c, v: Sentence(
        "has {n} items; at least {least}", n=c["actual_length"], least=c["min_length"]
    ),
    "string_pattern_mismatch": lambda c, v: Sentence(
        "{what} is no id: a letter, then letters, digits, `_` or `-`", what=_what(v)
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
        return _LARGE
    if isinstance(value, bool | int | float):
        return str(value).lower()
    return _NAMES.get(type(value), _DATE)


def _expected(choice: str) -> str:
    """pydantic's "'a', 'b' or 'c'", with an "or" that other languages have, too."""
    found = [one for one in _CHOICE.findall(choice) if one != "or"]
    if len(found) < 2:
        return choice
    return Sentence("{first} or {last}", first=joined(*found[:-1], by=", "), last=found[-1])


def _unknown_key(key: str, known: list[str]) -> Sentence:
    near = difflib.get_close_matches(key, known, n=1)
    if near:
        return Sentence("unknown key; did you mean `{near}`?", near=near[0])
    return Sentence("unknown key; there are {known}", known=", ".join(known))


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
