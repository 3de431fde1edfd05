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
    """What `look` says, or what was wrong: any failure of a part is a finding here."""
    try:
        return Check(name, True, look())
    except (GreenroomError, OSError) as fault:
        return Check(name, False, str(fault))
    except Exception as error:  # noqa: BLE001 - a broken library may raise anything
        return Check(
            name,
            False,
            f"{type(error).__name__}: {error}",
            "Install Greenroom anew in a fresh virtual environment.",
        )
