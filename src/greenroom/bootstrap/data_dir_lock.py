"""One server to a data directory: two would each hold the same interview, and both write its journal."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from greenroom.app.ports import OperatorFault


@contextmanager
def occupied(data: Path) -> Iterator[None]:
    """Keep every other server out of `data`. The system lets go when this process ends, however it
    ends. Raises `OperatorFault` when another server is there already, or
    the system cannot tell."""
    try:
        import fcntl
    except ImportError:
        raise OperatorFault(
            "greenroom serves on Linux and macOS; this system has no locks of the kind that it needs"
        ) from None
    descriptor = os.open(data / "lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise OperatorFault(
                f"another greenroom serves from {data}; end it, or choose another directory with "
                "GREENROOM_DATA"
            ) from None
        yield
    finally:
        os.close(descriptor)
