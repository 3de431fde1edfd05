"""F5, F6, F18: the story of a stage is kept, and the next question asks for what is missing of it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from greenroom.interview.brief import Brief
from greenroom.interview.commands import Kind, Say
from greenroom.interview.deterministic import reply
from greenroom.interview.ledger import CERTAIN, deeds, depth_so_far, ledger, told_in
from greenroom.interview.plan import InterviewPlan, Probe, Question, StagePlan
from greenroom.interview.proposals import Proposal
from greenroom.interview.reading import Reading, Told
from greenroom.interview.state import RULES
from greenroom.interview.transcript import Message
from greenroom.interview.understanding.story import (
    ACTION,
    ANSWERED,
    MEASURABLE_RESULT,
    PARTS,
    RESULT,
    SITUATION,
    TASK,
    TRADE_OFF,
)
from greenroom.interview.understanding.telling import tells_deed
from greenroom.testing.playbook import Playbook

PROBES = (
    Probe("scaffold", "Let's go step by step. How did it begin?", (1,), SITUATION),
    Probe("task", "What had to be done?", (1,), TASK),
    Probe("deed", "And what did you do about it?", (1,), ACTION),
    Probe("end", "And how did it turn out?", (1,), RESULT),
    Probe("own", "What was your own part in it?", (2,), ACTION),
    Probe("hard", "What was the hardest moment?", (2, 3)),
    Probe("number", "What was different afterwards, in numbers?", (4, 5), MEASURABLE_RESULT),
    Probe("price", "What did you have to give up for it?", (4, 5), TRADE_OFF),
    Probe("people", "Who felt the difference most?", (4, 5), last=True),
)
STAGE = StagePlan(
    "STORY",
    "Story",
    opening=Question("project", "Tell me about a piece of work."),
    probes=PROBES,
    story=True,
    closing="Good-bye.",
)
PLAN = InterviewPlan("p", "P", (STAGE,))
DEED = "The shelves were a mess. I counted every box and I wrote the labels anew."


def story(*answers: str, rules: int = RULES) -> Playbook:
    """The interview after these answers, each to the question that was asked."""
    play = Playbook(PLAN)
    play.state = replace(play.state, rules=rules)
    play.candidate_joins().at("0:10")
    for answer in answers:
        play.candidate_says(answer)
        play._pass(until=play.now + 12_000)
    return play


def asked(play: Playbook) -> list[str]:
    """Ids of the questions that were said, in order."""
    said = (command for _, command in play.commands if isinstance(command, Say))
    ids = [say.question_id for say in said if say.kind in (Kind.QUESTION, Kind.PROBE, Kind.BRIDGE)]
    return [found for found in ids if found]


def test_a_missing_end_is_asked_for_and_no_step_one() -> None:
    """Once a deed was told, the next question asks how it ended: not how it began."""
    assert asked(story(DEED))[-1] == "end"


def test_a_missing_measure_is_asked_for() -> None:
    """A deed and its end: now a number, then the price."""
    play = story(DEED, "In the end nobody had to search any more.")
    assert asked(play)[-1] == "number"


def test_what_was_told_is_not_asked_for() -> None:
    """A story with deed and number is asked for its price alone."""
    play = story(
        "I traced the fault and fixed it. After that the failure rate dropped to 2 percent."
    )
    assert asked(play)[-1] == "price"


def test_a_weak_answer_sets_nothing_back() -> None:
    """ "I don't know" after a told story never leads back to its beginning."""
    play = story(
        "I traced the fault and fixed it. After that the failure rate dropped to 2 percent.",
        "I don't know.",
        "I don't know.",
    )
    assert not {"scaffold", "task", "deed", "end", "own"} & set(asked(play))


def test_under_rules_1_it_went_back() -> None:
    """Interviews that began before keep their rules: the last answer's depth decides."""
    told = "I traced the fault and fixed it. After that the failure rate dropped to 2 percent."
    assert "task" in asked(story(told, "I don't know.", "I don't know.", rules=1))


