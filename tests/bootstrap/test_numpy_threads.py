"""The commands keep numpy to one thread."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from greenroom.numpy_threads import VARIABLE

PROGRAM = """
import os, sys
from greenroom.cli import main
sys.argv = ["greenroom", "--version"]
try:
    main()
except SystemExit:
    pass
before = len(os.listdir("/proc/self/task"))
import numpy
square = numpy.ones((600, 600), numpy.float32)
square @ square
print(len(os.listdir("/proc/self/task")) - before)
"""


@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="threads are counted in /proc")
@pytest.mark.parametrize(("asked", "more"), [(None, "0"), ("2", "1")])
def test_threads_of_numpy(asked: str | None, more: str) -> None:
    """None beside that of the command, but as many as the operator says."""
    kept = {name: value for name, value in os.environ.items() if name != VARIABLE}
    said = {} if asked is None else {VARIABLE: asked}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], env=kept | said, capture_output=True, text=True, check=True
    )
    assert done.stdout.split()[-1] == more
