"""A black hole on all ways between a page and its room: our own server, LiveKit's signals, and the data that comes
by WebRTC. Sound is not stopped, and a typed interview does not need it."""

from __future__ import annotations

from typing import Self

from playwright.sync_api import Page
from tests.e2e.black_hole import BlackHole


class RoomHole:
    """`serve` and `signals` are ports of this machine. The page is opened at `address` with page/hole.js, and must
    find LiveKit's host at `signals_at`."""

    def __init__(self, serve: int, signals: int) -> None:
        self._serve, self._signals = BlackHole(serve), BlackHole(signals)
        self.behind = self._serve.behind
        self.page: Page | None = None

    def __enter__(self) -> Self:
        self._serve.__enter__()
        self._signals.__enter__()
        self.address, self.signals_at = self._serve.address, self._signals.address
        return self

    def __exit__(self, *raised: object) -> None:
        self._serve.__exit__(*raised)
        self._signals.__exit__(*raised)

    def _lose_data(self, lose: bool) -> None:
        assert self.page is not None
        self.page.evaluate("(lose) => { window.swallowing = lose }", lose)

    def swallow(self, *, up: bool = True) -> None:
        """Without `up` what the page posts still arrives. It hears nothing, by whichever way."""
        self._lose_data(True)
        self._serve.swallow(up=up)
        self._signals.swallow(up=up)

    def pass_on(self) -> None:
        self._lose_data(False)
        self._signals.pass_on()
        self._serve.pass_on()
