"""Reports set in type, as PDF too: for `serve`, `export` and `score`."""

from __future__ import annotations

from greenroom.adapters.pdf.printer import Printer
from greenroom.web.reports.rendering import HtmlReportRenderer


def report_renderer() -> HtmlReportRenderer:
    """Use it within one event loop."""
    return HtmlReportRenderer(Printer())
