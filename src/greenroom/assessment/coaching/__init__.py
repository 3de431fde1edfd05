"""Coaching by rules (R6): what each answer had of what was asked, one strength and one next step for each."""

from __future__ import annotations

from greenroom.assessment.coaching.coach import coach
from greenroom.assessment.coaching.overall import since
from greenroom.assessment.coaching.shapes import NOTHING_KNOWN, Coaching, Known

__all__ = ["NOTHING_KNOWN", "Coaching", "Known", "coach", "since"]
