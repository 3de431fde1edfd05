"""What is labelled and judged: exactly what a judge is given, and nothing of what anybody thought of it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from greenroom.circle.brief import Brief, Circle, mission
from greenroom.circle.events import Entry, Event, Started, TurnCommitted
from greenroom.circle.inputs import JudgeInput
from greenroom.circle.rules import MOST_PER_SIDE, Rules

ID_LENGTH: Final = 12


@dataclass(frozen=True, slots=True)
class Item:
    """One conversation that is over."""

    given: JudgeInput
    language: str

    @property
    def id(self) -> str:
        """A digest of what is judged. Whoever changes an item has another one, and labels of the one
        that was read do not pass to it."""
        text = json.dumps(self.given.plain(), ensure_ascii=False, sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:ID_LENGTH]

    def log(self, judges: int, names: tuple[str, str] = ("", "")) -> list[Entry]:
        """The log of an interview in which this was said and nobody has judged yet. `names` are those
        of owner and visitor, for the gate. Raises `RuleFault` or, when it is folded, `ProtocolError`
        for what no interview could have been."""
        return [Entry(seq, event) for seq, event in enumerate(self._events(judges, names))]

    def _events(self, judges: int, names: tuple[str, str]) -> Iterator[Event]:
        said = self.given.transcript
        owners = sum(message.speaker == "owner" for message in said)
        rules = Rules(
            max_per_side=min(owners, MOST_PER_SIDE),
            reply_to_final=bool(said) and said[-1].speaker == "visitor",
            judges=judges,
        )
        circle = Circle(self.given.owner_objective)
        owner, visitor = ({"display_name": name} if name else {} for name in names)
        yield Started(self.id, Brief(owner, visitor, circle, {}, mission(circle)), rules)
        for message in said:
            yield TurnCommitted(message.speaker, message.message)
