"""What an interview begins with: the circle that was entered, the two profiles, and where and when."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from greenroom.circle.profile import Profile

CONTEXT: Final = ("approximate_time", "approximate_distance")
"""What of a context agents are told. Whatever else stands in one may say where somebody is, and
goes to nobody."""


@dataclass(frozen=True, slots=True)
class Circle:
    """The owner's circle. `given` is all of it, flags included, for the owner's agent alone."""

    objective_text: str
    time_window: str = ""
    constraints: tuple[tuple[str, str], ...] = ()
    locale: str | None = None
    given: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Brief:
    """One interview's inputs. Snapshotted when it starts: editing the circle later changes nothing."""

    owner_profile: Profile
    visitor_profile: Profile
    circle: Circle
    context: Mapping[str, Any]
    mission: str
    """One sentence for both agents, the only way in which the visitor's learns the objective."""


def mission(circle: Circle) -> str:
    """From the circle's own words alone: no profile and no place is in it."""
    aim = f"“{circle.objective_text}”"
    when = f" Time: {circle.time_window}." if circle.time_window else ""
    return f"Find out whether the visitor and the owner's aim go together. The aim: {aim}.{when}"


def objective(circle: Circle) -> str:
    """What the judge knows of the circle: the aim, the time, the constraints by name."""
    lines = [circle.objective_text]
    if circle.time_window:
        lines.append(f"When: {circle.time_window}")
    lines += (f"{name}: {value}" for name, value in sorted(circle.constraints))
    return "\n".join(lines)
