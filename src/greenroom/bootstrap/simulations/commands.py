"""`greenroom simulate` and the commands below it, a few words each as in `cli`; imports stay lazy."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

app = typer.Typer(
    help="Interviews with simulated candidates, in virtual time.", invoke_without_command=True
)
Json = Annotated[bool, typer.Option("--json", help="Print JSON alone on standard output.")]
Scenarios = Annotated[
    list[Path], typer.Argument(metavar="SCENARIOS…", help="Scenario files, or folders of them.")
]
Dir = Annotated[Path, typer.Argument(metavar="DIR", help="A folder of `simulate run`.")]
Jobs = Annotated[int, typer.Option("-j", "--jobs", min=1, max=256, help="Processes.")]
JUnit = Annotated[Path | None, typer.Option(help="Write JUnit XML to this file.")]
MaxTokens = Annotated[
    int | None,
    typer.Option(min=1, help="Begin no interview after models have used so many tokens."),
]


@app.callback()
def simulate(
    context: typer.Context,
    plan: Annotated[str, typer.Option(help="A built-in plan or a TOML file.")] = "two-stage",
    candidate: Annotated[str | None, typer.Option(help="A simulated candidate by name.")] = None,
    script: Annotated[
        Path | None, typer.Option(help="A script of utterances (JSON lines).")
    ] = None,
    seed: Annotated[int, typer.Option(help="Same seed, same interview.")] = 0,
    journal: Annotated[Path | None, typer.Option(help="Write the journal to this file.")] = None,
    unhurried: Annotated[bool, typer.Option("--unhurried", help="No time limits.")] = False,
    json: Json = False,
) -> None:
    """Run one interview with a simulated candidate, in virtual time; or a command below."""
    if context.invoked_subcommand is not None:
        return
    from greenroom.bootstrap import simulate as run

    raise typer.Exit(
        run.main(
            plan=plan,
            candidate=candidate,
            script=script,
            seed=seed,
            journal=journal,
            unhurried=unhurried,
            as_json=json,
        )
    )


@app.command("run")
def run_(
    scenarios: Scenarios,
    n: Annotated[int, typer.Option("-n", "--runs", min=1, max=100_000, help="Runs of each.")] = 1,
    jobs: Jobs = 1,
    out: Annotated[Path | None, typer.Option(help="Folder for the results.")] = None,
    junit: JUnit = None,
    seed: Annotated[int, typer.Option(min=0, help="Added to the seed of each scenario.")] = 0,
    interviewer: Annotated[
        Literal["plan", "llm"], typer.Option(help="Who words the questions.")
    ] = "plan",
    judge: Annotated[
        Literal["none", "llm"], typer.Option(help="Who judges by a scenario's rubric.")
    ] = "none",
    record: Annotated[
        Path | None, typer.Option(help="Keep the models' replies in this folder.")
    ] = None,
    replay: Annotated[
        Path | None, typer.Option(help="Take the models' replies from this folder.")
    ] = None,
    max_tokens: MaxTokens = None,
    json: Json = False,
) -> None:
    """Hold scenarios, check what must come of them, and keep one result line for each run."""
    from greenroom.app.errors import UserFault
    from greenroom.bootstrap.simulations import batches
    from greenroom.bootstrap.simulations.roles import Roles

    if record is not None and replay is not None:
        raise UserFault("give one of --record and --replay")
    roles = Roles(interviewer, "none", judge, record or replay, replay is not None)
    wanted = batches.Options(jobs, junit, max_tokens, json)
    raise typer.Exit(batches.run(scenarios, out, n, seed, roles, wanted))


@app.command()
def resume(
    folder: Dir,
    jobs: Jobs = 1,
    junit: JUnit = None,
    max_tokens: MaxTokens = None,
    json: Json = False,
) -> None:
    """Go on with a batch that was broken off."""
    from greenroom.bootstrap.simulations import batches

    wanted = batches.Options(jobs, junit, max_tokens, json)
    raise typer.Exit(batches.resume(folder, wanted))


@app.command()
def check(scenarios: Scenarios) -> None:
    """Check scenario files; each fault is told with file, line, key and reason."""
    from greenroom.bootstrap.simulations import batches

    raise typer.Exit(batches.check(scenarios))


@app.command()
def diff(
    before: Annotated[Path, typer.Argument(metavar="A", help="The batch before.")],
    now: Annotated[Path, typer.Argument(metavar="B", help="The batch now.")],
    json: Json = False,
) -> None:
    """Say what held in A and does not hold in B; batches that can't be compared are refused."""
    from greenroom.bootstrap.simulations import comparing

    raise typer.Exit(comparing.main(before, now, as_json=json))


@app.command()
def view(
    folder: Dir,
    out: Annotated[
        Path | None, typer.Option(help="Folder for the pages; `view` in the batch's unless said.")
    ] = None,
) -> None:
    """Write the results as pages: each check with the words that show it."""
    from greenroom.bootstrap.simulations import viewing

    raise typer.Exit(viewing.main(folder, out))


@app.command()
def from_session(
    source: Annotated[
        str, typer.Argument(metavar="ID|RECORD.json|JOURNAL.jsonl", help="A recorded interview.")
    ],
    scrub: Annotated[
        bool, typer.Option("--scrub/--as-it-is", help="Take out names, addresses and numbers.")
    ] = True,
    employer: Annotated[
        list[str] | None, typer.Option(help="Another name to take out; may be repeated.")
    ] = None,
    out: Annotated[Path | None, typer.Option(help="Write the scenario to this file.")] = None,
) -> None:
    """Make a scenario of a recorded interview: the candidate's words and times as a script."""
    from greenroom.bootstrap.simulations import recorded

    raise typer.Exit(recorded.main(source, out, employer or [], scrub=scrub))


@app.command("import")
def import_(
    file: Annotated[Path, typer.Argument(metavar="FILE.yaml", help="Scenarios of LiveKit.")],
    out: Annotated[Path, typer.Option(help="Folder for the scenarios.")],
    plan: Annotated[str, typer.Option(help="The plan that these candidates meet.")] = "two-stage",
) -> None:
    """Turn LiveKit's scenarios into ours, and say what could not be taken over."""
    from greenroom.bootstrap.simulations import livekit_import

    raise typer.Exit(livekit_import.main(file, out, plan))
