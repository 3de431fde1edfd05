"""What is polite and tells nothing."""

from __future__ import annotations

import pytest

from greenroom.assessment.polite import is_only_polite


@pytest.mark.parametrize(
    "text", ["No, thank you.", "Yes.", "Okay, thanks", "No, that was all, thank you."]
)
def test_only_polite(text: str) -> None:
    """A yes, a no and thanks tell nothing; one word more may."""
    assert is_only_polite(text)
    assert not is_only_polite(f"{text} Fine")
    assert not is_only_polite("")
    assert not is_only_polite("Nothing more.")
