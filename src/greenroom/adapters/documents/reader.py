"""`app.ports.Documents`: one process for each document, ended when it takes too long.

The process gets the bytes and nothing else: an empty environment, the root directory to stand in, and
no descriptor of ours. No file is written, here or there.
"""

from __future__ import annotations

import asyncio
import json
import signal
import sys
from typing import Any, Final

import structlog
from pydantic import TypeAdapter, ValidationError

from greenroom.app.documents import (
    LARGEST_DOCUMENT,
    DocumentFault,
    DocumentText,
    UnreadableDocument,
)

PATIENCE_S: Final = 120.0
"""By the clock on the wall, for a machine that is busy; of computing time the process takes 10 s at
most."""
AT_ONCE: Final = 2
COMMAND: Final = (sys.executable, "-I", "-m", "greenroom.adapters.documents.child")
ENVIRONMENT: Final = {"LC_ALL": "C.UTF-8", "OPENBLAS_NUM_THREADS": "1"}
"""One thread: NumPy's others would take the memory that a document may have."""
_TEXT: Final = TypeAdapter(DocumentText)
_BY_SIGNAL: Final = {
    -signal.SIGXCPU: DocumentFault.TOO_SLOW,
    -signal.SIGKILL: DocumentFault.TOO_SLOW,
    # PDFium ends itself when it is refused memory
    -signal.SIGABRT: DocumentFault.TOO_HEAVY,
    -signal.SIGTRAP: DocumentFault.TOO_HEAVY,
    -signal.SIGILL: DocumentFault.TOO_HEAVY,
}

log = structlog.get_logger(__name__)


class ConfinedDocuments:
    """Reads `AT_ONCE` documents at a time; more wait for their turn."""

    def __init__(self, *, patience_s: float = PATIENCE_S) -> None:
        self._patience_s = patience_s
        self._turns = asyncio.Semaphore(AT_ONCE)

    async def read(self, data: bytes) -> DocumentText:
        if not data:
            raise UnreadableDocument(DocumentFault.EMPTY)
        if len(data) > LARGEST_DOCUMENT:
            raise UnreadableDocument(DocumentFault.TOO_LARGE)
        async with self._turns:
            code, answer = await self._asked(data)
        return _understood(code, answer)

    async def _asked(self, data: bytes) -> tuple[int, bytes]:
        process = await asyncio.create_subprocess_exec(
            *COMMAND,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            env=ENVIRONMENT,
            cwd="/",
        )
        try:
            async with asyncio.timeout(self._patience_s):
                answer, _ = await process.communicate(data)
        except TimeoutError:
            raise UnreadableDocument(DocumentFault.TOO_SLOW) from None
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()
        return process.returncode or 0, answer


def _understood(code: int, answer: bytes) -> DocumentText:
    """The child's answer, which may be anything: it has read the document."""
    try:
        told: Any = json.loads(answer)
        if "fault" in told:
            raise UnreadableDocument(DocumentFault(told["fault"]))
        return _TEXT.validate_python(told)
    except (ValueError, TypeError, ValidationError):
        fault = _BY_SIGNAL.get(code, DocumentFault.DAMAGED)
        log.info("document_reader_died", code=code, fault=fault.value)
        raise UnreadableDocument(fault) from None
