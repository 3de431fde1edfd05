"""The folder of a batch: what it is (`batch.json`) and its results (`results.jsonl`), one line a run.

A line is on the disk before the next one is waited for. While a batch runs, lines stand in the order
in which they came; once it is whole, in the order of scenarios and runs, so that the same seeds leave
the same bytes whatever the number of processes.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, BinaryIO, Final

from greenroom.app.ports import OperatorFault, UserFault

FORMAT: Final = 1
BATCH: Final = "batch.json"
RESULTS: Final = "results.jsonl"

Result = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Case:
    """A scenario as the batch remembers it."""

    id: str
    title: str
    file: str
    digest: str
    plan: str | None
    plan_digest: str


@dataclass(frozen=True, slots=True)
class Batch:
    """Everything that the results follow from."""

    cases: tuple[Case, ...]
    runs: int
    seed: int
    """Added to the seed of each scenario."""
    interviewer: str
    """`plan`, or the model's name."""
    candidate: str
    """The model that plays candidates; `none`."""
    judge: str
    cassette: str | None
    replay: bool
    version: str
    """Of Greenroom."""

    def wanted(self) -> list[tuple[str, int]]:
        """Scenario and run of every result that the whole batch has, in order."""
        return [(case.id, run) for case in self.cases for run in range(self.runs)]


class Folder:
    """One batch on the disk."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def begin(self, batch: Batch) -> None:
        """Make the folder. Raises `UserFault` when there is a batch in it already."""
        if (self.path / BATCH).exists():
            raise UserFault(
                f"{self.path} holds a batch already; greenroom simulate resume {self.path} goes on "
                "with it"
            )
        self.path.mkdir(parents=True, exist_ok=True)
        whole = {"format": FORMAT, **asdict(batch)}
        _replace(self.path / BATCH, json.dumps(whole, ensure_ascii=False, indent=2) + "\n")

    def batch(self) -> Batch:
        """Raises `UserFault` for a folder that holds none."""
        file = self.path / BATCH
        try:
            data = json.loads(file.read_text("utf-8"))
            if data.pop("format") != FORMAT:
                raise UserFault(f"{file}: written by another version of Greenroom")
            return Batch(**{**data, "cases": tuple(Case(**case) for case in data["cases"])})
        except OSError as error:
            raise UserFault(f"{file}: there is no batch: {error.strerror}") from None
        except (ValueError, TypeError, KeyError, AttributeError):
            raise UserFault(f"{file}: this is no batch of `greenroom simulate run`") from None

    def results(self) -> dict[tuple[str, int], Result]:
        """Every whole line by scenario and run, in the batch's order. A last line that was torn by a
        crash is passed over; any other that cannot be read raises `UserFault`."""
        file = self.path / RESULTS
        lines = file.read_bytes().split(b"\n") if file.exists() else []
        found: dict[tuple[str, int], Result] = {}
        for number, line in enumerate(lines, 1):
            if not line.strip():
                continue
            try:
                result = json.loads(line)
                key = result["scenario"], result["run"]
            except (ValueError, TypeError, KeyError):
                if number == len(lines):
                    break
                raise UserFault(f"{file}:{number}: this is no result") from None
            found[key] = result
        order = {key: at for at, key in enumerate(self.batch().wanted())}
        return dict(sorted(found.items(), key=lambda item: order.get(item[0], len(order))))

    @contextmanager
    def writing(self, kept: Iterable[Result]) -> Iterator[Writer]:
        """Write results behind `kept`. Raises `OperatorFault` while another process does."""
        import fcntl  # Windows has none

        file = self.path / RESULTS
        with (self.path / BATCH).open("rb") as guard:
            try:
                fcntl.flock(guard, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise OperatorFault(f"{self.path}: another process is at work on it") from None
            _replace(file, "".join(map(line_of, kept)))
            with file.open("ab") as out:
                yield Writer(out)

    def settle(self) -> None:
        """Put the lines of a whole batch in order."""
        _replace(self.path / RESULTS, "".join(map(line_of, self.results().values())))


class Writer:
    """Appends result lines; they are on the disk when it returns."""

    def __init__(self, out: BinaryIO) -> None:
        self._out = out

    def append(self, lines: Sequence[str]) -> None:
        self._out.write("".join(lines).encode())
        self._out.flush()
        os.fsync(self._out.fileno())


def line_of(result: Result) -> str:
    return json.dumps(result, ensure_ascii=False, separators=(",", ":")) + "\n"


def _replace(file: Path, text: str) -> None:
    """All of it or nothing, whenever the machine stops."""
    new = file.with_suffix(".new")
    with new.open("wb") as out:
        out.write(text.encode())
        out.flush()
        os.fsync(out.fileno())
    new.replace(file)
