"""The commands about everything that is kept: `backup`, `restore`, `upgrade`. Imports stay lazy, as in `cli`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def add_to(app: typer.Typer) -> None:
    for command in (backup, restore, upgrade):
        app.command()(command)


def backup(
    file: Annotated[Path, typer.Argument(help="The file to write; it must not exist.")],
    secrets: Annotated[
        bool,
        typer.Option("--secrets/--without-secrets", help="With the secrets in the data directory."),
    ] = True,
) -> None:
    """Write all that is kept into one file, while the server runs."""
    from greenroom.bootstrap import backup as run

    raise typer.Exit(run.main(file, secrets=secrets))


def restore(
    file: Annotated[Path, typer.Argument(help="A backup.")],
    erased: Annotated[
        list[Path] | None,
        typer.Option("--erased", help="A later erased.txt; may be given several times."),
    ] = None,
) -> None:
    """Restore a backup into an empty data directory or database; who was erased stays erased."""
    from greenroom.bootstrap import restore as run

    raise typer.Exit(run.main(file, erased or []))


def upgrade(
    check: Annotated[bool, typer.Option("--check", help="Only say whether one is due.")] = False,
    json: Annotated[bool, typer.Option("--json", help="Print JSON alone.")] = False,
) -> None:
    """Bring the database up to date with this program."""
    from greenroom.bootstrap import upgrade as run

    raise typer.Exit(run.main(check=check, as_json=json))
