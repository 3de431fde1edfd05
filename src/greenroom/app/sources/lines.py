"""Where each key of a TOML source stands. `tomllib` gives values without lines; a fault without a
line is half a fault. Only for source that `tomllib` has accepted: nothing is validated here."""

from __future__ import annotations

import re
import tomllib
from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

KeyPath: TypeAlias = tuple[str | int, ...]

_GAP = re.compile(r"(?:[ \t\r\n]++|#[^\n]*+)*+")
_BARE = re.compile(r"[A-Za-z0-9_-]++")
_STRING = re.compile(
    r'"""(?:[^"\\]++|\\.|"(?!""))*+"{3,5}+'
    r"|'''(?:[^']++|'(?!''))*+'{3,5}+"
    r'|"(?!"")(?:[^"\\\n]++|\\.)*+"'
    r"|'(?!'')[^'\n]*+'",
    re.DOTALL,
)
_SCALAR = re.compile(r"[^,\]}\n#]*+")


def locate(source: str) -> Mapping[KeyPath, int]:
    """The 1-based line of every key, table and list item, by its path from the root."""
    scan = _Scan(source)
    scan.document()
    return scan.lines


def nearest(lines: Mapping[KeyPath, int], path: KeyPath) -> int:
    """The line of `path`, or of the closest thing around it (a missing key has no line of its own)."""
    while path and path not in lines:
        path = path[:-1]
    return lines.get(path, 1)


@dataclass(slots=True)
class _Scan:
    source: str
    at: int = 0
    lines: dict[KeyPath, int] = field(default_factory=dict)
    tables: dict[KeyPath, int] = field(default_factory=dict)
    """How many `[[…]]` of each array of tables have been opened so far."""
    starts: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.starts = [0, *(m.end() for m in re.finditer("\n", self.source))]

    def document(self) -> None:
        table: KeyPath = ()
        while self._skip() < len(self.source):
            table = self._header() if self._peek() == "[" else self._pair(table)

    def _header(self) -> KeyPath:
        start, double = self.at, self.source.startswith("[[", self.at)
        self.at += 2 if double else 1
        keys = self._keys()
        self.at += 2 if double else 1
        path = self._resolve(keys[:-1]) + keys[-1:]
        if double:
            self._mark(path, start)
            self.tables[path] = self.tables.get(path, 0) + 1
        path = self._resolve(keys)
        self._mark(path, start)
        return path

    def _resolve(self, keys: tuple[str, ...]) -> KeyPath:
        path: KeyPath = ()
        for key in keys:
            path = (*path, key)
            if path in self.tables:
                path = (*path, self.tables[path] - 1)
        return path

    def _pair(self, table: KeyPath) -> KeyPath:
        """One `key = value`; returns the table it belongs to, which stays the same."""
        start, path = self.at, table
        for key in self._keys():
            path = (*path, key)
            self._mark(path, start)
        self.at += 1
        self._skip()
        self._value(path)
        return table

    def _keys(self) -> tuple[str, ...]:
        keys = [self._key()]
        while self._peek() == ".":
            self.at += 1
            keys.append(self._key())
        return tuple(keys)

    def _key(self) -> str:
        self._skip()
        match = _STRING.match(self.source, self.at) or _BARE.match(self.source, self.at)
        if match is None:
            raise ValueError(f"no key at offset {self.at}: the source was not accepted by tomllib")
        self.at = match.end()
        self._skip()
        if match.re is _BARE:
            return match[0]
        (key,) = tomllib.loads(f"{match[0]} = 0")  # without its quotes and escapes
        return key

    def _value(self, path: KeyPath) -> None:
        if (string := _STRING.match(self.source, self.at)) is not None:
            self.at = string.end()
        elif self._peek() == "[":
            self._list(path)
        elif self._peek() == "{":
            self._inline(path)
        elif (scalar := _SCALAR.match(self.source, self.at)) is not None:
            self.at = scalar.end()

    def _list(self, path: KeyPath) -> None:
        self.at += 1
        index = 0
        while self._skip() < len(self.source) and self._peek() != "]":
            self._mark((*path, index), self.at)
            self._value((*path, index))
            index += 1
            self._comma()
        self.at += 1

    def _inline(self, path: KeyPath) -> None:
        self.at += 1
        while self._skip() < len(self.source) and self._peek() != "}":
            self._pair(path)
            self._comma()
        self.at += 1

    def _comma(self) -> None:
        self._skip()
        if self._peek() == ",":
            self.at += 1

    def _peek(self) -> str:
        return self.source[self.at : self.at + 1]

    def _skip(self) -> int:
        gap = _GAP.match(self.source, self.at)
        self.at = gap.end() if gap else self.at
        return self.at

    def _mark(self, path: KeyPath, offset: int) -> None:
        self.lines.setdefault(path, bisect_right(self.starts, offset))
