"""Roles and levels as data (F16): what to look at for a role, what to expect at a level."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files


@dataclass(frozen=True, slots=True)
class RolePack:
    """A family of roles that share a plan."""

    id: str
    title: str
    words: tuple[str, ...]
    """Words and phrases by which a free-text role is told to be of this family."""
    focus: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Level:
    id: str
    title: str
    words: tuple[str, ...]
    expectations: tuple[str, ...]


def role_packs() -> Mapping[str, RolePack]:
    """Every role pack by its id."""
    return _read()[0]


def levels() -> Mapping[str, Level]:
    """Every level by its id, from entry to staff."""
    return _read()[1]


def role_pack(text: str) -> str | None:
    """The role pack that a free-text role belongs to: the one with the longest phrase in it, so that
    an "engineering manager" is no "engineer". None: no pack knows these words."""
    return _by_words(text, {pack.id: pack.words for pack in role_packs().values()})


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
def _read() -> tuple[Mapping[str, RolePack], Mapping[str, Level]]:
    data = tomllib.loads((files("greenroom") / "catalogue" / "roles.toml").read_text("utf-8"))
    packs = {
        name: RolePack(
            name,
            item["title"],
            (_spaced(name), *(_spaced(word) for word in item["words"])),
            tuple(item["focus"]),
        )
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
    return packs, steps
