"""The files of weights beside this module, verified.

`weights.lock.json` pins each by the SHA-256 of its bytes: a file that was cut short or exchanged would
read every turn wrong and say nothing.
"""

from __future__ import annotations

import hashlib
import json
from importlib import resources
from importlib.resources.abc import Traversable

from greenroom.app.ports import OperatorFault

LOCK = "weights.lock.json"


def verified(name: str, place: Traversable | None = None) -> bytes:
    """The bytes of a pinned file. Raises `OperatorFault` if it is missing or not the pinned one."""
    place = place or resources.files(__package__)
    wanted = json.loads(place.joinpath(LOCK).read_text("utf-8"))[name]["sha256"]
    file = place.joinpath(name)
    if not file.is_file():
        raise OperatorFault(f"The weight file {file} is missing. Install Greenroom again.")
    data = file.read_bytes()
    actual = hashlib.sha256(data).hexdigest()
    if actual != wanted:
        raise OperatorFault(
            f"The weight file {file} is not the pinned one: expected sha256 {wanted}, found {actual}. "
            "Install Greenroom again."
        )
    return data
