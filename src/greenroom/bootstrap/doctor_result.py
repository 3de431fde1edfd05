"""What `greenroom doctor` finds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from greenroom.app.ports import GreenroomError


@dataclass(frozen=True, slots=True)
class Check:
    """One finding. What is not `required` may be missing."""

    name: str
    ok: bool
    detail: str
    remedy: str = ""
    required: bool = True


def looked(name: str, look: Callable[[], str]) -> Check:
    """What `look` says, or what was wrong."""
    try:
        return Check(name, True, look())
    except Exception as error:  # noqa: BLE001 - see `broken`
        return broken(name, error)


def broken(name: str, error: Exception) -> Check:
    """Any failure of a part is a finding here; a broken library may raise anything."""
    if isinstance(error, GreenroomError | OSError):
        return Check(name, False, str(error))
    return Check(
        name,
        False,
        f"{type(error).__name__}: {error}",
        "Install Greenroom again in a fresh virtual environment.",
    )
