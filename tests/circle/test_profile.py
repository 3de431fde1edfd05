"""Who sees what of a profile, and that nothing private travels (C5)."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.circle.conftest import LINE, YES, brief, held

from greenroom.circle import log as logs
from greenroom.circle import prompts
from greenroom.circle.events import Verdict
from greenroom.circle.profile import SUMMARIES, VISIBILITY, Visibility, names, project, visibility
from greenroom.circle.rules import Rules, Sharing

SHARED = {
    "motivations_and_goals": {"primary_goal": "meet people who climb"},
    "skills_and_identity": {"skills": ["Go", "climbing"]},
    "lifestyle_and_rhythms": {"availability": {"weekday_evenings": True}},
}


def canaried(side: str) -> tuple[dict[str, Any], list[str]]:
    """A whole profile with a word of its own in every private place, and those words."""
    planted: list[str] = []

    def canary() -> str:
        planted.append(f"canary-{side}-{len(planted):02}")
        return f"some words and {planted[-1]} and more"

    profile: dict[str, Any] = json.loads(json.dumps(SHARED))
    for section, field in VISIBILITY:
        private = VISIBILITY[section, field] is not Visibility.SUMMARY
        if private and field != "comfort_zones_and_boundaries":
            profile.setdefault(section, {})[field] = canary()
    profile["social_interaction_style"]["comfort_zones_and_boundaries"] = {
        "topics_to_avoid": [canary()],
        "safety_preferences": canary(),
    }
    # shapes and places that nobody foresaw
    profile["bio"] = canary()
    profile["unheard_of"] = {"deep": [{"deeper": canary()}]}
    profile[canary()] = True
    profile["interests"] = [{"title": canary(), "description": canary()}]
    profile["motivations_and_goals"]["unheard_of"] = canary()
    profile["skills_and_identity"]["skills"] += [{"name": canary()}, canary() + " " * 30 + "x"]
    profile["lifestyle_and_rhythms"]["availability"] |= {
        "weekend_mornings": canary(),
        canary(): True,
        "evenings": {"where": canary()},
    }
    return profile, planted


def test_the_schema_says_who_sees_a_field() -> None:
    """Every summary has its rule, everything else and everything unknown is private or one's own."""
    summaries = {path for path, who in VISIBILITY.items() if who is Visibility.SUMMARY}
    assert summaries == set(SUMMARIES)
    assert visibility(("bio",)) is Visibility.PRIVATE
    assert visibility(("motivations_and_goals", "other")) is Visibility.PRIVATE
    boundaries = ("social_interaction_style", "comfort_zones_and_boundaries", "topics_to_avoid")
    assert visibility(boundaries) is Visibility.PRIVATE
    assert visibility(("agent_persona_heuristic", "voice")) is Visibility.SELF


async def test_canaries_stay_at_home_under_safe() -> None:
    """A word planted in each private place of either profile reaches no input and no prompt of the
    other side, not the judge's, not the transcript and not the push line; one's own agent has all."""
    owner, owners = canaried("owner")
    visitor, visitors = canaried("visitor")
    state, recorder, _ = await held(judge=[YES], about=brief(owner, visitor))
    assert state.decided is not None
    assert state.decided.verdict is Verdict.YES
    seen = {"owner": "", "visitor": "", "judge": ""}
    rules = Rules()
    for call in recorder.calls:
        prompt = prompts.for_agent(call.given, rules)
        seen[call.side] += f"{json.dumps(call.given.plain())}{prompt.system}{prompt.user}"
    for ask in recorder.asked:
        prompt = prompts.for_judge(ask.given, rules, "nonce")
        seen["judge"] += f"{json.dumps(ask.given.plain())}{prompt.system}{prompt.user}"
    outside = json.dumps([m.plain() for m in state.transcript]) + "".join(recorder.pushed.values())
    assert LINE in outside
    assert [c for c in visitors if c in seen["owner"]] == []
    assert [c for c in owners if c in seen["visitor"]] == []
    assert [c for c in owners + visitors if c in seen["judge"] + outside] == []
    assert all(c in seen["owner"] for c in owners)
    assert all(c in seen["visitor"] for c in visitors)
    assert len(owners) > 30


async def test_spec_shares_profiles_in_full() -> None:
    """Under `spec` each agent has both profiles whole, and the judge still none."""
    owner, owners = canaried("owner")
    visitor, visitors = canaried("visitor")
    _, recorder, _ = await held(about=brief(owner, visitor), profile_sharing=Sharing.FULL)
    for call in recorder.calls:
        text = json.dumps(call.given.plain())
        assert all(canary in text for canary in owners + visitors)
    prompt = prompts.for_judge(recorder.asked[0].given, Rules(), "nonce")
    judge = f"{json.dumps(recorder.asked[0].given.plain())}{prompt.system}{prompt.user}"
    assert [canary for canary in owners + visitors if canary in judge] == []


def test_what_is_told_keeps_its_place() -> None:
    """A projected profile has the keys of the whole one."""
    assert project(SHARED) == {
        "motivations_and_goals": {"primary_goal": "meet people who climb"},
        "skills_and_identity": {"skills": ["Go", "climbing"]},
        "lifestyle_and_rhythms": {"availability": {"weekday_evenings": "available"}},
    }


@pytest.mark.parametrize(
    ("field", "value", "told"),
    [
        ("primary_goal", "Write me: ana@example.org or +56 9 1234 5678", "Write me: or"),
        ("primary_goal", "See https://a.example/x and @ana, ok", "See and , ok"),
        ("primary_goal", "w " * 100, " ".join("w" * 80) + " …"),
        ("primary_goal", {"text": "x"}, None),
        ("skills", "Go", None),
        ("skills", ["Go", 7, None, "x" * 41, "ana@example.org"], ["Go"]),
        ("availability", "mostly weekday evenings after 7, never mornings", "weekday evenings mornings"),
        ("availability", {"weekday_evenings": "no", "weekend_mornings": "with the kids"},
         {"weekend_mornings": "available"}),
        ("availability", {"home": "Bilbao Street 7"}, None),
        ("availability", ["evenings"], None),
    ],
)  # fmt: skip
def test_summaries_are_coarse(field: str, value: Any, told: Any) -> None:
    """No way to reach anybody, no hours, no stories, no shape that is not foreseen."""
    (section,) = {section for section, name in SUMMARIES if name == field}
    found = project({section: {field: value}})
    assert found == ({} if told is None else {section: {field: told}})


@pytest.mark.parametrize("odd", [None, 7, "text", [1], {"primary_goal": None}])
def test_a_profile_of_any_shape_can_be_projected(odd: Any) -> None:
    """Sections that are something else are left out."""
    assert project(dict.fromkeys(("motivations_and_goals", "x"), odd)) == {}


def test_names_are_found_wherever_they_stand() -> None:
    """Each word of each name, at any depth; other texts are no names."""
    profile = {"display_name": "Ana María Rojas-Soto", "bio": "Hugo", "me": [{"name": "x"}],
               "person": {"first_name": "Ana", "nickname": "Nita"}}  # fmt: skip
    assert names(profile) == {"Ana", "María", "Rojas-Soto", "Nita"}


async def test_the_log_alone_holds_the_profiles() -> None:
    """They are in the first entry, for resuming, and in no other."""
    owner, owners = canaried("owner")
    _, _, entries = await held(judge=[YES], about=brief(owner))
    lines = [logs.encode(entry) for entry in entries]
    assert all(canary in lines[0] for canary in owners)
    assert not any(canary in line for line in lines[1:] for canary in owners)
