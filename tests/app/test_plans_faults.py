"""F1: a bad plan file is refused with file, line, key and reason; all faults at once."""

import re

import pytest
from tests.app.plan_source import GOOD, change, faults

from greenroom.app import plans
from greenroom.app.plans.format import MAX_STAGES


def test_the_good_plan_is_good() -> None:
    """The plan that the cases below break has no fault, and short forms get the defaults."""
    one, two = plans.parse(GOOD, "mine.toml").stages
    assert (one.title, one.opening.id, one.reprompt_after) == ("One", "ONE.opening", 6666)
    assert two.closing == "Thank you, {name}. {remark} Good-bye."


CASES = [
    ("hard_limit = 60", "hard_limt = 60", "stages[0].hard_limt", "did you mean `hard_limit`"),
    ("hard_limit = 60", "frobnicate = 3", "stages[0].frobnicate", "unknown key"),
    ("hard_limit = 60", "hard_limit = -5", "stages[0].hard_limit", "too small"),
    ("hard_limit = 60", "hard_limit = 0", "stages[0].hard_limit", "too small"),
    ("hard_limit = 60", "hard_limit = 99999", "stages[0].hard_limit", "too large"),
    ("hard_limit = 60", 'hard_limit = "soon"', "stages[0].hard_limit", "whole number, not “soon”"),
    ("hard_limit = 60", "hard_limit = nan", "stages[0].hard_limit", "whole number, not nan"),
    ("hard_limit = 60", "hard_limit = inf", "stages[0].hard_limit", "whole number"),
    ("hard_limit = 60", f"hard_limit = {10**150}", "stages[0].hard_limit", "18 digits is too large"),
    ("hard_limit = 60", f"hard_limit = 0x{'f' * 190}", "stages[0].hard_limit", "too large"),
    ("hard_limit = 60", "hard_limit = 60.5", "stages[0].hard_limit", "whole number"),
    ("hard_limit = 60", "hard_limit = true", "stages[0].hard_limit", "whole number, not true"),
    ("hard_limit = 60", "hard_limit = 2026-11-21", "stages[0].hard_limit", "a date or time"),
    ("hard_limit = 60", "hard_limit = [60]", "stages[0].hard_limit", "not a list"),
    ("hard_limit = 60", "minimum_questions = 9", "stages[0].minimum_questions", "there are 3"),
    ("hard_limit = 60", "minimum_questions = 3\nmaximum_questions = 2", "stages[0].minimum_questions", "more than"),
    ("hard_limit = 60", "hard_limit = 60\nsoft_limit = 60", "stages[0].soft_limit", "not below hard_limit"),
    ("hard_limit = 60", "reprompt_after = 9\nsimplify_after = 9", "stages[0].simplify_after", "not after"),
    ("hard_limit = 60", "simplify_after = 20", "stages[0].simplify_after", "never comes"),
    ("hard_limit = 60", 'kind = "chat"', "stages[0].kind", "must be"),
    ("hard_limit = 60", "story = 1", "stages[0].story", "true or false"),
    ("hard_limit = 60", 'bridge_in = "   "', "stages[0].bridge_in", "must not be empty"),
    ("hard_limit = 60", f'bridge_in = "{"x" * 601}"', "stages[0].bridge_in", "601 characters"),
    ("hard_limit = 60", 'bridge_in = "Hi {remark}"', "stages[0].bridge_in", "{remark}"),
    ("hard_limit = 60", 'bridge_in = "Hi {name"', "stages[0].bridge_in", "no field"),
    ("hard_limit = 60", 'instructions = "{resume} {salary}"', "stages[0].instructions", "{salary}"),
    ("hard_limit = 60", 'when = { roles = ["baker"] }', "stages[0].when.roles[0]", "no role pack"),
    ("hard_limit = 60", 'when = { levels = ["boss"] }', "stages[0].when.levels[0]", "must be"),
    ("hard_limit = 60", 'when = { moon = "full" }', "stages[0].when.moon", "roles, levels"),
    ("hard_limit = 60", 'when = { levels = ["lead"] }', "stages[1].requires[0]", "left out"),
    ("hard_limit = 60", 'requires = ["TWO"]', "stages[0].requires[0]", "no earlier"),
    ("hard_limit = 60", 'requires = ["ONE"]', "stages[0].requires[0]", "no earlier"),
    ("hard_limit = 60", 'requires = ["NONE"]', "stages[0].requires[0]", "no stage of this plan"),
    ("hard_limit = 60", 'facts = [{ key = "a" }, { key = "a" }]', "stages[0].facts[1].key", "twice"),
    ("hard_limit = 60", 'probes = [{ id = "p", text = "Why?", depths = [6] }]', "stages[0].probes[0].depths[0]", "too large"),
    ("hard_limit = 60", 'probes = [{ id = "p", text = "Why?", depths = [] }]', "stages[0].probes[0].depths", "at least 1"),
    ("hard_limit = 60", 'probes = [{ id = "p", text = "Why?", depths = [1], topic = "moon" }]', "stages[0].probes[0].topic", "neither"),
    ("hard_limit = 60", 'probes = [{ id = "p", text = "Why?", depths = [1], simpler = " " }]', "stages[0].probes[0].simpler", "must not be empty"),
    ("hard_limit = 60", 'probes = [{ id = "p", text = "Why?", depths = [1], reprompt = "Go on {nobody}." }]', "stages[0].probes[0].reprompt", "{nobody}"),
    ("hard_limit = 60", 'probes = [{ id = "p", text = "Why?", depths = [1], simpler = "Which tool do you like best?" }]', "stages[0].probes[0].simpler", "the same"),
    ("hard_limit = 60", 'facts = [{ key = "a", question = "And?", simpler = "Which tool do you like best?" }]', "stages[0].facts[0].simpler", "the same"),
    ("hard_limit = 60", 'facts = [{ key = "a", simpler = "And you?" }]', "stages[0].facts[0].simpler", "no `question`"),
    ("hard_limit = 60", 'facts = [{ key = "a", reprompt = "Take your time." }]', "stages[0].facts[0].reprompt", "no `question`"),
    ('"Which tool do you like best?"', '"Which tool do you like best?", levels = ["boss"]', "stages[0].bank[0].levels[0]", "must be"),
    ('bank = [\n  { ', 'minimum_questions = 3\nbank = [\n  { levels = ["lead"], ', "stages[0].minimum_questions", "there are 2 for a candidate of unknown level"),
    ('bank = [\n  { ', 'minimum_questions = 3\nwhen = { levels = ["mid"] }\nbank = [\n  { levels = ["lead"], ', "stages[0].minimum_questions", "there are 2"),
    ('id = "TWO"', 'id = "one"', "stages[1].id", "earlier stage"),
    ('id = "TWO"', 'id = "T W O"', "stages[1].id", "no id"),
    ('id = "TWO"', "", "stages[1].id", "is missing"),
    ('id = "TWO"', 'id = "TWO"\nkind = "closing"', "stages[1].opening", "asks nothing"),
    ('id = "b2"', 'id = "b1"', "stages[0].bank[1].id", "used twice"),
    ("Where did you learn your trade?", "So, which tool do you like best?", "stages[0].bank[1].text", "the same"),
    ("Tell me about a project.", "What do you do {name}", "stages[1].opening.text", "the same"),
    ("{name}?", "{nobody}?", "stages[0].opening.text", "{nobody}"),
    ("{remark} Good-bye.", "{resume} Good-bye.", "stages[1].closing", "{resume}"),
    ("schema = 1", "schema = 2", "schema", "must be 1"),
    ("schema = 1", "", "schema", "is missing"),
    ('title = "Mine"', 'title = "Mine"\nreprompt_after = 5', "reprompt_after", "together"),
    ('title = "Mine"', 'title = "Mine"\nroles = ["baker"]', "roles[0]", "no role pack"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "key", "reason"), CASES)
