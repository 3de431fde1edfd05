"""One number and what it means, or why there is none."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from greenroom.assessment.sentence import Sentence
from greenroom.assessment.speech import Speech

ENOUGH_WORDS: Final = 20
"""Fewer spoken words than this support no rate."""


@dataclass(frozen=True, slots=True)
class Measure:
    """One number and what it means."""

    value: float | int | str
    unit: str
    definition: str
    sentence: str

    def plain(self) -> dict[str, Any]:
        return {
            "value": self.value,
            "unit": self.unit,
            "definition": self.definition,
            "sentence": self.sentence,
        }


@dataclass(frozen=True, slots=True)
class NotMeasured:
    """Why there is no number."""

    reason: str

    def plain(self) -> dict[str, Any]:
        return {"value": None, "not_scored": self.reason}


def too_little(speech: Speech) -> NotMeasured:
    """Too few words for a rate."""
    return NotMeasured(
        Sentence(
            "We heard {n} spoken word; fewer than {enough} support no such figure.",
            "We heard {n} spoken words; fewer than {enough} support no such figure.",
            n=speech.words,
            enough=ENOUGH_WORDS,
        )
    )


def seconds(value: float) -> Sentence:
    """The unit of so many seconds."""
    return Sentence("second") if value == 1 else Sentence("seconds")
