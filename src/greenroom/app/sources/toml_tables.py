"""From the bytes of a file to checked tables, or to everything that is wrong with them."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final, TypeVar

from pydantic import BaseModel, ValidationError
from pydantic_core import PydanticCustomError

from greenroom.app.sources.bounds import excess
from greenroom.app.sources.faults import Complaint, SourceError, SourceFault, dotted
from greenroom.app.sources.lines import locate, nearest
from greenroom.app.sources.not_toml import not_toml
from greenroom.app.sources.reasons import reason
from greenroom.assessment.sentence import Sentence

M = TypeVar("M", bound=BaseModel)

MAX_SOURCE_BYTES: Final = 256 * 1024
NOT_UTF8: Final = Sentence("this is not UTF-8 text")
MOST_TOLD: Final = 100
"""Faults of one file that are told; whoever mends them is told of the others."""


def read(path: Path) -> bytes:
    """The file's bytes, one more than the most that may be there. Raises `SourceError`."""
    try:
        with path.open("rb") as file:
            return file.read(MAX_SOURCE_BYTES + 1)
    except OSError as error:
        why = error.strerror or type(error).__name__
        told = Sentence("cannot be read: {why}", why=why)
        raise SourceError([SourceFault(str(path), None, "", told)]) from None


def decode(source: str | bytes, file: str, *, kind: str, start_from: str) -> str:
    """The text of a `kind` ("plan"). `start_from` says what to do about an empty file."""
    size = len(source if isinstance(source, bytes) else source.encode("utf-8", "replace"))
    if size > MAX_SOURCE_BYTES:
        told = Sentence(
            "the file has {size} bytes; a {kind} has at most {most}",
            size=size,
            kind=kind,
            most=MAX_SOURCE_BYTES,
        )
        raise SourceError([SourceFault(file, 1, "", told)])
    try:
        text = source.decode("utf-8-sig") if isinstance(source, bytes) else source
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise SourceError([SourceFault(file, line, "", NOT_UTF8)]) from None
    text = text.replace("\r\n", "\n")
    if not text.strip():
        told = Sentence("the file is empty; {start_from}", start_from=start_from)
        raise SourceError([SourceFault(file, 1, "", told)])
    return text


def tables(text: str, file: str) -> Mapping[str, Any]:
    """What the TOML holds. Raises `SourceError` at the line where it stops being TOML, or where it is more
    than a file may hold."""
    found = excess(text)
    if found is not None:
        raise SourceError([SourceFault(file, found.line, found.key, found.reason)])
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        line, told = not_toml(error)
        last = text.rstrip("\n").count("\n") + 1
        raise SourceError([SourceFault(file, line or last, "", told)]) from None


def validate(model: type[M], data: object) -> tuple[M | None, list[Complaint]]:
    """`data` as a `model`; None, and all that is wrong, when it is none."""
    try:
        return model.model_validate(data), []
    except ValidationError as error:
        details = error.errors(include_url=False)
        return None, [
            Complaint(tuple(d["loc"]), reason(d, model)) for d in details[: MOST_TOLD + 1]
        ]


def not_blank(text: str) -> str:
    """For fields in which white space alone is nothing."""
    if not text.strip():
        raise PydanticCustomError("blank", "must not be empty")
    return text


def refusal(text: str, file: str, complaints: Iterable[Complaint]) -> SourceError:
    """The first `MOST_TOLD` complaints with their lines, in the order of the file."""
    lines = locate(text)
    found = sorted(((nearest(lines, c.path), c) for c in complaints), key=lambda one: one[0])
    told = [SourceFault(file, line, dotted(c.path), c.reason) for line, c in found[:MOST_TOLD]]
    if len(found) > MOST_TOLD:
        more = Sentence("there is more to mend behind these {most} things", most=MOST_TOLD)
        told.append(SourceFault(file, found[MOST_TOLD][0], "", more))
    return SourceError(told)
