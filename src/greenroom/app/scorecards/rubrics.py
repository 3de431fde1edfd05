"""Rubrics: TOML files become `Rubric`s, or a list of everything that is wrong.

The built-in ones are the files of `greenroom/catalogue/rubrics`; `docs/reference/scorecard.md` tells the format
to an author.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Annotated, Final, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from greenroom.app.ports import NotFound
from greenroom.app.sources.faults import Complaint
from greenroom.app.sources.toml_tables import decode, not_blank, read, refusal, tables, validate
from greenroom.assessment.rubric import LEVELS, Criterion, Rubric

START_FROM: Final = "docs/reference/scorecard.md shows a rubric to start from"
MAX_CRITERIA: Final = 12
"""Each is a request to a model, or more."""

_Id = Annotated[str, Field(max_length=40, pattern=r"^[A-Za-z][A-Za-z0-9_-]*$")]
_Line = Annotated[str, Field(max_length=300), AfterValidator(not_blank)]


class _Table(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class CriterionSource(_Table):
    id: _Id
    title: _Line
    question: _Line
    anchors: list[_Line] = Field(min_length=len(LEVELS), max_length=len(LEVELS))


class RubricSource(_Table):
    schema_: Literal[1] = Field(alias="schema")
    id: _Id
    title: _Line
    description: _Line
    criteria: list[CriterionSource] = Field(min_length=1, max_length=MAX_CRITERIA)


def names() -> tuple[str, ...]:
    """The built-in rubrics, which are named as their files."""
    return tuple(sorted(file.name.removesuffix(".toml") for file in _folder().iterdir()))


def load_builtin(name: str) -> Rubric:
    """A built-in rubric and never a file: for names that come from outside. Raises `NotFound`."""
    if name not in names():
        raise NotFound(f"there is no rubric “{name}”; there are {', '.join(names())}")
    return parse((_folder() / f"{name}.toml").read_bytes(), f"{name}.toml")


def load(name_or_path: str) -> Rubric:
    """A built-in rubric by its name, or any file by its path. Never for input from the network: it
    opens what it is told to. Raises `SourceError`, or `NotFound` for a name that is neither."""
    path = Path(name_or_path)
    if name_or_path in names() or (path.suffix != ".toml" and not path.exists()):
        return load_builtin(name_or_path)
    return parse(read(path), name_or_path)


def parse(source: str | bytes, file: str) -> Rubric:
    """Raises `SourceError` with every fault of the file."""
    text = decode(source, file, kind="rubric", start_from=START_FROM)
    found, complaints = validate(RubricSource, tables(text, file))
    if found is None:
        raise refusal(text, file, complaints)
    complaints = list(_twice(found))
    if complaints:
        raise refusal(text, file, complaints)
    return Rubric(
        found.id,
        found.title,
        found.description,
        tuple(
            Criterion(c.id, c.title, " ".join(c.question.split()), tuple(c.anchors))
            for c in found.criteria
        ),
        hashlib.sha256(text.encode()).hexdigest()[:12],
    )


def _twice(rubric: RubricSource) -> Iterator[Complaint]:
    seen: set[str] = set()
    for i, criterion in enumerate(rubric.criteria):
        if criterion.id in seen:
            yield Complaint(
                ("criteria", i, "id"), f"the criterion `{criterion.id}` is listed twice"
            )
        seen.add(criterion.id)
        if len(set(criterion.anchors)) < len(LEVELS):
            reason = "two levels have the same words, so no judge can tell them apart"
            yield Complaint(("criteria", i, "anchors"), reason)


def _folder() -> Traversable:
    return files("greenroom") / "catalogue" / "rubrics"
