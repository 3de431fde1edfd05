"""numpy works on one thread in each process of ours."""

from __future__ import annotations

import os
from typing import Final

VARIABLE: Final = "OPENBLAS_NUM_THREADS"
"""numpy reads it as it is imported."""


def keep_to_one() -> None:
    """For this process and its children, unless the operator says otherwise. Call it before anything imports numpy.

    Our matrices are small: more threads are no faster, and between two products they wait busily."""
    os.environ.setdefault(VARIABLE, "1")
