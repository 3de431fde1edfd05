"""From the exceptions of plugins and clients to the one closed list of causes."""

from __future__ import annotations

import contextlib
import json
import ssl
from collections.abc import Iterator

import aiohttp
import httpx2
import pydantic
from livekit.agents import APIConnectionError, APIError, APIStatusError, APITimeoutError

from greenroom.app.ports import UpstreamFault
from greenroom.app.providers.upstream import UpstreamCause, cause_of_status

DEPTH = 12
"""Exceptions of one chain that are looked at."""
BY_TYPE: tuple[tuple[tuple[type[BaseException], ...], UpstreamCause], ...] = (
    ((TimeoutError, httpx2.TimeoutException), UpstreamCause.TIMEOUT),
    (
        (httpx2.ConnectError, aiohttp.ClientConnectorError, ssl.SSLError),
        UpstreamCause.UNREACHABLE,
    ),
    (
        (
            httpx2.NetworkError,
            httpx2.RemoteProtocolError,
            aiohttp.ClientPayloadError,
            aiohttp.ServerDisconnectedError,
            ConnectionError,
            EOFError,
        ),
        UpstreamCause.CUT,
    ),
    ((json.JSONDecodeError, UnicodeError), UpstreamCause.MALFORMED),
    (
        (pydantic.ValidationError, AttributeError, LookupError, TypeError, ValueError),
        UpstreamCause.WRONG_SCHEMA,
    ),
)


def fault_of(provider: str, error: BaseException) -> UpstreamFault:
    """What went wrong, as far as the chain of exceptions tells. The chain itself is not kept."""
    found = list(chain(error))
    told = next((one for one in found if isinstance(one, UpstreamFault)), None)
    if told is not None:
        return told
    cause = _by_livekit(found) or _by_type(found) or UpstreamCause.UNEXPLAINED
    return UpstreamFault(provider, cause, retryable=cause.retryable)


@contextlib.contextmanager
def upstream(provider: str) -> Iterator[None]:
    """Every failure of the provider in this block is raised as an `UpstreamFault` that carries
    nothing of what the provider wrote. Errors of our own pass."""
    try:
        yield
    except (APIError, httpx2.HTTPError, aiohttp.ClientError, TimeoutError) as error:
        raise fault_of(provider, error) from None


def chain(error: BaseException) -> Iterator[BaseException]:
    """The error and what caused it, innermost last."""
    one: BaseException | None = error
    for _ in range(DEPTH):
        if one is None:
            return
        yield one
        one = one.__cause__ or (None if one.__suppress_context__ else one.__context__)


def _by_livekit(found: list[BaseException]) -> UpstreamCause | None:
    for error in found:
        if isinstance(error, APIStatusError):
            return _of_status(error)
        if isinstance(error, APITimeoutError):
            return UpstreamCause.TIMEOUT
        if isinstance(error, APIConnectionError):
            # it wraps what says more, or it is all there is
            return UpstreamCause.UNREACHABLE if error.__cause__ is None else None
        if isinstance(error, APIError):
            return UpstreamCause.EMPTY  # "no audio frames were pushed"
    return None


def _by_type(found: list[BaseException]) -> UpstreamCause | None:
    """The first row that any of them fits: a `JSONDecodeError` is often wrapped in a `ValueError`,
    and is one."""
    fitting = (
        cause for types, cause in BY_TYPE if any(isinstance(error, types) for error in found)
    )
    return next(fitting, None)


def _of_status(error: APIStatusError) -> UpstreamCause:
    """The plugins of Gemini and Deepgram make this error for things without an HTTP status."""
    if error.status_code >= 1000:  # how a WebSocket was closed
        return UpstreamCause.CUT
    if error.status_code > 0:
        return cause_of_status(error.status_code)
    if str(error.body or "").startswith("finish reason"):
        return UpstreamCause.EMPTY
    return UpstreamCause.CUT if "msg.data" in str(error.body or "") else UpstreamCause.REFUSED
