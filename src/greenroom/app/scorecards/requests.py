"""The scorecard of a stored interview: who may judge it, by which rubric, and the request for it."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from greenroom.app.ports import InterviewRow, Refused, ScorecardRow, SealedKey, Store
from greenroom.app.providers.catalogue import Part
from greenroom.app.providers.choices import own_key, parts_of
from greenroom.app.providers.keys import KeyRing
from greenroom.app.registration import FieldFault
from greenroom.app.roles import role_pack
from greenroom.app.scorecards import rubrics
from greenroom.assessment.sentence import Sentence

OPERATORS: Final = ""
"""In the place of a key's id: the operator's model."""
GENERAL: Final = "star"
"""The rubric of a role that no pack knows."""


def rubric_for(row: InterviewRow) -> str:
    """The rubric that fits the role: its pack's, or else the general one."""
    pack = role_pack(row.candidate.get("role", "")) or row.plan_id
    return pack if pack in rubrics.names() else GENERAL


async def judging_keys(keys: KeyRing, owner: str) -> list[SealedKey]:
    """The owner's keys whose model can judge, newest first."""
    return [row for row in await keys.of_owner(owner) if Part.LLM in parts_of(row)]


async def chosen_key(keys: KeyRing, row: InterviewRow, key: str | None, *, operators: bool) -> str:
    """Whose model is asked: the key that is named, or else the interview's own, or the operator's.

    Raises `Refused` when there is nobody, `FieldFault` for a key that is none.
    """
    if key is None:
        key = own_key(row, Part.LLM) or OPERATORS
    if key == OPERATORS and not operators:
        raise Refused(
            Sentence("No model can do this here. Save a key of your own and choose it for this.")
        )
    if key != OPERATORS and key not in {one.id for one in await judging_keys(keys, row.owner)}:
        raise FieldFault("key", Sentence("Choose one of your own providers that thinks."))
    return key


async def ask(
    store: Store,
    keys: KeyRing,
    row: InterviewRow,
    now: datetime,
    *,
    rubric: str | None,
    key: str | None,
    operators: bool,
) -> ScorecardRow:
    """Keep the request of an ended interview. `key` None: the interview's own model, or else the
    operator's. Asked twice for the same, the first request stands; a card that is made gives way.

    Raises `Refused` when there is nothing to judge or nobody who could, `FieldFault` for a rubric or
    a key that is none.
    """
    if row.status != "ended":
        raise Refused(Sentence("This interview is not over yet. It can be judged when it is."))
    wanted = rubric or rubric_for(row)
    if wanted not in rubrics.names():
        raise FieldFault("rubric", Sentence("There are {names}.", names=", ".join(rubrics.names())))
    key = await chosen_key(keys, row, key, operators=operators)
    found = await store.scorecards.find(row.id)
    if found is not None and found.card is None and (found.rubric, found.key) == (wanted, key):
        return found
    asked = ScorecardRow(row.id, wanted, key, now.isoformat(timespec="microseconds"))
    await store.scorecards.ask(asked)
    return asked
