"""A PDF may be damaged in any way: reading it ends, with words or with a reason."""

from __future__ import annotations

import os
import struct
import subprocess
import sys
from collections.abc import Iterator

import pytest
from hypothesis import given, seed, settings
from hypothesis import strategies as st
from tests.adapters.documents import samples
from tests.adapters.documents.corpus import pages
from tests.adapters.documents.damage import GENERATED, damaged

from greenroom.adapters.documents.reader import ENVIRONMENT

EXAMPLES = int(os.environ.get("GREENROOM_DOCUMENTS", "150"))
SERVER = """\
import os, struct, sys
from greenroom.adapters.documents import confinement, pdf
from greenroom.app.documents import DocumentText, UnreadableDocument


def outcome(data):
    confinement.bound()
    confinement.shut()
    try:
        found = pdf.read(data)
    except (UnreadableDocument, MemoryError, RecursionError) as fault:
        return f"refused {type(fault).__name__}"
    return "read" if isinstance(found, DocumentText) and found.hidden >= 0 else "wrong"


while head := sys.stdin.buffer.read(4):
    data = sys.stdin.buffer.read(struct.unpack(">I", head)[0])
    out, into = os.pipe()
    if not (process := os.fork()):
        os.dup2(into, 1)
        os.write(1, outcome(data).encode())
        os._exit(0)
    os.close(into)
    answer = os.read(out, 1000).decode()
    os.close(out)
    status = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
    print(answer or f"ended {status}", flush=True)
"""
WHOLE = (
    samples.resume_pdf(),
    samples.pdf(*(samples.shown([line]) for line in samples.LINES), packed=True),
    samples.locked_pdf(""),
    *(
        pages.SHOWN[kind]()
        for kind in ("in-group", "form-field", "japanese", "type-3", "white-on-shading")
    ),
    *(pages.HIDDEN[kind]() for kind in ("layer-off", "glyph-that-lies", "covered-by-picture")),
)


@pytest.fixture(scope="module")
def server() -> Iterator[subprocess.Popen[bytes]]:
    """Reads each document in a fork of its own, confined as the reader is."""
    with subprocess.Popen(
        (sys.executable, "-I", "-c", SERVER),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=ENVIRONMENT,
    ) as process:
        yield process
        assert process.stdin is not None
        process.stdin.close()


@pytest.mark.slow
@seed(20261125)
@settings(GENERATED, max_examples=EXAMPLES)
@given(
    data=st.one_of(damaged(WHOLE), st.binary(max_size=2000).map(lambda tail: b"%PDF-1.7\n" + tail))
)
def test_damaged_documents(server: subprocess.Popen[bytes], data: bytes) -> None:
    """Text or a reason comes, or the system ends the process for want of time or memory: never another
    error, never a crash."""
    assert server.stdin is not None
    assert server.stdout is not None
    server.stdin.write(struct.pack(">I", len(data)) + data)
    server.stdin.flush()
    answer = server.stdout.readline().decode().strip()
    assert answer.split()[0] in {"read", "refused"} or answer in {"ended -9", "ended -6"}, answer
