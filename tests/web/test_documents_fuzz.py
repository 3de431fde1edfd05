"""Broken documents in their hundreds: the server stays up, its memory bounded, no file is left.

`make test` sends a sample; `make fuzz` sends a thousand and more (`GREENROOM_DOCUMENTS`).
"""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from fastapi.testclient import TestClient
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from tests.adapters.documents import samples
from tests.web.conftest import House

EXAMPLES = int(os.environ.get("GREENROOM_DOCUMENTS", "12"))
WHOLE = (
    samples.resume_pdf(),
    samples.pdf(*(samples.shown([line]) for line in samples.LINES), packed=True),
    samples.locked_pdf(""),
    samples.resume_docx("hidden"),
    "\n".join(samples.LINES).encode(),
    b"\xff\xfe" + "\n".join(samples.LINES).encode("utf-16-le"),
)
EXPECTED = {201, 413, 415, 422}


@st.composite
def mutated(draw: st.DrawFn) -> bytes:
    """A good document with some of it changed, cut, doubled, or put into another."""
    data = bytearray(draw(st.sampled_from(WHOLE)))
    for _ in range(draw(st.integers(1, 6))):
        at = draw(st.integers(0, max(0, len(data) - 1)))
        match draw(st.sampled_from(["flip", "cut", "double", "insert", "number", "splice"])):
            case "flip":
                data[at : at + 1] = draw(st.binary(min_size=1, max_size=4))
            case "cut":
                del data[at : at + draw(st.integers(1, 400))]
            case "double":
                data[at:at] = data[at : at + draw(st.integers(1, 2000))] * draw(st.integers(1, 8))
            case "insert":
                data[at:at] = draw(st.binary(max_size=300))
            case "number":
                digits = next((i for i in range(at, len(data)) if 48 <= data[i] <= 57), at)
                data[digits : digits + 1] = str(draw(st.integers(0, 2**40))).encode()
            case _:
                data[at:] = draw(st.sampled_from(WHOLE))[at:]
    return bytes(data)


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
        @settings(
            max_examples=EXAMPLES,
            deadline=None,
            database=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(data=mutated())
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
