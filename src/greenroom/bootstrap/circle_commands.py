"""The commands about interviews between two agents. Imports stay lazy, as in `cli`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Literal

import typer

app = typer.Typer(help="Interviews between two agents.", no_args_is_help=True)
Json = Annotated[bool, typer.Option("--json", help="Print JSON alone on standard output.")]
Mission = Annotated[
    Path, typer.Argument(metavar="MISSION.json", help="Profiles, circle and context.")
]
Preset = Annotated[
    str, typer.Option(help="safe: profiles are shared by field; spec: in full, as the seed says.")
]
MaxPerSide = Annotated[
    int | None, typer.Option(help="Messages of each side; 4 unless the mission says otherwise.")
]


@app.command("run")
def run_(
    mission: Mission,
    owner: Annotated[str, typer.Option(help="llm, human, script:FILE or cassette:FILE.")] = "llm",
    visitor: Annotated[str, typer.Option(help="llm, human, script:FILE or cassette:FILE.")] = "llm",
    judge: Annotated[str, typer.Option(help="llm, script:FILE or cassette:FILE.")] = "llm",
    record: Annotated[
        Path | None, typer.Option(help="Keep every reply in this new file, a cassette.")
    ] = None,
    preset: Preset = "safe",
    max_per_side: MaxPerSide = None,
    json: Json = False,
) -> None:
    """Let an owner's and a visitor's agent talk, and have it judged."""
    from greenroom.bootstrap import circle as run

    sides = run.Sides(owner, visitor, judge, record)
    raise typer.Exit(run.run(mission, sides, preset, max_per_side, as_json=json))


@app.command("prompt")
def prompt(
    mission: Mission,
    side: Annotated[Literal["owner", "visitor", "judge"], typer.Option(help="Who is called.")],
    turn: Annotated[int, typer.Option(help="Which of that side's own turns, from 1.")] = 1,
    transcript: Annotated[
        Path | None, typer.Option(help="What was said until then (JSON lines).")
    ] = None,
    preset: Preset = "safe",
    max_per_side: MaxPerSide = None,
    json: Json = False,
) -> None:
    """Show exactly what one call is given; without --json as a model is asked."""
    from greenroom.bootstrap import circle as run

    call = run.Call(side, turn, transcript)
    raise typer.Exit(run.prompt(mission, call, preset, max_per_side, as_json=json))


Items = Annotated[
    Path | None, typer.Option(help="Conversations (JSON lines); Greenroom's own unless said.")
]


@app.command("label")
def label(
    labels: Annotated[
        Path, typer.Argument(metavar="LABELS.jsonl", help="Where your labels are kept.")
    ],
    items: Items = None,
    language: Annotated[
        list[str] | None, typer.Option(help="Only those in this language; may be repeated.")
    ] = None,
    seed: Annotated[int, typer.Option(help="Another order.")] = 0,
    disputed: Annotated[
        list[Path] | None,
        typer.Option(help="Only what these files of labels differ on; give each of them."),
    ] = None,
) -> None:
    """Say of conversations what a judge should, blind; for `circle calibrate`."""
    from greenroom.bootstrap import circle_labels as run

    wanted = run.Options(items, tuple(language or ()), seed, tuple(disputed or ()))
    raise typer.Exit(run.main(labels, wanted, sys.stdin))


@app.command("calibrate")
def calibrate(
    judge: Annotated[str, typer.Option(help="llm, script:FILE or cassette:FILE.")] = "llm",
    labels: Annotated[
        list[Path] | None, typer.Option(help="A file of `circle label`; one for each person.")
    ] = None,
    items: Items = None,
    repeat: Annotated[
        int, typer.Option(min=1, max=100, help="How often each item is asked about.")
    ] = 1,
    probes: Annotated[
        bool, typer.Option("--probes", help="Also change what must not move it, and what must.")
    ] = False,
    panel: Annotated[int, typer.Option(min=1, max=9, help="Members of the panel.")] = 1,
    at_once: Annotated[
        int, typer.Option(min=1, max=64, help="Items asked about at the same time.")
    ] = 1,
    record: Annotated[
        Path | None, typer.Option(help="Keep every reply in this new file, a cassette.")
    ] = None,
    out: Annotated[Path | None, typer.Option(help="Write the JSON to this new file too.")] = None,
    against: Annotated[
        Path | None, typer.Option(help="An earlier --out: exit code 1 when a rate fell.")
    ] = None,
    json: Json = False,
) -> None:
    """Hold the judge against labels: agreement, rates, steadiness, each with what it rests on."""
    from greenroom.bootstrap import circle_calibration as run

    wanted = run.Options(
        judge, tuple(labels or ()), items, repeat, probes, panel, at_once, record, out, against
    )
    raise typer.Exit(run.main(wanted, as_json=json))


@app.command("work")
def work() -> None:
    """Hold interviews between agents, sharing them with other processes on PostgreSQL."""
    from greenroom.bootstrap import circle_jobs as run

    raise typer.Exit(run.work())
