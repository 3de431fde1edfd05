"""The commands. Each one is a few words here and a module in `bootstrap`; imports stay lazy so
that `greenroom --help` loads no speech, no server and no LiveKit."""

from __future__ import annotations

import os
import sys
import traceback
from io import TextIOWrapper
from pathlib import Path
from typing import Annotated, Final, NoReturn

import typer

from greenroom import __version__
from greenroom.bootstrap import data_commands
from greenroom.bootstrap.circle_commands import app as circle_app
from greenroom.bootstrap.simulations.commands import app as simulate_app
from greenroom.numpy_threads import keep_to_one
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
app.add_typer(circle_app, name="circle")
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
        from greenroom.observability import worker_metrics

        worker_metrics.begin()  # before LiveKit, which counts, too, is imported
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
        str | None, typer.Option(help="What was spoken; the record's language unless said.")
    ] = None,
    journal: Annotated[
        Path | None, typer.Option(help="The interview's journal: adds voice times and certainty.")
    ] = None,
    format: Annotated[str, typer.Option(help="text, json, or a report: md, html.")] = "text",
    json: Json = False,
) -> None:
    """Judge an interview by a rubric: a level only where the candidate's words support it."""
    from greenroom.bootstrap import score as run

    shown = "json" if json else format
    raise typer.Exit(run.main(record, rubric, model, language, shown, journal))


@app.command()
def doctor(json: Json = False, port: Port = 8000) -> None:
    """Load every part, speak a sentence and hear it back; say what is missing and how to get it."""
    from greenroom.bootstrap import doctor as run

    raise typer.Exit(run.main(as_json=json, port=port))


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
    """Seal again all that is sealed, after GREENROOM_KEY_ENCRYPTION_KEY got a new first key."""
    from greenroom.bootstrap import rewrap as run

    raise typer.Exit(run.main(forget=forget))


def main() -> None:
    """The console script. Whatever fails is one plain sentence and an exit code."""
    from greenroom.app.errors import GreenroomError, UserFault

    keep_to_one()
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
