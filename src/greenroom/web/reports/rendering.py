"""Implements `app.ports.ReportRenderer`: the report as one HTML file that needs nothing else, and as PDF."""

from __future__ import annotations

import hashlib
import re
from base64 import b64encode
from collections.abc import Awaitable, Callable
from importlib.resources import files

from greenroom.app.ports import Refused, ReportContents
from greenroom.assessment.sentence import Sentence
from greenroom.web import languages
from greenroom.web.reports.context import values
from greenroom.web.templating import rendered

NO_PDF = Sentence("This server cannot make PDFs. Take it as HTML: browsers print that.")


class HtmlReportRenderer:
    """`pdf` turns HTML into a PDF; None: this machine cannot."""

    def __init__(self, pdf: Callable[[str], Awaitable[bytes]] | None = None) -> None:
        self._pdf = pdf

    def say(self, text: str) -> str:
        return languages.told(text)

    def html(self, told: ReportContents, *, printed: bool) -> str:
        style, ink = (_sheet(name) for name in ("report_file.css", "ink.css"))
        html = rendered("report_file.html", style=style, printed=printed, **values(told))
        html = _inked(html, ink)
        return html if printed else _guarded(html)

    async def pdf(self, html: str) -> bytes:
        if self._pdf is None:
            raise Refused(NO_PDF, status=503)
        return await self._pdf(html)


def _guarded(html: str) -> str:
    """With a policy of its own, for no server sends one with a file: its own styles, and nothing else."""
    styles = dict.fromkeys(part.split("</style>")[0] for part in html.split("<style>")[1:])
    hashes = " ".join(f"'sha256-{_digest(style)}'" for style in styles)
    policy = f"default-src 'none'; style-src {hashes}; base-uri 'none'; form-action 'none'"
    meta = f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
    return html.replace("<head>", f"<head>\n{meta}", 1)


def _digest(style: str) -> str:
    return b64encode(hashlib.sha256(style.encode()).digest()).decode()


def _inked(html: str, ink: str) -> str:
    """Every picture with its own style: on paper no other reaches it."""
    return re.sub(r"(<svg\b[^<>]*>)", lambda svg: f"{svg[0]}<style>{ink}</style>", html)


def _sheet(name: str) -> str:
    return (files("greenroom.web") / "static" / name).read_text("utf-8")
