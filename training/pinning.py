"""Writes down which bytes of a file of weights are the right ones."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

from greenroom.adapters.understanding import weights


def pin(file: Path) -> None:
    """Set the file's hash in the lock beside it; a new file is given its own entry."""
    lock = file.with_name(weights.LOCK)
    pinned = json.loads(lock.read_text("utf-8")) if lock.exists() else {}
    digest = hashlib.sha256(file.read_bytes()).hexdigest()
    pinned[file.name] = pinned.get(file.name, {}) | {"sha256": digest}
    lock.write_text(json.dumps(dict(sorted(pinned.items())), indent=2) + "\n", "utf-8")
