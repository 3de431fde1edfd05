"""Every module imports where the system has no Unix modules; what needs them says so when it is used (O7)."""

from __future__ import annotations

import subprocess
import sys

HIDDEN = """
import pkgutil, sys, importlib
for name in ("fcntl", "resource", "pwd", "grp", "termios"):
    sys.modules[name] = None
import greenroom
failed = []
for module in pkgutil.walk_packages(greenroom.__path__, "greenroom."):
    if module.name.startswith(("greenroom.testing", "greenroom.adapters.storage.migrations.env")):
        continue
    if module.name.endswith("__main__"):
        continue
    try:
        importlib.import_module(module.name)
    except ImportError as error:
        if error.name in ("fcntl", "resource", "pwd", "grp", "termios") or "None in sys.modules" in str(error):
            failed.append((module.name, str(error)))
print(failed)
"""
NO_LOCKS = """
import pathlib, sys
sys.modules["fcntl"] = None
from greenroom.bootstrap.occupancy import occupied
from greenroom.app.ports import OperatorFault
try:
    with occupied(pathlib.Path(".")):
        print("served")
except OperatorFault as fault:
    print(fault)
"""


def ran(program: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


def test_every_module_imports_without_unix() -> None:
    """The whole package, but for what tests alone use, with the modules hidden that Windows lacks."""
    assert ran(HIDDEN) == "[]"


def test_a_server_without_locks_is_one_sentence() -> None:
    """Where the system has no such locks, the server does not begin, and says where it does."""
    assert ran(NO_LOCKS).startswith("greenroom serves on Linux and macOS")
