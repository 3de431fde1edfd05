"""What a verdict leads to, and what is none (C3, C4)."""

from __future__ import annotations

import pytest
from tests.circle.conftest import LINE, NO, YES, held, turns, verdict

from greenroom.circle.effects import Done, next_effect
from greenroom.circle.events import GateCause, Verdict
from greenroom.circle.outcome import outcome


async def test_one_sided_words_are_no_yes() -> None:
    """Where the visitor said nothing a judge's yes is undecided."""
    alone = verdict("yes", quotes=[("m1", "owner says 1")], line=LINE)
    state, _, _ = await held(owner=turns("owner", stop_at=1), judge=[alone])
    assert state.decided is not None
    assert state.decided.verdict is Verdict.UNDECIDED
    assert GateCause.ONE_SIDED in state.decided.causes


async def test_the_judge_is_given_two_things() -> None:
    """Objective with time and constraints, and the transcript; no key for anything else."""
    state, recorder, _ = await held()
    (ask,) = recorder.asked
    assert list(ask.given.plain()) == ["owner_objective", "transcript"]
    assert ask.given.owner_objective == (
        "Founders who build AI tools, a coffee for two\nWhen: this week, evenings\n"
        "experience: a year\nlanguage: Spanish"
    )
    assert ask.given.transcript == state.transcript


async def test_yes_is_told_once() -> None:
    """A yes with evidence of both is pushed once, under one key, and then it is done."""
    state, recorder, _ = await held(judge=[YES])
    assert outcome(state)["decision"] == "yes"
    assert outcome(state)["notification"] == LINE
    assert list(recorder.pushed.values()) == [LINE]
    assert next_effect(state) == Done(Verdict.YES)


async def test_no_is_told_to_nobody() -> None:
    """Neither a no nor a doubt has a line."""
    for said in (NO, verdict("no", line=LINE), verdict("undecided", line=LINE)):
        state, recorder, _ = await held(judge=[said])
        assert outcome(state)["notification"] is None
        assert recorder.pushes == 0


async def test_doubt_is_a_no_that_says_so() -> None:
    """`undecided` is public as no and undecided."""
    state, _, _ = await held(judge=[verdict("undecided")])
    assert (outcome(state)["decision"], outcome(state)["undecided"]) == ("no", True)


@pytest.mark.parametrize("broken", ["?", "{}", '{"decision": "maybe"}', '{"verdict": true}'])
async def test_a_broken_judgement_is_no_verdict(broken: str) -> None:
    """A judge that cannot be read is asked three times, and then there is no decision."""
    state, recorder, _ = await held(judge=[broken] * 5)
    assert len(recorder.asked) == 3
    assert outcome(state)["decision"] is None
    assert state.decided is None
    state, _, _ = await held(judge=[broken, NO])
    assert outcome(state)["decision"] == "no"


async def test_a_bare_yes_passes_no_gate() -> None:
    """The short form has no evidence, so its yes is undecided, and its no is a no."""
    state, _, _ = await held(judge=['{"decision": "yes", "notification": "Go!"}'])
    assert (outcome(state)["decision"], outcome(state)["undecided"]) == ("no", True)
    state, _, _ = await held(judge=['{"decision": "no"}'])
    assert (outcome(state)["decision"], outcome(state)["undecided"]) == ("no", False)
