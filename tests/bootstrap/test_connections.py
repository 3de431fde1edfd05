"""What one connection may cost, and whom a proxy speaks for: over real sockets, as `serve` sets it."""

from __future__ import annotations

import json
import resource
import socket
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import pytest
import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket
from websockets.sync.client import connect

from greenroom.bootstrap.connections import HEADER_BYTES, allowed, incoming

GET = b"GET / HTTP/1.1\r\nHost: localhost\r\n"


async def who(request: Request) -> JSONResponse:
    assert request.client is not None
    return JSONResponse({"client": request.client.host, "scheme": request.url.scheme})


async def who_by_socket(websocket: WebSocket) -> None:
    await websocket.accept()
    assert websocket.client is not None
    await websocket.send_json({"client": websocket.client.host, "scheme": websocket.url.scheme})
    await websocket.receive()


@contextmanager
def serving(*proxies: str, host: str = "127.0.0.1", **limits: float) -> Iterator[int]:
    """The port of a server that tells callers where they come from."""
    app = Starlette(routes=[Route("/", who), WebSocketRoute("/ws", who_by_socket)])
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.create_server((host, 0), family=family) as listening:
        config = uvicorn.Config(
            app,
            log_config=None,
            access_log=False,
            lifespan="off",
            ws="websockets-sansio",
            **incoming(proxies, **limits),
        )
        server = uvicorn.Server(config)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
        thread.start()
        try:
            yield listening.getsockname()[1]
        finally:
            server.should_exit = True
            thread.join()


def called(port: int, *headers: bytes, host: str = "127.0.0.1") -> dict[str, Any]:
    """What the server says to one request with these headers."""
    with socket.create_connection((host, port), timeout=20) as line:
        line.sendall(GET + b"".join(header + b"\r\n" for header in headers))
        line.sendall(b"Connection: close\r\n\r\n")
        told: dict[str, Any] = json.loads(until_closed(line).partition(b"\r\n\r\n")[2])
        return told


def until_closed(line: socket.socket) -> bytes:
    """All that comes until the server hangs up; the socket's timeout says that it did not."""
    said = b""
    try:
        while part := line.recv(65_536):
            said += part
    except ConnectionResetError:
        pass
    return said


@pytest.mark.parametrize(
    ("proxies", "forwarded", "client"),
    [
        ((), "203.0.113.9", "127.0.0.1"),
        (("10.0.0.0/8",), "203.0.113.9", "127.0.0.1"),
        (("127.0.0.1",), "203.0.113.9", "203.0.113.9"),
        (("127.0.0.0/8", "10.0.0.0/8"), "203.0.113.9, 10.1.2.3", "203.0.113.9"),
        (("127.0.0.1",), "203.0.113.9, 10.1.2.3", "10.1.2.3"),
        (("127.0.0.1",), "198.51.100.66, 203.0.113.9", "203.0.113.9"),
        (("127.0.0.1",), "203.0.113.9:4711", "203.0.113.9"),
        (("127.0.0.1",), "[2001:db8::9]:4711", "2001:db8::9"),
    ],
)
def test_whose_word_is_believed(proxies: tuple[str, ...], forwarded: str, client: str) -> None:
    """Only a proxy that is trusted says who calls; the nearest hop that is not trusted is the caller,
    whatever that one claims to have come from. The same for sockets."""
    with serving(*proxies) as port:
        told = called(port, b"X-Forwarded-For: " + forwarded.encode(), b"X-Forwarded-Proto: https")
        assert told["client"] == client
        assert told["scheme"] == ("http" if client == "127.0.0.1" else "https")
        headers = {"X-Forwarded-For": forwarded, "X-Forwarded-Proto": "https"}
        with connect(f"ws://127.0.0.1:{port}/ws", additional_headers=headers) as page:
            assert json.loads(page.recv(20))["client"] == client


def test_a_proxy_that_speaks_ipv6() -> None:
    """Networks of either kind are understood."""
    with serving("fd00::/8", "::1", host="::1") as port:
        assert called(port, b"X-Forwarded-For: 2001:db8::7", host="::1")["client"] == "2001:db8::7"


def test_two_headers_are_one_list() -> None:
    """Whoever adds a header of their own before the proxy's does not come first by that."""
    with serving("127.0.0.1") as port:
        told = called(port, b"X-Forwarded-For: 198.51.100.66", b"X-Forwarded-For: 203.0.113.9")
        assert told["client"] == "203.0.113.9"


@pytest.mark.parametrize("sent", [b"", b"GET", GET, GET + b"Cookie: a=b"])
def test_headers_that_do_not_arrive(sent: bytes) -> None:
    """Whoever says nothing, or never comes to an end, is hung up on, and gets no answer."""
    with serving(headers_s=0.2) as port, socket.create_connection(("127.0.0.1", port), 20) as line:
        line.sendall(sent)
        assert until_closed(line) == b""


def test_the_second_request_must_arrive_in_time_too() -> None:
    """Also on a connection that has had an answer."""
    with serving(headers_s=0.2) as port, socket.create_connection(("127.0.0.1", port), 20) as line:
        line.sendall(GET + b"\r\n")
        while b"127.0.0.1" not in line.recv(65_536):
            """The answer is coming."""
        line.sendall(GET)
        assert until_closed(line) == b""


def test_a_socket_that_is_open_stays_open() -> None:
    """The time for headers is over with the handshake: interviews last longer."""
    with serving(headers_s=0.2) as port, connect(f"ws://127.0.0.1:{port}/ws") as page:
        page.recv(20)
        with socket.create_connection(("127.0.0.1", port), 20) as line:
            until_closed(line)  # the time has passed twice: for this one, and
        with socket.create_connection(("127.0.0.1", port), 20) as line:
            until_closed(line)  # for that one
        page.ping().wait(20)


def test_headers_are_bounded() -> None:
    """Headers past the limit are refused, whether they have an end or not."""
    with serving() as port, socket.create_connection(("127.0.0.1", port), 20) as line:
        line.sendall(GET + b"X-Much: " + b"x" * 2 * HEADER_BYTES)
        assert until_closed(line)[:12] in (b"HTTP/1.1 400", b"")


def test_one_address_does_not_have_all_connections() -> None:
    """Three quarters of them at most; the next is closed. A proxy speaks for many."""
    for proxies, open_ones in ((), 6), (("127.0.0.0/8",), 8):
        with serving(*proxies, most=8, headers_s=60.0) as port, ExitStack() as stack:
            lines = [
                stack.enter_context(socket.create_connection(("127.0.0.1", port), 20))
                for _ in range(open_ones)
            ]
            for line in lines:
                line.sendall(GET + b"\r\n")
                assert line.recv(65_536).startswith(b"HTTP/1.1 200")
            with socket.create_connection(("127.0.0.1", port), 20) as line:
                assert until_closed(line) == b""


def test_connections_leave_files_for_the_rest() -> None:
    """However few files the system allows, half of them are not for connections."""
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    assert allowed() <= resource.getrlimit(resource.RLIMIT_NOFILE)[0] // 2
    assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] >= soft
