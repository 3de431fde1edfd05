"""A plan that is being written: its text, its tables and everything that is wrong with it, at once.

The text is what is kept. A form edits the tables, and writes the text again from them.
"""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import blake2b
from math import isfinite
from threading import Lock
from typing import Any, Final

from greenroom.app.plans.catalogue import PlanSummary, source_of, summed_up
from greenroom.app.plans.parsing import PLAN, START_FROM, parse
from greenroom.app.plans.writing import written
from greenroom.app.sources.faults import SourceError, SourceFault
from greenroom.app.sources.lines import locate
from greenroom.app.sources.toml_tables import decode, tables

FILE: Final = "plan"
"""Where faults are said to be; it has no file name yet."""
LONGEST_TITLE: Final = 80
_NO_ID: Final = re.compile(r"[^A-Za-z0-9_-]+")


@dataclass(frozen=True, slots=True)
class Draft:
    """What can be said of a plan's text."""

    toml: str
    tables: Mapping[str, Any] | None
    """What stands in it; None: it is no TOML."""
    faults: tuple[SourceFault, ...]
    summary: PlanSummary | None
    """None while there are faults."""

    @property
    def title(self) -> str:
        """To tell it from others, however half written it is; may be empty."""
        found = (self.tables or {}).get("title", "")
        return " ".join(found.split())[:LONGEST_TITLE] if isinstance(found, str) else ""


def draft(toml: str) -> Draft:
    """Check a plan's text by everything that `greenroom plans check` knows. Total: any text has a draft."""
    try:
        text = decode(toml, FILE, kind=PLAN, start_from=START_FROM)
        found = tables(text, FILE)
    except SourceError as error:
        return Draft(toml, None, error.faults, None)
    try:
        plan = parse(text, FILE)
    except SourceError as error:
        return Draft(toml, _plain(found), error.faults, None)
    return Draft(toml, _plain(found), (), summed_up(plan, found))


@dataclass(frozen=True, slots=True)
class Outline:
    """What a list says of a plan."""

    title: str
    faults: int
    """How many; with none it can be used."""
    summary: PlanSummary | None


_OUTLINES: Final[OrderedDict[bytes, Outline]] = OrderedDict()
"""By the digest of the text, the one asked for last at the end."""
_OUTLINES_LOCK: Final = Lock()
MOST_OUTLINES: Final = 2000


def outline(toml: str) -> Outline:
    """The outline of a plan's text; a text that was seen lately is not checked again."""
    digest = blake2b(toml.encode("utf-8", "surrogatepass"), digest_size=16).digest()
    with _OUTLINES_LOCK:
        known = _OUTLINES.get(digest)
    return known or _remembered(digest, draft(toml))


def _remembered(digest: bytes, found: Draft) -> Outline:
    told = Outline(found.title, len(found.faults), found.summary)
    with _OUTLINES_LOCK:
        _OUTLINES[digest] = told
        _OUTLINES.move_to_end(digest)
        while len(_OUTLINES) > MOST_OUTLINES:
            _OUTLINES.popitem(last=False)
    return told


def title_of(toml: str) -> str:
    """The title in a plan's text; empty where there is none that can be read."""
    return outline(toml).title


def from_tables(found: Mapping[str, Any]) -> Draft:
    """The draft of what a form holds. Raises `NotWritable` when no TOML can hold it."""
    return draft(written(found))


def copy_of(toml: str) -> str:
    """The text of a copy: another id and another title, and every comment where it was."""
    found = draft(toml).tables or {}
    lines = toml.split("\n")
    places = locate(toml) if found else {}
    for key, value in (("id", _copied_id(found)), ("title", _copied_title(found))):
        line = places.get((key,))
        if line is not None and isinstance(found.get(key), str) and "\n" not in found[key]:
            lines[line - 1] = written({key: value}).rstrip("\n")
    return "\n".join(lines)


def studied(toml: str) -> str:
    """The text of a plan without fault, held in study mode: everything else as it was."""
    if (draft(toml).tables or {}).get("study") is True:
        return toml
    lines = toml.split("\n")
    place = locate(toml).get(("study",))
    if place is not None:
        del lines[place - 1]
    return "\n".join(("study = true", *lines))


def builtin_copy(name: str) -> str:
    """A copy of a built-in plan. Raises `NotFound`."""
    return copy_of(source_of(name))


def _copied_id(found: Mapping[str, Any]) -> str:
    known = _NO_ID.sub("-", str(found.get("id", "")))
    return f"{known[:35]}-copy" if known[:1].isalpha() else "copy"


def _copied_title(found: Mapping[str, Any]) -> str:
    return f"{str(found.get('title', ''))[: LONGEST_TITLE - 7]} (copy)"


def _plain(value: Any) -> Any:
    """As JSON can hold it: TOML's dates and times become texts, which no key of a plan takes either."""
    if isinstance(value, Mapping):
        return {key: _plain(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_plain(inner) for inner in value]
    plain = isinstance(value, str | bool | int) or (isinstance(value, float) and isfinite(value))
    return value if plain else str(value)
