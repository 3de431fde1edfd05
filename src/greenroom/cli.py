"""The commands. Each one is a few words here and a module in `bootstrap`; imports stay lazy so
that `greenroom --help` loads no speech, no server and no LiveKit."""

from __future__ import annotations

import os
import sys
import traceback
from io import TextIOWrapper
from pathlib import Path
from typing import Annotated, Final, Literal, NoReturn

import typer

from greenroom import __version__
from greenroom.bootstrap import data_commands
from greenroom.bootstrap.simulations.commands import app as simulate_app
from greenroom.private_files import keep_private

app = typer.Typer(
    name="greenroom",
    help="Interviews held out loud: code decides the flow, a model only phrases and proposes.",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
LAST_PORT: Final = 65_535
WRITES_FOR_THE_CALLER: Final = frozenset({"simulate", "circle", "plans", "replay", "score"})
"""These write where they are told to, for whom the caller's umask says. All others write in the data
directory alone, for the operator's eyes."""

app.add_typer(simulate_app, name="simulate")
plans_app = typer.Typer(help="List, show and check interview plans.", no_args_is_help=True)
app.add_typer(plans_app, name="plans")
data_commands.add_to(app)


def _version(asked: bool) -> None:
    if asked:
        typer.echo(f"greenroom {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Say which this is.")
    ] = False,
) -> None:
    if context.invoked_subcommand not in WRITES_FOR_THE_CALLER:
        keep_private()

    from greenroom.observability.logs import configure

    configure("ERROR")  # structlog by itself would print local variables


def _port(given: str | int) -> int:
    """A port out of an option, a variable or the default, or one sentence about it."""
    from greenroom.app.errors import UserFault

    text = str(given)
    if text.isascii() and text.isdigit() and int(text) <= LAST_PORT:
        return int(text)
    raise UserFault(
        f"“{text}” is not a port; give a number from 1 to {LAST_PORT} (0: any free one), "
        "for example: PORT=8123 make serve"
    )


