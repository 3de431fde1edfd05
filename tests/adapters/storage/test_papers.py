"""Papers in the real databases: none of their words is in any file of theirs, at any time."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from greenroom.adapters.storage import SqlStore
from greenroom.adapters.vault import SealingVault, new_key
from greenroom.app import plans
from greenroom.app.documents import DocumentText
from greenroom.app.preparation.service import PreparationService
from greenroom.testing import interview_row
from greenroom.testing.postgresql import PostgresServer

MARKER = "MARKER-91c4-quagga"
RESUME = f"Experience\n• Led the {MARKER} project for 3 years"


class PlainDocuments:
    async def read(self, data: bytes) -> DocumentText:
        return DocumentText("text", None, data.decode(), 0, cut=False)


def traces(place: Path | str, postgres: PostgresServer) -> list[str]:
    """The files of the database, its log among them, in which the marker stands."""
    home = place.parent if isinstance(place, Path) else postgres.data
    files = [path for path in home.rglob("*") if path.is_file()]
    return [str(path) for path in files if MARKER.encode() in path.read_bytes()]


@pytest.mark.parametrize("end", ["ended", "deleted"])
async def test_papers_leave_nothing(
    store: SqlStore, place: Path | str, postgres: PostgresServer, end: str
) -> None:
    """Before the interview, after its end, after its deletion: PostgreSQL's dead rows and its log
    hold none of it either, because it was never there in the clear (P1)."""
    row = interview_row(
        "a",
        plan_toml=plans.source_of("two-stage"),
        candidate={"name": "Ada", "role": "", "level": ""},
    )
    await store.interviews.create(row)
    vault = SealingVault.of(new_key())
    now = datetime(2026, 11, 22, tzinfo=UTC)
    services = PreparationService(store.folders, vault, PlainDocuments(), now=lambda: now)
    await services.begin(row, f"Our mascot is {MARKER}.\nRequirements:\n- {MARKER}", MARKER)
    await services.add(row, RESUME.encode())
    assert MARKER in str(await services.folder(row))
    if not isinstance(place, Path):
        postgres.sql("CHECKPOINT")
    assert traces(place, postgres) == []
    if end == "ended":
        await store.interviews.set_status("a", "running")
        await store.interviews.set_status("a", "ended", "2026-11-22T10:00:00Z")
    else:
        await store.interviews.delete("a")
    assert await store.folders.find("a") is None
    if not isinstance(place, Path):
        postgres.sql("CHECKPOINT")
    assert traces(place, postgres) == []
