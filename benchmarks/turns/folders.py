"""Folders of public benches, as whoever may have their audio lays them out.

    turnbench         ID/speaker_{1,2}_audio.wav and ID/speaker_{1,2}_annotation_{a,b,c}.srt
    eot-bench         metadata.jsonl (id, language, file_name, silence_spans) and the files it names;
                      or the published parquet files, where pyarrow is installed
    full-duplex-bench TASK/ID/input.wav with interrupt.json, pause.json, turn_taking.json (v1) or
                      metadata.json (v1.5); the task is told by its folder's name

Each is read into `Item`s: sound, who holds the floor, and where something should or should not follow.
"""

from __future__ import annotations

import importlib
import io
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import av
import numpy as np

from benchmarks.turns.consensus import SPEAKERS, gold, tracks
from benchmarks.turns.recordings import Samples, Span
from benchmarks.turns.voices import RATE

ENGLISH: Final = "en"
SHORTEST_S: Final = 0.1
"""eot-bench looks at no shorter silence."""
FLOOR_S: Final = 2.0
"""Full-Duplex-Bench has no sound of the other side: it is taken to speak since so long before."""
TASKS: Final = {
    "user_interruption": True,
    "user_backchannel": False,
    "talking_to_other": False,
    "background_speech": False,
}
"""Whether the other side should stop for it."""


class Unreadable(Exception):
    """What is wrong with which folder, and what to do about it."""


@dataclass(frozen=True, slots=True)
class Item:
    """One channel of one recording; all times are seconds into it."""

    name: str
    samples: Samples
    floor: tuple[Span, ...] = ()
    """When the other side speaks."""
    stop_at: tuple[float, ...] = ()
    """Interruptions: it should stop after these."""
    no_stop: tuple[Span, ...] = ()
    """Backchannels, noises: it should not stop in these."""
    end_at: tuple[float, ...] = ()
    """Turns end here."""
    no_end: tuple[Span, ...] = ()
    """Pauses: no turn ends in these."""
    masked_stop: tuple[Span, ...] = ()
    masked_end: tuple[Span, ...] = ()
    """Nobody knows what belongs here: what follows in these counts for nothing."""


def turnbench(folder: Path) -> Iterator[Item]:
    found = sorted(path for path in folder.iterdir() if (path / "speaker_1_audio.wav").exists())
    if not found:
        raise Unreadable(
            f"{folder}: no ID/speaker_1_audio.wav; give the folder that holds the conversations"
        )
    for home in found:
        events = gold(tracks(home))
        for speaker in SPEAKERS:
            one = events[speaker]
            floor = _joined(events[3 - speaker].turns)
            samples = sound((home / f"speaker_{speaker}_audio.wav").read_bytes())
            yield Item(
                f"{home.name}/{speaker}",
                samples,
                floor,
                stop_at=one.interruptions,
                no_stop=one.backchannels,
                end_at=one.ends,
                no_end=one.pauses,
                masked_stop=one.doubtful,
                masked_end=one.doubtful_turns,
            )


def eot_bench(folder: Path) -> Iterator[Item]:
    told = folder / "metadata.jsonl"
    if told.exists():
        rows = (json.loads(line) for line in told.read_text("utf-8").splitlines() if line.strip())
        for row in rows:
            yield from turn(row, (folder / row["file_name"]).read_bytes())
        return
    for row in _parquet(folder, ("id", "language", "audio", "silence_spans")):
        yield from turn(row, row["audio"]["bytes"])


def turn(row: Mapping[str, Any], data: bytes) -> Iterator[Item]:
    """A whole turn: its last silence is its end, every other one a pause. English alone: our recogniser
    knows no other language."""
    if row["language"] != ENGLISH:
        return
    spans = [(float(span["start"]), float(span["end"])) for span in row["silence_spans"]]
    spans = [span for span in spans if span[1] - span[0] >= SHORTEST_S]
    if spans:
        *pauses, end = spans
        yield Item(str(row["id"]), sound(data), end_at=(end[0],), no_end=tuple(pauses))


def full_duplex_bench(folder: Path) -> Iterator[Item]:
    found = sorted(folder.rglob("input.wav"))
    if not found:
        raise Unreadable(
            f"{folder}: no input.wav in it or below; give the folder that holds the tasks"
        )
    for path in found:
        home = path.parent
        yield Item(f"{home.parent.name}/{home.name}", sound(path.read_bytes()), **_labels(home))


def _labels(home: Path) -> dict[str, Any]:
    if (home / "metadata.json").exists():
        span = _span(json.loads((home / "metadata.json").read_text("utf-8"))["timestamps"])
        task = home.parent.name
        known = next((stops for name, stops in TASKS.items() if name in task), None)
        if known is None:
            raise Unreadable(f"{home}: {task} is none of {', '.join(TASKS)}")
        return _overlap(span, stops=known)
    for name in ("interrupt", "turn_taking", "pause"):
        file = home / f"{name}.json"
        if file.exists():
            spans = [_span(one["timestamp"]) for one in json.loads(file.read_text("utf-8"))]
            if name == "interrupt":
                return _overlap(spans[0], stops=True)
            return {"end_at": (spans[0][0],)} if name == "turn_taking" else {"no_end": tuple(spans)}
    raise Unreadable(f"{home}: none of interrupt.json, pause.json, turn_taking.json, metadata.json")


def _overlap(span: Span, *, stops: bool) -> dict[str, Any]:
    floor = ((max(0.0, span[0] - FLOOR_S), float("inf")),)
    said = {"stop_at": (span[0],)} if stops else {"no_stop": (span,)}
    return {"floor": floor, **said}


def _span(pair: Sequence[float]) -> Span:
    return float(pair[0]), float(pair[-1])


def _joined(spans: Sequence[Span]) -> tuple[Span, ...]:
    found: list[Span] = []
    for began, ended in sorted(spans):
        if found and began <= found[-1][1]:
            found[-1] = (found[-1][0], max(found[-1][1], ended))
        else:
            found.append((began, ended))
    return tuple(found)


def sound(data: bytes) -> Samples:
    """Any file that FFmpeg knows, as 16 kHz mono."""
    with av.open(io.BytesIO(data), "r") as file:
        resampler = av.AudioResampler(format="s16", layout="mono", rate=RATE)
        frames = [one for frame in file.decode(audio=0) for one in resampler.resample(frame)]
        frames += resampler.resample(None)
    return np.concatenate([frame.to_ndarray()[0] for frame in frames])


def _parquet(folder: Path, columns: Sequence[str]) -> Iterator[dict[str, Any]]:
    files = sorted(folder.rglob("*.parquet"))
    if not files:
        raise Unreadable(f"{folder}: neither metadata.jsonl nor a parquet file in it")
    try:
        parquet = importlib.import_module("pyarrow.parquet")
    except ImportError as error:
        raise Unreadable(f"{folder}: to read parquet files, install pyarrow") from error
    for file in files:
        for batch in parquet.ParquetFile(file).iter_batches(16, columns=list(columns)):
            yield from batch.to_pylist()
