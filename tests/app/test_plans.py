"""F1, F2, F11: the built-in plans, and what a plan file becomes."""

import json
import math
import re
import tomllib
from pathlib import Path

import pytest

from greenroom.app import plans, roles
from greenroom.app.plans.format import StageSource
from greenroom.app.plans.stage_texts import askings
from greenroom.app.ports import NotFound
from greenroom.interview.plan import LEVELS, Candidate, StagePlan
from greenroom.interview.questions import fact_question, same_question
from greenroom.interview.templates import render

OF_TODAY = {"software-engineer", "engineering-manager", "product-manager", "devops"}
OF_TRADES = {
    "nursing",
    "teaching",
    "retail-hospitality",
    "trades-logistics",
    "sales",
    "office-administration",
    "finance",
    "first-job",
}
PACKS = OF_TODAY | OF_TRADES
SHORT = {"two-stage", "three-minutes"}
"""Plans to try: they have no part for the candidate's questions."""
LONGEST_SPOKEN = 30
"""Words of a question: about twelve seconds at an easy pace."""
PROTECTED = re.compile(
    r"\b(how old|your age|married|pregnan\w*|your (family|children|partner|religion|faith|health)"
    r"|disab\w*|where are you from|born|nationality|illness of yours|church|mosque|degree)\b",
    re.I,
)
DOCS = Path(__file__).parents[2] / "docs"


def stage(plan: str, name: str) -> StagePlan:
    return next(s for s in plans.load(plan).stages if s.id == name)


def seconds(item: StagePlan) -> tuple[int, int]:
    return item.hard_limit // 1000, item.inactivity_limit // 1000


def test_what_is_shipped() -> None:
    """There are the two plans of the seeds, the role packs, a multi-round example and a short try."""
    others = {"two-stage", "classic", "multi-round", "three-minutes"}
    assert set(plans.builtin_names()) == others | PACKS
    assert plans.builtin_names()[0] == "two-stage"


def test_the_try_takes_three_minutes() -> None:
    """What the start page begins in one click is over after three minutes at most, for any role."""
    summary = next(one for one in plans.catalogue() if one.id == plans.TRY)
    assert (summary.minutes, summary.roles) == (3, ())


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


@pytest.mark.parametrize("plan", plans.builtin_names())
@pytest.mark.parametrize("level", ["", *LEVELS])
def test_enough_to_ask(plan: str, level: str) -> None:
    """Even when no probe fits, opening and bank reach the minimum without repeating a question."""
    loaded = plans.load(plan, level=level)
    assert loaded.stages[-1].closing
    for item in loaded.stages:
        if item.kind != "closing":
            assert 1 + len(item.bank) >= item.minimum_questions
            assert item.reprompts


@pytest.mark.parametrize("plan", plans.builtin_names())
def test_every_question_has_other_forms(plan: str) -> None:
    """Every opening and bank question has a simpler form and a rephrasing, all different."""
    for item in plans.load(plan).stages:
        for question in (item.opening, *item.bank) if item.kind != "closing" else ():
            forms = {question.text, question.simpler, question.rephrase}
            assert None not in forms
            assert len(forms) == 3


@pytest.mark.parametrize("plan", plans.builtin_names())
def test_spoken_texts_read_well_for_nobody(plan: str) -> None:
    """Without name, role and level, no spoken text has a hole, a double space or a lone comma."""
    for raw in tomllib.loads(plans.source_of(plan))["stages"]:
        source = StageSource.model_validate(raw)
        texts = [text for _, _, text in askings(source)]
        texts += [t for t in (source.bridge_in, source.bridge_out, source.closing) if t]
        for text in texts:
            said = render(text, Candidate())
            assert said[0].isupper()
            assert not {"  ", " ,", " .", ",,", ",.", "{", "}"} & {
                said[i : i + 2] for i in range(len(said))
            }
            assert not {"{", "}"} & set(said)


def test_sentences_are_easy_to_say() -> None:
    """No spoken sentence of a built-in plan is longer than 30 words."""
    for plan in plans.builtin_names():
        for item in plans.load(plan).stages:
            texts = [item.bridge_in, item.bridge_out, item.closing, item.opening.text]
            asked = [item.opening, *item.bank, *(probe.question for probe in item.probes)]
            texts += [text for q in asked for text in (q.text, q.rephrase) if text]
            for text in texts:
                for sentence in text.replace("?", ".").replace(":", ".").split("."):
                    assert len(sentence.split()) <= 30, sentence


@pytest.mark.parametrize("plan", sorted(set(plans.builtin_names()) - SHORT))
def test_every_full_plan_ends_with_the_candidates_questions(plan: str) -> None:
    """F19: just before the good-bye the candidate is asked for questions; that is never assessed."""
    *_, asking, closing = plans.load(plan).stages
    assert (asking.kind, closing.kind) == ("questions", "closing")
    assert asking.opening.kind == "yesno"
    assert "would like to ask" in asking.opening.text


