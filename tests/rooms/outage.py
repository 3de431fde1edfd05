"""A black hole on all three ways between a page and its room: our own server, LiveKit's signals, and the media."""

from __future__ import annotations

from types import TracebackType
from typing import Self

from playwright.sync_api import CDPSession
from tests.e2e.black_hole import BlackHole
from tests.e2e.visitor import Visitor

CALM = {"offline": False, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}


class RoomHole:
    """`serve` and `signals` are ports of this machine. The page is opened at `address`, and must take the
    name of LiveKit's host for `signals_at`."""

    def __init__(self, serve: int, signals: int) -> None:
        self._serve, self._signals = BlackHole(serve), BlackHole(signals)
        self.behind = self._serve.behind
        self._page: CDPSession | None = None

    def __enter__(self) -> Self:
        self._serve.__enter__()
        self._signals.__enter__()
        self.address, self.signals_at = self._serve.address, self._signals.address
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._serve.__exit__(kind, error, trace)
        self._signals.__exit__(kind, error, trace)

    def around(self, visitor: Visitor) -> None:
        """From now on the packets of this page's media can be lost, too."""
        self._page = visitor.context.new_cdp_session(visitor.page)
        self._page.send("Network.enable")

    def _lose(self, percent: int) -> None:
        assert self._page is not None
        self._page.send("Network.emulateNetworkConditions", {**CALM, "packetLoss": percent})

    def swallow(self, *, up: bool = True) -> None:
        """Without `up` what the page posts still arrives. It hears nothing, by whichever way."""
        self._serve.swallow(up=up)
        self._signals.swallow(up=up)
        self._lose(100)

    def pass_on(self) -> None:
        self._lose(0)
        self._signals.pass_on()
        self._serve.pass_on()
