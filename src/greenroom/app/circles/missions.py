"""Reads a mission file: who meets whose circle, where and when, and under which rules."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, NoReturn

from greenroom.app.ports import UserFault
from greenroom.assessment.sentence import Sentence
from greenroom.circle.brief import CONTEXT, Brief, Circle, mission
from greenroom.circle.inputs import Message, Transcript
from greenroom.circle.rules import PRESETS, RuleCause, RuleFault, Rules, with_rules

NEEDED: Final = ("owner_profile", "visitor_profile", "owner_circle", "context")
OPTIONAL: Final = ("mission", "rules")
LARGEST_FILE: Final = 1_000_000
"""Bytes of a mission file."""
LARGEST_SCRIPT: Final = 64_000_000
"""Bytes of a script, a cassette or a transcript."""
LARGEST_PART: Final = 100_000
"""Characters of one key's value as JSON: a profile, a circle, a context."""
LONGEST_WORDS: Final = 4_000
"""Characters of an objective, a time, a constraint, a mission sentence."""
MOST_CONSTRAINTS: Final = 50
LONGEST_MENTIONED: Final = 100
"""Characters of a constraint's name in an error."""
LONGEST_MESSAGE: Final = 100_000
"""Characters of a message in a transcript: the longest that rules allow."""
DEEPEST: Final = 20
"""Objects and lists within one another."""


@dataclass(frozen=True, slots=True)
class Mission:
    """What one interview between two agents is given."""

    brief: Brief
    rules: Rules


_RULE_FAULTS: Final = {
    RuleCause.UNKNOWN: Sentence("rules.{name}: no such rule; there are {names}"),
    RuleCause.UNLIKE: Sentence("rules.{name}: {given} is not like {today}"),
    RuleCause.OUTSIDE: Sentence("rules.{name}: {value} is not between {least} and {most}"),
}


class _Fault(Exception):
    """A key and what is wrong with it."""


def read(path: Path, preset: str = "safe", max_per_side: int | None = None) -> Mission:
    """Raises `UserFault` that names the file, the key and the reason. `max_per_side` wins over the
    file's rules, and those over the preset."""
    if preset not in PRESETS:
        raise UserFault(f"--preset {preset}: there are {', '.join(PRESETS)}")
    table = _object(path)
    try:
        mission = of(table, preset)
    except UserFault as fault:
        raise UserFault(f"{path}: {fault}") from None
    if max_per_side is None:
        return mission
    try:
        rules = with_rules(mission.rules, {"max_per_side": max_per_side})
    except RuleFault as fault:
        raise UserFault(f"--max-per-side: {fault}") from None
    return Mission(mission.brief, rules)


def of(table: Mapping[str, Any], preset: str) -> Mission:
    """The mission that a file's object tells. `preset` is a key of `PRESETS`. Raises `UserFault`
    that begins with the key."""
    try:
        brief = _brief(table)
        rules = with_rules(PRESETS[preset], _mapping(table, "rules") if "rules" in table else {})
        if brief.circle.locale and rules.locale is None:
            rules = with_rules(rules, {"locale": brief.circle.locale})
    except RuleFault as fault:
        raise UserFault(Sentence(_RULE_FAULTS[fault.cause].template, **fault.values)) from None
    except _Fault as fault:
        raise UserFault(fault.args[0]) from None
    return Mission(brief, rules)


def read_transcript(path: Path) -> Transcript:
    """JSON lines of `{"speaker", "message"}`. Raises `UserFault` that names file and line."""
    said = []
    for number, line in enumerate(_text(path).split("\n"), 1):
        if line.strip():
            said.append(_message(line, f"{path}:{number}"))
    return tuple(said)


def script(path: Path) -> list[str]:
    """The lines of a script that hold anything. What is in one is the role's reply, good or bad.
    Raises `UserFault`."""
    return [line for line in _text(path).split("\n") if line.strip()]


def _message(line: str, where: str) -> Message:
    try:
        table = json.loads(line)
    except (ValueError, RecursionError):
        raise UserFault(f"{where}: not JSON") from None
    if not isinstance(table, dict) or table.keys() != {"speaker", "message"}:
        raise UserFault(f'{where}: give {{"speaker": "owner" or "visitor", "message": "…"}}')
    if table["speaker"] not in ("owner", "visitor"):
        raise UserFault(f"{where}: speaker: {table['speaker']!r} is neither owner nor visitor")
    if not isinstance(table["message"], str):
        raise UserFault(f"{where}: message: must be text")
    if len(table["message"]) > LONGEST_MESSAGE:
        raise UserFault(f"{where}: message: {LONGEST_MESSAGE:,} characters are allowed")
    return Message(table["speaker"], table["message"])


