"""Texts with places for the candidate's words: `{name}`, `{role}`, `{level}` and the like.

A place may be empty (nobody has to give a name), and the sentence must still be easy to say:
what leads to an empty place goes with it.

    "Hello {name}, welcome."       → "Hello, welcome."
    "{name}, how did it end?"      → "How did it end?"
    "for the {role} role"          → "for the role"
    "Thank you, {name}. {remark}"  → "Thank you."
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from greenroom.interview.plan import Candidate

SPOKEN_FIELDS: Final = frozenset({"name", "role", "level"})
CLOSING_FIELDS: Final = SPOKEN_FIELDS | {"remark"}
INSTRUCTION_FIELDS: Final = SPOKEN_FIELDS | {"resume", "job"}

_FIELD = re.compile(
    r"(?P<lead>(?:,|(?<![ \t]))[ \t]*+)\{(?P<field>[a-z]+)\}(?P<after>,?(?:[ \t]*\w)?)"
)


def render(
    template: str, candidate: Candidate, *, remark: str = "", resume: str = "", job: str = ""
) -> str:
    """The text as it is spoken. One pass: braces inside a value are words, never fields. An unknown
    field stays as it stands; `app.plans` refuses plans that have one."""
    values = {
        "name": candidate.name,
        "role": candidate.role,
        "level": candidate.level,
        "remark": remark,
        "resume": resume,
        "job": job,
    }
    return _FIELD.sub(lambda match: _fill(match, values), template).strip()


def _fill(match: re.Match[str], values: Mapping[str, str]) -> str:
    value = values.get(match["field"])
    if value is None:
        return match[0]
    if words := " ".join(value.split()):
        return f"{match['lead']}{words}{match['after']}"
    if _opens_sentence(match.string[: match.start()]):
        return match["lead"] + match["after"].lstrip(", \t").upper()
    return match["after"]


def _opens_sentence(before: str) -> bool:
    return not before.rstrip() or before.rstrip()[-1] in ".!?"
