"""A link shows a stranger what was chosen of a report, until it ends."""

from __future__ import annotations

from typing import Any

import pytest
from fastapi.testclient import TestClient
from tests.web.ended_interview import EMAIL, candidate, ended, looks, outbox, page_of

from greenroom.web.rate_limits import SHARED_PER_MINUTE

__all__ = ["candidate", "ended", "looks", "outbox"]


def link(client: TestClient, address: str, **more: Any) -> dict[str, Any]:
    answer = client.post(f"{address}/links", json={"parts": ["transcript"], **more})
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = answer.json()
    return found


def test_a_link_opens_the_report_for_a_stranger(
    candidate: TestClient, house: Any, ended: str
) -> None:
    """Without a cookie, to read alone: no index, no referrer, no store, no address, no way further."""
    made = link(candidate, ended, days=1)
    with house.visitor() as stranger:
        page = stranger.get(made["path"])
        assert page.status_code == 200
        assert "two minutes" in page.text
        assert page.headers["referrer-policy"] == "no-referrer"
        assert page.headers["x-robots-tag"] == "noindex, nofollow"
        assert page.headers["cache-control"] == "no-store"
        assert "set-cookie" not in page.headers
        for never in (EMAIL, "example.org", "/api/", "Ada", "How it sounded", made["id"]):
            assert never not in page.text
        assert stranger.get(ended).status_code == 404


def test_a_link_shows_what_was_chosen(candidate: TestClient, house: Any, ended: str) -> None:
    """Each part is there when it was chosen, and not otherwise."""
    marks = {
        "scorecard": 'id="short"',
        "measures": 'id="sound"',
        "stages": 'id="moved"',
        "transcript": 'id="script"',
        "name": "Ada",
    }
    with house.visitor() as stranger:
        for part, mark in marks.items():
            page = stranger.get(link(candidate, ended, parts=[part])["path"]).text
            assert {p for p, m in marks.items() if m in page} == {part}, mark


def test_a_link_is_listed_and_ended(candidate: TestClient, house: Any, ended: str) -> None:
    """The list shows no secret; ended, the link is a 404 like any other; twice is a 404 too."""
    made = link(candidate, ended)
    listed = candidate.get(f"{ended}/links").json()["links"]
    assert [one["id"] for one in listed] == [made["id"]]
    assert made["path"].rpartition("/")[2] not in str(listed)
    assert candidate.get(page_of(ended)).text.count("data-revoke") == 1
    with house.visitor() as stranger:
        assert stranger.delete(f"{ended}/links/{made['id']}").status_code == 404
        assert candidate.delete(f"{ended}/links/{made['id']}").status_code == 204
        assert candidate.delete(f"{ended}/links/{made['id']}").status_code == 404
        gone = stranger.get(made["path"], headers={"accept": "text/html"})
        assert gone.status_code == 404
        assert "This link shows no report." in gone.text


def test_erasing_ends_every_link(candidate: TestClient, house: Any, ended: str) -> None:
    """With the interview its links go."""
    made = link(candidate, ended)
    assert candidate.delete(ended).status_code == 204
    with house.visitor() as stranger:
        assert stranger.get(made["path"]).status_code == 404


def test_guessing_links_is_slow(house: Any) -> None:
    """One address may try so many links in a minute, with cookies or without."""
    with house.visitor(people_per_address=SHARED_PER_MINUTE) as stranger:
        tried = [stranger.get(f"/shared/{n}").status_code for n in range(SHARED_PER_MINUTE + 1)]
    assert set(tried[:-1]) == {404}
    assert tried[-1] == 429


@pytest.mark.parametrize(
    "wanted", [{"parts": []}, {"parts": ["email"]}, {"parts": ["name"], "days": 0}, {"parts": ["name"], "days": 91}, {}]
)  # fmt: skip
def test_what_is_no_link(candidate: TestClient, ended: str, wanted: dict[str, Any]) -> None:
    """Nothing chosen, something that can't be, and times out of range are told."""
    assert candidate.post(f"{ended}/links", json=wanted).status_code == 422
