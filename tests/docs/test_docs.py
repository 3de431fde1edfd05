"""The documentation is under test: what exists is in it, and what it shows works."""

from __future__ import annotations

import ast
import json
import re
import shlex
from collections.abc import Iterator, Mapping
from dataclasses import fields
from enum import StrEnum
from pathlib import Path
from typing import Any, cast, get_args

import pytest
import typer
from typer.exceptions import TyperException

from greenroom.app.providers.upstream import UpstreamCause
from greenroom.app.scorecards import rubrics
from greenroom.assessment.delivery import measures
from greenroom.assessment.reasons import Reason
from greenroom.assessment.rewording.checked import Refusal as WordingRefusal
from greenroom.cli import app
from greenroom.interview import commands, events, journal, proposals
from greenroom.interview.causes import Cause, EndReason, Refusal
from greenroom.interview.record_schema import record_schema
from greenroom.settings import PREFIX, Settings
from greenroom_turns.cause import TurnCause

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted(DOCS.rglob("*.md"))]
EVENTS: tuple[type[Any], ...] = get_args(events.Event)
COMMANDS: tuple[type[Any], ...] = get_args(commands.Command)
PROPOSALS: tuple[type[Any], ...] = get_args(proposals.Proposal)


def page(name: str) -> str:
    """The text of a page, wherever it stands: a name is one page's."""
    (found,) = DOCS.rglob(name)
    return found.read_text("utf-8")


def section(text: str, heading: str) -> str:
    """What stands under this heading, up to the next of its level or above."""
    level = len(heading) - len(heading.lstrip("#"))
    lines = iter(text.splitlines())
    assert heading in lines, f"no heading {heading!r}"
    found = []
    for line in lines:
        if re.match(rf"#{{1,{level}}} ", line):
            break
        found.append(line)
    return "\n".join(found)


def blocks(text: str, *languages: str) -> Iterator[str]:
    """The fenced blocks in one of these languages ("" is none)."""
    for language, body in re.findall(r"^```(\w*)\n(.*?)^```$", text, re.S | re.M):
        if language in languages:
            yield body


def rows(text: str) -> set[str]:
    """The words in backticks in the first column of the tables."""
    cells = [line.split("|")[1] for line in text.splitlines() if line.startswith("|")]
    return {word for cell in cells for word in re.findall(r"`([^`]+)`", cell)}


def relative(path: Path) -> str:
    return str(path.relative_to(ROOT))


# the journal


@pytest.mark.parametrize("kind", EVENTS + COMMANDS, ids=lambda kind: kind.__name__)
def test_every_event_and_command_is_described(kind: type[Any]) -> None:
    """docs/reference/journal.md has a section for each, which names every field and shows an example."""
    told = section(page("journal.md"), f"### {kind.__name__}")
    assert [f.name for f in fields(kind) if f"`{f.name}`" not in told] == []
    examples = [json.loads(line) for block in blocks(told, "json") for line in block.splitlines()]
    assert kind.__name__ in {example["type"] for example in examples}


def test_every_proposal_is_described() -> None:
    """docs/reference/journal.md has each proposal with its fields."""
    told = section(page("journal.md"), "## Proposals")
    for kind in PROPOSALS:
        line = next(line for line in told.splitlines() if line.startswith(f"| `{kind.__name__}`"))
        assert [f.name for f in fields(kind) if f"`{f.name}`" not in line] == []


def nested(value: Any) -> Iterator[Mapping[str, Any]]:
    """Every tagged object in a JSON value."""
    if isinstance(value, dict):
        if "type" in value:
            yield value
        value = list(value.values())
    if isinstance(value, list):
        for item in value:
            yield from nested(item)


def test_the_journals_examples_are_of_today() -> None:
    """Every example has exactly the fields that its class has; every event can be read."""
    kinds = {kind.__name__: kind for kind in EVENTS + COMMANDS + PROPOSALS}
    examples = [json.loads(li) for b in blocks(page("journal.md"), "json") for li in b.splitlines()]
    tagged = [found for example in examples for found in nested(example)]
    assert len(tagged) > len(EVENTS + COMMANDS)
    for example in tagged:
        kind = kinds[example["type"]]
        assert list(example) == ["type", *(f.name for f in fields(kind))]
        if kind in EVENTS:
            assert type(journal.decode_event(example)) is kind


def test_the_journals_header_is_described() -> None:
    """docs/reference/journal.md names every key of the first line."""
    described = rows(section(page("journal.md"), "## Format"))
    assert {"journal", *(f.name for f in fields(journal.Header))} <= described


# the record and the causes


def test_every_key_of_the_record_is_described() -> None:
    """docs/reference/record.md names each key of the record, of its stages, transitions and messages."""

    def keys(schema: Any) -> Iterator[str]:
        if isinstance(schema, dict):
            yield from schema.get("properties", {})
            for inner in schema.values():
                yield from keys(inner)
        elif isinstance(schema, list):
            for inner in schema:
                yield from keys(inner)

    told = page("record.md")
    assert {key for key in keys(record_schema()) if f"`{key}`" not in told} == set()


@pytest.mark.parametrize(
    ("causes", "heading"),
    [
        (Cause, "Stages"),
        (EndReason, "Ends"),
        (Refusal, "Refusals"),
        (TurnCause, "Turns"),
        (UpstreamCause, "Providers"),
        (Reason, "Scores"),
        (WordingRefusal, "Wordings"),
    ],
)
def test_every_cause_is_described(causes: type[StrEnum], heading: str) -> None:
    """docs/reference/causes.md has exactly the causes that exist."""
    assert rows(section(page("causes.md"), f"## {heading}")) == {cause.value for cause in causes}


