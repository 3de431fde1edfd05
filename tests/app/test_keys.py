"""Entering, replacing, choosing and forgetting providers' keys; tickets for workers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from pydantic import SecretStr

from greenroom.adapters.storage.memory import MemoryStore
from greenroom.adapters.vault import SealingVault, new_key
from greenroom.app.ports import NotFound, Refused, UpstreamFault, UserFault
from greenroom.app.providers import tickets
from greenroom.app.providers.catalogue import ModelChoice, Part
from greenroom.app.providers.choices import parts_of
from greenroom.app.providers.key_entry import Entry
from greenroom.app.providers.keys import MOST, KeyRing
from greenroom.app.providers.upstream import UpstreamCause
from greenroom.app.registration import FieldFault
from greenroom.app.rewrapping import Rewrapped, rewrap_keys
from greenroom.testing import interview_row

NOW = datetime(2026, 11, 21, 9, 0, tzinfo=UTC)
KEY = SecretStr("sk-canary-5f1d9c77aa20413e")
OWN = "https://models.example.org/v1"


class Checks:
    """Remembers what it was asked, and answers as it was told."""

    def __init__(self) -> None:
        self.asked: list[tuple[ModelChoice, Part, SecretStr | None]] = []
        self.answer: Exception | None = None
        self.models: Sequence[str] | None = None

    async def __call__(
        self, choice: ModelChoice, part: Part, key: SecretStr | None, models: Sequence[str]
    ) -> Sequence[str] | None:
        self.asked.append((choice, part, key))
        if self.answer is not None:
            raise self.answer
        return self.models


@pytest.fixture
def store() -> MemoryStore:
    return MemoryStore()


@pytest.fixture
def checks() -> Checks:
    return Checks()


@pytest.fixture
def vault() -> SealingVault:
    return SealingVault.of(new_key())


@pytest.fixture
def ring(store: MemoryStore, checks: Checks, vault: SealingVault) -> KeyRing:
    return KeyRing(store.keys, vault, checks)


async def test_a_key_is_checked_then_kept_sealed(
    ring: KeyRing, checks: Checks, store: MemoryStore
) -> None:
    """One call checks it; what is kept shows four characters, and holds the key only sealed (S3)."""
    row = (
        await ring.enter("me", Entry("openai", SecretStr(f"  {KEY.get_secret_value()}\n")), NOW)
    ).row
    assert checks.asked == [(ModelChoice("openai"), Part.LLM, KEY)]
    assert await store.keys.of_owner("me") == [row]
    assert (row.last4, row.checked_at) == ("413e", "2026-11-21T09:00:00.000Z")
    assert KEY.get_secret_value() not in repr(row)
    assert KEY.get_secret_value().encode() not in row.sealed
    assert parts_of(row) == (Part.LLM, Part.STT, Part.TTS)


@pytest.mark.parametrize(
    ("entry", "field"),
    [
        (Entry("nobody", KEY), "provider"),
        (Entry("openai"), "key"),
        (Entry("openai", SecretStr("  ")), "key"),
        (Entry("openai", SecretStr("two words")), "key"),
        (Entry("openai", SecretStr("schlüssel")), "key"),
        (Entry("openai", SecretStr("x\r\nHost: y")), "key"),
        (Entry("openai", SecretStr("k" * 600)), "key"),
        (Entry("openai-compatible", models={Part.LLM: "small"}), "base_url"),
        (Entry("openai-compatible", base_url=OWN), "models"),
        (Entry("deepgram", KEY, models={Part.TTS: "aura"}), "models/tts"),
    ],
)
async def test_what_cannot_work_is_named_before_anybody_is_asked(
    ring: KeyRing, checks: Checks, store: MemoryStore, entry: Entry, field: str
) -> None:
    """The field that has to be mended is named, no provider is asked, and nothing is kept."""
    with pytest.raises(FieldFault) as caught:
        await ring.enter("me", entry, NOW)
    assert caught.value.field == field
    assert checks.asked == []
    assert await store.keys.of_owner("me") == []


@pytest.mark.parametrize("cause", UpstreamCause)
async def test_what_the_provider_does_not_accept_is_not_kept(
    ring: KeyRing, checks: Checks, store: MemoryStore, cause: UpstreamCause
) -> None:
    """Each failure of the check is a sentence of ours: something to mend, or to try again."""
    checks.answer = UpstreamFault("openai-compatible", cause, retryable=cause.retryable)
    own = Entry("openai-compatible", KEY, OWN, {Part.LLM: "small"})
    for entry in (own, Entry("openai", KEY)):
        with pytest.raises(UserFault) as caught:
            await ring.enter("me", entry, NOW)
        assert str(caught.value).endswith((".", "?"))
        if isinstance(caught.value, FieldFault):
            assert caught.value.field in ("key", "base_url")
        else:
            assert isinstance(caught.value, Refused)
    assert await store.keys.of_owner("me") == []


async def test_a_server_of_ones_own_needs_no_key(ring: KeyRing) -> None:
    """Without a key nothing is sealed and nothing is shown; it does what a model was named for."""
    models = {Part.LLM: "qwen3", Part.TTS: "kokoro"}
    row = (
        await ring.enter("me", Entry("openai-compatible", None, f" {OWN}/ ", models, "nova"), NOW)
    ).row
    assert (row.sealed, row.last4, row.base_url) == (b"", "", OWN)
    assert parts_of(row) == (Part.LLM, Part.TTS)
    chosen = await ring.equip(interview_row("i", owner="me", keys={"tts": row.id}))
    choice = ModelChoice("openai-compatible", "kokoro", OWN, "nova")
    assert (chosen.parts[Part.TTS].choice, chosen.parts[Part.TTS].key) == (choice, None)


async def test_a_short_key_shows_nothing(ring: KeyRing) -> None:
    """Four characters of eight would be half of a key."""
    row = (await ring.enter("me", Entry("openai", SecretStr("8letters")), NOW)).row
    assert row.last4 == ""


async def test_replacing_checks_again(ring: KeyRing, checks: Checks) -> None:
    """A key is replaced as a whole, by its owner; when the new one is refused the old one stays."""
    row = (await ring.enter("me", Entry("openai", KEY), NOW)).row
    other = SecretStr("sk-canary-other-0000zzzz")
    replaced = (await ring.replace("me", row.id, Entry("openai", other), NOW)).row
    assert (replaced.id, replaced.last4) == (row.id, "zzzz")
    with pytest.raises(NotFound):
        await ring.replace("you", row.id, Entry("openai", other), NOW)
    checks.answer = UpstreamFault("openai", UpstreamCause.KEY_REFUSED, retryable=False)
    with pytest.raises(FieldFault):
        await ring.replace("me", row.id, Entry("openai", KEY), NOW)
    assert await ring.of_owner("me") == [replaced]
    chosen = await ring.equip(interview_row("i", owner="me", keys={"llm": row.id}))
    assert chosen.parts[Part.LLM].key == other


async def test_deleting_is_for_the_owner(ring: KeyRing) -> None:
    """Another owner's key is not there."""
    row = (await ring.enter("me", Entry("openai", KEY), NOW)).row
    with pytest.raises(NotFound):
        await ring.delete("you", row.id)
    await ring.delete("me", row.id)
    assert await ring.of_owner("me") == []


