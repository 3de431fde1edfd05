"""What a turn may cost: the network's time grows with the words that it reads."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from greenroom.adapters.understanding.composition import parts
from greenroom.adapters.understanding.encoder import WIDTH, Floats
from greenroom.adapters.understanding.head import joined, plain
from greenroom.adapters.understanding.reader import read_now
from greenroom.app.ports import ReaderInput

DEEDS = (
    "I drew a new plan for the deliveries",
    "and then I called each driver in the evening",
    "so we could load the vans before six in the morning",
    "but the old scanner kept losing its connection",
)


def embedded(text: str) -> list[str]:
    """The texts that are embedded for a turn."""
    made, asked = parts(), list[str]()

    def counting(texts: Sequence[str], question: str = "") -> Floats:
        asked.extend(texts)
        return made.embed(texts, question)

    heard = ReaderInput(text, "What was your own part in it?")
    read_now(made, heard)  # the place of a question is remembered
    read_now(replace(made, embed=counting), heard)
    return asked


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_no_word_of_a_plain_answer_is_embedded_twice(count: int) -> None:
    """What a turn is and which parts it tells share the vectors of clauses; the whole needs none."""
    text = ". ".join(DEEDS[:count]) + "."
    asked = embedded(text)
    assert len(asked) == len(set(asked))
    assert sum(len(one.split()) for one in asked) == len(text.split())


def test_a_turn_that_is_no_plain_answer_is_embedded_in_whole() -> None:
    """Where the clauses leave a doubt, the head sees the vector of the whole."""
    text = "I drew a plan for the vans. Sorry, could you say the question again?"
    assert plain(text) in embedded(text)


def test_the_vector_of_a_plain_answer_is_near_that_of_its_clauses() -> None:
    """The longer a clause, the more it counts."""
    clauses = [plain(deed) for deed in DEEDS]
    embed = parts().embed
    (whole,) = embed([" ".join(clauses)])
    near = joined(embed(clauses), clauses)
    for one in (near[:WIDTH], near[WIDTH:]):
        assert float(one @ one) == pytest.approx(1, abs=1e-5)
    assert float(near @ whole) > max(float(one @ whole) for one in embed(clauses))


def test_a_turn_is_embedded_beside_its_question() -> None:
    """The layers that are fitted may see what was asked: plain, as it was learned from."""
    made, seen = parts(), set[str]()

    def asking(texts: Sequence[str], question: str = "") -> Floats:
        seen.add(question)
        return made.embed(texts, question)

    read_now(
        replace(made, embed=asking), ReaderInput("Piano, with the keys.", "So, you sold a Canoe?")
    )
    assert seen == {"so you sold a canoe"}
