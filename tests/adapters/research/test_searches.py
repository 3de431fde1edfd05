"""Tavily and Exa, asked over the real protocols: what is found is cited, what fails has its cause."""

from __future__ import annotations

import pytest
from pydantic import SecretStr
from tests.support.causes import CAUSES

from greenroom.adapters.research.searches import Exa, Tavily, search_of
from greenroom.app.ports import OperatorFault, UpstreamFault
from greenroom.testing.providers import ExaServer, Fault, SearchResult, TavilyServer

PAGES = (
    SearchResult("About", "https://northwind.example/about", "Freight by rail.", "2026-05-02"),
    SearchResult("News", "https://news.example/1", "Northwind buys trains."),
)
BOTH = pytest.mark.parametrize(("served", "search"), [(TavilyServer, Tavily), (ExaServer, Exa)])


@BOTH
async def test_pages_are_found(
    served: type[TavilyServer | ExaServer], search: type[Tavily | Exa]
) -> None:
    """The company's name is asked for, and each page comes with what it takes to cite it."""
    async with served(PAGES) as server:
        found = await search(SecretStr(server.key or ""), server.url).search("Northwind")
        (request,) = server.requests
    assert str(request.body["query"]).startswith("Northwind")
    assert [(page.title, page.url, page.text, page.published) for page in found] == [
        (one.title, one.url, one.text, one.published) for one in PAGES
    ]


@BOTH
@pytest.mark.parametrize(("fault", "cause"), CAUSES.items())
async def test_failures_have_their_cause(
    served: type[TavilyServer | ExaServer],
    search: type[Tavily | Exa],
    fault: Fault,
    cause: str,
) -> None:
    """A failure is told by its cause alone: servers quote the key in their errors."""
    async with served(faults=[fault], key="sk-search-canary") as server:
        with pytest.raises(UpstreamFault) as failed:
            await search(SecretStr("sk-search-canary"), server.url).search("Northwind")
    assert failed.value.cause == cause
    assert "canary" not in repr(failed.value)
    assert failed.value.retry_after_s == (2 if fault is Fault.RATE_LIMITED else None)


@BOTH
async def test_nothing_found_and_nobody_there(
    served: type[TavilyServer | ExaServer], search: type[Tavily | Exa]
) -> None:
    """No page is an answer, too; a server that is gone is unreachable; a wrong key is refused."""
    async with served(faults=[Fault.EMPTY]) as server:
        url = server.url
        assert await search(SecretStr(server.key or ""), url).search("Northwind") == []
        with pytest.raises(UpstreamFault, match="key_refused"):
            await search(SecretStr("wrong"), url).search("Northwind")
    with pytest.raises(UpstreamFault, match="unreachable"):
        await search(SecretStr("k"), url).search("Northwind")


def test_settings_by_halves() -> None:
    """Without a name there is no search; a name without a key, or an odd address, is told at once."""
    assert search_of(None, SecretStr(""), None) is None
    with pytest.raises(OperatorFault, match="GREENROOM_SEARCH_KEY"):
        search_of("tavily", SecretStr(""), None)
    with pytest.raises(OperatorFault, match="GREENROOM_SEARCH_URL"):
        search_of("exa", SecretStr("k"), "file:///etc/passwd")
    assert isinstance(search_of("exa", SecretStr("k"), None), Exa)
