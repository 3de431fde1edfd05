"""A record with given messages, as the measures of delivery take it."""

from __future__ import annotations

from typing import Any


def said(speaker: str, text: str, start: int, end: int, kind: str = "answer") -> dict[str, Any]:
    return {
        "index": 0,
        "speaker": speaker,
        "stage": "S",
        "kind": kind,
        "text": text,
        "started_ms": start,
        "ended_ms": end,
        "interrupted": False,
        "question_id": None,
    }


def record(*messages: dict[str, Any]) -> dict[str, Any]:
    return {
        "plan": "p",
        "started_at": "2026-01-01T00:00:00Z",
        "ended_ms": 60_000,
        "candidate": {"name": "Ada", "role": "", "level": ""},
        "stages": [
            {
                "id": "S",
                "entered_ms": 0,
                "left_ms": 60_000,
                "cause": "deadline",
                "forced": True,
                "questions": 1,
                "reprompts": 0,
                "facts": {},
            }
        ],
        "messages": list(messages),
    }


THIRTY = " ".join(["word"] * 28 + ["um", "um"])
ASKED = said("interviewer", "Who are you?", 0, 2_000, "question")


def question(at: int, text: str = "And then?", kind: str = "question") -> dict[str, Any]:
    return said("interviewer", text, at, at + 1_000, kind) | {"question_id": f"q{at}"}
