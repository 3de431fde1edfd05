"""Sockets to listen on: the product's, and the one that metrics may have to themselves."""

from __future__ import annotations

import asyncio
import os
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager

import uvicorn

from greenroom.app.ports import OperatorFault
from greenroom.bootstrap.output import say
from greenroom.settings import PREFIX, Settings
from greenroom.web.app import create_metrics_app
from greenroom.web.services import Services


def listen(host: str, port: int, setting: str = "PORT") -> socket.socket:
    """A listening socket. Raises `OperatorFault` in one sentence; `setting` is the one that says which
    port."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family)
    except OSError as error:
        if (error.errno or 0) < 0:  # the resolver's, not the system's
            raise OperatorFault(
                f"cannot listen on {host}: no address goes by that name; give one of this "
                "machine's, for example: greenroom serve --host 127.0.0.1"
            ) from None
        why = os.strerror(error.errno) if error.errno else error
        raise OperatorFault(
            f"cannot listen on {host}:{port} ({why}); end the program that "
            f"uses this port or choose another, for example: {setting}={port + 1} greenroom serve"
        ) from None


def shown(listening: socket.socket) -> str:
    """Its address, as a browser takes it."""
    host, port = listening.getsockname()[:2]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


@asynccontextmanager
async def metrics_served(settings: Settings, services: Services) -> AsyncIterator[None]:
    """Serve `/metrics` on the port that it has to itself, if it has one. Raises `OperatorFault`."""
    if settings.metrics_port is None:
        yield
        return
    with listen(settings.metrics_host, settings.metrics_port, f"{PREFIX}METRICS_PORT") as listening:
        server = _Second(
            uvicorn.Config(
                create_metrics_app(services),
                log_config=None,
                access_log=False,
                server_header=False,
                lifespan="off",
            )
        )
        say(f"metrics on {shown(listening)}/metrics")
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(server.serve(sockets=[listening]))
            try:
                yield
            finally:
                server.should_exit = True


class _Second(uvicorn.Server):
    """Leaves the signals to the product's own server."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield
