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
