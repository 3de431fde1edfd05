"""What the reading process takes away from itself before it looks at a document.

A parser that is fooled can then waste its own share and nothing else: no file, no connection, no
other program can be opened, because there is no descriptor left to open one with.
"""

from __future__ import annotations

import os
from typing import Final

from greenroom.app.background import yield_to_interviews

MEMORY: Final = 512 * 2**20
"""Bytes of address space. Interpreter and libraries have up to 140 MiB of it before a page is read."""
CPU_S: Final = 10
_INHERITED: Final = 3
"""Standard input, output, error."""


def bound() -> None:
    """First of all: bound memory and computing time; write no file, start no process, dump no core;
    let live interviews on this machine go before."""
    import resource  # Windows has none

    yield_to_interviews()
    for what, most in (
        (resource.RLIMIT_AS, MEMORY),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_NPROC, 0),
    ):
        _limit(what, most)
    _limit(resource.RLIMIT_CPU, CPU_S)


def shut() -> None:
    """Once every module is imported: no descriptor above standard error can be had any more, so no
    socket and no file."""
    import resource  # Windows has none

    os.closerange(_INHERITED, 256)
    _limit(resource.RLIMIT_NOFILE, _INHERITED)


def _limit(what: int, most: int) -> None:
    import resource  # Windows has none

    hard = resource.getrlimit(what)[1]
    if hard != resource.RLIM_INFINITY:
        most = min(most, hard)
    resource.setrlimit(what, (most, most))
