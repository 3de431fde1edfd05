"""A plan file without a fault, and what becomes of one that is changed."""

import pytest

from greenroom.app import plans
from greenroom.app.sources.faults import SourceError, SourceFault

GOOD = """\
schema = 1
id = "mine"
title = "Mine"

[[stages]]
id = "ONE"
hard_limit = 60
inactivity_limit = 20
opening = { text = "What do you do, {name}?" }
bank = [
  { id = "b1", text = "Which tool do you like best?" },
  { id = "b2", text = "Where did you learn your trade?" },
]

[[stages]]
id = "TWO"
requires = ["ONE"]
closing = \"\"\"
Thank you, {name}.
{remark} Good-bye.\"\"\"

[stages.opening]
text = "Tell me about a project."
"""


def faults(source: str | bytes) -> tuple[SourceFault, ...]:
    """The faults for which a plan is refused."""
    with pytest.raises(SourceError) as caught:
        plans.parse(source, "mine.toml")
    return caught.value.faults


def change(old: str, new: str) -> str:
    """The good plan with one change."""
    assert old in GOOD
    return GOOD.replace(old, new, 1)