def _text(path: Path, largest: int = LARGEST_SCRIPT) -> str:
    try:
        with path.open("rb") as file:
            read = file.read(largest + 1)
        if len(read) > largest:
            raise UserFault(f"{path}: is larger than {largest:,} bytes")
        return read.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    except OSError as error:
        raise UserFault(f"{path}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise UserFault(f"{path}: cannot be read: it is not UTF-8 text") from None


def _object(path: Path) -> dict[str, Any]:
    try:
        table = json.loads(_text(path, LARGEST_FILE), parse_constant=_no_number)
        json.dumps(table, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise UserFault(f"{path}: it contains half of a character") from None
    except (ValueError, RecursionError) as error:
        raise UserFault(f"{path}: not JSON: {error}") from None
    if not isinstance(table, dict):
        raise UserFault(f"{path}: must be an object with {', '.join(NEEDED)}")
    return table


def _no_number(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number")


def _brief(table: Mapping[str, Any]) -> Brief:
    for key in NEEDED:
        if key not in table:
            raise _Fault(Sentence("{key}: is missing", key=key))
    for key, value in table.items():
        if key not in NEEDED + OPTIONAL:
            raise _Fault(
                Sentence(
                    "{key}: unknown key; known are {names}",
                    key=key,
                    names=", ".join(NEEDED + OPTIONAL),
                )
            )
        _bounded(key, value)
    circle = _circle(_mapping(table, "owner_circle"))
    context = _mapping(table, "context")
    for key in CONTEXT:
        if isinstance(context.get(key), dict | list):
            raise _Fault(Sentence("{key}: must be text or a number", key=f"context.{key}"))
    return Brief(
        owner_profile=_mapping(table, "owner_profile"),
        visitor_profile=_mapping(table, "visitor_profile"),
        circle=circle,
        context=context,
        mission=_words(table, "mission") or mission(circle),
    )


def _bounded(key: str, value: Any) -> None:
    if too_deep(value):
        raise _Fault(
            Sentence(
                "{key}: objects and lists may be nested {most} deep at most",
                key=key,
                most=DEEPEST,
            )
        )
    long = len(json.dumps(value, ensure_ascii=False))
    if long > LARGEST_PART:
        raise _Fault(
            Sentence(
                "{key}: {many} characters as JSON; {most} are allowed",
                key=key,
                many=f"{long:,}",
                most=f"{LARGEST_PART:,}",
            )
        )


def too_deep(value: Any, left: int = DEEPEST) -> bool:
    """Whether more than `left` objects and lists stand in one another."""
    if not isinstance(value, Mapping | list):
        return False
    inner = value.values() if isinstance(value, Mapping) else value
    return left == 0 or any(too_deep(one, left - 1) for one in inner)


def _circle(given: dict[str, Any]) -> Circle:
    where = "owner_circle."
    aim = _words(given, "objective_text", where)
    if not aim:
        raise _Fault(
            Sentence("{key}: say what the owner is looking for", key=f"{where}objective_text")
        )
    radius = given.get("radius_m", 0)
    if isinstance(radius, bool) or not isinstance(radius, int | float) or radius < 0:
        raise _Fault(Sentence("{key}: must be a number of metres", key=f"{where}radius_m"))
    return Circle(
        objective_text=aim,
        time_window=_words(given, "time_window", where) or "",
        constraints=_constraints(given),
        locale=_words(given, "locale", where),
        given=given,
    )


def _constraints(given: dict[str, Any]) -> tuple[tuple[str, str], ...]:
    if given.get("constraints") is None:
        return ()
    table = _mapping(given, "constraints", "owner_circle.")
    if len(table) > MOST_CONSTRAINTS:
        raise _Fault(
            Sentence("{key}: {most} at most", key="owner_circle.constraints", most=MOST_CONSTRAINTS)
        )
    return tuple((name, _constraint(name, value)) for name, value in table.items())


def _constraint(name: str, value: Any) -> str:
    values = value if isinstance(value, list) else [value]
    if not all(isinstance(one, str | int | float) for one in values):
        raise _Fault(
            Sentence(
                "{key}: must be text, a number or a list of those",
                key=f"owner_circle.constraints.{name}",
            )
        )
    words = ", ".join(one if isinstance(one, str) else json.dumps(one) for one in values)
    return _short(words, f"owner_circle.constraints.{name[:LONGEST_MENTIONED]}")


def _words(table: Mapping[str, Any], key: str, where: str = "") -> str | None:
    value = table.get(key)
    if value is not None and not isinstance(value, str):
        raise _Fault(Sentence("{key}: must be text", key=f"{where}{key}"))
    return _short(value.strip(), where + key) if value else None


def _short(text: str, where: str) -> str:
    if len(text) > LONGEST_WORDS:
        raise _Fault(
            Sentence(
                "{key}: {many} characters; {most} are allowed",
                key=where,
                many=f"{len(text):,}",
                most=f"{LONGEST_WORDS:,}",
            )
        )
    return text


def _mapping(table: Mapping[str, Any], key: str, where: str = "") -> dict[str, Any]:
    value = table[key]
    if not isinstance(value, dict):
        raise _Fault(Sentence("{key}: must be an object", key=f"{where}{key}"))
    return value
