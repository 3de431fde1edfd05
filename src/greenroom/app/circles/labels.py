"""Files of labels, as JSON lines. One file is of one labeller; of two lines about an item the later
counts, and `null` takes a label back.

{"item": "0c…", "label": "no", "labeller": "5f…", "blind": true, "policy": "9a…"}
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from greenroom.app.circles import golden
from greenroom.app.ports import UserFault
from greenroom.circle.calibration.labels import Labels
from greenroom.circle.events import Verdict

_Name = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{1,40}$")]


class _Quote(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    id: str
    quote: str


class LabelLine(BaseModel):
    """One line. The last three are only in the file of the person who wrote the items."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    item: str
    label: Verdict | None
    labeller: _Name
    """Opaque: nobody who labels is named here."""
    blind: bool
    """Whether it was given without seeing anybody else's, which `greenroom circle label` sees to."""
    policy: str
    settles: bool = False
    """Whether only items were shown on which others differ."""
    kind: str = ""
    reason: str = ""
    quotes: tuple[_Quote, ...] = ()


@dataclass(frozen=True, slots=True)
class LabelFile:
    """What one labeller said."""

    labeller: str
    blind: bool
    settles: bool
    """Whether these are of disputed items alone: they decide there, and show no agreement."""
    labels: Labels


def line(item: str, label: Verdict | None, labeller: str, *, settles: bool = False) -> str:
    """A blind label as it is written, without a newline."""
    plain = {
        "item": item,
        "label": label,
        "labeller": labeller,
        "blind": True,
        "policy": golden.policy_digest(),
    }
    return json.dumps(plain | ({"settles": True} if settles else {}), ensure_ascii=False)


def read(source: Path | Traversable, known: Iterable[str]) -> LabelFile:
    """The file's labels of the items with these ids. Raises `UserFault` that names file and line."""
    ids, found = set(known), dict[str, Verdict]()
    first: LabelLine | None = None
    for where, text in golden.lines(source):
        read = parsed(text, where)
        first = first or read
        if _whose(read) != _whose(first):
            raise UserFault(
                f"{where}: labeller: another one than before; give each a file of their own"
            )
        if read.item not in ids:
            raise UserFault(
                f"{where}: item: {read.item} is not one of the items; was its text changed?"
            )
        found.pop(read.item, None)
        if read.label is not None:
            found[read.item] = read.label
    if first is None:
        raise UserFault(f"{source}: there are no labels in it")
    return LabelFile(first.labeller, first.blind, first.settles, found)


def _whose(line: LabelLine) -> tuple[str, bool, bool]:
    return line.labeller, line.blind, line.settles


def parsed(text: str, where: str) -> LabelLine:
    """One line of today's policy. Raises `UserFault`."""
    try:
        read = LabelLine.model_validate_json(text)
    except ValidationError as error:
        raise UserFault(f"{where}: {golden.fault(error)}") from None
    if read.policy != golden.policy_digest():
        raise UserFault(f"{where}: policy: this label was given by other rules than today’s")
    return read
