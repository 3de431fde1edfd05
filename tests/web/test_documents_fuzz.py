"""Broken documents in their hundreds: the server stays up, its memory bounded, no file is left.

`make test` sends a sample; `make fuzz` sends a thousand and more (`GREENROOM_DOCUMENTS`).
"""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from fastapi.testclient import TestClient
from hypothesis import given, seed, settings
from tests.adapters.documents import samples
from tests.adapters.documents.corpus import pages
from tests.adapters.documents.damage import GENERATED, damaged
from tests.web.conftest import House

EXAMPLES = int(os.environ.get("GREENROOM_DOCUMENTS", "12"))
WHOLE = (
    samples.resume_pdf(),
    samples.pdf(*(samples.shown([line]) for line in samples.LINES), packed=True),
    samples.locked_pdf(""),
    *(pages.SHOWN[kind]() for kind in ("in-group", "form-field", "japanese", "scan-with-text")),
    samples.resume_docx("hidden"),
    "\n".join(samples.LINES).encode(),
    b"\xff\xfe" + "\n".join(samples.LINES).encode("utf-16-le"),
)
EXPECTED = {201, 413, 415, 422}


def leftovers() -> set[Path]:
    """What stands in the directory for temporary files, but for what other programs put there."""
    return {path for path in Path(tempfile.gettempdir()).glob("tmp*") if path.is_file()}


def test_broken_documents(house: House) -> None:
    """Each gets a described answer; nothing is left in a temporary file; a good document is read
    afterwards as before. (What memory a reader may have: tests/adapters/documents.)"""
    before = leftovers()
    app = house.app(requests_per_minute=10**6, documents_per_minute=10**6)
    answers: list[int] = []
    with TestClient(app, base_url="http://localhost", raise_server_exceptions=True) as visitor:
        told = {"plan": "two-stage", "consent": True}
        made = visitor.post("/api/interviews", json=told).json()
        address = f"/api/interviews/{made['id']}/documents"

        @seed(20261122)
        @settings(GENERATED, max_examples=EXAMPLES)
        @given(data=damaged(WHOLE))
        def probe(data: bytes) -> None:
            answer = visitor.post(address, files={"file": ("x", data)})
            assert answer.status_code in EXPECTED, answer.text
            answers.append(answer.status_code)

        probe()
        good = visitor.post(address, files={"file": ("x", samples.resume_pdf())})
        assert good.status_code == 201
        assert len(good.json()["highlights"]) == 2
    assert len(answers) >= EXAMPLES
    assert len(set(answers)) > 1
    assert leftovers() - before == set()
