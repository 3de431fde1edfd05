"""The transcript as a judge reads it: data that cannot break out of its fence.

One JSON object a line for each message, so a newline and a forged "Owner:" stay inside the visitor's
string. Angle brackets are escaped, so no fence can be closed from inside; the fence carries a nonce
that nobody knew when the messages were written. What shows nothing is shown as an escape.
"""

from __future__ import annotations

import json
import unicodedata
from typing import Final

from greenroom.circle.inputs import Transcript

UNSEEN: Final = frozenset({"Cc", "Cf", "Co", "Cs", "Cn", "Zl", "Zp"})


def message_id(index: int) -> str:
    """`m1` for the first message."""
    return f"m{index + 1}"


def render(transcript: Transcript, nonce: str) -> str:
    """The same words, each message on its line, between two fences."""
    rows = (
        _escaped(
            json.dumps(
                {
                    "id": message_id(index),
                    "speaker": message.speaker,
                    "text": _revealed(message.message),
                },
                ensure_ascii=False,
            )
        )
        for index, message in enumerate(transcript)
    )
    return "\n".join((f"<transcript {nonce}>", *rows, f"</transcript {nonce}>"))


def _revealed(text: str) -> str:
    return "".join(f"\\u{ord(c):04x}" if unicodedata.category(c) in UNSEEN else c for c in text)


def _escaped(line: str) -> str:
    return line.replace("<", "\\u003c").replace(">", "\\u003e")
