"""Roles and levels as data (F16): what to look at for a role, what to expect at a level."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from greenroom.app import titles


@dataclass(frozen=True, slots=True)
class RolePack:
    """A family of roles that share a plan."""

    id: str
    title: str
    focus: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Level:
    id: str
    title: str
    words: tuple[str, ...]
    expectations: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Catalogue:
    packs: Mapping[str, RolePack]
    levels: Mapping[str, Level]
    titles: titles.Table


def role_packs() -> Mapping[str, RolePack]:
    """Every role pack by its id."""
    return _read().packs


def levels() -> Mapping[str, Level]:
    """Every level by its id, from entry to staff."""
    return _read().levels


def role_pack(text: str) -> str | None:
    """The role pack that a free-text role belongs to, by the meaning of the whole title: a "marketing
    manager" is no "engineering manager". None: no pack is sure of it."""
    return titles.family(text, _read().titles)


def level(text: str) -> str | None:
    """The level that a free text names ("Sr." is senior); None if it names none."""
    return _by_words(text, {item.id: item.words for item in levels().values()})


def _by_words(text: str, words: Mapping[str, tuple[str, ...]]) -> str | None:
    spaced = f" {_spaced(text)} "
    found = [
        (len(phrase), name)
        for name, phrases in words.items()
        for phrase in phrases
        if f" {phrase} " in spaced
    ]
    return max(found, key=lambda hit: hit[0])[1] if found else None


def _spaced(text: str) -> str:
    return " ".join(re.findall(r"[^\W_]+", text.lower()))


@cache
def _read() -> _Catalogue:
    data = tomllib.loads((files("greenroom") / "catalogue" / "roles.toml").read_text("utf-8"))
    packs = {
        name: RolePack(name, item["title"], tuple(item["focus"]))
        for name, item in data["roles"].items()
    }
    steps = {
        name: Level(
            name,
            item["title"],
            (name, *(_spaced(word) for word in item["words"])),
            tuple(item["expectations"]),
        )
        for name, item in data["levels"].items()
    }
    lists = ("jobs", "fields", "leaning", "alone", "over")
    families = {
        name: titles.Words(**{key: tuple(item.get(key, ())) for key in lists})
        for name, item in data["roles"].items()
    }
    return _Catalogue(packs, steps, titles.table(families, data["titles"]))
