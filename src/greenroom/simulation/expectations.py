"""Whether an interview came to what its scenario expects, each answer with the words that show it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from greenroom.assessment.reasons import Reason
from greenroom.evidence import Quote
from greenroom.simulation.fact_sheet import Record, Told, found, quoted, spoken, whole
from greenroom.simulation.scenarios.format import ExpectSource, RubricSource

MOST_QUOTES: Final = 8
"""Shown with one check; the number that was counted is not cut."""


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was expected. `passed` is None for what nobody could tell."""

    id: str
    passed: bool | None
    expected: str
    found: str
    quotes: tuple[Quote, ...] = ()

    def plain(self) -> dict[str, Any]:
        return {
            "id": self.id,
            "passed": self.passed,
            "expected": self.expected,
            "found": self.found,
            "quotes": [quoted(quote) for quote in self.quotes[:MOST_QUOTES]],
        }


def of_interview(expect: ExpectSource, record: Record, facts: Sequence[Told]) -> Iterator[Check]:
    """All but soundness and levels."""
    if expect.end_reason:
        yield _one_of("end_reason", expect.end_reason, record["end_reason"], _last(record))
    yield from _stages(expect, record)
    yield from _words(expect.said, expect.forbidden, list(spoken(record, "interviewer")))
    yield from _sheet(expect, facts)
    for name, least in expect.at_least.items():
        yield _number(record, name, least, "at least", lambda n, limit: n >= limit)
    for name, most in expect.at_most.items():
        yield _number(record, name, most, "at most", lambda n, limit: n <= limit)


def of_circle(expect: ExpectSource, record: Record) -> Iterator[Check]:
    """`record` is a circle's outcome; its messages have no index of their own."""
    said = [
        {"index": i, "speaker": m["speaker"], "text": m["message"]}
        for i, m in enumerate(record["transcript"])
    ]
    ends = tuple(whole(message) for message in said[-1:])
    if expect.end_reason:
        yield _one_of("end_reason", expect.end_reason, record["end_reason"], ends)
    yield from _words([], expect.forbidden, said)
    if expect.forbidden:
        line = {"index": -1, "text": record["notification"] or ""}
        bad = [quote.text for quote in found(line, expect.forbidden)]
        yield Check(
            "forbidden in the push line", not bad, "none of the words", ", ".join(bad) or "none"
        )
    if expect.decision is not None:
        decided = "undecided" if record["undecided"] else record["decision"] or "none"
        yield _one_of("decision", [expect.decision], decided, ())


def sound(faults: Sequence[str]) -> Check:
    """What no interview may ever show."""
    return Check(
        "sound",
        not faults,
        "no rule of an interview is broken",
        "; ".join(faults) or "no rule is broken",
    )


def replays(same: bool) -> Check:
    told = "the same record" if same else "another record"
    return Check("replay", same, "the journal alone gives the same record", told)


def levels(rubric: RubricSource, criteria: Iterable[Mapping[str, Any]]) -> Iterator[Check]:
    """`criteria` as a scorecard writes them. What nobody judged is neither passed nor failed."""
    marks = {mark["id"]: mark for mark in criteria}
    for name in rubric.unscored:
        mark = marks[name]
        told = f"level {mark['score']}" if "score" in mark else f"no level: {mark['not_scored']}"
        passed = None if _nobody(mark) else "score" not in mark
        yield Check(f"no level of {name}", passed, "no level stands", told)
    for name, least in rubric.at_least.items():
        mark = marks[name]
        expected = f"level {least} or higher"
        if "score" in mark:
            quotes = tuple(
                Quote(q["message"], q["start"], q["end"], q["quote"]) for q in mark["quotes"]
            )
            passed = mark["score"] >= least
            yield Check(f"level of {name}", passed, expected, f"level {mark['score']}", quotes)
        else:
            told = f"not scored: {mark['not_scored']}"
            yield Check(f"level of {name}", None if _nobody(mark) else False, expected, told)


def _nobody(mark: Mapping[str, Any]) -> bool:
    """Nobody judged this."""
    return mark.get("not_scored") in (Reason.NO_MODEL, Reason.JUDGE_FAILED)


def _one_of(name: str, wanted: Sequence[str], came: str | None, quotes: tuple[Quote, ...]) -> Check:
    return Check(name, came in wanted, " or ".join(wanted), str(came), quotes)


