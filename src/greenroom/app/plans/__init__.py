"""Interview plans: TOML files become `InterviewPlan`s, or a list of everything that is wrong.

The format and its defaults stand in `format`, the rules between keys in `checks`; `docs/reference/plans.md`
tells them to an author. The built-in plans are the files of `greenroom/catalogue/plans`.
"""

from greenroom.app.plans.catalogue import (
    GENERAL,
    ONE_QUESTION,
    TRY,
    PlanSummary,
    StageSummary,
    builtin_names,
    builtin_stages,
    catalogue,
    json_schema,
    load,
    load_builtin,
    load_file,
    source_of,
)
from greenroom.app.plans.drafts import (
    Draft,
    Outline,
    builtin_copy,
    copy_of,
    draft,
    from_tables,
    outline,
    studied,
    title_of,
)
from greenroom.app.plans.parsing import parse
from greenroom.app.plans.writing import NotWritable, written

__all__ = [
    "GENERAL",
    "ONE_QUESTION",
    "TRY",
    "Draft",
    "NotWritable",
    "Outline",
    "PlanSummary",
    "StageSummary",
    "builtin_copy",
    "builtin_names",
    "builtin_stages",
    "catalogue",
    "copy_of",
    "draft",
    "from_tables",
    "json_schema",
    "load",
    "load_builtin",
    "load_file",
    "outline",
    "parse",
    "source_of",
    "studied",
    "title_of",
    "written",
]
