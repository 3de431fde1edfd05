"""A recorded interview becomes a scenario: what the candidate did, each thing at the cue it followed."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from greenroom.interview.events import (
    AckIgnored,
    AnswerGiven,
    CandidateJoined,
    CandidateLeft,
    CommandGiven,
    Event,
)
from greenroom.interview.plan import Millis
from greenroom.simulation.scenarios.format import LineSource
from greenroom.simulation.scrubbing import Scrubber, doubtful

ASKING: Final = frozenset(
    {"greeting", "question", "probe", "bridge", "repeat", "simpler", "reprompt", "reply"}
)
"""The kinds after which a script's cue `question` comes; so it does after any that was interrupted."""


@dataclass(frozen=True, slots=True)
class Deed:
    """One thing that the candidate did, in the interview's milliseconds."""

    act: str
    words: str
    began: Millis
    ended: Millis


@dataclass(frozen=True, slots=True)
class Recorded:
    """A scenario made of a recording, as its file will be."""

    toml: str
    replaced: Mapping[str, int]
    """How much was taken out, by kind."""
    doubtful: tuple[str, ...]
    """Words that are left, and that a person should look at."""


def deeds_of_record(record: Mapping[str, Any]) -> list[Deed]:
    """What the record alone knows: no button, and no absence."""
    return [
        Deed(
            "say" if m["ended_ms"] > m["started_ms"] else "type",
            m["text"],
            m["started_ms"],
            m["ended_ms"],
        )
        for m in record["messages"]
        if m["speaker"] == "candidate" and (m["text"].strip() or m["ended_ms"] > m["started_ms"])
    ]


def deeds_of_journal(events: Sequence[Event]) -> list[Deed]:
    """All of it: buttons, and when the candidate was away."""
    found: list[Deed] = []
    joined = False
    for event in events:
        match event:
            case AnswerGiven() if event.typed:
                found.append(Deed("type", event.text, event.at, event.at))
            case AnswerGiven() | AckIgnored():
                found.append(
                    Deed("say", event.text, event.began, max(event.ended, event.began + 1))
                )
            case CommandGiven():
                found.append(Deed(event.command.value, "", event.at, event.at))
            case CandidateLeft():
                found.append(Deed("leave", "", event.at, event.at))
            case CandidateJoined():
                found += [Deed("join", "", event.at, event.at)] if joined else []
                joined = True
            case _:
                pass
    said = [deed for deed in found if deed.act != "type" or deed.words.strip()]
    return sorted(said, key=lambda deed: deed.began)


def lines(deeds: Sequence[Deed], record: Mapping[str, Any]) -> Iterator[LineSource]:
    """The script: each deed waits for what it followed, so it stays in place when the interviewer's
    words, and with them the times, are others."""
    mine = [m for m in record["messages"] if m["speaker"] == "interviewer"]
    previous: Deed | None = None
    for deed in deeds:
        after, since = _cue(deed, previous, mine)
        length = (deed.ended - deed.began) / 1000 if deed.act == "say" else None
        wait = round(max(0, deed.began - since) / 1000, 3)
        words = " ".join(deed.words.split())
        yield LineSource(after=after, wait=wait, say=words, seconds=length, act=deed.act)  # type: ignore[arg-type]
        previous = deed


def _cue(
    deed: Deed, previous: Deed | None, mine: Sequence[Mapping[str, Any]]
) -> tuple[str, Millis]:
    """What it followed, and when that was."""
    over = [m for m in mine if m["started_ms"] <= deed.began < m["ended_ms"]]
    since = -1 if previous is None else previous.began
    if over and over[-1]["started_ms"] >= since:
        return "speech", over[-1]["started_ms"]
    asked = [
        m for m in mine
        if since <= m["ended_ms"] <= deed.began and (m["kind"] in ASKING or m["interrupted"])
    ]  # fmt: skip
    if asked:
        return "question", asked[0]["ended_ms"]
    if previous is not None:
        return "previous", previous.ended
    return "start", 0


def scenario(
    deeds: Sequence[Deed],
    record: Mapping[str, Any],
    *,
    plan: str,
    scrubber: Scrubber | None,
    companies: Sequence[str] = (),
) -> Recorded:
    """`plan` as the scenario names it. With a `scrubber` the words lose what it finds; without, they stay as they were said."""
    if scrubber is not None:
        told = [fact for stage in record["stages"] for fact in [stage["facts"].get("name", "")]]
        scrubber.know(record["candidate"]["name"], companies)
        for name in filter(None, told):
            scrubber.know(name)
        scrubber.learn([deed.words for deed in deeds])
        deeds = [replace(deed, words=scrubber.scrub(deed.words)) for deed in deeds]
        applied = {key: scrubber.scrub(record["candidate"][key]) for key in ("role", "level")}
        record = {**record, "candidate": applied}
    script = list(lines(deeds, record))
    return Recorded(
        _toml(script, record, plan, scrubbed=scrubber is not None),
        {} if scrubber is None else dict(scrubber.replaced),
        tuple(doubtful(deed.words for deed in deeds)),
    )


def _toml(
    script: Sequence[LineSource], record: Mapping[str, Any], plan: str, *, scrubbed: bool
) -> str:
    whole = json.dumps([line.model_dump() for line in script], ensure_ascii=False)
    name = hashlib.sha256(whole.encode()).hexdigest()[:10]
    state = (
        "scrubbed by rule; read it before you share it"
        if scrubbed
        else "NOT scrubbed: personal data"
    )
    parts = [
        f"# Made of a recorded interview, {state}.",
        "schema = 1",
        f'id = "session-{name}"',
        'title = "A recorded interview"',
        'tags = ["recorded"]',
        f"plan = {_quoted(plan)}",
        f"role = {_quoted(record['candidate']['role'])}",
        f"level = {_quoted(record['candidate']['level'])}",
        "",
        *(f"[[candidate.lines]]\n{_line(line)}\n" for line in script),
        "[expect]",
        f'end_reason = ["{record["end_reason"]}"]',
        f"stages = {_list(stage['id'] for stage in record['stages'])}",
    ]
    if not script:
        parts.insert(9, '[candidate]\npersona = "silent"\n')
    return "\n".join(parts) + "\n"


def _line(line: LineSource) -> str:
    written = [f'after = "{line.after}"', f"wait = {line.wait}"]
    if line.act != "say":
        written.append(f'act = "{line.act}"')
    if line.say:
        written.append(f"say = {_quoted(line.say)}")
    if line.seconds is not None:
        written.append(f"seconds = {line.seconds}")
    return "\n".join(written)


def _list(names: Iterator[str]) -> str:
    return "[" + ", ".join(_quoted(name) for name in names) + "]"


def _quoted(text: str) -> str:
    """A basic string of TOML: JSON's escapes are among its own, and nothing else needs one."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
