"""The process that reads documents can do nothing but read what it was given."""

from __future__ import annotations

import base64
import json
import subprocess
import sys
from collections.abc import Callable

import pytest
from tests.adapters.documents import samples
from tests.adapters.documents.corpus import pages

from greenroom.adapters.documents.reader import ENVIRONMENT

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


LISTENING = """\
import base64, json, sys
from importlib import import_module
from greenroom.adapters.documents import child, confinement

confinement.CPU_S = 200
documents = [base64.b64decode(line) for line in sys.stdin.buffer.read().split()]
shut, late = confinement.shut, []


def listen(event, details):
    if event in ("import", "open", "os.listdir", "os.scandir", "ctypes.dlopen", "socket.__new__"):
        late.append(f"{event} {details[0]}")


def shut_and_listen():
    shut()
    sys.addaudithook(listen)


confinement.bound()
confinement.shut = shut_and_listen
kind = child._read(documents[0]).kind
parser = import_module(f"greenroom.adapters.documents.{child.PARSERS[kind]}")
for document in documents[1:]:
    try:
        parser.read(document)
    except Exception as fault:
        print(type(fault).__name__, file=sys.stderr)
json.dump(late, sys.stdout)
"""

TEXTS = ("Überprüfung", "Łódź", "naïve résumé")
ENCODINGS = ("utf-8", "utf-8-sig", "utf-16", "cp1252", "latin-1", "cp1250")


def pdfs() -> list[bytes]:
    made = [make() for make in (*pages.HIDDEN.values(), *pages.SHOWN.values())]
    whole = samples.resume_pdf()
    return [whole, samples.locked_pdf(""), samples.locked_pdf("a password"), whole[:700], *made]


def word_files() -> list[bytes]:
    return [samples.resume_docx("hidden"), samples.resume_docx(), samples.laughs_docx()]


def texts() -> list[bytes]:
    return [text.encode(name, "replace") for text in TEXTS for name in ENCODINGS]


@pytest.mark.parametrize("make", [pdfs, word_files, texts], ids=["pdf", "docx", "text"])
def test_nothing_is_imported_late(make: Callable[[], list[bytes]]) -> None:
    """Once the doors are shut no module, file or library is asked for, whatever the document is: it
    could not be had any more. Standard output is a pipe, as it is for the reader."""
    told = subprocess.run(
        (sys.executable, "-I", "-c", LISTENING),
        input=b"\n".join(base64.b64encode(document) for document in make()),
        capture_output=True,
        env=ENVIRONMENT,
        check=False,
    )
    assert told.returncode == 0, told.stderr
    assert json.loads(told.stdout) == []
