"""What candidates agree to has a version, and is kept with what they agreed (A5)."""

from __future__ import annotations

import hashlib
from datetime import UTC, datetime

from greenroom.adapters.storage.memory import MemoryStore
from greenroom.app import consent, plans
from greenroom.app.registration import Application, register
from greenroom.app.reports.reporting import agreed_to
from greenroom.interview.engine import begin
from greenroom.interview.journal import Consent, Header, decode_header, encode_header
from greenroom.interview.plan import Candidate
from greenroom.interview.record import record

KNOWN = {
    ("1", "en"): "b4472549e861922eb46887dcc78277259be82de7f1a220d0b816882eeb16194f",
    ("1", "de"): "5abd3a46cec73b60b00f0121f68874b83c5d2dc13bc6ff2c39562c1129953371",
    ("1", "es"): "12d10f845408acdba7303be58df58e3493a35cb764323892eac4140660b583e2",
    ("1", "fr"): "35c8ffec754b217d44e70f6c5f8f2956072296d0bf06d2e1d53d8e4d65344a3b",
    ("1", "hi"): "3043c2e7beec01c8b63312f7e59d758b9d97243b5959c2c3dd44b0da872f7192",
    ("1", "pt"): "45bf620950af6e836023d47d53bb63d1a2133085536a2faabff107ac4e36b0e2",
}
NOW = datetime(2026, 11, 25, 12, 0, tzinfo=UTC)


def test_changed_words_are_another_version() -> None:
    """The words of a version never change: who changes them adds a version, here too."""
    found = {
        (version, language): hashlib.sha256(text.encode()).hexdigest()
        for version, languages in consent.WORDS.items()
        for language, text in languages.items()
    }
    assert found == KNOWN
    assert consent.words() == consent.WORDS[consent.CURRENT][consent.LANGUAGE]


async def test_consent_is_kept_with_the_interview() -> None:
    """Registration keeps version, language and time."""
    store = MemoryStore()
    row, _ = await register(store, Application("two-stage"), "own_1", NOW)
    kept = await store.interviews.find(row.id)
    assert kept is not None
    assert kept.consent == Consent("1", "en", "2026-11-25T12:00:00.000Z")


def test_the_record_has_it_from_the_journal_alone() -> None:
    """What the header says comes back in the record and in words; without it nothing is said."""
    plan = plans.load("two-stage")
    header = Header("int_1", "2026-11-25T12:00:01.000Z", "embedded", Candidate("Ada", "", ""), plan)
    state = begin(header.plan, header.candidate)
    assert "consent" not in record(header, state)
    assert agreed_to(record(header, state)) is None
    given = consent.given("2026-11-25T12:00:00.000Z")
    kept = Header(
        header.interview_id,
        header.started_at,
        header.mode,
        header.candidate,
        header.plan,
        consent=given,
    )
    again = decode_header(encode_header(kept))
    assert again == kept
    told = record(again, state)
    assert told["consent"] == {"version": "1", "language": "en", "at": "2026-11-25T12:00:00.000Z"}
    assert consent.words() in str(agreed_to(told))
    assert "version 0" in str(agreed_to({"consent": {**told["consent"], "version": "0"}}))