def test_nothing_told_begins_with_the_first_step() -> None:
    """With no story to go on, an empty answer is helped by steps."""
    assert asked(story("Stuff."))[-1] == "scaffold"


def test_what_the_team_did_is_not_the_candidates_part() -> None:
    """ "We built it" leads to "what was your own part?"."""
    assert asked(story("We built a new service for the booking desk of a hotel."))[-1] == "own"


@pytest.mark.parametrize(
    "deed",
    [
        "We shocked him three times and pressed on his chest.",
        "Me and my brother, we both dug the trench by hand.",
        "Two of us held the door until the fire crew came in.",
        "Stopped the saw, that is the first thing, always.",
    ],
)
def test_an_answer_to_what_was_done_tells_it(deed: str) -> None:
    """Asked for the deed, people tell it as "we" or without a subject: the end is next, and no deed again."""
    play = story("We built a new service for the booking desk of a hotel.", deed)
    found = asked(play)
    assert found[-1] == "end"
    assert "deed" not in found


@pytest.mark.parametrize(
    "other", ["An old man wrote a letter to the company.", "My boss wanted to plane them on site."]
)
def test_what_somebody_else_did_is_no_deed(other: str) -> None:
    """Told to "what did you do?", it is no reason to ask how that turned out."""
    message = _answer(other, question="deed")
    assert deeds([message], STAGE) == frozenset({ANSWERED})


@pytest.mark.parametrize(
    "words",
    ["so I must find how to bring him.", "I hear radio inside", "I tell a lie, the drainage."],
)
def test_what_was_only_meant_is_no_deed(words: str) -> None:
    """Duty, wish, sense and thought: a reader took them for deeds, and the end was asked for before any."""
    assert ledger([_answer(words, Told(ACTION, 0, len(words), 0.7))], STAGE) == ()


def test_what_was_not_done_is_no_deed() -> None:
    """ "I did not want to wait" tells of no deed, and "I waited" does."""
    assert not tells_deed("I did not want to wait because there was a child with a fever.")
    assert tells_deed("I waited because there was a child with a fever.")


def test_an_end_with_an_amount_is_measured() -> None:
    """Who said "about ninety thousand a year" to "how did it turn out?" is not asked for a number."""
    message = _answer("We kept the margin, about ninety thousand a year.", question="end")
    assert deeds([message], STAGE) == frozenset({MEASURABLE_RESULT})


def test_a_deed_beside_a_thought_stays() -> None:
    """ "I thought about it and called the dentist" was done."""
    words = "I thought about it and I called the dentist"
    assert ledger([_answer(words, Told(ACTION, 0, len(words), 0.7))], STAGE)


def test_what_we_did_is_told() -> None:
    """After "we shocked him three times" nobody is asked "what did you do about it?"."""
    play = story("A man fell down in the hall and we shocked him three times.", "I don't know.")
    assert "deed" not in asked(play)


@pytest.mark.parametrize(
    "answer",
    [
        "The server went down for three hours and people were shouting at us.",
        "I am not as quick as the others on my team, and guests can be rude.",
        "I finish every job on my list without sacrificing quality at all.",
    ],
)
def test_trouble_and_traits_are_no_end_and_no_price(answer: str) -> None:
    """An outage is no result; "not as quick as" and "without sacrificing" are no trade-offs."""
    play = story(answer)
    parts = {entry.part for entry in ledger(play.state.transcript.messages, STAGE)}
    assert not parts & {RESULT, MEASURABLE_RESULT, TRADE_OFF}


def _answer(text: str, *told: Told, question: str | None = None) -> Message:
    return Message("candidate", "STORY", "answer", text, 0, 1, question_id=question, told=told)