Port = Annotated[
    int,
    typer.Option(
        envvar=["PORT", "GREENROOM_PORT"],
        parser=_port,
        metavar="NUMBER",
        help="Port to listen on.",
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON alone on standard output.")]


@app.command()
def serve(
    port: Port = 8000,
    host: Annotated[
        str, typer.Option(envvar="GREENROOM_HOST", help="Address to listen on.")
    ] = "127.0.0.1",
) -> None:
    """Serve the product: pages, API and interviews in the browser."""
    from greenroom.bootstrap import serve as run

    raise typer.Exit(run.main(host=host, port=port))


@app.command()
def worker(
    port: Annotated[
        int, typer.Option(min=0, max=LAST_PORT, help="Port of its health page.")
    ] = 8081,
    host: Annotated[str, typer.Option(help="Address of its health page.")] = "127.0.0.1",
    metrics_port: Annotated[
        int | None,
        typer.Option(min=0, max=LAST_PORT, help="Port for Prometheus; none: not served."),
    ] = None,
) -> None:
    """Hold interviews in the rooms of a LiveKit server."""
    if metrics_port is not None:
        from greenroom.observability import gathering

        gathering.begin()  # before LiveKit, which counts, too, is imported
    from greenroom.bootstrap import worker as run

    raise typer.Exit(run.main(host=host, port=port, metrics_port=metrics_port))


@app.command()
def interview(
    plan: Annotated[str, typer.Option(help="A built-in plan or a TOML file.")] = "two-stage",
    name: Annotated[str, typer.Option(help="How to address you.")] = "",
    role: Annotated[str, typer.Option(help="The role you apply for.")] = "",
    level: Annotated[str, typer.Option(help="entry, junior, mid, senior, lead or staff.")] = "",
    unhurried: Annotated[bool, typer.Option("--unhurried", help="No time limits.")] = False,
) -> None:
    """Hold an interview here in the terminal, typed."""
    from greenroom.bootstrap import interview as run

    raise typer.Exit(run.main(plan=plan, name=name, role=role, level=level, unhurried=unhurried))


@app.command()
def replay(
    journal: Annotated[Path, typer.Argument(help="A journal written by `simulate --journal`.")],
    json: Json = False,
) -> None:
    """Rebuild the interview record from its journal alone."""
    from greenroom.bootstrap import replay as run

    raise typer.Exit(run.main(journal, as_json=json))


@plans_app.command("list")
def plans_list(json: Json = False) -> None:
    """List the built-in plans, role packs included."""
    from greenroom.bootstrap import plans as run

    raise typer.Exit(run.list_(as_json=json))


@plans_app.command("show")
def plans_show(name: str) -> None:
    """Print the source of a built-in plan."""
    from greenroom.bootstrap import plans as run

    raise typer.Exit(run.show(name))


@plans_app.command("check")
def plans_check(file: Path, json: Json = False) -> None:
    """Check a plan file; each fault is told with file, line, key and reason."""
    from greenroom.bootstrap import plans as run

    raise typer.Exit(run.check(file, as_json=json))


@app.command()
def export(
    interview_id: Annotated[str, typer.Argument(metavar="ID")],
    format: Annotated[str, typer.Option(help="json, md, html, pdf or seed.")] = "json",
) -> None:
    """Print one interview's record or report."""
    from greenroom.bootstrap import export as run

    raise typer.Exit(run.main(interview_id, format))


@app.command()
def score(
    record: Annotated[Path, typer.Argument(metavar="RECORD.json", help="An interview record.")],
    rubric: Annotated[
        str, typer.Option(help="star, technical-depth, a role pack, or a TOML file.")
    ],
    model: Annotated[
        str | None, typer.Option(help="llm or script:FILE. Without one nothing is scored.")
    ] = None,
    language: Annotated[
        str | None, typer.Option(help="What was spoken; the plan's language unless said.")
    ] = None,
    journal: Annotated[
        Path | None, typer.Option(help="The interview's journal: adds voice times and certainty.")
    ] = None,
    format: Annotated[str, typer.Option(help="text, json, or a report: md, html.")] = "text",
    json: Json = False,
) -> None:
    """Judge an interview by a rubric: a level only where the candidate's words bear it out."""
    from greenroom.bootstrap import score as run

    shown = "json" if json else format
    raise typer.Exit(run.main(record, rubric, model, language, shown, journal))


@app.command()
def doctor(json: Json = False, port: Port = 8000) -> None:
    """Load every part, speak a sentence and hear it back; say what is missing and how to get it."""
    from greenroom.bootstrap import doctor as run

    raise typer.Exit(run.main(as_json=json, port=port))


circle_app = typer.Typer(help="Interviews between two agents.", no_args_is_help=True)
app.add_typer(circle_app, name="circle")
Mission = Annotated[
    Path, typer.Argument(metavar="MISSION.json", help="Profiles, circle and context.")
]
Preset = Annotated[
    str, typer.Option(help="safe: profiles are shared by field; spec: in full, as the seed says.")
]
MaxPerSide = Annotated[
    int | None, typer.Option(help="Messages of each side; 4 unless the mission says otherwise.")
]


@circle_app.command("run")
def circle_run(
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


@circle_app.command("prompt")
def circle_prompt(
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


@circle_app.command("label")
def circle_label(
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

    wanted = run.Wanted(items, tuple(language or ()), seed, tuple(disputed or ()))
    raise typer.Exit(run.main(labels, wanted, sys.stdin))


@circle_app.command("calibrate")
def circle_calibrate(
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

    wanted = run.Wanted(
        judge, tuple(labels or ()), items, repeat, probes, panel, at_once, record, out, against
    )
    raise typer.Exit(run.main(wanted, as_json=json))


@circle_app.command("work")
def circle_work() -> None:
    """Hold interviews between agents, sharing them with other processes on PostgreSQL."""
    from greenroom.bootstrap import circle_jobs as run

    raise typer.Exit(run.work())


@app.command()
def purge() -> None:
    """Delete interviews that are older than the retention time."""
    from greenroom.bootstrap import purge as run

    raise typer.Exit(run.main())


@app.command()
def rewrap(
    forget: Annotated[
        bool, typer.Option("--forget", help="Erase what no key opens, where the key was lost.")
    ] = False,
) -> None:
    """Seal anew all that is sealed, after GREENROOM_KEY_ENCRYPTION_KEY got a new first key."""
    from greenroom.bootstrap import rewrap as run

    raise typer.Exit(run.main(forget=forget))


def main() -> None:
    """The console script. Whatever fails is one plain sentence and an exit code."""
    from greenroom.app.errors import GreenroomError, UserFault

    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # file names need not be text
    try:
        try:
            app()
        finally:
            if sys.stdout is not None:
                sys.stdout.flush()
    except UserFault as fault:
        _fail(str(fault), 2)
    except GreenroomError as fault:
        _fail(str(fault), 3)
    except OSError as fault:
        # what is still in the buffer cannot be written at the exit either
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        _fail(f"{fault.strerror} ({fault.filename or 'writing the result'})", 3)
    except Exception as fault:
        if sys.flags.dev_mode:
            raise
        place = traceback.extract_tb(fault.__traceback__)[-1]
        _fail(
            f"this is a fault of Greenroom itself: {type(fault).__name__} at "
            f"{place.filename}:{place.lineno}; python -X dev -m greenroom … shows all of it",
            3,
        )


def _fail(told: str, code: int) -> NoReturn:
    print(f"greenroom: {told}", file=sys.stderr)
    sys.exit(code)


if __name__ == "__main__":
    main()
