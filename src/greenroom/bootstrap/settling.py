"""What a process does once, when all that it needs is loaded."""

from __future__ import annotations

import gc


def settle() -> None:
    """Leave what is alive now out of every later search for garbage: it stays until the process ends.
    Such a search goes through 290,000 objects of modules and models in `serve`, which takes a third of
    a second, and every interview waits meanwhile."""
    gc.collect()
    gc.freeze()
