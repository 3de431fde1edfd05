"""Values as a person says them, and the conditions of entries."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from greenroom.interview.replies.facts import ReplyFacts
from greenroom.interview.replies.table import HELP

NEARLY: Final = 40
"""Fewer seconds are less than a minute."""
CONDITIONS: Final[Mapping[str, Callable[[ReplyFacts], bool]]] = {
    "unhurried": lambda facts: facts.unhurried,
    "hurried": lambda facts: not facts.unhurried,
    "last_question": lambda facts: facts.questions_most == 0,
    "last_part": lambda facts: facts.stages_to_come == (),
    "sound": lambda facts: facts.sound_kept is True,
    "no_sound": lambda facts: facts.sound_kept is False,
    "theirs": lambda facts: facts.theirs,
    "model": lambda facts: facts.model is True,
    "no_model": lambda facts: facts.model is False,
    "pause": lambda facts: facts.can_pause,
    "distressed": lambda facts: facts.distressed,
    "answers": lambda facts: facts.answers,
    "study": lambda facts: facts.study,
    "job": lambda facts: facts.job is True,
    "no_job": lambda facts: facts.job is False,
    "from_job": lambda facts: facts.quote is not None and facts.quote.source == "job",
    "from_company": lambda facts: facts.quote is not None and facts.quote.source == "company",
    "their_questions": lambda facts: facts.their_questions is True,
}


def conditions(facts: ReplyFacts) -> frozenset[str]:
    """The names of the conditions that hold."""
    return frozenset(name for name, holds in CONDITIONS.items() if holds(facts))


def values(facts: ReplyFacts, said: Mapping[str, Any]) -> dict[str, str]:
    """What the fields of a wording stand for, in a language's words; unknown ones are left out."""
    help_ = HELP.get(facts.country.upper(), {})
    known = {
        "name": " ".join(facts.name.split()),
        "stage_left": _time(facts.stage_seconds, said),
        "whole_left": _time(facts.whole_seconds, said),
        "questions_asked": _counted(facts.questions_asked, said["asked"], said),
        "questions_left": _questions(facts.questions_least, facts.questions_most, said),
        "next_part": (facts.stages_to_come or ("",))[0],
        "parts_left": _counted(len(facts.stages_to_come or ()), said["parts"], said),
        "days": str(facts.kept_days) if facts.kept_days else "",
        "quote": facts.quote.text if facts.quote else "",
        "emergency": help_.get("emergency", ""),
        "crisis": help_.get("crisis", ""),
    }
    return {name: value for name, value in known.items() if value}


def _number(count: int, said: Mapping[str, Any]) -> str:
    words = said["numbers"]
    return str(words[count]) if count < len(words) else str(count)


def _time(seconds: float | None, said: Mapping[str, Any]) -> str:
    """ "about six minutes"; to the nearest minute, below when in doubt."""
    if seconds is None or not 0 <= seconds < 100_000:
        return ""
    if seconds < NEARLY:
        return str(said["seconds"])
    minutes = max(1, int(seconds + 20) // 60)
    if minutes == 1:
        return str(said["minute"])
    return str(said["minutes"]).format(count=_number(minutes, said))


def _questions(least: int | None, most: int | None, said: Mapping[str, Any]) -> str:
    """ "one more question", "between two and four more questions"; "" if unknown, or if there are none."""
    form = ""
    if most is None:
        form = "at_least_one" if least == 1 else "at_least" if least else ""
    elif least is not None and 0 <= least == most:
        form = "one" if most == 1 else "exactly" if most else ""
    elif most > 0:
        form = "at_most_one" if most == 1 else "between" if least else "at_most"
    if not form or (least or 0) < 0 or (most is not None and (least or 0) > most):
        return ""
    numbers = {"least": _number(least or 0, said), "most": _number(most or 0, said)}
    return str(said["questions"][form]).format(**numbers)


def _counted(count: int | None, forms: Mapping[str, str], said: Mapping[str, Any]) -> str:
    """ "one more part", "three more parts"; "" if there are none."""
    if not count:
        return ""
    return forms["one" if count == 1 else "many"].format(count=_number(count, said))
