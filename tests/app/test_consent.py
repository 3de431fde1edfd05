"""What candidates agree to has a version, and is kept with what they agreed (A5)."""

from __future__ import annotations

import hashlib
from datetime import UTC, datetime

from greenroom.app import consent, plans
from greenroom.app.registration import Application, register
from greenroom.app.reports.reporting import agreed_to
from greenroom.interview.engine import begin
from greenroom.interview.journal import Consent, Header, decode_header, encode_header
from greenroom.interview.plan import Candidate
from greenroom.interview.record import record
from greenroom.testing import MemoryStore

KNOWN = {("1", "en"): "b4472549e861922eb46887dcc78277259be82de7f1a220d0b816882eeb16194f"}
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
