"""What can be set about an interview between agents, and the two presets."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from enum import StrEnum
from typing import Any, Final

MOST_PER_SIDE: Final = 50


class Sharing(StrEnum):
    """How much of a profile the other side's agent gets."""

    PROJECTED = "projected"
    FULL = "full"


class RuleCause(StrEnum):
    """Why a rule cannot be, in English."""

    UNKNOWN = "{name}: no such rule; there are {names}"
    UNLIKE = "{name}: {given} is not like {today}"
    OUTSIDE = "{name}: {value} is not between {least} and {most}"


class RuleFault(ValueError):
    """A rule that cannot be; the message begins with its name. `cause` and `values` say it in other languages."""

    def __init__(self, cause: RuleCause, **values: object) -> None:
        super().__init__(cause.format(**values))
        self.cause, self.values = cause, values


@dataclass(frozen=True, slots=True)
class Rules:
    """Every knob with its default. The presets differ in `profile_sharing` alone."""

    max_per_side: int = 4
    """Messages of each side, 1 to 50."""
    reply_to_final: bool = True
    """The visitor answers the owner's last message, unless the owner stopped with it."""
    profile_sharing: Sharing = Sharing.PROJECTED
    honor_visitor_stop: bool = False
    """False: the visitor's wish to stop is recorded and changes nothing."""
    max_stale: int = 0
    """So many empty visitor messages in a row end the interview; 0: never."""
    min_visitor_turns: int = 0
    """Before so many visitor messages the owner's wish to stop is recorded only."""
    soft_words: tuple[int, int] = (20, 80)
    """The length of a message that agents are asked for."""
    max_message_chars: int = 1_200
    """A longer message is asked for again once, then cut and marked so."""
    locale: str | None = None
    """The language of messages and push line; None: the circle's, else that of the first message."""
    allow_proposals: bool = True
    """Agents may propose something concrete for the humans to confirm. They never accept."""
    max_attempts: int = 3
    """How often one turn or one judgement is asked for."""
    judges: int = 1
    """Members of the panel."""

    def __post_init__(self) -> None:
        _check(self)


def _check(rules: Rules) -> None:
    low, high = rules.soft_words
    for name, value, least, most in (
        ("max_per_side", rules.max_per_side, 1, MOST_PER_SIDE),
        ("max_stale", rules.max_stale, 0, MOST_PER_SIDE),
        ("min_visitor_turns", rules.min_visitor_turns, 0, MOST_PER_SIDE),
        ("max_message_chars", rules.max_message_chars, 1, 100_000),
        ("max_attempts", rules.max_attempts, 1, 10),
        ("judges", rules.judges, 1, 9),
        ("soft_words", low, 1, high),
    ):
        if not least <= value <= most:
            raise RuleFault(RuleCause.OUTSIDE, name=name, value=value, least=least, most=most)


PRESETS: Final = {
    "safe": Rules(),
    "spec": Rules(profile_sharing=Sharing.FULL),
}


def with_rules(preset: Rules, changes: dict[str, Any]) -> Rules:
    """The preset with some knobs turned, given as JSON values. Raises `RuleFault`."""
    known = {f.name: getattr(preset, f.name) for f in fields(preset)}
    for name in changes:
        if name not in known:
            raise RuleFault(RuleCause.UNKNOWN, name=name, names=", ".join(known))
    turned: dict[str, Any] = {n: _value(n, known[n], v) for n, v in changes.items()}
    return replace(preset, **turned)


def _value(name: str, today: object, given: object) -> object:
    match name, given:
        case "locale", str() | None:
            return given
        case "profile_sharing", ("projected" | "full") as sharing:
            return Sharing(sharing)
        case "soft_words", [int() as low, int() as high]:
            return low, high
        case _ if name not in ("locale", "profile_sharing") and type(given) is type(today):
            return given
    raise RuleFault(RuleCause.UNLIKE, name=name, given=repr(given), today=repr(today))
