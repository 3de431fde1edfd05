"""`python -m greenroom_turns decide`: what the gate makes of a conversation that was written down.

A line is an event, in the order of time:

    {"at_ms": 0, "event": "speaks"}
    {"at_ms": 1200, "event": "voice_begins"}
    {"at_ms": 1500, "event": "words", "text": "okay", "final": true, "confidence": 0.9}
    {"at_ms": 1600, "event": "voice_ends"}

Events: `composes`, `speaks`, `yields` (the agent), `voice_begins`, `voice_ends`, `words` (the person), and
`expects` with a `question`, "open" or "yesno". `final` and `confidence` may be missing.
"""

import argparse
import json
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from greenroom_turns.gate import Gate, Verdict
from greenroom_turns.limits import Millis

TOLD: dict[str, Callable[[Gate, Millis], None]] = {
    "composes": Gate.interviewer_composes,
    "speaks": Gate.interviewer_speaks,
    "voice_begins": Gate.voice_begins,
    "voice_ends": Gate.voice_ends,
}


def verdicts(gate: Gate, event: dict[str, Any]) -> Iterator[Verdict]:
    """What is decided at one event."""
    at_ms, kind = int(event["at_ms"]), event["event"]
    match kind:
        case "yields":
            yield from gate.interviewer_yields(at_ms)
        case "expects":
            gate.question = event["question"]
        case "words":
            final, sure = bool(event.get("final")), event.get("confidence")
            yield gate.words_come(str(event["text"]), at_ms, final=final, confidence=sure)
        case _ if kind in TOLD:
            TOLD[kind](gate, at_ms)
        case _:
            raise ValueError(f"no such event: {kind!r}")


def decisions(lines: Iterable[str], language: str) -> Iterator[dict[str, Any]]:
    """One for each verdict. Raises `ValueError` that names the first line that is no event."""
    gate = Gate(lang=language)
    for number, line in enumerate(lines, start=1):
        try:
            event = json.loads(line)
            for verdict in verdicts(gate, event):
                action, cause = verdict.decision.action, verdict.decision.cause
                told = {"at_ms": event["at_ms"], "decision": action, "cause": cause}
                yield told | {"text": verdict.text}
        except (ValueError, KeyError, TypeError) as error:
            raise ValueError(f"line {number}: {type(error).__name__}: {error}") from error


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m greenroom_turns",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    decide = commands.add_parser("decide", help="Decide about the words of a conversation.")
    decide.add_argument("file", type=Path, metavar="FILE.jsonl")
    decide.add_argument("--language", default="en", help="Whose word lists to use.")
    given = parser.parse_args()
    try:
        with given.file.open(encoding="utf-8") as lines:
            for decision in decisions(lines, given.language):
                print(json.dumps(decision, ensure_ascii=False))
    except (OSError, ValueError) as error:
        print(f"greenroom_turns: {given.file}: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
