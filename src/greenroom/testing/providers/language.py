"""What the servers of language models have in common: a script of replies, and a reply sent whole."""

from __future__ import annotations

from aiohttp import web

from greenroom.testing.providers.script import (
    LIKE_A_MODEL,
    Fault,
    Lines,
    Pace,
    Request,
    Script,
    Told,
)
from greenroom.testing.providers.server import KEY, ProviderServer, break_off


class LanguageServer(ProviderServer):
    """A server whose model replies as `replies` says."""

    def __init__(
        self,
        replies: Script = "I see. Tell me more?",
        *,
        key: str | None = KEY,
        pace: Pace = LIKE_A_MODEL,
    ) -> None:
        super().__init__(key=key, pace=pace)
        self._lines = Lines(replies)

    async def composed(self, request: web.Request, noted: Request, said: Told) -> str:
        """The whole reply's text, once the model has written it. Raises `Broken` where it never does."""
        async for _ in self.pace.of(said.audible):
            noted.tokens_out += 1
        if said.breaks_off:
            noted.aborted = True
            await break_off(request, Fault.STALL if said.fault is Fault.STALL else Fault.CUT)
        return "".join(said.audible)


def garbled(text: str) -> web.Response:
    """What calls itself JSON and is none."""
    return web.Response(text=text, content_type="application/json")
