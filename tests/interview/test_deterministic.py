"""F7, F11, F13: the interviewer without a model proposes what a model would."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from greenroom.interview.brief import Brief
from greenroom.interview.deterministic import reply
from greenroom.interview.phrases import phrases
from greenroom.interview.plan import Candidate, Fact, Probe, Question, StagePlan
from greenroom.interview.proposals import AskQuestion, AssessResponse, RecordResponse

STAGE = StagePlan(
    "S",
    "Stage",
    opening=Question("open", "Please tell me a little about yourself."),
    facts=(
        Fact("role", True, "What is your current role?"),
        Fact("highlight", True, "What would you call your greatest strength?"),
    ),
    probes=(
        Probe("vague", "How did you come to this kind of work?", (1, 2)),
        Probe("deep", "And what takes most of your time these days?", (3, 4, 5), None, True),
    ),
    bank=(Question("bank", "What do you like to work on, {name}, when the choice is yours?"),),
)
BRIEF = Brief(
    "t1", STAGE, Candidate("Ada"), "", STAGE.opening, (), {}, frozenset({"open"}),
    (STAGE.opening.text,), 0, 1, 100_000,
)  # fmt: skip
INTRO = "I'm a nurse in Leeds, eight years now, and I'm good at calming people."


def the(kind: type, brief: Brief) -> list[object]:
    return [proposal for proposal in reply(brief) if isinstance(proposal, kind)]


def ask(brief: Brief) -> AskQuestion:
    (question,) = the(AskQuestion, brief)
    assert isinstance(question, AskQuestion)
    return question


def test_assesses_records_and_asks() -> None:
    """One answer gives an assessment, a note with facts, and the next question, in this order."""
    proposals = reply(replace(BRIEF, answer=INTRO))
    assert [type(p) for p in proposals] == [AssessResponse, RecordResponse, AskQuestion]
    note = proposals[1]
    assert isinstance(note, RecordResponse)
    assert dict(note.facts) == {"role": "nurse in Leeds", "highlight": "calming people"}
    assert note.summary in INTRO


def test_a_missing_fact_is_asked_for() -> None:
    """While a required fact is missing, its question comes next."""
    question = ask(replace(BRIEF, answer="I'm a nurse in Leeds, eight years now."))
    assert question.question_id == "S.fact.highlight"
    assert question.question.endswith("What would you call your greatest strength?")


def test_the_probe_fits_the_depth() -> None:
    """With the facts known, the probe is that of the answer's depth."""
    known = {"role": "nurse", "highlight": "calm"}
    assert ask(replace(BRIEF, answer=INTRO, facts=known)).question_id == "deep"
    assert ask(replace(BRIEF, answer="I worked on websites.", facts=known)).question_id == "vague"


def test_the_name_is_put_in() -> None:
    """A question is proposed as it will be spoken."""
    asked = frozenset({"open", "vague", "deep"})
    question = ask(replace(BRIEF, answer=INTRO, asked=asked))
    assert "work on, Ada, when" in question.question


def test_nothing_left_to_ask() -> None:
    """When everything was asked, nothing is proposed to ask; the engine moves on."""
    everything = frozenset({"open", "vague", "deep", "bank", "S.fact.role", "S.fact.highlight"})
    assert the(AskQuestion, replace(BRIEF, answer=INTRO, asked=everything)) == []


def test_yes_to_a_yesno_question_is_not_assessed() -> None:
    """A "yes" to a yes/no question is a whole answer and gets no depth."""
    ready = Question("ready", "Shall we begin?", kind="yesno")
    assert the(AssessResponse, replace(BRIEF, answer="yes", question=ready)) == []


def test_no_thanks_for_what_was_not_there() -> None:
    """Nothing is praised after an empty answer."""
    for answer in ("I don't know", "asdf qwrt zxcv lkjh", "yes", "I ate pizza with my cat today."):
        said = ask(replace(BRIEF, answer=answer)).question.lower()
        assert not {"thank", "good", "clear", "numbers"} & set(said.replace(",", " ").split())


def test_acknowledgements_differ_from_turn_to_turn() -> None:
    """Two turns in a row never begin with the same words."""
    brief, last = BRIEF, ""
    for turn in range(12):
        facts = {"role": "nurse", "highlight": "calm"}
        texts = (*brief.asked_texts, f"Question number {turn}?")
        brief = replace(
            brief, answer=f"I worked on website {turn}.", asked_texts=texts, facts=facts
        )
        first = ask(brief).question.split(".")[0]
        assert first != last
        last = first


@given(st.text(max_size=300), st.sampled_from(["en", "es", "hi"]))
def test_any_answer_gets_a_reply(answer: str, language: str) -> None:
    """Any text gets a reply: depth in range, summary and facts verbatim, a question at its end."""
    proposals = reply(replace(BRIEF, answer=answer, language=language))
    assert proposals
    for proposal in proposals:
        match proposal:
            case AssessResponse(depth_score=depth):
                assert 1 <= depth <= 5
            case RecordResponse(summary=summary, facts=facts):
                assert summary in answer
                assert all(value in answer for _, value in facts)
            case AskQuestion(question=question):
                assert question.endswith("?")


def test_an_interview_in_another_language_is_not_answered_in_english() -> None:
    """Thanks are in the plan's language, since what can be said of the answer is known in English."""
    asked = ask(replace(BRIEF, answer="Trabajo como enfermera en Sevilla.", language="es"))
    assert asked.question.startswith(phrases("es").received)
