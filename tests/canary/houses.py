"""The server whose data and log are searched."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.e2e.house import House


@contextmanager
def talkative(folder: Path) -> Iterator[House]:
    """It logs all that it can. It ends without having the time to clean up."""
    house = House(folder, GREENROOM_LOG_LEVEL="DEBUG")
    house.start()
    try:
        house.wait_until_ready()
        yield house
    finally:
        house.kill()