def test_an_unsure_result_needs_a_second_sign() -> None:
    """It follows a deed, or its question asked for it; a certain one stands by itself."""
    text = "the till was down for an hour"
    unsure = Told(RESULT, 0, len(text), CERTAIN - 0.1)
    sure = replace(unsure, sure=CERTAIN)
    assert ledger([_answer(text, unsure)], STAGE) == ()
    assert len(ledger([_answer(text, sure)], STAGE)) == 1
    assert len(ledger([_answer(text, unsure, question="end")], STAGE)) == 1
    assert len(ledger([_answer("I repaired the cable."), _answer(text, unsure)], STAGE)) == 1


def test_an_entry_says_its_words() -> None:
    """The ledger quotes the words that told the part, and where they stand."""
    text = "It rained. I closed the roof."
    (entry,) = ledger([_answer(text, Told(ACTION, 11, 29, 0.9))], STAGE)
    assert (entry.words, entry.message) == ("I closed the roof.", 0)


def test_asides_and_other_stages_tell_nothing() -> None:
    """Only this stage's answers are in its ledger."""
    told = Told(ACTION, 0, 5, 0.9)
    aside = replace(_answer("I did it.", told), kind="aside")
    other = replace(_answer("I did it.", told), stage="INTRO")
    assert ledger([aside, other], STAGE) == ()


def test_the_brief_has_the_ledger() -> None:
    """What an interviewer is told holds this answer's parts and the earlier ones'."""
    briefs: list[Brief] = []

    def interviewer(told: Brief) -> tuple[Proposal, ...]:
        briefs.append(told)
        return reply(told)

    play = Playbook(PLAN, interviewer=interviewer)
    play.candidate_joins().at("0:10").candidate_says(DEED)
    assert {part for part, _ in briefs[-1].ledger} == {SITUATION, ACTION}
    assert briefs[-1].answered == {SITUATION, ACTION}


PARTS_TOLD = st.frozensets(st.sampled_from(PARTS))
DEPTHS = st.none() | st.integers(1, 5)


@given(DEPTHS, DEPTHS, PARTS_TOLD, PARTS_TOLD)
def test_more_parts_never_make_a_story_shallower(
    depth: int | None, best: int | None, told: frozenset[str], more: frozenset[str]
) -> None:
    """Depth grows with the parts, stays within 1 to 5, and is no less than the best answer's once deed
    or end were told."""
    fewer = depth_so_far(STAGE, depth, best, told)
    found = depth_so_far(STAGE, depth, best, told | more)
    if depth is None and best is None:
        assert fewer is found is None
        return
    assert fewer is not None
    assert found is not None
    assert 1 <= fewer <= 5
    if told & {ACTION, RESULT, MEASURABLE_RESULT}:
        assert max(fewer, depth or 0, best or 0) <= found


def test_what_the_words_name_plainly_is_told_though_a_reader_missed_it() -> None:
    """The interviewer asked for the figure that had been given; its report found it. A part that the reader found stands where it
    found it, and a turn that it takes for no answer gains nothing."""
    said = "I moved the fish next door. In the end we threw away four kilos instead of sixty."
    read = Told(ACTION, 0, 27, 0.9)
    parts = {told.part for told in told_in(said, Reading("", 1.0, told=(read,)), "en")}
    assert parts == {ACTION, RESULT, MEASURABLE_RESULT}
    assert [t for t in told_in(said, Reading("", 1.0, told=(read,)), "en") if t.part == ACTION] == [
        read
    ]
    assert told_in(said, Reading("", 0.0, told=(read,)), "en") == (read,)


def test_before_and_after_are_one_result() -> None:
    """It stands in two clauses, and neither alone tells it."""
    (first, *rest) = told_in("We had thirty a week before, and then it was twelve.", None, "en")
    whole = {
        (t.part, t.end - t.start) for t in (first, *rest) if t.part in (RESULT, MEASURABLE_RESULT)
    }
    assert whole == {(RESULT, 52), (MEASURABLE_RESULT, 52)}
