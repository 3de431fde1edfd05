"""A judge whose words are written down beforehand: one line a record, for tests and for people who judge
by other means and want the evidence checked.

    {"criteria": [{"id": "result", "score": 4, "quotes": ["the delay fell to two minutes"]}]}
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from greenroom.app.ports import UpstreamFault
from greenroom.app.providers.upstream import UpstreamCause
from greenroom.assessment.claims import Claim
from greenroom.assessment.rubric import Criterion
from greenroom.assessment.transcript import Transcript

LONGEST_LINE: Final = 256 * 1024


class ScriptedJudge:
    """Implements `ports.Judge`. A line is used up by each record; a line that is none fails every
    criterion, as a model's broken reply does."""

    name = "script"
    judge_passes = 1
    longest = None

    def __init__(self, lines: Sequence[str]) -> None:
        self._lines: Iterator[str] = iter(lines)
        self._transcript: Transcript | None = None
        self._claims: Mapping[str, Claim] | UpstreamCause = {}

    async def judge(
        self, criterion: Criterion, transcript: Transcript, judge_pass: int
    ) -> Claim | None:
        if self._transcript is not transcript:
            self._transcript, self._claims = transcript, _claims(next(self._lines, None))
        if isinstance(self._claims, UpstreamCause):
            raise UpstreamFault(self.name, self._claims, retryable=False)
        return self._claims.get(criterion.id)


def _claims(line: str | None) -> Mapping[str, Claim] | UpstreamCause:
    """What the line claims, by criterion; or what is wrong with it."""
    if line is None or not line.strip():
        return UpstreamCause.EMPTY
    try:
        said = json.loads(line[:LONGEST_LINE])
    except (ValueError, RecursionError):
        return UpstreamCause.MALFORMED
    entries = said.get("criteria") if isinstance(said, dict) else None
    if not isinstance(entries, list) or not all(_is_entry(entry) for entry in entries):
        return UpstreamCause.WRONG_SCHEMA
    if len({entry["id"] for entry in entries}) < len(entries):
        return UpstreamCause.WRONG_SCHEMA  # two levels for one criterion: which one was meant?
    return {
        entry["id"]: Claim(entry["score"], _quotes(entry)) for entry in entries if "score" in entry
    }


def _quotes(entry: Mapping[str, Any]) -> Sequence[object]:
    quotes = entry.get("quotes")
    return quotes if isinstance(quotes, list) else ()


def _is_entry(entry: Any) -> bool:
    return isinstance(entry, dict) and isinstance(entry.get("id"), str)
