"""A plan, words, readings and proposals from which random interviews are made."""

from __future__ import annotations

from hypothesis import strategies as st

from greenroom.interview.plan import Fact, InterviewPlan, Probe, Question, StagePlan
from greenroom.interview.proposals import (
    AskQuestion,
    AssessResponse,
    MeetAside,
    RecordResponse,
    TransitionStage,
)
from greenroom.interview.reading import About, Aside, Reading
from greenroom.interview.time_limits import HARD_GRACE, VOICE_LIMIT
from greenroom.interview.waived_limits import UNHURRIED_ABSENCE, UNTOUCHED

PLAN = InterviewPlan(
    id="three",
    title="Three",
    stages=(
        StagePlan(
            "INTRO",
            "Introduction",
            opening=Question("i1", "Please tell me who you are.", simpler="What is your job?"),
            facts=(Fact("role", True, "What is your current role?"), Fact("highlight", True)),
            maximum_turns=3,
            hard_limit=120_000,
            inactivity_limit=30_000,
            reprompt_after=10_000,
            simplify_after=20_000,
            ramble_limit=60_000,
        ),
        StagePlan(
            "WORK",
            "Work",
            opening=Question("w1", "Which project are you proud of?", rephrase="Pick one project."),
            bank=(
                Question("w2", "What would you change about your team today?"),
                Question("w3", "Where did something break badly?"),
            ),
            probes=(
                Probe("p1", "Could you sort that into situation, task and outcome?", (1,)),
                Probe("p2", "Which decision was yours alone?", (2, 3)),
                Probe("p4", "How did the numbers look afterwards?", (4, 5), last=True),
            ),
            story=True,
            minimum_questions=2,
            follow_up_cap=2,
            target_depth=4,
            minimum_time=20_000,
            hard_limit=300_000,
            inactivity_limit=45_000,
            bridge_in="Let us talk about your work.",
        ),
        StagePlan(
            "BYE",
            "Closing",
            kind="closing",
            hard_limit=60_000,
            inactivity_limit=15_000,
            closing="Thank you. {remark} Good-bye.",
        ),
    ),
)
BOUND = sum(stage.hard_limit + HARD_GRACE for stage in PLAN.stages) + VOICE_LIMIT
PATIENCE = UNTOUCHED + VOICE_LIMIT + UNHURRIED_ABSENCE
"""An interview that hurries nobody pauses by itself and is left then."""
WORDS = (
    "I am a backend engineer and I am good at databases.",
    "okay",
    "yes",
    "stop",
    "wait a second",
    "give me a minute",
    "can you repeat the question please",
    "let's skip this one",
    "let's end the interview",
    "no, go on",
    "pause please",
    "that's all",
    "We decided on queues, it fell from a day to two minutes, but the price was a harder rollback.",
    "blorp",
    "",
    "Are you a real person?",
    "I'd rather not say.",
    "I don't have an example.",
    "My name is not Ada, it's Eve.",
    "Can I start over?",
    "no",
)
PARTS_OF_A_READING = st.tuples(
    st.sampled_from(list(About)),
    st.sampled_from(["", "person", "none", "all", "again", "later", "name", "danger", "insult"]),
    st.integers(-2, 60),
    st.integers(-2, 60),
    st.sampled_from([0.0, 0.2, 0.5, 0.7, 1.0]),
)
CHANCES = st.sampled_from([0.0, 0.1, 0.3, 0.5, 0.8, 1.0])
READINGS = st.builds(
    Reading,
    reader=st.just("any"),
    answer=CHANCES,
    asides=st.lists(PARTS_OF_A_READING.map(lambda parts: Aside(*parts)), max_size=3).map(tuple),
    end=st.sampled_from([0.0, 0.0, 0.0, 0.3, 0.9]),
    distress=st.sampled_from([0.0, 0.0, 0.5]),
    danger=st.sampled_from([False, False, False, True]),
)
QUESTIONS = ("Please tell me who you are.", "Pick one project.", "Nobody asked this.")
SENTENCES = (
    "That was quick.",
    "*nods*",
    "Which tool broke first?",
    "Which project are you proud of?",
    "Where did it break, and",
    "Tell me about the queues.",
)
PROPOSALS = st.tuples(
    st.none() | st.builds(AssessResponse, st.integers(0, 6), st.just(("queues",))),
    st.sampled_from(
        [
            None,
            AskQuestion("", None),
            AskQuestion("Own words, new each time?", None),
            AskQuestion("Which project are you proud of?", "w1"),
            AskQuestion("x", "nowhere"),
            AskQuestion("Which decision was yours alone?", "p2"),
        ]
    ),
    st.none() | st.just(TransitionStage("enough")),
    st.none() | st.builds(MeetAside, st.sampled_from(list(About)), st.just("Of course.")),
    st.just(RecordResponse("they said something", (("role", "engineer"), ("x", "y")))),
).map(lambda parts: tuple(filter(None, parts)))
