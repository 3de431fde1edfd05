"""Recogniser, voice and reader of a worker: one set in memory for all of its jobs.

LiveKit imports this module once, in the process that job processes are forked from
(`worker.SHARED`). What is loaded there is theirs too: the system copies a page of memory only when
somebody writes to it, and nobody writes to weights. Where processes are not forked each loads its own.
"""

from __future__ import annotations

from typing import Final

from greenroom import settings as configuration
from greenroom.bootstrap.interview_services import LocalModels, load_models
from greenroom.settings import Settings


def _load_if_possible() -> LocalModels | None:
    try:
        return load_models(configuration.load())
    except Exception:  # noqa: BLE001 - raised here, no job process could ever start and say why
        return None


_SHARED: Final = _load_if_possible()


def models(settings: Settings) -> LocalModels:
    """For one process. Raises `OperatorFault` when a model cannot be had."""
    return _SHARED or load_models(settings)
