"""The process that reads documents can do nothing but read what it was given."""

from __future__ import annotations

import subprocess
import sys

import pytest

ESCAPES = {
    "a file to read": "open('/etc/hostname')",
    "a file to write": "open('/tmp/escaped', 'w')",
    "a socket": "import _socket; _socket.socket()",
    "a directory": "os.listdir('/')",
    "a program": "subprocess.Popen(['true'])",
    "memory": "bytearray(800 * 2**20)",
    "another module": "import sqlite3",
}
PROGRAM = """\
import os, subprocess, _socket
from greenroom.adapters.documents import confinement
confinement.bound()
confinement.shut()
try:
    {attempt}
except (OSError, MemoryError, ImportError) as error:
    print("refused", type(error).__name__)
else:
    print("done")
"""


@pytest.mark.parametrize("attempt", ESCAPES.values(), ids=ESCAPES)
def test_nothing_can_be_opened(attempt: str) -> None:
    """No file, no connection, no program, no more memory than a document may take."""
    told = subprocess.run(
        (sys.executable, "-I", "-c", PROGRAM.format(attempt=attempt)),
        capture_output=True,
        text=True,
        check=False,
    )
    assert told.stdout.startswith("refused"), told


def test_computing_ends() -> None:
    """Past its computing time the process is ended by the system, whatever it does."""
    program = (
        "from greenroom.adapters.documents import confinement\n"
        "confinement.CPU_S = 1\nconfinement.bound()\nwhile True: pass"
    )
    ended = subprocess.run((sys.executable, "-I", "-c", program), check=False, timeout=120)
    assert ended.returncode < 0
