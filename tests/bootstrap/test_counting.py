"""The counters that `serve` has by its settings."""

from __future__ import annotations

from pathlib import Path

import pytest
import structlog
from tests.support.redis_server import RedisProcess

from greenroom import settings as configuration
from greenroom.bootstrap.counting import counters


async def test_none_set(tmp_path: Path) -> None:
    """Each process counts for itself."""
    settings = configuration.load(data=tmp_path, redis="")
    async with counters(settings) as one, counters(settings) as other:
        assert [await one.add("a", 60), await other.add("a", 60)] == [1, 1]


async def test_a_redis(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Processes that share the secret count together."""
    server = RedisProcess(tmp_path)
    server.start()
    settings = configuration.load(data=tmp_path / "data", redis=server.url)
    try:
        async with counters(settings) as one, counters(settings) as other:
            assert [await one.add("a", 60), await other.add("a", 60)] == [1, 2]
    finally:
        server.stop()
    assert capsys.readouterr().err == ""


async def test_a_redis_that_is_not_there(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The process starts, says so once, and counts for itself. The password is told to nobody."""
    settings = configuration.load(data=tmp_path, redis="redis://:a-secret@127.0.0.1:1")
    with structlog.testing.capture_logs() as records:
        async with counters(settings) as found:
            assert [await found.add("a", 60), await found.add("a", 60)] == [1, 2]
    said = capsys.readouterr().err
    assert said.count("GREENROOM_REDIS") == 1
    assert [record["event"] for record in records] == ["redis_away"]
    assert "a-secret" not in f"{said}{records}{records[0]['exc_info']}"
