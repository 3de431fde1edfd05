"""Good documents, damaged at random."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st

GENERATED = settings(
    deadline=None,
    database=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)
"""Documents are made and not made smaller: each takes long to read."""


@st.composite
def damaged(draw: st.DrawFn, whole: Sequence[bytes]) -> bytes:
    """One of these with some of it changed, cut, doubled, or put into another."""
    data = bytearray(draw(st.sampled_from(whole)))
    for _ in range(draw(st.integers(1, 8))):
        at = draw(st.integers(0, max(0, len(data) - 1)))
        match draw(st.sampled_from(["flip", "cut", "double", "insert", "number", "splice"])):
            case "flip":
                data[at : at + 1] = draw(st.binary(min_size=1, max_size=4))
            case "cut":
                del data[at : at + draw(st.integers(1, 400))]
            case "double":
                data[at:at] = data[at : at + draw(st.integers(1, 2000))] * draw(st.integers(1, 8))
            case "insert":
                data[at:at] = draw(st.binary(max_size=300))
            case "number":
                digits = next((i for i in range(at, len(data)) if 48 <= data[i] <= 57), at)
                data[digits : digits + 1] = str(draw(st.integers(-(2**40), 2**40))).encode()
            case _:
                data[at:] = draw(st.sampled_from(whole))[at:]
    return bytes(data)
