"""Profiles: who may see which field. Whatever is not in the table is private.

A projected profile keeps the keys and shapes of the whole one and holds only what may be told,
coarsened: a goal without ways to reach anybody, skills by name, times of day without the hours.
Values of another shape than the table expects are left out, never passed on.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Any, Final, TypeAlias

from greenroom.circle.reachable import is_reachable, without_addresses

Profile: TypeAlias = Mapping[str, Any]
"""An open object; whole, it is seen by its owner's agent alone."""
Path: TypeAlias = tuple[str, ...]


class Visibility(StrEnum):
    """Who gets a field besides the agent that speaks for its owner."""

    PRIVATE = "private"
    """Nobody."""
    SELF = "self"
    """Nobody; it shapes how the agent writes, and shows in that."""
    SUMMARY = "summary"
    """The other side's agent, coarsened."""


_FIELDS: Final[Mapping[str, Mapping[Visibility, tuple[str, ...]]]] = {
    "personality_core": {
        Visibility.PRIVATE: (
            "openness",
            "conscientiousness",
            "extraversion",
            "agreeableness",
            "emotional_stability",
            "social_match_implications",
        )
    },
    "social_interaction_style": {
        Visibility.SELF: (
            "preferred_group_size",
            "meeting_structure",
            "tone",
            "communication_style",
            "response_latency",
            "conversation_pacing",
        ),
        Visibility.PRIVATE: ("comfort_zones_and_boundaries",),
    },
    "motivations_and_goals": {
        Visibility.SUMMARY: ("primary_goal",),
        Visibility.PRIVATE: ("secondary_goal", "underlying_needs"),
    },
    "skills_and_identity": {
        Visibility.SUMMARY: ("skills",),
        Visibility.PRIVATE: ("skill_levels", "experience", "identity_tags"),
    },
    "lifestyle_and_rhythms": {
        Visibility.SUMMARY: ("availability",),
        Visibility.PRIVATE: (
            "weekly_rhythm",
            "mobility",
            "preferred_locations",
            "environmental_context",
        ),
    },
    "conversation_micro_preferences": {
        Visibility.SELF: (
            "preferred_opener_style",
            "emoji_usage",
            "humor_style",
            "formality_level",
            "preferred_medium",
            "default_tone",
        )
    },
    "behavioural_history_model": {
        Visibility.PRIVATE: (
            "match_acceptance_pattern",
            "match_decline_pattern",
            "good_outcomes_pattern",
            "response_latency_pattern",
            "conversation_patterns",
        )
    },
    "agent_persona_heuristic": {
        Visibility.SELF: (
            "voice",
            "decision_priorities",
            "tone_guidance",
            "risk_tolerance",
            "serendipity_openness",
        )
    },
}

VISIBILITY: Final[Mapping[Path, Visibility]] = MappingProxyType(
    {
        (section, field): visibility
        for section, kinds in _FIELDS.items()
        for visibility, names in kinds.items()
        for field in names
    }
)
"""The schema: section and field. A field that is not here is `PRIVATE`."""

LONGEST_GOAL: Final = 160
LONGEST_SKILL: Final = 40
MOST_SKILLS: Final = 12
DAYS: Final = ("weekday", "weekend")
TIMES: Final = ("morning", "afternoon", "evening", "night")
NO_TIMES: Final = frozenset({"", "no", "none", "never", "false", "unavailable", "busy"})
NAME_KEYS: Final = frozenset(
    {"name", "display_name", "full_name", "first_name", "last_name", "surname", "nickname"}
)
SHORTEST_NAME: Final = 2


def visibility(path: Path) -> Visibility:
    """Of a field, by section and name; deeper fields are as their field."""
    return VISIBILITY.get(path[:2], Visibility.PRIVATE)


def project(profile: Profile) -> dict[str, Any]:
    """What the other side's agent may see of it."""
    seen: dict[str, Any] = {}
    for (section, field), summarise in SUMMARIES.items():
        fields = profile.get(section)
        if isinstance(fields, Mapping):
            told = summarise(fields.get(field))
            if told:
                seen.setdefault(section, {})[field] = told
    return seen


def names(profile: Profile) -> frozenset[str]:
    """The words of the person's names, wherever in the profile a name stands."""
    return frozenset(
        word
        for text in _named(profile)
        for word in re.split(r"[^\w'’-]+", text)
        if len(word) >= SHORTEST_NAME
    )


def _named(value: Any, key: str = "") -> Iterator[str]:
    if isinstance(value, Mapping):
        for inner, what in value.items():
            yield from _named(what, str(inner))
    elif isinstance(value, str) and key in NAME_KEYS:
        yield value


def _goal(value: Any) -> str | None:
    """Its first words, without ways to reach anybody."""
    if not isinstance(value, str):
        return None
    text = without_addresses(value)
    if len(text) <= LONGEST_GOAL:
        return text
    return text[:LONGEST_GOAL].rsplit(" ", 1)[0] + " …"


def _skills(value: Any) -> list[str]:
    """Short names only; what is longer is a story."""
    if not isinstance(value, list):
        return []
    short = [s for s in value if isinstance(s, str) and len(s) <= LONGEST_SKILL]
    return [skill for skill in short if not is_reachable(skill)][:MOST_SKILLS]


def _availability(value: Any) -> dict[str, str] | str | None:
    """Days and times of day, without what was said about them."""
    if isinstance(value, str):
        return _times(value)
    if not isinstance(value, Mapping):
        return None
    free = (_times(str(key)) for key, when in value.items() if _is_free(when))
    return {time.replace(" ", "_"): "available" for time in free if time}


def _is_free(value: Any) -> bool:
    if isinstance(value, str):
        return value.strip().lower() not in NO_TIMES
    return bool(value)


def _times(text: str) -> str | None:
    """ "weekday evenings" of "weekday_evenings", or of "most weekday evenings after 7"."""
    words = re.findall(r"[a-z]+", text.lower())
    found = [w for w in words if w.removesuffix("s") in DAYS + TIMES]
    return " ".join(dict.fromkeys(found)) or None


SUMMARIES: Final[Mapping[Path, Callable[[Any], Any]]] = MappingProxyType(
    {
        ("motivations_and_goals", "primary_goal"): _goal,
        ("skills_and_identity", "skills"): _skills,
        ("lifestyle_and_rhythms", "availability"): _availability,
    }
)
"""How each `SUMMARY` field is coarsened."""
