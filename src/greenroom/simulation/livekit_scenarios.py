"""LiveKit's scenario files (`lk agent simulate --scenarios`) as scenarios of ours.

Theirs is YAML: a `name` and `scenarios`, each with `label`, `instructions` (a prompt for the simulated
user), `agent_expectations` (a prompt for a judge), `tags` and `userdata` (for the agent's own code).
The field names are those of `livekit.protocol.agent_simulation.Scenario`, 1.8.9.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

import yaml  # type: ignore[import-untyped]

from greenroom.app.ports import UserFault

FIELDS: Final = ("id", "label", "instructions", "agent_expectations", "tags", "userdata")
LARGEST: Final = 2**20
_FACTS: Final = re.compile(r"^\s*facts?\s*:?\s*$", re.I)
_ITEM: Final = re.compile(r"^\s*(?:[-*•]|\d+[.)])\s+(?P<text>\S.*)$")
_HEADING: Final = re.compile(r"^\s*[A-Z][A-Z ,']{2,40}:|^\s*\w[\w ]{1,30}:\s*$")
_COMMON: Final = (
    "a an the and or of to in on at for with by from is are was were be it its this that my your give "
    "first second final real old new number attempt wrong invalid too short one caller user"
)
_STOPWORDS: Final = frozenset(_COMMON.split())


@dataclass(frozen=True, slots=True)
class Imported:
    """One scenario, as its file will be, and what of theirs it does not hold."""

    id: str
    toml: str
    left: tuple[str, ...]


def read(text: str, file: str, plan: str) -> tuple[Imported, ...]:
    """Raises `UserFault` for what is no such file."""
    if len(text) > LARGEST:
        raise UserFault(f"{file}: is larger than {LARGEST // 2**20} MiB")
    try:
        data = yaml.safe_load(text)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        place = f":{mark.line + 1}" if mark is not None else ""
        raise UserFault(f"{file}{place}: this is not YAML") from None
    except RecursionError:
        raise UserFault(f"{file}: is nested too deeply") from None
    if not isinstance(data, dict) or not isinstance(data.get("scenarios"), list):
        raise UserFault(f"{file}: scenarios: there is no list of scenarios")
    group = [
        f"the file's key {key} is not known"
        for key in data
        if key not in ("name", "scenarios", "id")
    ]
    found = []
    names: set[str] = set()
    for i, raw in enumerate(data["scenarios"]):
        if not isinstance(raw, dict) or not isinstance(raw.get("instructions"), str):
            raise UserFault(f"{file}: scenarios[{i}].instructions: there are none")
        one = _imported(raw, i, names, plan, file)
        found.append(Imported(one.id, one.toml, (*one.left, *group)))
    if not found:
        raise UserFault(f"{file}: scenarios: the list is empty")
    return tuple(found)


def _imported(
    raw: Mapping[str, Any], number: int, names: set[str], plan: str, file: str
) -> Imported:
    label = str(raw.get("label") or f"Scenario {number + 1}")
    name = _name(label, names)
    tags, left = _tags(raw.get("tags"))
    instructions = raw["instructions"].strip()
    facts = list(_facts(instructions))
    if not facts:
        facts = [("whole", " ".join(instructions.split())[:2000])]
        left.append(
            "instructions: no list of facts under “FACTS:” was found; the model gets them as its "
            "character, and what it tells is not counted as facts"
        )
    wanted = raw.get("agent_expectations")
    if wanted:
        left.append(
            "agent_expectations: a prompt for a judge stands in the description; nothing checks it. "
            "Write what can be counted under [expect]"
        )
    if raw.get("userdata"):
        left.append("userdata: is for the agent's own code; it stands in the description")
    left += [f"{key}: is not known" for key in raw if key not in FIELDS]
    described = [f"Imported from {file}."]
    if wanted:
        described.append(f"Their judge was told: {' '.join(str(wanted).split())}")
    if raw.get("userdata"):
        described.append(
            f"Their userdata: {json.dumps(raw['userdata'], default=str, ensure_ascii=False)}"
        )
    toml = [
        "schema = 1",
        f"id = {_quoted(name)}",
        f"title = {_quoted(label[:300])}",
        f"description = {_quoted(chr(10).join(described)[:8000])}",
        f"tags = {json.dumps(tags)}",
        f"plan = {_quoted(plan)}",
        "",
        "[candidate]",
        f"character = {_quoted(instructions[:8000])}",
        *(_fact(i, topic, text) for i, (topic, text) in enumerate(facts)),
        "",
        "[expect]",
        'end_reason = ["completed"]',
    ]
    return Imported(name, "\n".join(toml) + "\n", tuple(left))


def _tags(raw: Any) -> tuple[list[str], list[str]]:
    """Theirs are pairs; ours are words: `feature: booking` becomes `feature-booking`."""
    if raw is None:
        return [], []
    if not isinstance(raw, dict):
        return [], ["tags: are no pairs"]
    return sorted(_slug(f"{key} {value}") for key, value in raw.items())[:20], []


def _facts(instructions: str) -> Iterator[tuple[str, str]]:
    """The items of a list under the head FACTS: `- email: maya@example.com`."""
    inside = False
    for line in instructions.split("\n"):
        if _FACTS.match(line):
            inside = True
        elif inside and (item := _ITEM.match(line)):
            topic, colon, value = item["text"].partition(":")
            yield (
                (topic, f"{topic.strip()}: {value.strip()}")
                if colon
                else (item["text"], item["text"])
            )
        elif inside and _HEADING.match(line):
            inside = False


def _fact(number: int, topic: str, text: str) -> str:
    words = [w for w in re.findall(r"[^\W\d_]{3,}", topic.lower()) if w not in _STOPWORDS][:6]
    reveal = "asked" if words else "volunteered"
    value = text.partition(":")[2].strip() or text
    return "\n".join(
        (
            "",
            "[[candidate.facts]]",
            f'id = "f{number + 1}"',
            f"text = {_quoted(text)}",
            f"topics = {json.dumps(words, ensure_ascii=False)}",
            f'reveal = "{reveal}"',
            f"signs = [{_quoted(value[:300])}]",
        )
    )


def _name(label: str, names: set[str]) -> str:
    base = _slug(label)
    name, again = base, 2
    while name in names:
        name, again = f"{base[:56]}-{again}", again + 1
    names.add(name)
    return name


def _slug(text: str) -> str:
    words = re.findall(r"[a-z0-9]+", text.lower())
    slug = "-".join(words)[:60].rstrip("-")
    return slug if slug[:1].isalpha() else f"s-{slug}"[:60]


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
