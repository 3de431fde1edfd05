"""Mission files: what is in them, and what is told of a bad one."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from greenroom.app.circles import missions
from greenroom.app.ports import UserFault
from greenroom.circle.goals import TurnGoal
from greenroom.circle.inputs import Message, for_owner, for_visitor
from greenroom.circle.rules import Sharing

MISSION: dict[str, Any] = {
    "owner_profile": {"display_name": "Ana", "anything": 1},
    "visitor_profile": {},
    "owner_circle": {
        "objective_text": " A chess partner ",
        "radius_m": 200,
        "time_window": "Sunday",
        "flags": {"indoor": True},
        "constraints": {"level": 1500, "languages": ["es", "en"]},
        "locale": "es",
    },
    "context": {"approximate_time": "noon", "approximate_distance": 100, "street": "Bilbao 7"},
}


def written(tmp_path: Path, value: Any) -> Path:
    path = tmp_path / "mission.json"
    path.write_text(value if isinstance(value, str) else json.dumps(value))
    return path


def test_a_mission(tmp_path: Path) -> None:
    """Circle, constraints, locale and rules are read; flags go to the owner alone, and what else is
    in the context to nobody."""
    mission = missions.read(written(tmp_path, MISSION))
    brief, rules = mission.brief, mission.rules
    assert brief.circle.objective_text == "A chess partner"
    assert brief.circle.constraints == (("level", "1500"), ("languages", "es, en"))
    assert rules.locale == "es"
    assert "A chess partner" in brief.mission
    assert "Sunday" in brief.mission
    owner = for_owner(brief, rules, (), TurnGoal.OPEN).plain()
    visitor = for_visitor(brief, rules, ()).plain()
    assert owner["owner_circle"] == MISSION["owner_circle"]
    assert owner["context"] == {"approximate_time": "noon", "approximate_distance": 100}
    assert "indoor" not in json.dumps(visitor)
    assert "Bilbao" not in json.dumps([owner, visitor])


def test_a_context_may_be_empty(tmp_path: Path) -> None:
    """Agents are told what is known of it."""
    mission = missions.read(written(tmp_path, {**MISSION, "context": {}}))
    assert for_visitor(mission.brief, mission.rules, ()).context == {}


def test_who_wins(tmp_path: Path) -> None:
    """The command line over the file's rules, those over the preset; a mission sentence may be given."""
    path = written(
        tmp_path, {**MISSION, "mission": "Be quick.", "rules": {"max_per_side": 3, "max_stale": 1}}
    )
    mission = missions.read(path, "spec", 2)
    assert (mission.rules.max_per_side, mission.rules.max_stale) == (2, 1)
    assert mission.rules.profile_sharing is Sharing.FULL
    assert mission.brief.mission == "Be quick."


def without(key: str) -> dict[str, Any]:
    return {k: v for k, v in MISSION.items() if k != key}


def circle(**changes: Any) -> dict[str, Any]:
    return {**MISSION, "owner_circle": {**MISSION["owner_circle"], **changes}}


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ("{", "not JSON"),
        ("[]", "must be an object with owner_profile"),
        ('{"a": NaN}', "NaN is no number"),
        ('{"a": "\\ud800"}', "half of a character"),
        (without("context"), "context: is missing"),
        ({**MISSION, "owner_cirle": {}}, "owner_cirle: unknown key"),
        ({**MISSION, "owner_profile": []}, "owner_profile: must be an object"),
        (circle(objective_text="  "), "owner_circle.objective_text: say what"),
        (circle(objective_text=3), "owner_circle.objective_text: must be text"),
        (circle(radius_m="far"), "owner_circle.radius_m: must be a number"),
        (circle(radius_m=-1), "owner_circle.radius_m: must be a number"),
        (circle(time_window=[]), "owner_circle.time_window: must be text"),
        (circle(constraints={"a": {}}), "owner_circle.constraints.a: must be"),
        ({**MISSION, "context": {"approximate_time": []}}, "context.approximate_time: must be"),
        ({**MISSION, "rules": {"max_per_side": 99}}, "rules.max_per_side: 99"),
        ({**MISSION, "rules": {"speed": 1}}, "rules.speed: no such rule"),
    ],
)
def test_a_bad_mission(tmp_path: Path, content: Any, told: str) -> None:
    """The file, the key and what is wrong with it."""
    path = written(tmp_path, content)
    with pytest.raises(UserFault) as fault:
        missions.read(path)
    assert str(fault.value).startswith(f"{path}: ")
    assert told in str(fault.value)


def test_a_bad_choice(tmp_path: Path) -> None:
    """No such preset, no such number of turns, no such file."""
    path = written(tmp_path, MISSION)
    with pytest.raises(UserFault, match="--preset wild: there are safe, spec"):
        missions.read(path, "wild")
    with pytest.raises(UserFault, match="--max-per-side: max_per_side: 0"):
        missions.read(path, max_per_side=0)
    with pytest.raises(UserFault, match="cannot be read"):
        missions.read(tmp_path / "nothing")


def test_a_transcript(tmp_path: Path) -> None:
    """JSON lines; blank lines are none."""
    path = written(tmp_path, '{"speaker": "owner", "message": "hi\\n"}\n\n')
    assert missions.read_transcript(path) == (Message("owner", "hi\n"),)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("x", "not JSON"),
        ('{"speaker": "owner"}', "give"),
        ('{"speaker": "judge", "message": "x"}', "neither owner nor visitor"),
        ('{"speaker": "owner", "message": 3}', "must be text"),
    ],
)
def test_a_bad_transcript(tmp_path: Path, line: str, told: str) -> None:
    """The file, the line and what is wrong with it."""
    path = written(tmp_path, f"\n{line}")
    with pytest.raises(UserFault, match=f"{path}:2: .*{told}"):
        missions.read_transcript(path)


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ({**MISSION, "owner_profile": {"bio": "x" * 100_000}}, "owner_profile: .* 100,000 are allowed"),
        ({**MISSION, "visitor_profile": json.loads("[" * 30 + "]" * 30)}, "visitor_profile: objects and lists may be nested 20 deep"),
        (circle(objective_text="x" * 4_001), "owner_circle.objective_text: 4,001 characters"),
        (circle(constraints={"a": "x" * 4_001}), "owner_circle.constraints.a: 4,001 characters"),
        (circle(constraints={str(n): 1 for n in range(51)}), "owner_circle.constraints: 50 at most"),
        ({**MISSION, "mission": "x" * 4_001}, "mission: 4,001 characters"),
        ("x" * 1_000_001, "larger than 1,000,000 bytes"),
    ],
)  # fmt: skip
def test_a_mission_that_is_too_large(tmp_path: Path, content: Any, told: str) -> None:
    """The key and what is allowed; before anything is made of it."""
    with pytest.raises(UserFault, match=told):
        missions.read(written(tmp_path, content))


def test_a_message_that_is_too_long(tmp_path: Path) -> None:
    """No rules allow it, so no transcript has it."""
    path = written(tmp_path, json.dumps({"speaker": "owner", "message": "x" * 100_001}))
    with pytest.raises(UserFault, match=r":1: message: 100,000 characters"):
        missions.read_transcript(path)