async def test_keys_have_a_number(ring: KeyRing) -> None:
    """An owner keeps so many keys and no more."""
    for _ in range(MOST):
        await ring.enter("me", Entry("openai", KEY), NOW)
    with pytest.raises(Refused, match="20 keys"):
        await ring.enter("me", Entry("openai", KEY), NOW)


async def test_an_interview_uses_its_owners_keys_for_what_they_can_do(ring: KeyRing) -> None:
    """A stranger's key, one that is gone and one that cannot do the part are all refused alike."""
    row = (await ring.enter("me", Entry("deepgram", KEY), NOW)).row
    await ring.permit("me", {"stt": row.id})
    for owner, chosen in (
        ("you", {"stt": row.id}),
        ("me", {"llm": row.id}),
        ("me", {"stt": "key_0"}),
    ):
        with pytest.raises(FieldFault, match="Choose one of your own"):
            await ring.permit(owner, chosen)


async def test_what_is_gone_or_spoilt_is_told(ring: KeyRing, store: MemoryStore) -> None:
    """A key that was deleted or whose row was edited is lost for its part; the others are there."""
    kept = (await ring.enter("me", Entry("openai", KEY), NOW)).row
    spoilt = (await ring.enter("me", Entry("deepgram", KEY), NOW)).row
    await store.keys.replace(replace(spoilt, provider="openai"))
    interview = interview_row(
        "i", owner="me", keys={"llm": kept.id, "stt": spoilt.id, "tts": "key_0"}
    )
    equipped = await ring.equip(interview)
    assert set(equipped.parts) == {Part.LLM}
    assert set(equipped.lost) == {Part.STT, Part.TTS}
    assert "does not open" in equipped.lost[Part.STT]


async def test_all_keys_are_sealed_again(store: MemoryStore, checks: Checks) -> None:
    """After a change of the key-encryption key every row is moved once, and the old key can go."""
    old, new = new_key(), new_key()
    before = KeyRing(store.keys, SealingVault.of(old), checks)
    made = [await before.enter(owner, Entry("openai", KEY), NOW) for owner in ("me", "you")]
    await before.enter("me", Entry("openai-compatible", None, OWN, {Part.LLM: "m"}), NOW)
    assert await rewrap_keys(store.keys, SealingVault.of(f"{new} {old}")) == Rewrapped(moved=2)
    after = KeyRing(store.keys, SealingVault.of(new), checks)
    for row in (one.row for one in made):
        equipped = await after.equip(interview_row("i", owner=row.owner, keys={"llm": row.id}))
        assert equipped.parts[Part.LLM].key == KEY


async def test_a_ticket_is_good_once_for_its_interview(store: MemoryStore) -> None:
    """A worker redeems it; a second one, or one for another interview, gets nothing (S3)."""
    for name in ("i", "j"):
        await store.interviews.create(interview_row(name))
    ticket = await tickets.issue(store.tickets, "i")
    with pytest.raises(NotFound):
        await tickets.redeem(store.tickets, ticket, "j")
    await tickets.redeem(store.tickets, ticket, "i")
    with pytest.raises(NotFound):
        await tickets.redeem(store.tickets, ticket, "i")
