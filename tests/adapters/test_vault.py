"""The vault: what it seals it alone opens, and only for the row that it was sealed for."""

from __future__ import annotations

import traceback
from dataclasses import replace

import pytest
from pydantic import SecretStr

from greenroom.adapters.vault import SealingVault, new_key, read_keys
from greenroom.app.ports import OperatorFault
from greenroom.testing import sealed_key

CANARY = "sk-canary-5f1d9c77aa20413e"
ROW = sealed_key("key_1", base_url="https://models.example.org/v1", sealed=b"")


@pytest.fixture
def vault() -> SealingVault:
    return SealingVault.of(new_key())


def test_what_was_sealed_is_opened(vault: SealingVault) -> None:
    """The key comes back whole; the sealed bytes hold no part of it."""
    row = vault.sealed(ROW, SecretStr(CANARY))
    assert vault.opened(row).get_secret_value() == CANARY
    assert CANARY.encode() not in row.sealed
    assert b"canary" not in row.sealed
    assert vault.opened(vault.sealed(ROW, SecretStr("schlüssel"))).get_secret_value() == "schlüssel"


def test_nothing_is_sealed_twice_alike(vault: SealingVault) -> None:
    """The same key in the same row has other bytes each time: a data key and nonces of its own."""
    sealed = {vault.sealed(ROW, SecretStr(CANARY)).sealed for _ in range(20)}
    assert len(sealed) == 20


@pytest.mark.parametrize(
    "changed",
    [
        {"owner": "owner-2"},
        {"id": "key_2"},
        {"provider": "anthropic"},
        {"base_url": "https://thief.example.net/v1"},
        {"base_url": None},
    ],
    ids=lambda changed: next(iter(changed)),
)
def test_a_key_fits_its_row_alone(vault: SealingVault, changed: dict[str, str]) -> None:
    """Moved to another owner, row or provider, or sent to another address, it does not open."""
    row = vault.sealed(ROW, SecretStr(CANARY))
    with pytest.raises(OperatorFault, match="does not open"):
        vault.opened(replace(row, **changed))


def test_a_changed_byte_is_noticed_and_nothing_is_told(vault: SealingVault) -> None:
    """Whatever byte of the sealed key is changed or missing: one clear error without the key."""
    row = vault.sealed(ROW, SecretStr(CANARY))
    for place in range(len(row.sealed)):
        spoilt = bytearray(row.sealed)
        spoilt[place] ^= 1
        for sealed in (bytes(spoilt), row.sealed[:place]):
            with pytest.raises(OperatorFault, match="key_1") as caught:
                vault.opened(replace(row, sealed=sealed))
            assert "canary" not in "".join(traceback.format_exception(caught.value))


def test_the_key_encryption_key_can_be_changed() -> None:
    """A new first key seals, the old one still opens; once rewrapped the old one is not needed."""
    old, new = new_key(), new_key()
    row = SealingVault.of(old).sealed(ROW, SecretStr(CANARY))
    both = SealingVault.of(f"{new}, {old}")
    assert both.opened(row).get_secret_value() == CANARY
    moved = both.rewrapped(row)
    assert moved is not None
    assert both.rewrapped(moved) is None
    assert SealingVault.of(new).opened(moved).get_secret_value() == CANARY
    with pytest.raises(OperatorFault, match="another key-encryption key"):
        SealingVault.of(new).opened(row)


@pytest.mark.parametrize(
    "written",
    ["", "  ", "short", "A" * 43 + "=", "not base64 at all!", f"{new_key()} c2hvcnQ="],
    ids=["empty", "blank", "short", "one letter", "no base64", "a short one behind"],
)
def test_a_bad_key_encryption_key_is_refused(written: str) -> None:
    """Too short, no base64, or no randomness: refused, and not quoted."""
    with pytest.raises(OperatorFault) as caught:
        read_keys(written)
    assert not written.strip() or written not in str(caught.value)
