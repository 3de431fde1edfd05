"""Items to label and to judge, as JSON lines; and Greenroom's own set of them with what was intended.

{"id": "0c…", "language": "en", "owner_objective": "…", "transcript": [{"speaker": "owner", "message": "…"}, …]}

`id` may be left out; one that is there must be the item's own. What an item is meant to be stands in another file than the item, so that who labels cannot see it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Annotated, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from greenroom.app.ports import UserFault
from greenroom.circle.calibration.item import Item
from greenroom.circle.inputs import JudgeInput, Message
from greenroom.circle.judging.judge_rules import POLICY
from greenroom.circle.rules import RuleFault
from greenroom.circle.state import ProtocolError, folded

LANGUAGES: Final = ("en", "de", "es", "fr", "pt", "hi")
LONGEST_TEXT: Final = 10_000

_Text = Annotated[str, Field(max_length=LONGEST_TEXT)]


class _Line(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class _Message(_Line):
    speaker: Literal["owner", "visitor"]
    message: _Text


class _Item(_Line):
    id: str | None = None
    language: Literal["en", "de", "es", "fr", "pt", "hi"]
    owner_objective: Annotated[_Text, Field(min_length=1)]
    transcript: list[_Message] = Field(min_length=1, max_length=100)


def items(path: Path | None = None) -> Mapping[str, Item]:
    """By id, in the file's order; without a path Greenroom's own. Raises `UserFault` that names file
    and line."""
    source: Path | Traversable = _folder() / "items.jsonl" if path is None else path
    found: dict[str, Item] = {}
    for where, line in lines(source):
        item = _item(line, where)
        if item.id in found:
            raise UserFault(f"{where}: this item is there already")
        found[item.id] = item
    if not found:
        raise UserFault(f"{source}: there are no items in it")
    return found


def policy_digest() -> str:
    """Labels by other rules are other labels."""
    return hashlib.sha256(POLICY.encode()).hexdigest()[:12]


def intended() -> Traversable:
    """The file of labels by those who wrote Greenroom's own items: not blind."""
    return _folder() / "intended.jsonl"


def lines(source: Path | Traversable) -> list[tuple[str, str]]:
    """The lines that hold anything, each with its place. Raises `UserFault`."""
    try:
        text = source.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise UserFault(f"{source}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise UserFault(f"{source}: cannot be read: it is not UTF-8 text") from None
    numbered = enumerate(text.split("\n"), 1)
    return [(f"{source}:{number}", line) for number, line in numbered if line.strip()]


def fault(error: ValidationError) -> str:
    """The first thing that is wrong, without what stood there."""
    first = error.errors(include_input=False, include_url=False)[0]
    key = ".".join(map(str, first["loc"]))
    return f"{key}: {first['msg']}" if key else first["msg"]


def _item(line: str, where: str) -> Item:
    try:
        read = _Item.model_validate_json(line)
    except ValidationError as error:
        raise UserFault(f"{where}: {fault(error)}") from None
    said = tuple(Message(one.speaker, one.message) for one in read.transcript)
    item = Item(JudgeInput(read.owner_objective, said), read.language)
    if read.id not in (None, item.id):
        raise UserFault(
            f"{where}: id: an item’s id is a digest of its two texts, and this one’s is {item.id}; "
            "labels of the text before it was changed are not labels of it"
        )
    try:
        folded(item.log(judges=1))
    except (RuleFault, ProtocolError) as error:
        told = f"no interview between two agents goes like this ({error})"
        raise UserFault(f"{where}: transcript: {told}") from None
    return item


def _folder() -> Traversable:
    return files("greenroom") / "catalogue" / "golden"
