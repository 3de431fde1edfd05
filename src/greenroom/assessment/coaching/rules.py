"""The table of rules, read once; and which of them is said of an answer.

A rule holds where its aspect is in its state. Of those that hold, the one is said whose place in the list of what
was asked is lowest. That is all that chooses.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import resources
from typing import Any, Final, Literal, NamedTuple, TypeAlias, get_args

from greenroom.assessment.coaching import signs
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
    instead: Mapping[Asking, tuple[str, ...]] = field(default_factory=dict)
    """Wordings in the place of `say`, by what was asked."""
    weighed: tuple[str, ...] = ()
    """Wordings besides, where the quote says what stood against what was done."""
    unless: Mapping[Asking, Aspect] = field(default_factory=dict)
    """What an answer has that the rule is silent of, by what was asked."""
    habit: tuple[str, ...] = ()
    once: str = ""
    shows: Shows = "finding"
    matters: int = 0

    def holds(self, asking: Asking, findings: Mapping[Aspect, Finding]) -> bool:
        found = findings.get(self.aspect)
        if asking not in self.place or found is None or found.state is not self.state:
            return False
        return not (asking in self.unless and is_found(findings, self.unless[asking]))


class Told(NamedTuple):
    """How an answer was told, and what came after it."""

    pauses: int = 0
    shown_later: bool = False
    """A later answer of the same part tells a deed."""


NOT_KNOWN: Final = Told()


@dataclass(frozen=True, slots=True)
class Polish:
    """Advice that claims nothing, and where it is in place."""

    say: tuple[str, ...]
    asked: frozenset[Asking]
    has: Aspect | None = None
    lacks: Aspect | None = None
    """Found in the answer, or absent: what may be there is not asked for."""
    over: int = 0
    under: int | None = None
    """Words of the answer: more than, fewer than."""
    pauses: int = 0
    """Silences in the answer, as many at least."""
    example: bool = False
    """Whether it asks for an example: not where one follows."""

    def fits(self, asking: Asking, findings: Mapping[Aspect, Finding], told: Told) -> bool:
        states = {aspect: one.state for aspect, one in findings.items()}
        words = findings[Aspect.SHORT].count if Aspect.SHORT in findings else 0
        return (
            asking in self.asked
            and self.pauses <= told.pauses
            and not (self.example and told.shown_later)
            and (self.has is None or states.get(self.has) is State.FOUND)
            and (self.lacks is None or states.get(self.lacks) is State.ABSENT)
            and self.over <= words
            and (self.under is None or words < self.under)
        )


def _polish(raw: Mapping[str, Any]) -> Polish:
    has, lacks = (Aspect(raw[name]) if name in raw else None for name in ("has", "lacks"))
    asked = frozenset(map(Asking, raw["for"]))
    return Polish(
        tuple(raw["say"]),
        asked,
        has,
        lacks,
        raw.get("over", 0),
        raw.get("under"),
        raw.get("pauses", 0),
        raw.get("example", False),
    )


def _read(raw: Mapping[str, Any]) -> Rule:
    kind = raw["kind"]
    wanted = OF_STEPS if kind == "step" else frozenset()
    if kind not in get_args(Kind) or not raw["say"] or OF_STEPS & set(raw) != wanted:
        raise ValueError(f"rule of coaching {raw['id']}: kind = {kind!r}")
    place = {Asking(asking): int(at) for asking, at in raw["for"].items()}
    instead = {Asking(asking): tuple(say) for asking, say in raw.get("instead", {}).items()}
    unless = {Asking(asking): Aspect(one) for asking, one in raw.get("unless", {}).items()}
    habit: dict[str, Any] = {"habit": tuple(raw["habit"])} if "habit" in wanted else {}
    return Rule(
        raw["id"],
        kind,
        Aspect(raw["aspect"]),
        State(raw["state"]),
        place,
        tuple(raw["say"]),
        instead,
        tuple(raw.get("weighed", ())),
        unless,
        **({name: raw[name] for name in wanted} | habit),
    )


WORDS: Final[Mapping[str, Any]] = tomllib.loads(
    resources.files(__package__).joinpath("rules.toml").read_text("utf-8")
)
RULES: Final = tuple(map(_read, WORDS["rules"]))
BY_ID: Final[Mapping[str, Rule]] = {rule.id: rule for rule in RULES}
_POLISHES: Final = tuple(map(_polish, WORDS[POLISH]))


def is_found(findings: Mapping[Aspect, Finding], aspect: Aspect) -> bool:
    return aspect in findings and findings[aspect].state is State.FOUND


def silenced(asking: Asking, findings: Mapping[Aspect, Finding]) -> frozenset[Aspect]:
    """What is not said to be missing, because the answer has what makes up for it."""
    return frozenset(
        rule.aspect
        for rule in RULES
        if rule.state is State.ABSENT
        and asking in rule.unless
        and is_found(findings, rule.unless[asking])
    )


def chosen(wordings: Sequence[str], message: int) -> str:
    """One of these, by the message that it is about: the same interview always gets the same."""
    return wordings[message // 2 % len(wordings)]


class Wordings:
    """Takes the wording that a report has said least often: none is said again while another is left,
    whichever rule says it. Of equals the first from `turn` on, so that two interviews are told in other words."""

    def __init__(self, turn: int = 0) -> None:
        self._said: Counter[str] = Counter()
        self._turn = turn

    def remark(self, rule: Rule, asking: Asking, finding: Finding, question: str = "") -> Remark:
        quote = finding.quotes[0].text if finding.quotes else ""
        words = Sentence("{n} word", "{n} words", n=finding.count)
        weighed = rule.weighed if signs.CHOICE.search(quote.lower()) else ()
        text = self._least((*rule.instead.get(asking, rule.say), *weighed))
        said = Sentence(text, quote=quote, question=question, n=finding.count, words=words)
        return Remark(rule.id, said, finding.quotes[:1])

    def polish(
        self, asking: Asking, findings: Mapping[Aspect, Finding], told: Told = NOT_KNOWN
    ) -> Remark | None:
        """Advice beside an answer of which no rule says anything; none where all that fits was said."""
        for one in _POLISHES:
            if one.fits(asking, findings, told) and not any(self._said[text] for text in one.say):
                return Remark(POLISH, Sentence(self._least(one.say)), ())
        return None

    def _least(self, wordings: Sequence[str]) -> str:
        turn = self._turn % len(wordings)
        chosen = min((*wordings[turn:], *wordings[:turn]), key=lambda text: self._said[text])
        self._said[chosen] += 1
        return chosen


def holding(kind: Kind, asking: Asking, findings: Mapping[Aspect, Finding]) -> Sequence[Rule]:
    """The rules that hold, what is to be said first, first."""
    found: Iterator[Rule] = (r for r in RULES if r.kind == kind and r.holds(asking, findings))
    return sorted(found, key=lambda rule: rule.place[asking])
