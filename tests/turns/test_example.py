"""The shipped example does what it says."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

EXAMPLE = Path(__file__).parents[2] / "examples" / "gate_your_own_agent.py"


def test_gate_your_own_agent() -> None:
    """Without the gate "okay" ends the agent's speech; with it only "wait stop" does; and whoever
    replaces the decision is obeyed."""
    done = subprocess.run(
        [sys.executable, str(EXAMPLE)], capture_output=True, text=True, check=True, timeout=120
    )
    without, rest = done.stdout.split("With the gate:")
    gated, own = rest.split("With a decision of your own:")
    assert without.count("listening -> thinking") == 3
    assert gated.count("listening -> thinking") == 2
    okay, stop = gated.split("the person says: wait stop")
    assert "ignored: okay" in okay
    assert "speaking -> listening" not in okay
    assert "speaking -> listening" in stop
    assert "ignored: wait stop" in own
    assert own.count("listening -> thinking") == 1