def test_every_measure_is_described() -> None:
    """docs/reference/delivery.md has exactly the measures that there are."""
    assert rows(page("delivery.md")) == set(measures({"messages": []}))


def test_the_rubric_that_is_shown_can_be_used() -> None:
    """The example of docs/reference/scorecard.md is a rubric, and every shipped one is named there."""
    (example,) = blocks(page("scorecard.md"), "toml")
    assert rubrics.parse(example, "scorecard.md").criteria[0].id == "clarity"
    assert [name for name in rubrics.names() if f"`{name}`" not in page("scorecard.md")] == []


# the commands

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


# settings, HTTP and socket


def test_every_setting_is_described() -> None:
    """docs/reference/settings.md has each variable, and no variable that is none."""
    shown = set(re.findall(rf"`({PREFIX}[A-Z_]+)", page("settings.md")))
    assert shown == {PREFIX + name.upper() for name in Settings.model_fields}


def test_every_http_route_is_described() -> None:
    """docs/reference/http.md has each method and path of /openapi.json."""
    from greenroom.web.app import create_app
    from greenroom.web.services import Services

    nobody = cast("Any", None)  # the routes are listed, not used
    services = Services(
        store=nobody,
        keys=nobody,
        preparation=nobody,
        sound=nobody,
        rooms=nobody,
        counters=nobody,
        secret=b"",
        now=nobody,
        health=nobody,
        metrics=nobody,
        seen=nobody,
    )
    paths = create_app(services).openapi()["paths"]
    told = page("http.md")
    routes = [f"{method.upper()} {path}" for path, methods in paths.items() for method in methods]
    assert len(routes) > 5
    bare = re.sub(r"\{\w+\}", "{}", told)
    assert [r for r in routes if f"`{re.sub(r'{.*?}', '{}', r)}`" not in bare] == []


def shown_types() -> set[str]:
    """The `t` of every message that the server sends: dict displays with that key in the source."""
    found: set[str] = set()
    for path in sorted((ROOT / "src" / "greenroom").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Dict):
                found |= {
                    value.value
                    for key, value in zip(node.keys, node.values, strict=True)
                    if isinstance(key, ast.Constant) and key.value == "t"
                    if isinstance(value, ast.Constant) and isinstance(value.value, str)
                    if value.value.isidentifier()
                }
    return found


def test_every_socket_message_is_described() -> None:
    """docs/reference/socket.md has each message of either side by its type."""
    from greenroom.session import message_parser

    told = page("socket.md")
    sent = shown_types()
    assert {"hello", "say", "view", "caption", "ended"} <= sent
    known = sent | set(message_parser._READERS)
    assert {name for name in known if f"`{name}`" not in told} == set()


# the architecture

HOMES = [ROOT / "src" / "greenroom", ROOT / "packages" / "greenroom-turns" / "src"]


def defined() -> set[str]:
    """The names of all modules, classes and functions of the packages, and of their rooms."""
    names = {"greenroom"}
    for path in sorted(path for home in HOMES for path in home.rglob("*.py")):
        names |= {path.stem, path.parent.name}
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                names.add(node.name)
    return names


def test_the_architecture_names_what_exists() -> None:
    """Every file and every class or function that docs/explanation/architecture.md names is in the source."""
    text = page("architecture.md")
    words = {re.sub(r"\(.*\)$", "", word) for word in re.findall(r"`([^`\n]+)`", text)}
    files = {word for word in words if re.search(r"/|\.(py|js|toml)$", word)}
    found = [(home, path) for home in HOMES for path in home.rglob("*")]
    places = {str(path.relative_to(home)) for home, path in found}
    places |= {path.name for _, path in found} | {"packages/greenroom-turns"}
    gone = [f for f in files if "*" not in f and f.rstrip("/") not in places]
    assert gone == []
    known = defined() | {"AgentSession"}  # LiveKit's
    names = {word for word in words - files if re.fullmatch(r"[A-Za-z_.]+", word)}
    assert len(names) > 20
    assert {name for name in names if name.split(".")[-1] not in known} == set()


# links


def anchor(heading: str) -> str:
    """How the forges name a heading."""
    plain = re.sub(r"[^\w\- ]", "", heading.strip().lower())
    return plain.replace(" ", "-")


def test_links_lead_somewhere() -> None:
    """Every relative link of a page leads to a file, and to a heading that is in it."""
    dead = []
    for path in PAGES:
        text = re.sub(r"^```.*?^```$", "", path.read_text("utf-8"), flags=re.S | re.M)
        for target in re.findall(r"\]\(([^)\s]+)\)", text):
            if re.match(r"[a-z]+:", target):
                continue
            name, _, part = target.partition("#")
            goal = path.parent / name if name else path
            headings = re.findall(r"^#+ (.*)$", goal.read_text("utf-8"), re.M) if part else []
            if not goal.exists() or (part and part not in {anchor(h) for h in headings}):
                dead.append(f"{relative(path)}: {target}")
    assert dead == []


def test_decisions_are_numbered() -> None:
    """Each decision has a number of its own, without a gap, and says what, why and how it is checked."""
    pages = sorted((DOCS / "decisions").glob("*.md"))
    numbers = [int(path.name[:4]) for path in pages]
    assert numbers == list(range(1, len(pages) + 1))
    for path, number in zip(pages, numbers, strict=True):
        text = path.read_text("utf-8")
        assert text.startswith(f"# {number}. ")
        for part in ("Context", "Decision", "Consequences", "Check"):
            assert f"**{part}" in text, f"{path.name}: no {part}"
