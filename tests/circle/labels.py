"""What judges and labellers say, as strategies, and the kappa of two of them."""

from __future__ import annotations

from hypothesis import strategies as st

from greenroom.circle.calibration.agreement import Agreement, Kappa
from greenroom.circle.events import Verdict

YES, NO, UNDECIDED = Verdict.YES, Verdict.NO, Verdict.UNDECIDED
LABELS = st.sampled_from(Verdict)
JUDGED = st.sampled_from((*Verdict, None))


def kappa(found: Agreement) -> Kappa:
    assert isinstance(found.kappa, Kappa)
    return found.kappa
