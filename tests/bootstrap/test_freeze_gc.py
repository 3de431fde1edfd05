"""What a process has loaded is looked at once, and not again by every search for garbage."""

from __future__ import annotations

import subprocess
import sys

HELD = """
import gc
from greenroom.bootstrap.simulations.holding import prepare
from greenroom.bootstrap.simulations.roles import Roles
prepare(("scenarios/candidate-oneword.toml",), Roles(), 0)
print(gc.get_freeze_count(), len(gc.get_objects()))
"""


def test_a_process_of_a_batch_settles() -> None:
    """LiveKit and all the rest of it are out of the way of the interviews that follow."""
    run = subprocess.run([sys.executable, "-c", HELD], capture_output=True, text=True, check=True)
    frozen, searched = map(int, run.stdout.split())
    assert frozen > 50_000
    assert searched < frozen // 100
