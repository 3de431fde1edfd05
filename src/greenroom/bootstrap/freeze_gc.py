"""What a process does once, when all that it needs is loaded."""

from __future__ import annotations

import gc
import sys
from typing import Final

SWITCH_S: Final = 0.0005
"""How long a thread may hold the interpreter while the event loop waits for it; Python's own 5 ms add
up over the callbacks of a turn while checks of plans or reports run in threads."""


def freeze() -> None:
    """Let the event loop go before the threads beside it, and keep what is alive now out of later searches for
    garbage: it stays until the process ends. In `serve` such a search goes through 290,000 objects of modules and
    models. That takes a third of a second, and every interview waits meanwhile."""
    sys.setswitchinterval(SWITCH_S)
    gc.collect()
    gc.freeze()
