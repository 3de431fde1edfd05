"""Who is let speak: LiveKit's options, Pipecat's strategy and ours, on the same audio.

    python -m benchmarks.turns [--quick] [--set tuning|held-out|others|people|noisy|sealed] [--ours] [--failures] [--json]
    python -m benchmarks.turns --set turnbench|eot-bench|full-duplex-bench FOLDER

Every utterance is said to a real `AgentSession` in virtual time, with the recogniser and the voice
detector on board. The first run makes the corpus and decodes it (some minutes of one core), later
ones find both in $TURNS_CORPUS or in a temporary directory. A gate is only as good as what it
hears: the figures are of THIS recogniser and of synthetic voices.
"""

from __future__ import annotations

import argparse
import json
import logging
import sys
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from greenroom.simulation import clock

clock.install()  # before the next lines import livekit

from benchmarks.table import Row  # noqa: E402
from benchmarks.turns import rival, texts  # noqa: E402
from benchmarks.turns.corpus import Utterance, corpus, folder, missing_voices  # noqa: E402
from benchmarks.turns.field import FOLDERS, predictions  # noqa: E402
from benchmarks.turns.field import table as table_of_field  # noqa: E402
from benchmarks.turns.folders import Item, Unreadable  # noqa: E402
from benchmarks.turns.phrases import SETS, Role, SetName  # noqa: E402
from benchmarks.turns.recogniser import Memory, recogniser  # noqa: E402
from benchmarks.turns.recordings import Heard, heard  # noqa: E402
from benchmarks.turns.scores import Scored, by_voice, columns, failures, missed, share, table  # noqa: E402
from benchmarks.turns.trial import CONTESTANTS, Contestant, trial  # noqa: E402

COMMAND = "python -m benchmarks.turns"
QUICK = 6
"""One utterance in so many."""
OURS = CONTESTANTS[-1].name


def scored(items: list[Utterance], contestant: Contestant, memory: Memory) -> Scored:
    def once(item: Utterance) -> Coroutine[Any, Any, Any]:
        return trial(item, contestant, recogniser(memory))

    return [(item, clock.run(_later(once, item))) for item in items]


async def _later(call: Callable[[Utterance], Coroutine[Any, Any, Any]], item: Utterance) -> Any:
    """Plugin objects look for the running loop when they are made."""
    return await call(item)


def by_pipecat(items: list[Utterance], memory: Memory) -> Scored:
    """Raises `rival.Missing`."""

    async def listen(item: Utterance) -> tuple[rival.Heard, ...]:
        return await rival.heard(item, recogniser(memory))

    told = [clock.run(listen(item)) for item in items]
    return list(zip(items, rival.outcomes(told, folder()), strict=True))


def measured(
    set_name: SetName, memory: Memory, *, every: int, only_ours: bool
) -> dict[str, Scored]:
    """Every contestant's outcomes on one set, ours last."""
    for engine in missing_voices(set_name):
        _say(f"{engine} is not installed: its voices are left out of {set_name}")
    items = corpus(set_name, every=every)
    found: dict[str, Scored] = {}
    for contestant in CONTESTANTS:
        if contestant.name == OURS and not only_ours:
            try:
                found[f"Pipecat, min_words={rival.MIN_WORDS}"] = by_pipecat(items, memory)
            except rival.Missing as missing:
                print(f"no row for Pipecat: {missing}", file=sys.stderr)
        if contestant.name == OURS or not only_ours:
            _say(f"{set_name}: {contestant.name}, {len(items)} utterances ...")
            found[contestant.name] = scored(items, contestant, memory)
    return found


def rows(found: dict[str, Scored]) -> list[Row]:
    """For the table of all benchmarks."""
    ours = found[OURS]
    plain = found.get(CONTESTANTS[0].name, ours)
    kinds: tuple[tuple[str, str, Callable[[Scored], Any]], ...] = (
        ("acks ignored, held-out voices", ">= 99 %", lambda s: share(s, Role.ACK)),
        ("stops missed, held-out voices", "0", lambda s: missed(s, Role.STOP)),
        ("answers eaten", "0", lambda s: missed(s, Role.ANSWER, Role.THINKING)),
    )
    return [
        Row(what, target, str(figure(ours)), f"LiveKit as it comes: {figure(plain)}", COMMAND)
        for what, target, figure in kinds
    ]


def by_folder(
    parser: argparse.ArgumentParser, given: Sequence[str], memory: Memory, out: Path | None
) -> int:
    """Our row on a public bench."""
    if len(given) != 2:
        parser.error(f"--set {given[0]} FOLDER: the folder that holds its audio")
    results = []

    async def listen(item: Item) -> Heard:
        return await heard(item.samples, item.floor, recogniser(memory))

    try:
        for item in FOLDERS[given[0]](Path(given[1])):
            results.append((item, clock.run(listen(item))))
            _say(item.name)
    except (Unreadable, OSError) as fault:
        parser.error(str(fault))
    print(f"{len(results)} recordings of {given[0]}\n\n{table_of_field(results)}")
    if out is not None:
        out.write_text(predictions(results), "utf-8")
    return 0


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(prog=COMMAND, description=__doc__.split("\n")[0])
    parser.add_argument("--quick", action="store_true", help=f"one utterance in {QUICK}")
    parser.add_argument("--set", nargs="+", metavar=("NAME", "FOLDER"), help="only this one")
    parser.add_argument("--predictions", type=Path, help="write TurnBench's own format, too")
    parser.add_argument("--ours", action="store_true", help="only our own row")
    parser.add_argument(
        "--failures", action="store_true", help="list what we got wrong, not in HELD-OUT"
    )
    parser.add_argument("--json", action="store_true", help="rows for `python -m benchmarks`")
    asked = parser.parse_args()
    logging.getLogger("livekit").setLevel(logging.ERROR)
    memory = Memory(folder())
    if asked.set and asked.set[0] in FOLDERS:
        return by_folder(parser, asked.set, memory, asked.predictions)
    if asked.set and (len(asked.set) > 1 or asked.set[0] not in SETS):
        parser.error(
            f"--set takes one of {', '.join(SETS)}, or a bench and its folder: {', '.join(FOLDERS)}"
        )
    every = QUICK if asked.quick else 1
    if asked.json:
        found = measured("held-out", memory, every=every, only_ours=False)
        for row in rows(found):
            print(json.dumps(asdict(row)))
        return 0
    sets: tuple[SetName, ...] = (asked.set[0],) if asked.set else ("tuning", "held-out")
    for set_name in sets:
        found = measured(set_name, memory, every=every, only_ours=asked.ours)
        cells = [(name, columns(outcomes)) for name, outcomes in found.items()]
        print(f"\n### {set_name}: {len(found[OURS])} utterances\n\n{table(cells)}\n")
        print(f"Ours, by voice and by disturbance:\n\n{by_voice(found[OURS])}\n", flush=True)
        if asked.failures and set_name != "held-out":
            print("\n".join(failures(found[OURS])))
    print(f"\n### Other languages, as text\n\n{texts.table()}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
