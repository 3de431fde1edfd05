"""The interviewer's share of the talking."""

from __future__ import annotations

from greenroom.assessment.speech import their_talk


def said(speaker: str, kind: str, start: int, end: int, text: str = "Words.") -> dict[str, object]:
    return {"speaker": speaker, "kind": kind, "started_ms": start, "ended_ms": end, "text": text}


def test_the_first_words_greet_whatever_their_kind() -> None:
    """Where one message greets and asks, two people who spoke for half of the time were told that they should talk more."""
    messages = [
        said("interviewer", "bridge", 0, 12_000, "Hello, and a very warm welcome. Who are you?"),
        said("candidate", "answer", 15_000, 25_000),
        said("interviewer", "probe", 26_000, 30_000),
        said("interviewer", "closing", 40_000, 47_000),
    ]
    assert their_talk(messages) == 4_000 + 4_000
