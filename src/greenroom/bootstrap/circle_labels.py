"""`greenroom circle label`: a person says of conversations what a judge should, and sees nothing but them."""

from __future__ import annotations

import os
import secrets
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Final

from greenroom.app.circles import golden, labels
from greenroom.app.ports import UserFault
from greenroom.bootstrap.output import printable
from greenroom.circle.calibration.item import Item
from greenroom.circle.calibration.labels import order, reference
from greenroom.circle.events import Verdict
from greenroom.circle.judging.judge_rules import POLICY

KEYS: Final = {"y": Verdict.YES, "n": Verdict.NO, "u": Verdict.UNDECIDED}
ASKED: Final = "y(es), n(o), u(ndecided), s(kip), b(ack), r(ules), q(uit): "
INDENT: Final = "         "


@dataclass(frozen=True, slots=True)
class Options:
    """What is to be labelled, and in which order."""

    items: Path | None
    """None: Greenroom's own."""
    languages: tuple[str, ...]
    """None of them: all."""
    seed: int
    disputed: tuple[Path, ...] = ()
    """Files of labels: only what they differ on is to be labelled."""


def main(path: Path, wanted: Options, typed: IO[str]) -> int:
    """Label what this file has no label for yet, until the end or until told to stop. Always 0. Raises
    `UserFault` for a file that is not a blind labeller's own."""
    items = golden.items(wanted.items)
    settles = bool(wanted.disputed)
    labeller, known = _resumed(path, items, settles=settles)
    chosen = _chosen(items, wanted)
    with _opened(path) as file:
        sitting = Sitting(chosen, Labeller(labeller, settles), known, wanted.seed, file)
        _say(POLICY)
        sitting.hold(typed)
    _say(f"\n{sitting.done} of {len(chosen)} labelled, in {path}. The same command goes on.")
    return 0


@dataclass(frozen=True, slots=True)
class Labeller:
    id: str
    settles: bool


class Sitting:
    """One labeller at a terminal."""

    def __init__(
        self,
        items: Mapping[str, Item],
        labeller: Labeller,
        known: Mapping[str, Verdict],
        seed: int,
        file: IO[str],
    ) -> None:
        self._labels = {one: label for one, label in known.items() if one in items}
        self._items, self._labeller, self._file = items, labeller, file
        self._behind = list(self._labels)
        """Labelled or skipped, in order."""
        self._ahead = [one for one in order(items, seed, labeller.id) if one not in known]
        self._ahead.reverse()

    @property
    def done(self) -> int:
        """How many are labelled."""
        return len(self._labels)

    def hold(self, typed: IO[str]) -> None:
        """Until all are labelled or skipped, `q`, or the end of what is typed."""
        while self._ahead:
            self._show(self._items[self._ahead[-1]])
            if not self._answered(typed):
                return

    def _show(self, item: Item) -> None:
        _say(f"\n[{self.done + 1} of {len(self._items)}]")
        _say(f"aim:     {_block(item.given.owner_objective)}\n")
        for message in item.given.transcript:
            said = _block(message.message) if message.message.strip() else "(an empty message)"
            _say(f"{message.speaker + ':':<9}{said}")

    def _answered(self, typed: IO[str]) -> bool:
        """Whether to go on."""
        while True:
            print(f"\n{ASKED}", end="", file=sys.stderr, flush=True)
            line = typed.readline()
            key = line.strip().lower()[:1]
            if not line or key == "q":
                return False
            if key == "r":
                _say(POLICY)
            elif key == "b" and not self._behind:
                _say("There is nothing to go back to.")
            elif key in (*KEYS, "s", "b"):
                self._take(key)
                return True

    def _take(self, key: str) -> None:
        if key == "b":
            item = self._behind.pop()
            self._ahead.append(item)
            if self._labels.pop(item, None) is not None:
                self._write(item, None)
            return
        item = self._ahead.pop()
        self._behind.append(item)
        if key in KEYS:
            self._labels[item] = KEYS[key]
            self._write(item, KEYS[key])

    def _write(self, item: str, label: Verdict | None) -> None:
        """On the disk before the next item is shown."""
        who = self._labeller
        self._file.write(labels.line(item, label, who.id, settles=who.settles) + "\n")
        self._file.flush()
        os.fsync(self._file.fileno())


def _chosen(items: Mapping[str, Item], wanted: Options) -> Mapping[str, Item]:
    """Those in languages that the labeller reads, and on which others differ where that is asked for."""
    for language in wanted.languages:
        if language not in golden.LANGUAGES:
            raise UserFault(f"--language {language}: there are {', '.join(golden.LANGUAGES)}")
    found = {
        id_: i for id_, i in items.items() if not wanted.languages or i.language in wanted.languages
    }
    if not wanted.disputed:
        return found
    others = [labels.read(path, items).labels for path in wanted.disputed]
    disputed = set(reference(others).disputed)
    return {id_: item for id_, item in found.items() if id_ in disputed}


def _resumed(
    path: Path, items: Mapping[str, Item], *, settles: bool
) -> tuple[str, Mapping[str, Verdict]]:
    """Who labels into this file, and what they have said; somebody new where there is none."""
    if not path.exists() or not path.stat().st_size:
        return secrets.token_hex(4), {}
    found = labels.read(path, items)
    if not found.blind:
        raise UserFault(f"{path}: these labels are not blind; give a file of your own")
    if found.settles is not settles:
        kind = (
            "only of what others differ on"
            if found.settles
            else "not only of what others differ on"
        )
        raise UserFault(f"{path}: the labels in it are {kind}; give another file")
    return found.labeller, found.labels


def _opened(path: Path) -> IO[str]:
    try:
        file = path.open("a+", encoding="utf-8", newline="\n")
    except OSError as error:
        raise UserFault(f"{path}: {error.strerror}") from None
    if path.stat().st_size and not path.read_bytes().endswith(b"\n"):
        file.write("\n")  # an editor left the last line without its end
    return file


def _block(text: str) -> str:
    """A newline in a message begins no line that looks like another speaker's."""
    return printable(text).replace("\n", f"\n{INDENT}")


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)
