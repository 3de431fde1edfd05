"""F9: in a silence each question is followed by its own words, whatever kind of question it is."""

from __future__ import annotations

import pytest

from greenroom.interview.brief import Brief
from greenroom.interview.commands import Kind, Say
from greenroom.interview.deterministic import reply
from greenroom.interview.plan import Candidate, Fact, InterviewPlan, Probe, Question, StagePlan
from greenroom.interview.proposals import Proposal
from greenroom.testing.playbook import Playbook

OPENING = Question("o", "Who are you?", simpler="Your job?", reprompt="Begin with your job.")
STAGES = {
    "opening": StagePlan("ONE", "One", opening=OPENING, reprompts=("Anybody's word.",)),
    "probe": StagePlan(
        "ONE",
        "One",
        opening=Question("o", "Who are you?"),
        probes=(
            Probe(
                "p",
                "Which tools do you use?",
                (1, 2, 3, 4, 5),
                simpler="What do you use, {name}?",
                reprompt="One tool is enough.",
            ),
        ),
        reprompts=("Anybody's word.",),
    ),
    "fact": StagePlan(
        "ONE",
        "One",
        opening=Question("o", "Who are you?"),
        facts=(
            Fact(
                "shift",
                required=True,
                question="Which shift do you work?",
                simpler="Day or night, {name}?",
                reprompt="Roughly is fine.",
            ),
        ),
        reprompts=("Anybody's word.",),
    ),
    "none": StagePlan(
        "ONE", "One", opening=Question("o", "Who are you?"), reprompts=("Anybody's word.",)
    ),
}
SAID = {
    "opening": ["Begin with your job.", "Your job?"],
    "probe": ["One tool is enough.", "What do you use, Ada?"],
    "fact": ["Roughly is fine.", "Day or night, Ada?"],
    "none": ["Anybody's word."],
}


def by_rule(brief: Brief) -> tuple[Proposal, ...]:
    return reply(brief)


@pytest.mark.parametrize("name", STAGES)
def test_each_question_has_its_own_words_in_a_silence(name: str) -> None:
    """An opening, a probe and a question for a fact are followed by their own reprompt and their own
    simpler form; a question that has none by a reprompt of the stage."""
    plan = InterviewPlan("p", "P", (STAGES[name],))
    book = Playbook(plan, Candidate("Ada"), by_rule).candidate_joins()
    if name in ("probe", "fact"):
        book.at("0:05").candidate_says("I am a baker in a village, and I bake at night.")
    book.to_the_end()
    ladder = (Kind.REPROMPT, Kind.SIMPLER)
    said = [c.text for _, c in book.commands if isinstance(c, Say) and c.kind in ladder]
    assert said == SAID[name]
