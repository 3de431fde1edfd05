"""Every command and option is described, and every command line that is shown works."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from typing import Any

import pytest
import typer
from tests.docs.pages import PAGES, blocks, page, relative, section
from typer.exceptions import TyperException

from greenroom.cli import app

GREENROOM = typer.main.get_command(app)


def tree(command: Any, *names: str) -> Iterator[tuple[str, Any]]:
    """Every command with its whole name."""
    if names:
        yield " ".join(names), command
    for name, inner in getattr(command, "commands", {}).items():
        yield from tree(inner, *names, name)


def test_every_command_and_option_is_described() -> None:
    """docs/reference/commands.md has each command, and its section each of its options."""
    told = page("commands.md")
    for name, command in tree(GREENROOM):
        here = section(told, f"## {name.split()[0]}")
        assert " " not in name or f"greenroom {name}" in here
        options = [o for p in command.params if p.param_type_name == "option" for o in p.opts]
        missing = [o for o in options if o.startswith("--") and f"`{o}`" not in here]
        assert missing == [], name
    general = [o for p in GREENROOM.params for o in p.opts]
    assert [option for option in general if f"`{option}`" not in told] == []


def command_lines(text: str) -> Iterator[str]:
    """What the fenced blocks tell people to type that begins with `greenroom`."""
    for block in blocks(text, "", "sh", "console", "bash", "shell"):
        for line in block.replace("\\\n", " ").splitlines():
            typed = re.sub(r"^\s*(\$\s+)?(\w+=\S+\s+)*(\.venv/bin/)?(?=greenroom\s)", "", line)
            if typed.startswith("greenroom "):
                yield re.split(r"\s(?:>|\||&&)\s", typed)[0]


def parse(command: Any, arguments: list[str]) -> None:
    """Let the command read its arguments, and its subcommand the rest; nothing is run."""
    first = arguments[0] if arguments else ""
    if not hasattr(command, "commands") or first not in command.commands:
        assert getattr(command, "invoke_without_command", True), f"no command {first}"
        command.make_context(command.name, arguments)
        return
    name, *rest = arguments
    parse(command.commands[name], rest)


def test_shown_command_lines_work() -> None:
    """Every `greenroom …` in a fenced block has a command and options that exist."""
    shown = [(relative(p), line) for p in PAGES for line in command_lines(p.read_text("utf-8"))]
    assert len(shown) > 5
    for name, line in shown:
        arguments = [word for word in shlex.split(line, comments=True)[1:] if word != "…"]
        try:
            if "--help" not in arguments:
                parse(GREENROOM, arguments)
        except (AssertionError, TyperException, ValueError) as error:
            pytest.fail(f"{name}: {line}: {error}")
