"""A report goes to its candidate's own address, as PDF."""

from __future__ import annotations

import json
from typing import Any

import pytest
from fastapi.testclient import TestClient
from tests.web.ended_interview import EMAIL, Outbox, candidate, ended, looks, outbox, page_of

from greenroom.app.ports import UpstreamFault
from greenroom.web.rate_limits import MAILS_PER_HOUR
from greenroom.web.reports.rendering import HtmlReportRenderer

__all__ = ["candidate", "ended", "looks", "outbox"]


def test_the_report_goes_to_the_candidates_own_address(
    candidate: TestClient, ended: str, outbox: Outbox
) -> None:
    """One letter with the PDF, to the address of the registration; the page says where it goes."""
    assert f"The PDF goes to {EMAIL}" in candidate.get(page_of(ended)).text
    assert candidate.post(f"{ended}/mail").status_code == 204
    (letter,) = outbox.sent
    assert (letter.to, letter.filename) == (EMAIL, "report.pdf")
    assert letter.content.startswith(b"%PDF")
    assert "Ada" not in letter.subject + letter.text


@pytest.mark.parametrize(
    ("cause", "status", "words"),
    [
        ("rejected", 409, "does not take mail for this address"),
        ("rate_limited", 503, "come again in a few minutes"),
        ("timeout", 503, "did not answer in time"),
        ("key_refused", 503, "cannot be used just now"),
    ],
)
def test_a_letter_that_was_not_taken_is_told(
    candidate: TestClient, ended: str, outbox: Outbox, cause: str, status: int, words: str
) -> None:
    """A sentence, without the address and without what the server said."""
    outbox.fault = UpstreamFault("mail", cause, retryable=cause != "rejected")
    answer = candidate.post(f"{ended}/mail")
    assert answer.status_code == status
    assert words in answer.json()["detail"]
    assert "Nothing was sent." in answer.json()["detail"]
    assert "canary" not in answer.text


def test_letters_are_few(candidate: TestClient, ended: str, outbox: Outbox) -> None:
    """Whoever asks again and again is told to wait an hour."""
    asked = [candidate.post(f"{ended}/mail").status_code for _ in range(MAILS_PER_HOUR + 1)]
    assert asked == [204] * MAILS_PER_HOUR + [429]
    assert len(outbox.sent) == MAILS_PER_HOUR


async def test_no_mail_without_a_server_or_an_address(
    candidate: TestClient, house: Any, ended: str
) -> None:
    """Off without a setting; nothing to do without an address."""
    with house.visitor(mailer=None) as other:
        other.cookies = candidate.cookies
        assert other.post(f"{ended}/mail").status_code == 409
        assert "By e-mail" not in other.get(page_of(ended)).text
    row = await house.interviews.find(ended.split("/")[-1])
    house.store.change(row.id, candidate=json.dumps({**row.candidate, "email": ""}))
    assert "No e-mail address" in candidate.post(f"{ended}/mail").json()["detail"]


def test_a_pdf_that_cannot_be_made_is_told(house: Any, candidate: TestClient, ended: str) -> None:
    """On a server without WeasyPrint: 503 and a sentence, never a broken file."""
    with house.visitor(report_renderer=HtmlReportRenderer()) as other:
        other.cookies = candidate.cookies
        answer = other.get(f"{ended}/export?format=pdf")
    assert answer.status_code == 503
    assert "Take it as HTML" in answer.json()["detail"]
