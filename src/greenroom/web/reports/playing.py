"""What of a report can be heard: whose words have a sound, from when to when."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from greenroom.app.ports import SoundSpan
from greenroom.assessment.moments import answer_moment, quote_moment
from greenroom.assessment.speech import within

FROM_HALF = 2
"""A passage is offered when at least one part in so many of it was kept."""


class Playing:
    """The sound of one interview beside its record."""

    def __init__(
        self, record: Mapping[str, Any], voices: Sequence[SoundSpan], kept: Sequence[SoundSpan]
    ) -> None:
        """`voices`: when somebody spoke (`assessment.speech.JournalExtract`); `kept`: what of it was kept."""
        self._messages = {message["index"]: message for message in record["messages"]}
        self._voices, self._kept = voices, kept
        self.allowed = bool(record.get("sound"))
        """The candidate allowed that it is kept."""

    @property
    def kept(self) -> bool:
        return bool(self._kept)

    @property
    def missing(self) -> int:
        """How many spoken answers have no sound."""
        spoken = [m["index"] for m in self._messages.values() if m["kind"] == "answer"]
        return sum(
            answer_moment(self._messages[index]) is not None and self.answer(index) is None
            for index in spoken
        )

    def answer(self, index: int) -> SoundSpan | None:
        """When to play the candidate's message; None for one that cannot be heard."""
        message = self._messages[index]
        return self._offered(None if not _theirs(message) else answer_moment(message))

    def quote(self, quote: Mapping[str, Any]) -> SoundSpan | None:
        message = self._messages[quote["message"]]
        if not _theirs(message):
            return None
        return self._offered(quote_moment(message, quote["start"], quote["end"], self._voices))

    def _offered(self, span: SoundSpan | None) -> SoundSpan | None:
        if span is None:
            return None
        heard = sum(end - begin for begin, end in within(span, self._kept))
        return span if FROM_HALF * heard >= span[1] - span[0] else None


def _theirs(message: Mapping[str, Any]) -> bool:
    return message["speaker"] == "candidate" and bool(message["text"].strip())
