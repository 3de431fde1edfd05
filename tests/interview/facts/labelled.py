"""Labelled turns, and how many of the facts that a reader files are right."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent


@dataclass(frozen=True)
class Labelled:
    said: str
    asked: str
    """The fact that the question asked for; "" if none."""
    states: Mapping[str, tuple[str, ...]]
    """By key: the words that are right."""
    may: frozenset[str]
    """Keys that may be left out."""


Filing = Callable[[str, str], Mapping[str, str]]


def labelled(name: str) -> list[Labelled]:
    lines = (HERE / name).read_text(encoding="utf-8").splitlines()
    return [_read(line) for line in lines if line.strip() and not line.startswith("#")]


def _read(line: str) -> Labelled:
    said, asked, told = (part.strip() for part in line.split("||"))
    states: dict[str, tuple[str, ...]] = {}
    may = set()
    for item in filter(None, (piece.strip() for piece in told.split(";"))):
        key, words = item.split("=", 1)
        if key.endswith("?"):
            key = key[:-1]
            may.add(key)
        states[key] = tuple(v for one in words.split("/") for v in _versions(one))
    return Labelled(said, "" if asked == "-" else asked, states, frozenset(may))


def _versions(words: str) -> Iterator[str]:
    """ "nurse[ now]" is "nurse" and "nurse now"."""
    optional = re.search(r"\[([^\]]*)\]", words)
    if optional is None:
        yield words
        return
    for kept in ("", optional[1]):
        yield from _versions(words[: optional.start()] + kept + words[optional.end() :])


def plain(words: str) -> str:
    return re.sub(r"^(?:an?|the)\s+", "", " ".join(words.lower().split()).strip(" .,!"))


def judge(name: str, filing: Filing) -> tuple[Counter[str], list[str]]:
    """How many facts are right, garbled (some of the right words), wrong or missed, and which are not right."""
    counts: Counter[str] = Counter()
    faults = []
    for one in labelled(name):
        filed = filing(one.said, one.asked)
        for key, words in filed.items():
            verdict = _verdict(words, one.states.get(key, ()))
            counts[verdict] += 1
            if verdict != "right":
                faults.append(f"{verdict}: {key} = {words!r}, of {one.said!r}")
        for key in set(one.states) - set(filed) - one.may:
            counts["missed"] += 1
            faults.append(f"missed: {key}, of {one.said!r}")
    return counts, faults


def _verdict(words: str, right: tuple[str, ...]) -> str:
    said = plain(words)
    versions = [plain(one) for one in right]
    if said in versions:
        return "right"
    return "garbled" if any(one in said or said in one for one in versions) else "wrong"
