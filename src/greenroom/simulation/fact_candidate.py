"""A candidate who knows what stands on a fact sheet, and tells a fact only when it is asked for."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from typing import Final

from greenroom.interview.plan import InterviewPlan
from greenroom.simulation.candidates import Normal
from greenroom.simulation.fact_sheet import asks_for
from greenroom.simulation.scenarios.format import FactSource
from greenroom.simulation.transport import Edge, SimulatedTransport

NOTHING: Final = (
    "I can't think of anything there.",
    "I have no answer to that, sorry.",
    "Nothing comes to mind there.",
    "I would have to pass on that.",
)
KEPT: Final = "I would rather not talk about that."
READY: Final = ("Yes, I am ready.", "Yes, let us begin.")
FAREWELL: Final = ("No, thank you.", "No questions, thank you.")


class FactCandidate(Normal):
    """Answers with the facts that the question asks for, at most `at_once` of them, each once."""

    def __init__(
        self,
        rng: random.Random,
        plan: InterviewPlan,
        facts: Sequence[FactSource],
        at_once: int,
    ) -> None:
        super().__init__(rng, plan)
        self._left = {fact.id: fact for fact in facts}
        self._at_once = at_once
        self._asked: Counter[str] = Counter()

    def answer(self, room: SimulatedTransport, edge: Edge) -> str:
        kind = self.plan.stages[room.stage].kind
        if kind != "work":
            return self.rng.choice(READY if kind == "greeting" else FAREWELL)
        chosen, kept = self._choose(edge.said.text)
        for fact in chosen:
            del self._left[fact.id]
        if chosen:
            return " ".join(fact.text for fact in chosen)
        return KEPT if kept else self.rng.choice(NOTHING)

    def _choose(self, question: str) -> tuple[list[FactSource], bool]:
        """What is told now, and whether something was asked for that is never told."""
        asked = [fact for fact in self._left.values() if asks_for(fact, question)]
        self._asked.update(fact.id for fact in asked)
        ready = [fact for fact in asked if self._ready(fact)]
        ready += [fact for fact in self._left.values() if fact.reveal == "volunteered"]
        distinct = list({fact.id: fact for fact in ready}.values())
        return distinct[: self._at_once], any(fact.reveal == "never" for fact in asked)

    def _ready(self, fact: FactSource) -> bool:
        if fact.reveal == "probed":
            return self._asked[fact.id] > 1
        return fact.reveal != "never"
