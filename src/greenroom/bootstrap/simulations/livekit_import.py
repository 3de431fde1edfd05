"""`greenroom simulate import`: LiveKit's scenarios as files of ours."""

from __future__ import annotations

import sys
from pathlib import Path

from greenroom.app import plans
from greenroom.app.ports import UserFault
from greenroom.simulation import livekit_scenarios


def main(file: Path, out: Path, plan: str) -> int:
    """Write one scenario file for each of theirs, and tell what each could not take over. Raises
    `UserFault`; no file is written over."""
    if plan not in plans.builtin_names():
        plan = str(Path(plan).resolve())
    try:
        text = file.read_text("utf-8")
    except OSError as error:
        raise UserFault(f"{file}: cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise UserFault(f"{file}: cannot be read: it is not UTF-8 text") from error
    found = livekit_scenarios.read(text, file.name, plan)
    existing = [one.id for one in found if (out / f"{one.id}.toml").exists()]
    if existing:
        raise UserFault(f"{out} has {', '.join(existing)} already")
    out.mkdir(parents=True, exist_ok=True)
    for one in found:
        path = out / f"{one.id}.toml"
        path.write_text(one.toml, "utf-8")
        print(path)
        for left in one.left:
            print(f"    not taken over: {left}", file=sys.stderr)
    return 0
