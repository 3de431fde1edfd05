"""From the bytes of a file to checked tables, or to everything that is wrong with them."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final, TypeVar

from pydantic import BaseModel, ValidationError
from pydantic_core import PydanticCustomError

from greenroom.app.sources.faults import Complaint, SourceError, SourceFault, dotted
from greenroom.app.sources.lines import locate, nearest
from greenroom.app.sources.reasons import reason

M = TypeVar("M", bound=BaseModel)

MAX_SOURCE_BYTES: Final = 256 * 1024

_PLACE = re.compile(r"\s*\(at (?:line (?P<line>\d+), column \d+|end of document)\)")
_ENDLESS = re.compile(r"[0-9_]{4000,}")


def read(path: Path) -> bytes:
    """The file's bytes, one more than the most that may be there. Raises `SourceError`."""
    try:
        with path.open("rb") as file:
            return file.read(MAX_SOURCE_BYTES + 1)
    except OSError as error:
        told = f"cannot be read: {error.strerror or type(error).__name__}"
        raise SourceError([SourceFault(str(path), None, "", told)]) from None


def decode(source: str | bytes, file: str, *, kind: str, start_from: str) -> str:
    """The text of a `kind` ("plan"). `start_from` says what to do about an empty file."""
    size = len(source)
    if size > MAX_SOURCE_BYTES:
        told = f"the file has {size} bytes; a {kind} has at most {MAX_SOURCE_BYTES}"
        raise SourceError([SourceFault(file, 1, "", told)])
    try:
        text = source.decode("utf-8-sig") if isinstance(source, bytes) else source
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise SourceError([SourceFault(file, line, "", "this is not UTF-8 text")]) from None
    text = text.replace("\r\n", "\n")
    if not text.strip():
        raise SourceError([SourceFault(file, 1, "", f"the file is empty; {start_from}")])
    return text


def tables(text: str, file: str) -> Mapping[str, Any]:
    """What the TOML holds. Raises `SourceError` at the line where it stops being TOML."""
    try:
        return tomllib.loads(text)
    except RecursionError:
        told, line = "this is not TOML that can be read: it is nested too deeply", None
    except tomllib.TOMLDecodeError as error:
        place = _PLACE.search(str(error))
        told = f"this is not TOML: {_PLACE.sub('', str(error))}"
        line = int(place["line"]) if place and place["line"] else None
    except ValueError:  # Python's own: int() takes 4300 digits
        endless = _ENDLESS.search(text)
        told = "this number has too many digits"
        line = text.count("\n", 0, endless.start()) + 1 if endless else None
    last = text.rstrip("\n").count("\n") + 1
    raise SourceError([SourceFault(file, line or last, "", told)])


def validate(model: type[M], data: object) -> tuple[M | None, list[Complaint]]:
    """`data` as a `model`; None, and all that is wrong, when it is none."""
    try:
        return model.model_validate(data), []
    except ValidationError as error:
        details = error.errors(include_url=False)
        return None, [Complaint(tuple(d["loc"]), reason(d, model)) for d in details]


def not_blank(text: str) -> str:
    """For fields in which white space alone is nothing."""
    if not text.strip():
        raise PydanticCustomError("blank", "must not be empty")
    return text


def refusal(text: str, file: str, complaints: Iterable[Complaint]) -> SourceError:
    """The complaints with their lines, in the order of the file."""
    lines = locate(text)
    faults = [
        SourceFault(file, nearest(lines, c.path), dotted(c.path), c.reason) for c in complaints
    ]
    return SourceError(sorted(faults, key=lambda fault: fault.line or 0))
