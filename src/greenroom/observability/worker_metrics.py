"""One place for the metrics of a worker and its jobs: the worker's port.

Each process counts in files of its own, as prometheus_client does for several processes. When a job has
ended, what it counted is added to one file, so that a worker that held ten thousand interviews has no
ten thousand files.
"""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Lock, Thread
from typing import Any, Final

import structlog
from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    generate_latest,
    mmap_dict,
    multiprocess,
    values,
)
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.process_collector import ProcessCollector

from greenroom.app.ports import OperatorFault
from greenroom.observability.metrics import CAPACITY, RUNNING

FOLDER: Final = "PROMETHEUS_MULTIPROC_DIR"
"""prometheus_client's own variable; jobs inherit it."""
ENDED: Final = "ended"
"""Stands in a file's name where a living process has its number."""

_values: Any = values
_Counts: Any = mmap_dict.MmapedDict
_Collector: Any = multiprocess.MultiProcessCollector
"""prometheus_client gives these no types."""

_LOCK: Final = Lock()
"""What is added up is read by nobody meanwhile: it would be counted twice."""

log = structlog.get_logger("greenroom.worker")


def begin() -> None:
    """Count in files from now on: in this process, and in those that it starts. To be called before
    anything that counts is imported."""
    os.environ[FOLDER] = tempfile.mkdtemp(prefix="greenroom-metrics-")
    _values.ValueClass = _values.get_value_class()


class Gathered:
    """A collector of what the worker and its jobs counted. `running` and `capacity` are the worker's."""

    def __init__(self, folder: Path, running: Callable[[], int], capacity: int) -> None:
        self._folder, self._running, self._capacity = folder, running, capacity

    def collect(self) -> Iterator[Metric]:
        yield GaugeMetricFamily(*RUNNING, value=self._running())
        yield GaugeMetricFamily(*CAPACITY, value=self._capacity)
        with _LOCK:
            _add_up(self._folder)
            yield from list(_Collector(None, str(self._folder)).collect())


def add_up() -> None:
    """Add what ended jobs counted to one file for each sort; nobody reads meanwhile."""
    counted = folder()
    if counted is not None:
        with _LOCK:
            _add_up(counted)


def _add_up(counted: Path) -> None:
    for path in sorted(counted.glob("*.db")):
        sort, _, number = path.stem.rpartition("_")
        if not number.isdecimal() or _is_alive(int(number)):
            continue
        if sort in ("counter", "histogram", "summary"):
            _add(path, counted / f"{sort}_{ENDED}.db")
        path.unlink()  # a gauge goes with its process


def _add(path: Path, to: Path) -> None:
    try:
        counted = list(_Counts.read_all_values_from_file(path))
    except (RuntimeError, ValueError, OSError) as error:  # killed in the middle of its last write
        log.warning("metrics_lost", exc_info=error)
        return
    sums = _Counts(str(to))
    for key, value, _, _ in counted:
        sums.write_value(key, sums.read_value(key)[0] + value, 0.0)
    sums.close()


class _Page(BaseHTTPRequestHandler):
    """`/metrics`, `/livez` (the process answers) and `/readyz` (it can take a job; else 503 and why)."""

    timeout = 10
    registry: CollectorRegistry
    why_not: Callable[[], str | None]

    def do_GET(self) -> None:
        kind = "application/json"
        if self.path == "/metrics":
            status, kind, body = 200, CONTENT_TYPE_LATEST, generate_latest(self.registry)
        elif self.path == "/livez":
            status, body = 200, b'{"status": "ok"}'
        elif self.path == "/readyz":
            why = type(self).why_not()
            status = 200 if why is None else 503
            told = {"status": "ok"} if why is None else {"status": "not ready", "why": why}
            body = json.dumps(told).encode()
        else:
            status, body = 404, b'{"status": "there is nothing here"}'
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Scrapes are many, and say nothing."""


@contextmanager
def served(
    host: str, port: int, gathered: Gathered, why_not: Callable[[], str | None] = lambda: None
) -> Iterator[int]:
    """Serve them at `/metrics`, and beside them whether the worker can work; gives the port. Raises
    `OperatorFault`."""
    registry = CollectorRegistry()
    registry.register(gathered)
    ProcessCollector(registry=registry)
    page = type("Page", (_Page,), {"registry": registry, "why_not": staticmethod(why_not)})
    try:
        server = ThreadingHTTPServer((host, port), page)
    except OSError as error:
        raise OperatorFault(
            f"metrics cannot be served on {host}:{port} ({error.strerror}); choose another --metrics-port"
        ) from None
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield server.server_port
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def folder() -> Path | None:
    """Where this process and its jobs count; None where they count for themselves."""
    named = os.environ.get(FOLDER)
    return None if named is None else Path(named)


def forget() -> None:
    """Delete what was counted: the worker ends."""
    path = folder()
    if path is not None:
        shutil.rmtree(path, ignore_errors=True)


def _is_alive(number: int) -> bool:
    try:
        os.kill(number, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