def _last(record: Record) -> tuple[Quote, ...]:
    return tuple(whole(message) for message in record["messages"][-1:])


def _stages(expect: ExpectSource, record: Record) -> Iterator[Check]:
    stages = {stage["id"]: stage for stage in record["stages"]}
    firsts = {m["stage"]: m for m in reversed(record["messages"])}
    if expect.stages:
        opened = tuple(whole(firsts[name]) for name in stages if name in firsts)
        came = list(stages)
        told = " → ".join(came) or "none"
        yield Check("stages", came == expect.stages, " → ".join(expect.stages), told, opened)
    for name, causes in expect.causes.items():
        cause = stages[name]["cause"] if name in stages else "not entered"
        lasts = [m for m in record["messages"] if m["stage"] == name][-1:]
        yield _one_of(f"cause of {name}", causes, cause, tuple(map(whole, lasts)))
    for name, keys in expect.learned.items():
        facts = stages[name]["facts"] if name in stages else {}
        for key in keys:
            words = facts.get(key)
            shown = [] if words is None else _where(record, words)
            told = "not learned" if words is None else f"“{words}”"
            yield Check(f"{name} learns {key}", words is not None, "learned", told, tuple(shown))


def _where(record: Record, words: str) -> list[Quote]:
    quotes = (quote for m in spoken(record, "candidate") for quote in found(m, [words]))
    return list(quotes)[:1]


def _words(
    wanted: Iterable[str], forbidden: Iterable[str], messages: Sequence[Mapping[str, Any]]
) -> Iterator[Check]:
    for phrase in wanted:
        quotes = tuple(quote for m in messages for quote in found(m, [phrase]))
        yield Check(f"says “{phrase}”", bool(quotes), "said", _times(len(quotes)), quotes)
    for phrase in forbidden:
        quotes = tuple(quote for m in messages for quote in found(m, [phrase]))
        yield Check(f"never says “{phrase}”", not quotes, "not said", _times(len(quotes)), quotes)


def _sheet(expect: ExpectSource, facts: Sequence[Told]) -> Iterator[Check]:
    known = {fact.fact: fact for fact in facts}
    for name in expect.facts:
        fact = known[name]
        if fact.told is not None:
            yield Check(f"hears {name}", True, "told", "told", (*fact.asked[:1], fact.told))
        else:
            came = "asked for, and not told" if fact.asked else "never asked for"
            yield Check(f"hears {name}", False, "told", came, fact.asked)
    if expect.coverage is not None:
        can = [fact for fact in facts if fact.reveal != "never"]
        had = [fact for fact in can if fact.told is not None]
        came = f"{len(had)} of {len(can)}"
        passed = 100 * len(had) >= expect.coverage * len(can)
        quotes = tuple(fact.told for fact in had if fact.told is not None)
        yield Check("coverage", passed, f"{expect.coverage} % of the facts", came, quotes)


def _number(
    record: Record, name: str, limit: int, words: str, holds: Callable[[int, int], bool]
) -> Check:
    number, messages = count(record, name)
    quotes = tuple(whole(message) for message in messages)
    return Check(
        f"{name} {words} {limit}", holds(number, limit), f"{words} {limit}", str(number), quotes
    )


def count(record: Record, name: str) -> tuple[int, list[Mapping[str, Any]]]:
    """A number of the record, and the messages that were counted where it is one of messages."""
    messages = record["messages"]
    if name == "seconds":
        return (record["ended_ms"] or 0) // 1000, []
    if name == "incidents":
        return len(record["incidents"]), []
    if name == "refused_transitions":
        return sum(t["refused"] for t in record["transitions"]), []
    if name in ("barge_ins", "forced_transitions", "natural_transitions"):
        return record["counts"][name], []
    if name in ("interviewer_messages", "candidate_messages"):
        counted = list(spoken(record, name.removesuffix("_messages")))
    elif name == "interrupted":
        counted = [m for m in spoken(record, "interviewer") if m["interrupted"]]
    else:
        counted = [m for m in messages if m["kind"] == name]
    return len(counted), counted


def _times(number: int) -> str:
    return {0: "never", 1: "once"}.get(number, f"in {number} messages")
