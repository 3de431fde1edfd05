"""Implements `app.ports.Paper`: the report as one HTML file that needs nothing else, and as PDF."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from importlib.resources import files

from greenroom.app.ports import Refused, Told
from greenroom.web.reports.context import values
from greenroom.web.templating import rendered

NO_PDF = "This server cannot make PDFs. Take it as HTML: browsers print that."


class ReportPaper:
    """`pdf` turns HTML into a PDF; None: this machine cannot."""

    def __init__(self, pdf: Callable[[str], Awaitable[bytes]] | None = None) -> None:
        self._pdf = pdf

    def html(self, told: Told) -> str:
        return _set(told, printed=False)

    async def pdf(self, told: Told) -> bytes:
        if self._pdf is None:
            raise Refused(NO_PDF, status=503)
        return await self._pdf(_set(told, printed=True))


def _set(told: Told, *, printed: bool) -> str:
    style, ink = (_sheet(name) for name in ("paper.css", "ink.css"))
    return _inked(rendered("paper.html", style=style, printed=printed, **values(told)), ink)


def _inked(html: str, ink: str) -> str:
    """Every picture with its own style: on paper no other reaches it."""
    return re.sub(r"(<svg\b[^>]*>)", lambda svg: f"{svg[0]}<style>{ink}</style>", html)


def _sheet(name: str) -> str:
    return (files("greenroom.web") / "static" / name).read_text("utf-8")
