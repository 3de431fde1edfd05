"""The page for what is not there, and what the privacy page says is kept."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from greenroom.web import pages
from greenroom.web.not_found import (
    CIRCLE,
    INTERVIEW,
    LINK,
    PAGE,
    PLAN,
    REPORT,
    NotFoundPage,
    not_found_page,
)

HTML = {"accept": "text/html"}
STATIC = Path(pages.__file__).parent / "static"


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/interviews/int_gone/room", INTERVIEW),
        ("/interviews/int_gone/check", INTERVIEW),
        ("/interviews/int_gone/prepare", INTERVIEW),
        ("/interviews", INTERVIEW),
        ("/interviews/int_gone/report", REPORT),
        ("/interviews/int_gone/questions", REPORT),
        ("/interviews/int_gone/comparison", REPORT),
        ("/shared/opaque", LINK),
        ("/plans/pln_gone", PLAN),
        ("/plans/pln_gone/read", PLAN),
        ("/plans/pln_gone/try", PLAN),
        ("/circles/crc_gone", CIRCLE),
        ("/circles/crc_gone/interviews/1", CIRCLE),
        ("/nowhere", PAGE),
        ("/interviewsx", PAGE),
    ],
)
def test_a_missing_page_fits_what_was_looked_for(
    visitor: TestClient, path: str, kind: NotFoundPage
) -> None:
    """It says which kind of thing is not there, why that may be, and leads to a page that is."""
    answer = visitor.get(path, headers=HTML)
    assert answer.status_code == 404
    assert kind.said in answer.text
    assert not_found_page(path) is kind
    for _, address in kind.links:
        assert f'href="{address}"' in answer.text
        assert visitor.get(address, headers=HTML).status_code == 200
    assert "gone" not in answer.text.split("<main", 1)[1].replace("gone/", "")


def test_what_is_somebody_elses_looks_like_what_never_was(
    visitor: TestClient, house: Any, made: dict[str, str]
) -> None:
    """Whoever guesses an address learns nothing from the page."""
    plan = visitor.post("/api/plans", json={"copy_of": "classic"}).json()["id"]
    places = {
        f"/interviews/{made['id']}/{page}": f"/interviews/int_never/{page}"
        for page in ("room", "check", "report", "prepare", "questions")
    }
    places[f"/plans/{plan}"] = "/plans/pln_never"
    places[f"/plans/{plan}/read"] = "/plans/pln_never/read"
    with house.visitor() as stranger:
        for theirs, never in places.items():
            assert visitor.get(theirs, headers=HTML, follow_redirects=False).status_code < 500
            one, other = (stranger.get(path, headers=HTML) for path in (theirs, never))
            assert one.status_code == other.status_code == 404
            assert one.text == other.text


def kept_by_scripts() -> set[str]:
    """The names under which our scripts keep something in the browser."""
    found: set[str] = set()
    for script in STATIC.glob("*.js"):
        text = script.read_text("utf-8")
        stores = re.search(r"\b(?:keep|recall|localStorage|sessionStorage)\b", text)
        if stores is None:
            continue
        calls = r"(?:keep|recall|(?:get|set|remove)Item)\(\s*[\"`]([^\"`$]+)"
        found |= set(re.findall(calls, text))
        found |= set(re.findall(r"[\"`]((?:greenroom\.|plan-draft-)[a-z.-]*)", text))
    return found


def test_the_privacy_page_names_all_that_the_browser_keeps(visitor: TestClient) -> None:
    """Every name under which a script stores something stands on the page; and the cookie."""
    html = visitor.get("/privacy").text
    names = set(re.findall(r"<code>([^<]+)</code>", html))
    known = {name.removesuffix("…") for name in names}
    assert "greenroom_owner" in names
    stored = kept_by_scripts()
    assert {"theme", "mode", "plan-draft-", "greenroom.unhurried"} <= stored
    assert {name for name in stored if name not in known} == set()


def test_the_privacy_page_names_every_table(visitor: TestClient) -> None:
    """What the database keeps of people is on the page, each with how long and who sees it."""
    html = visitor.get("/privacy").text
    told = {
        "interview": "What you fill in for an interview",
        "entry": "What was said by both sides",
        "folder": "From your résumé",
        "sound": "The sound of your answers",
        "provider_key": "Keys of providers",
        "usage": "How much was used of providers",
        "scorecard": "The scorecard",
        "share_link": "Links to a report",
        "circle": "Circles",
    }
    rows = re.findall(r"<tr>(.*?)</tr>", html, re.S)
    assert all(row.count("<td") == 2 for row in rows[1:])
    for words in told.values():
        assert any(words in row for row in rows), words
    for part in ("sound", "providers", "mail", "circles", "deletion", "logs", "browser"):
        assert f'id="{part}"' in html
