"""Reports set in type, as PDF too: for `serve`, `export` and `score`."""

from __future__ import annotations

from greenroom.adapters.pdf.printer import Printer
from greenroom.web.reports.paper import ReportPaper


def report_paper() -> ReportPaper:
    """Use it within one event loop."""
    return ReportPaper(Printer())
