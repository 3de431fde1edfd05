"""Companies that were looked up, for an hour: asked once for each owner, however often they look.

Nothing is shared between owners: who gets an answer at once must not learn from it that somebody else
has looked up the same company.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from greenroom.app.ports import FoundPage, Research
from greenroom.app.preparation.folder import Findings, Page

KEPT: Final = timedelta(hours=1)
MOST: Final = 256
MOST_PAGES: Final = 5
LONGEST: Final = 700
"""Characters of one page."""


class LookUp:
    """A search and its answers of the last hour, in memory alone."""

    def __init__(self, research: Research) -> None:
        self._research = research
        self._kept: dict[tuple[str, str], tuple[datetime, Findings]] = {}

    @property
    def provider(self) -> str:
        return self._research.provider

    async def find(self, owner: str, company: str, now: datetime) -> Findings:
        """Raises `UpstreamFault`."""
        self._kept = {key: kept for key, kept in self._kept.items() if now - kept[0] < KEPT}
        key = owner, " ".join(company.lower().split())
        if key in self._kept:
            return self._kept[key][1]
        found = await self._research.search(company)
        stamp = now.isoformat(timespec="seconds").replace("+00:00", "Z")
        pages = tuple(_page(page) for page in found[:MOST_PAGES] if _citable(page))
        findings = Findings(company, self.provider, stamp, pages)
        while len(self._kept) >= MOST:
            self._kept.pop(next(iter(self._kept)))
        self._kept[key] = now, findings
        return findings

    def forget(self, owner: str) -> None:
        """An owner is being forgotten."""
        self._kept = {key: kept for key, kept in self._kept.items() if key[0] != owner}


def _citable(page: FoundPage) -> bool:
    """Only what can be cited is used."""
    return (
        page.url.startswith(("https://", "http://"))
        and len(page.url) <= 500
        and bool(page.text.strip())
    )


def _page(page: FoundPage) -> Page:
    text, title = " ".join(page.text.split()), " ".join(page.title.split())
    return Page(title[:160] or page.url, page.url, text[:LONGEST], page.published)
