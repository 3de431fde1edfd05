"""Who speaks and judges in a circle, for people: a provider's title, never a key."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from greenroom.app.ports import CircleRow, SealedKey
from greenroom.app.providers.catalogue import ModelChoice, Part
from greenroom.app.providers.choices import OPERATORS, own_key
from greenroom.assessment.sentence import Sentence
from greenroom.web.languages import N_
from greenroom.web.saved_providers import here, saved


@dataclass(frozen=True, slots=True)
class Speaker:
    words: str
    gone: str = ""
    """Why conversations from now on are not held."""


NOBODY = Speaker(N_("no model: agents use fixed sentences, and nothing is judged"))
UNKNOWN = Speaker(N_("not on record: the conversation is older than this version"))
DELETED = Speaker(
    N_("a model whose key was deleted"),
    N_(
        "The key that was chosen for this circle was deleted. Visitors who enter now get no conversation, and nothing "
        "is judged. Choose another model below."
    ),
)
REPLACED = Speaker(
    N_("a model that this server has no more"),
    N_(
        "The model of this circle is no longer on this server. Visitors who enter now get no conversation, "
        "and nothing is judged. Choose another model below."
    ),
)


def operators_speaker(operators: Mapping[Part, ModelChoice]) -> str:
    """The provider that the operator has set; empty: none."""
    return next((one.who for one in here(operators) if one.part is Part.LLM), "")


def speaker(
    row: CircleRow, keys: Sequence[SealedKey], operators: Mapping[Part, ModelChoice]
) -> Speaker:
    """As the circle's owner, with these keys, is told."""
    chosen = row.keys.get(Part.LLM.value)
    if chosen is None:
        return NOBODY
    own = own_key(row, Part.LLM)
    if own is None:
        set_now = operators.get(Part.LLM)
        fits = set_now is not None and chosen == f"{OPERATORS}{set_now.provider}"
        return Speaker(operators_speaker(operators)) if fits else REPLACED
    found = next((key for key in keys if key.id == own), None)
    return (
        DELETED
        if found is None
        else Speaker(Sentence("{provider}, by your key", provider=saved(found).title))
    )