def test_fault(old: str, new: str, key: str, reason: str) -> None:
    """Each fault is told with its file, its key, what is wrong there, and the line where its key is written, or its
    table if the key is missing."""
    source = change(old, new)
    found = faults(source)
    assert all(fault.file == "mine.toml" for fault in found)
    fault = next((one for one in found if one.key == key and reason in one.reason), None)
    assert fault is not None, found
    assert fault.line is not None
    last = [part for part in re.split(r"[.\[\]]+", key) if part and not part.isdigit()][-1]
    around = source.splitlines()[fault.line - 1]
    if "is missing" in reason:
        assert "[[stages]]" in around or fault.line == 1
    else:
        assert last in around


def test_no_good_end() -> None:
    """A plan whose last stage says no good-bye, for whomever it is the last, is refused."""
    no_closing = re.sub(r'closing = """.*?"""', "", GOOD, flags=re.S)
    assert "needs a `closing`" in faults(no_closing)[0].reason
    conditional = change('id = "TWO"', 'id = "TWO"\nwhen = { levels = ["lead"] }')
    (fault,) = faults(conditional)
    assert (fault.key, fault.line) == ("stages[0]", 5)


def test_no_stage_left() -> None:
    """A plan that has no stage for some candidates is refused."""
    source = GOOD.replace("[[stages]]\n", '[[stages]]\nwhen = { roles = ["devops"] }\n')
    assert any("leaves no stage" in fault.reason for fault in faults(source))


def test_all_faults_at_once() -> None:
    """Everything wrong with a file is told in one go, in the order of its lines."""
    source = change("hard_limit = 60", "hard_limit = -1\nfoo = 1").replace("{name}.", "{nome}.")
    found = faults(source.replace('"b2"', '"b1"').replace('title = "Mine"', "title = 7"))
    assert [fault.line for fault in found] == sorted(fault.line or 0 for fault in found)
    assert {"title", "stages[0].hard_limit", "stages[0].foo", "stages[1].closing"} <= {
        fault.key for fault in found
    }


def test_stages_must_be_tables() -> None:
    """`stages` that are no list of tables are told, not tripped over."""
    head = 'schema = 1\nid = "a"\ntitle = "A"\n'
    assert "[[stages]]" in faults(head)[0].reason
    for wrong in ("stages = 3\n", "stages = [1]\n", "stages = {}\n", "stages = []\n"):
        (fault,) = faults(head + wrong)
        assert (fault.key, fault.line) == ("stages", 4)
    many = head + "".join(f'[[stages]]\nid = "S{i}"\n' for i in range(MAX_STAGES + 1))
    assert any("at most 20" in fault.reason for fault in faults(many))


def test_too_many_questions() -> None:
    """A plan with more questions than can be compared is refused, quickly."""
    bank = ",\n".join(
        f'{{ id = "q{{0}}-{i}", text = "Word{i} on thing{i} with tool{i}?" }}' for i in range(50)
    )
    stages = "".join(
        f'[[stages]]\nid = "S{n}"\nbank = [\n{bank.replace("{0}", str(n))}\n]\n' for n in range(14)
    )
    found = faults('schema = 1\nid = "a"\ntitle = "A"\n' + stages)
    assert any("700 questions" in fault.reason for fault in found)
