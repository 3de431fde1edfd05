"""A record for `greenroom score`, and a judge who reads his words from a file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

STORY = (
    "Our stock count was a day behind. I decided on change events over polling, built it with one "
    "colleague, and the delay fell from a day to two minutes; the price was a harder rollback."
)
QUOTE = "the delay fell from a day to two minutes"


def message(index: int, speaker: str, kind: str, text: str) -> dict[str, Any]:
    return {
        "index": index,
        "speaker": speaker,
        "kind": kind,
        "text": text,
        "started_ms": 10_000 * index,
        "ended_ms": 10_000 * index + 9_000,
    }


def record() -> dict[str, Any]:
    asked = message(0, "interviewer", "question", "What are you proud of?")
    return {
        "schema": 1,
        "plan": "two-stage",
        "messages": [asked, message(1, "candidate", "answer", STORY)],
    }


def whole() -> dict[str, Any]:
    """A record with all that a report needs."""
    found = record() | {
        "candidate": {"name": "<b>Ada</b>", "role": "", "level": ""},
        "started_at": "2026-01-01T00:00:00Z",
        "ended_ms": 20_000,
        "end_reason": "completed",
        "transitions": [],
        "incidents": [],
        "stages": [],
    }
    for said in found["messages"]:
        said |= {"interrupted": False, "stage": "INTRO", "question_id": None}
    return found


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "record.json"
    path.write_text(json.dumps(record()))
    return path


def script(folder: Path, score: Any = 4, *quotes: str) -> str:
    entries = [
        {"id": i, "score": score, "quotes": list(quotes)}
        for i in ("situation", "task", "action", "result")
    ]
    path = folder / "judge.jsonl"
    path.write_text(json.dumps({"criteria": entries}) + "\n")
    return f"script:{path}"
