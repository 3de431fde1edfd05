"""What every test stands on: clocks that can be virtual, and no way out of this machine."""

from greenroom.numpy_threads import keep_to_one
from greenroom.simulation.clock import install

keep_to_one()
install()  # before anything imports livekit: see greenroom.simulation.clock

import gc  # noqa: E402
import ipaddress  # noqa: E402
import logging  # noqa: E402
import os  # noqa: E402
import signal  # noqa: E402
import socket  # noqa: E402
import sys  # noqa: E402
from collections.abc import Callable, Coroutine, Generator, Iterator  # noqa: E402
from contextlib import contextmanager  # noqa: E402
from pathlib import Path  # noqa: E402
from typing import Any  # noqa: E402

import pytest  # noqa: E402
import structlog  # noqa: E402
from hypothesis import HealthCheck, settings  # noqa: E402

from greenroom.observability.logs import NOISY  # noqa: E402
from greenroom.simulation.clock import run  # noqa: E402

# A busy machine is no fault of the code: no example has a time limit. The same commit is tried with the same
# examples; `make fuzz` looks for others.
settings.register_profile(
    "untimed",
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    derandomize="GREENROOM_EXAMPLES" not in os.environ,
)
settings.load_profile("untimed")

# A shell's background jobs ignore SIGINT, and so would every process that a test starts and interrupts.
signal.signal(signal.SIGINT, signal.default_int_handler)

PROCESSORS = [
    *structlog.get_config()["processors"][:-1],
    structlog.dev.ConsoleRenderer(colors=False, exception_formatter=structlog.dev.plain_traceback),
]
"""As nobody has configured it, but for tracebacks: those with every local variable of every frame take ten
seconds and more where an application is among them."""


def _configure_structlog() -> None:
    structlog.reset_defaults()
    structlog.configure(processors=PROCESSORS)


_configure_structlog()

LOCAL_NAMES = {"localhost", "", None, socket.gethostname()}


class NetworkForbidden(AssertionError):
    """A test tried to leave this machine."""


def _is_local(host: object) -> bool:
    if isinstance(host, bytes):
        host = host.decode()
    if host in LOCAL_NAMES or not isinstance(host, str):
        return True
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return False
    return address.is_loopback or address.is_unspecified


def _stay_at_home(event: str, args: tuple[Any, ...]) -> None:
    if event in ("socket.connect", "socket.sendto"):
        address = args[1]
        if isinstance(address, tuple) and not _is_local(address[0]):
            raise NetworkForbidden(f"a test connects to {address[0]}; tests stay on this machine")
    elif event == "socket.getaddrinfo" and not _is_local(args[0]):
        raise NetworkForbidden(f"a test looks up {args[0]}; tests stay on this machine")


sys.addaudithook(_stay_at_home)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Files with slow tests begin first, the longest before all, so that no worker is left alone with one at the end.
    A command line cannot say so: a file that is named beside its directory is collected in its place there."""
    minutes: dict[Path, int] = {}
    for item in items:
        if slow := item.get_closest_marker("slow"):
            minutes[item.path] = max(minutes.get(item.path, 0), *slow.args, 1)
    items.sort(key=lambda item: -minutes.get(item.path, 0))


def pytest_collection_finish() -> None:
    """What was imported and collected stays until the end: no look at garbage goes through it again and again."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol() -> Generator[None, bool | None, bool | None]:
    """A part that says where the records of its process go does so for its own test only; so does one that a fixture
    runs, of whatever scope."""
    with logging_as_before():
        return (yield)


@contextmanager
def logging_as_before() -> Iterator[None]:
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    levels = {name: logging.getLogger(name).level for name in NOISY}
    yield
    root.handlers[:] = handlers
    root.setLevel(level)
    for name, kept in levels.items():
        logging.getLogger(name).setLevel(kept)
    _configure_structlog()


@pytest.fixture
def virtual() -> Callable[[Coroutine[Any, Any, Any]], Any]:
    """Run a coroutine in virtual time: `virtual(scenario())`. See also `clock.in_virtual_time`."""
    return run
