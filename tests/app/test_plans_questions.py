"""What the built-in plans ask: enough, short, in other words too, and nothing twice."""

import re
import tomllib

import pytest

from greenroom.app import plans
from greenroom.app.plans.format import StageSource
from greenroom.app.plans.stage_texts import askings
from greenroom.interview.plan import LEVELS, Candidate
from greenroom.interview.questions import fact_question, same_question
from greenroom.interview.templates import render

LONGEST_SPOKEN = 30
"""Words of a question: about twelve seconds at an easy pace."""
PROTECTED = re.compile(
    r"\b(how old|your age|married|pregnan\w*|your (family|children|partner|religion|faith|health)"
    r"|disab\w*|where are you from|born|nationality|illness of yours|church|mosque|degree)\b",
    re.I,
)


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


@pytest.mark.parametrize("plan", plans.builtin_names())
def test_what_is_asked_is_short_and_anybodys_to_answer(plan: str) -> None:
    """Every form of a question takes less than twelve seconds to say, and none asks for age, family,
    health, religion or origin, or takes a degree for granted."""
    for raw in tomllib.loads(plans.source_of(plan))["stages"]:
        for _, _, text in askings(StageSource.model_validate(raw)):
            assert len(text.split()) <= LONGEST_SPOKEN, text
            assert not PROTECTED.search(text), text


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
