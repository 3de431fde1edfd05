"""The table of rules, read once; and which of them is said of an answer.

A rule holds where its aspect is in its state. Of those that hold, the one is said whose place in the list of what
was asked is lowest. That is all that chooses.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import resources
from typing import Any, Final, Literal, TypeAlias, get_args

from greenroom.assessment.coaching.shapes import Asking, Aspect, Finding, Remark, State
from greenroom.assessment.sentence import Sentence

Kind: TypeAlias = Literal["strength", "step"]
Shows: TypeAlias = Literal["finding", "answer", "best", "figure"]
OF_STEPS: Final = frozenset({"habit", "once", "shows", "matters"})
POLISH: Final = "polish"
"""Rule of the advice beside an answer of which no other says anything."""


@dataclass(frozen=True, slots=True)
class Rule:
    id: str
    kind: Kind
    aspect: Aspect
    state: State
    place: Mapping[Asking, int]
    say: tuple[str, ...]
    habit: str = ""
    once: str = ""
    shows: Shows = "finding"
    matters: int = 0

    def holds(self, asking: Asking, findings: Mapping[Aspect, Finding]) -> bool:
        found = findings.get(self.aspect)
        return asking in self.place and found is not None and found.state is self.state


def _read(raw: Mapping[str, Any]) -> Rule:
    kind = raw["kind"]
    wanted = OF_STEPS if kind == "step" else frozenset()
    if kind not in get_args(Kind) or not raw["say"] or OF_STEPS & set(raw) != wanted:
        raise ValueError(f"rule of coaching {raw['id']}: kind = {kind!r}")
    place = {Asking(asking): int(at) for asking, at in raw["for"].items()}
    return Rule(
        raw["id"],
        kind,
        Aspect(raw["aspect"]),
        State(raw["state"]),
        place,
        tuple(raw["say"]),
        **{name: raw[name] for name in wanted},
    )


WORDS: Final[Mapping[str, Any]] = tomllib.loads(
    resources.files(__package__).joinpath("rules.toml").read_text("utf-8")
)
RULES: Final = tuple(map(_read, WORDS["rules"]))
BY_ID: Final[Mapping[str, Rule]] = {rule.id: rule for rule in RULES}


class Wordings:
    """Takes the wording that a report has said least often, of equals the first of the table: none is said
    again while another is left, whichever rule says it."""

    def __init__(self) -> None:
        self._said: Counter[str] = Counter()

    def remark(self, rule: Rule, finding: Finding, question: str = "") -> Remark:
        quote = finding.quotes[0].text if finding.quotes else ""
        words = Sentence("{n} word", "{n} words", n=finding.count)
        text = self._least(rule.say)
        said = Sentence(text, quote=quote, question=question, n=finding.count, words=words)
        return Remark(rule.id, said, finding.quotes[:1])

    def polish(self, asking: Asking) -> Remark:
        """Advice beside an answer of which no rule says anything."""
        return Remark(POLISH, Sentence(self._least(WORDS[POLISH][asking])), ())

    def _least(self, wordings: Sequence[str]) -> str:
        chosen = min(wordings, key=lambda text: self._said[text])
        self._said[chosen] += 1
        return chosen


def holding(kind: Kind, asking: Asking, findings: Mapping[Aspect, Finding]) -> Sequence[Rule]:
    """The rules that hold, what is to be said first, first."""
    found: Iterator[Rule] = (r for r in RULES if r.kind == kind and r.holds(asking, findings))
    return sorted(found, key=lambda rule: rule.place[asking])
