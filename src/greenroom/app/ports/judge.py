"""Who judges an answer by a criterion."""

from __future__ import annotations

from typing import Protocol

from greenroom.assessment.claims import Claim
from greenroom.assessment.rubric import Criterion
from greenroom.assessment.transcript import Transcript


class Judge(Protocol):
    """Judges one criterion at a time, and knows nothing of the others. Nothing it says is believed
    before its quotes were found."""

    @property
    def name(self) -> str:
        """For the scorecard: which judge this is, without a key or an address."""
        ...

    @property
    def readings(self) -> int:
        """How often each criterion is judged, to see whether the judge agrees with itself."""
        ...

    @property
    def longest(self) -> int | None:
        """Characters of a transcript that it can be given at once; None: any number."""
        ...

    async def judge(
        self, criterion: Criterion, transcript: Transcript, reading: int
    ) -> Claim | None:
        """`reading` counts from 0; odd ones are given the answers in another order. None: this
        criterion was left out. Raises `UpstreamFault`."""
        ...
