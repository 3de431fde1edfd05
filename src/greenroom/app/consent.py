"""The words that candidates agree to, by version and language. What they agreed to is kept with them.

Words that were shown stay here as they were: a record names their version. To change them, add a version
and make it `CURRENT`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from greenroom.interview.journal import Consent

WORDS: Final[Mapping[str, Mapping[str, str]]] = {
    "1": {
        "en": "I know I will be talking to an AI, not a person, and that my words are written down "
        "for the report.",
    },
}
"""Version, then language (BCP 47), to the words beside the box that is ticked."""
CURRENT: Final = "1"
LANGUAGE: Final = "en"
"""The language of the page that asks."""


def words() -> str:
    """What the page shows beside the box."""
    return WORDS[CURRENT][LANGUAGE]


def given(at: str) -> Consent:
    """Consent to today's words, given at this moment (ISO 8601, UTC)."""
    return Consent(CURRENT, LANGUAGE, at)
