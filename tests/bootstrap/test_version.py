"""What the program says of itself."""

from __future__ import annotations

import subprocess
import sys

from greenroom import __version__


def test_version() -> None:
    """`greenroom --version` names the program and its version."""
    command = (sys.executable, "-m", "greenroom", "--version")
    told = subprocess.run(command, capture_output=True, check=True, text=True)
    assert told.stdout == f"greenroom {__version__}\n"


def test_any_command_logs_without_local_variables() -> None:
    """What a command that opens no server logs of a failure holds no local variable."""
    script = """
import structlog
from greenroom.cli import app
app(["plans", "list"], standalone_mode=False)
words = "canary-41c7"
try:
    1 / (len(words) - len(words))
except ZeroDivisionError:
    structlog.get_logger("greenroom").exception("it_failed")
"""
    told = subprocess.run(
        (sys.executable, "-c", script), capture_output=True, text=True, check=True, timeout=60
    )
    assert "it_failed" in told.stderr
    assert "ZeroDivisionError" in told.stderr
    assert "canary-41c7" not in told.stderr
