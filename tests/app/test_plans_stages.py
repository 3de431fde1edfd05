"""F2, F5, F6, F19: the stages of the built-in plans, their limits, facts and probes."""

import tomllib

import pytest
from tests.app.test_plans import OF_TRADES, PACKS

from greenroom.app import plans
from greenroom.interview.plan import StagePlan

SHORT = {"two-stage", "three-minutes"}
"""Plans to try: they have no part for the candidate's questions."""


def stage(plan: str, name: str) -> StagePlan:
    return next(s for s in plans.load(plan).stages if s.id == name)


def seconds(item: StagePlan) -> tuple[int, int]:
    return item.hard_limit // 1000, item.inactivity_limit // 1000


def test_two_stage_has_the_numbers_of_f2() -> None:
    """Two stages with the limits, minima, caps and ladder that F2 gives."""
    intro, past = plans.load("two-stage").stages
    assert (intro.id, past.id) == ("SELF_INTRO", "PAST_EXPERIENCE")
    assert (seconds(intro), intro.minimum_questions, intro.maximum_turns) == ((120, 30), 1, 3)
    assert (seconds(past), past.minimum_questions, past.follow_up_cap) == ((300, 45), 1, 2)
    for item in (intro, past):
        assert (item.reprompt_after, item.simplify_after) == (10_000, 20_000)
    assert past.closing
    assert past.story


def test_classic_has_the_numbers_of_f2_and_f6() -> None:
    """F2's stages, limits, minima and times, no maxima, and F6's depth targets; F19's questions stand
    before the closing."""
    stages = [s for s in plans.load("classic").stages if s.kind != "questions"]
    assert [s.id for s in stages] == ["GREETING", "SELF_INTRO", "PAST_EXPERIENCE", "CLOSING"]
    assert [s.kind for s in stages] == ["greeting", "work", "work", "closing"]
    assert [seconds(s) for s in stages] == [(90, 20), (180, 30), (300, 45), (60, 15)]
    assert [s.minimum_questions for s in stages] == [1, 2, 5, 1]
    assert [s.minimum_time for s in stages] == [0, 30_000, 45_000, 0]
    assert [s.target_depth for s in stages] == [None, 3, 4, None]
    assert all(s.maximum_questions is None and s.maximum_turns is None for s in stages)
    for item in stages:
        third = item.inactivity_limit // 3
        assert (item.reprompt_after, item.simplify_after) == (third, 2 * item.inactivity_limit // 3)


@pytest.mark.parametrize("plan", ["two-stage", "classic"])
def test_facts_of_f5(plan: str) -> None:
    """Role and highlight are required and can be asked for; name, years, target role are optional."""
    facts = {fact.key: fact for fact in stage(plan, "SELF_INTRO").facts}
    assert {key for key, fact in facts.items() if fact.required} == {"role", "highlight"}
    assert {"name", "years", "target_role"} <= set(facts)
    assert facts["role"].question
    assert facts["highlight"].question


def test_probes_of_f6() -> None:
    """Classic probes by depth as F6 says: what is missing, then scaffold, role, detail, impact."""
    intro, past = stage("classic", "SELF_INTRO"), stage("classic", "PAST_EXPERIENCE")
    assert {p.topic for p in intro.probes if 1 in p.depths} == {"background", "skills", "goals"}
    assert [p.last for p in intro.probes if 3 in p.depths] == [True]
    by_depth = {d: {p.id for p in past.probes if d in p.depths} for d in range(1, 6)}
    assert "star-scaffold" in by_depth[1]
    assert by_depth[2] == {"own-role", "challenge", "decision"}
    assert "implementation" in by_depth[3]
    assert by_depth[4] == by_depth[5]
    assert all(p.last for p in past.probes if 4 in p.depths)


@pytest.mark.parametrize("plan", sorted(PACKS))
def test_role_packs_have_stages_of_their_own(plan: str) -> None:
    """A role pack adds at least two stages that the classic plan does not have."""
    own = {s.id for s in plans.load(plan).stages} - {s.id for s in plans.load("classic").stages}
    assert len(own) >= 2
    assert {"SYSTEM_DESIGN", "BEHAVIORAL"} & own


def test_the_rounds_come_in_order() -> None:
    """The multi-round example goes from the phone screen to the culture fit."""
    ids = [s.id for s in plans.load("multi-round").stages if s.kind == "work"]
    assert ids == ["PHONE_SCREEN", "TECHNICAL", "BEHAVIORAL", "CULTURE_FIT"]


@pytest.mark.parametrize("plan", sorted(set(plans.builtin_names()) - SHORT))
def test_every_full_plan_ends_with_the_candidates_questions(plan: str) -> None:
    """F19: just before the good-bye the candidate is asked for questions; that is never assessed."""
    *_, asking, closing = plans.load(plan).stages
    assert (asking.kind, closing.kind) == ("questions", "closing")
    assert asking.opening.kind == "yesno"
    assert "would like to ask" in asking.opening.text


@pytest.mark.parametrize("plan", sorted(OF_TRADES))
def test_a_pack_has_a_bank_worth_the_name(plan: str) -> None:
    """At least 25 questions in the banks, three stages with probes, and questions for levels."""
    raw = tomllib.loads(plans.source_of(plan))["stages"]
    assert sum(len(item.get("bank", ())) for item in raw) >= 25
    assert sum(bool(item.get("probes")) for item in raw) >= 4
    assert any("levels" in question for item in raw for question in item.get("bank", ()))


@pytest.mark.parametrize("plan", sorted(PACKS))
def test_levels_change_what_is_asked(plan: str) -> None:
    """A junior and a senior are asked different things, each a part of the plan; somebody of unknown
    level is asked what is meant for everybody."""

    def asked(level: str) -> set[str]:
        stages = plans.load(plan, level=level).stages
        return {q.id for item in stages for q in (*item.bank, *item.probes)}

    junior, senior, unknown = asked("junior"), asked("senior"), asked("")
    assert len(junior - senior) >= 3
    assert len(senior - junior) >= 3
    assert unknown <= junior & senior
