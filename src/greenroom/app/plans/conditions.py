"""For which candidates a stage or a question is: the role packs and levels that it names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from greenroom.app import roles
from greenroom.app.plans.format import StageSource
from greenroom.assessment.sentence import Sentence


def meets(stage: StageSource, pack: str | None, level: str | None) -> bool:
    """Whether the stage is held for a candidate of this role pack and level."""
    if stage.when.roles and pack not in stage.when.roles:
        return False
    return suits(stage.when.levels, level)


def suits(levels: Sequence[str], level: str | None) -> bool:
    """Whether what is for these levels is asked of a candidate of this one; none: of everybody."""
    return not levels or level in levels


def unknown_packs(names: Sequence[str]) -> Iterator[tuple[int, Sentence]]:
    """The index of each name that no role pack has, and what to say of it."""
    packs = roles.role_packs()
    for i, name in enumerate(names):
        if name not in packs:
            known = ", ".join(packs)
            yield i, Sentence("`{name}` is no role pack; there are {known}", name=name, known=known)