@pytest.mark.parametrize("plan", plans.builtin_names())
def test_every_follow_up_has_forms_of_its_own(plan: str) -> None:
    """Each probe and each question for a fact has a simpler form, other words and a reprompt, and no
    two of them share one."""
    reprompts: list[str] = []
    for item in plans.load(plan).stages:
        facts = [fact_question(item, fact) for fact in item.facts if fact.question]
        for question in (*facts, *(probe.question for probe in item.probes)):
            forms = (question.text, question.simpler, question.rephrase, question.reprompt)
            assert None not in forms, question.id
            assert len(set(forms)) == 4, question.id
            reprompts.append(str(question.reprompt))
    assert len(set(reprompts)) == len(reprompts)


@pytest.mark.parametrize("plan", sorted(OF_TRADES))
def test_a_pack_has_a_bank_worth_the_name(plan: str) -> None:
    """At least 25 questions in the banks, three stages with probes, and questions for levels."""
    raw = tomllib.loads(plans.source_of(plan))["stages"]
    assert sum(len(item.get("bank", ())) for item in raw) >= 25
    assert sum(bool(item.get("probes")) for item in raw) >= 4
    assert any("levels" in question for item in raw for question in item.get("bank", ()))


@pytest.mark.parametrize("plan", plans.builtin_names())
def test_what_is_asked_is_short_and_anybodys_to_answer(plan: str) -> None:
    """Every form of a question takes less than twelve seconds to say, and none asks for age, family,
    health, religion or origin, or takes a degree for granted."""
    for raw in tomllib.loads(plans.source_of(plan))["stages"]:
        for _, _, text in askings(StageSource.model_validate(raw)):
            assert len(text.split()) <= LONGEST_SPOKEN, text
            assert not PROTECTED.search(text), text


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


@pytest.mark.parametrize("plan", plans.builtin_names())
def test_every_question_has_other_words(plan: str) -> None:
    """Whoever asks for it to be rephrased does not hear a built-in plan's question once more."""
    for stage in plans.load(plan).stages:
        asked = [*stage.bank, *(probe.question for probe in stage.probes)]
        asked += [stage.opening] if stage.opening.text else []
        assert [q.id for q in asked if not (q.rephrase or q.simpler)] == []


@pytest.mark.parametrize("plan", plans.builtin_names())
def test_nothing_is_asked_twice(plan: str) -> None:
    """No two questions of a plan are the same question by the engine's own measure."""
    texts = [
        (owner, index, text)
        for index, raw in enumerate(tomllib.loads(plans.source_of(plan))["stages"])
        for _, owner, text in askings(StageSource.model_validate(raw))
    ]
    for i, (owner, index, text) in enumerate(texts):
        for other_owner, other_index, other in texts[:i]:
            if (owner, index) != (other_owner, other_index):
                assert not same_question(text, other)


def test_conditions_choose_stages() -> None:
    """A stage for lead and staff is held for them, by any spelling, and for nobody else."""

    def ids(level: str) -> list[str]:
        return [s.id for s in plans.load("software-engineer", level=level).stages]

    assert "LEADERSHIP" in ids("lead")
    assert "LEADERSHIP" in ids("Principal engineer")
    assert "LEADERSHIP" not in ids("")
    assert "LEADERSHIP" not in ids("senior")


def test_source_is_what_is_in_the_file() -> None:
    """The source of a plan is its file, byte for byte, and it loads as the same plan."""
    for name in plans.builtin_names():
        assert plans.parse(plans.source_of(name), "copy.toml") == plans.load(name)
        assert plans.parse(plans.source_of(name).replace("\n", "\r\n").encode(), "dos.toml")


def test_unknown_names_are_not_found() -> None:
    """A name that is no plan is told with the names there are; no path gets out of the folder."""
    for name in ("classik", "../roles", "", "two-stage.toml"):
        with pytest.raises(NotFound, match="two-stage"):
            plans.source_of(name)
    with pytest.raises(NotFound, match="classic"):
        plans.load("classik")


def test_catalogue_sums_up() -> None:
    """The catalogue tells title, minutes and stages of each plan as the plan has them."""
    assert [item.id for item in plans.catalogue()] == list(plans.builtin_names())
    for item in plans.catalogue():
        loaded = plans.load(item.id)
        assert item.minutes == math.ceil(sum(s.hard_limit for s in loaded.stages) / 60_000)
        assert [s.id for s in item.stages] == [s.id for s in loaded.stages]
        assert set(item.roles) <= set(roles.role_packs())
        assert item.description


def test_exported_schema_is_current() -> None:
    """`docs/plan.schema.json` is what the code says."""
    assert json.loads((DOCS / "plan.schema.json").read_text("utf-8")) == plans.json_schema()


def test_every_key_is_documented() -> None:
    """`docs/reference/plans.md` names every key of the format."""
    text = (DOCS / "reference" / "plans.md").read_text("utf-8")
    schema = plans.json_schema()
    tables = [schema, *schema["$defs"].values()]
    for table in tables:
        for key in table.get("properties", {}):
            assert f"`{key}`" in text, key


def test_documented_example_is_a_plan() -> None:
    """The example in `docs/reference/plans.md` passes the check."""
    text = (DOCS / "reference" / "plans.md").read_text("utf-8")
    example = text.split("```toml\n")[1].split("```")[0]
    assert plans.parse(example, "example.toml").stages
