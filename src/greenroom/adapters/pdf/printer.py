"""HTML to PDF, by WeasyPrint in a process of its own: what it takes in time and memory, no interview
feels, and a document that breaks it breaks nothing else.

`python -m greenroom.adapters.pdf.printer` is that process: HTML in on standard input, PDF out.
"""

from __future__ import annotations

import asyncio
import sys
from html import unescape
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

import structlog

from greenroom.adapters.pdf.fonts import lacking
from greenroom.app.background import yield_to_interviews
from greenroom.app.ports import Refused
from greenroom.assessment.sentence import Sentence

LONGEST_S: Final = 60.0
MOST_MEMORY: Final = 1 << 30
"""Bytes, beyond what WeasyPrint itself is."""
AT_ONCE: Final = 2
LACKING: Final = 3
"""Exit code: WeasyPrint, or a library of the system that it needs, is not there."""
NO_FONT: Final = 4
"""Exit code: words could not be read on paper; the fonts that would show them are on standard output."""
FONTS: Final = {"font:latin": "atkinson-hyperlegible-next-latin-wght-normal.woff2"}
INSTALL: Final = Sentence(
    "This server cannot make PDFs: it lacks WeasyPrint or Pango. Its operator installs them with "
    "pip install 'greenroom[pdf]' and, on Debian, apt install libpango-1.0-0 libpangoft2-1.0-0. "
    "HTML can be had, and browsers print that."
)
FONT_MISSING: Final = Sentence(
    "This PDF needs a font that this server does not have: {fonts}. Its operator installs it (on Debian, apt "
    "install fonts-noto-core, or fonts-noto-cjk for Chinese, Japanese and Korean). HTML can be had, and "
    "browsers print that."
)
log = structlog.get_logger("greenroom.pdf")


class Printer:
    """Makes PDFs, few at once."""

    def __init__(self) -> None:
        self._free = asyncio.Semaphore(AT_ONCE)

    async def __call__(self, html: str) -> bytes:
        """Raises `Refused` in a sentence."""
        async with self._free:
            process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                __name__,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.DEVNULL,  # it may quote the document
            )
            try:
                async with asyncio.timeout(LONGEST_S):
                    made, _ = await process.communicate(html.encode())
            except TimeoutError:
                raise Refused(
                    Sentence("The PDF took too long to make. Take it as HTML."), status=503
                ) from None
            finally:
                if process.returncode is None:
                    process.kill()
                    await process.wait()
        if process.returncode == LACKING:
            raise Refused(INSTALL, status=503)
        if process.returncode == NO_FONT:
            raise Refused(Sentence(FONT_MISSING.template, fonts=made.decode()), status=503)
        if process.returncode != 0 or not made.startswith(b"%PDF"):
            log.error("pdf_failed", exit=process.returncode, size=len(html))
            raise Refused(Sentence("The PDF could not be made. Take it as HTML."), status=503)
        return made


def main() -> int:
    yield_to_interviews()
    try:
        from weasyprint import HTML
        from weasyprint.urls import URLFetcher, URLFetcherResponse
    except (ImportError, OSError):
        return LACKING

    class OurFonts(URLFetcher):  # type: ignore[misc]
        """Nothing else is opened, on no disk and no network."""

        def fetch(self, url: str, headers: Any = None) -> Any:
            if url not in FONTS:
                raise ValueError("a document of ours needs nothing from elsewhere")
            font = files("greenroom.web") / "static" / "fonts" / FONTS[url]
            return URLFetcherResponse(url, font.read_bytes(), {"Content-Type": "font/woff2"})

    _bound_memory()
    html = sys.stdin.buffer.read().decode()
    try:
        missing = lacking(unescape(html))
    except OSError:
        return LACKING
    if missing:
        sys.stdout.write(", ".join(missing))
        return NO_FONT
    made = HTML(string=html, url_fetcher=OurFonts()).write_pdf(pdf_tags=True)
    sys.stdout.buffer.write(made)
    return 0


def _bound_memory() -> None:
    """Address space, so libraries that are mapped and not used count, too: they are there by now."""
    import resource  # Windows has none

    mapped = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (mapped + MOST_MEMORY, mapped + MOST_MEMORY))


if __name__ == "__main__":
    sys.exit(main())
