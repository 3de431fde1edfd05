"""The code of the tutorial about an agent of one's own does what the page says."""

from __future__ import annotations

import re
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "tutorial" / "own-agent.md"
BLOCKS = re.findall(r"^```python\n(.*?)^```", PAGE.read_text(), re.DOTALL | re.MULTILINE)


def test_the_code_without_a_framework_runs() -> None:
    """Its own assertions hold."""
    code = next(block for block in BLOCKS if "Gate(" in block)
    assert code.count("assert ") == 3
    exec(compile(code, str(PAGE), "exec"), {})


def test_every_block_is_python() -> None:
    """Those that need a framework, too; the LiveKit one is run as `examples/gate_your_own_agent.py`."""
    assert len(BLOCKS) == 3
    for block in BLOCKS:
        compile(block, str(PAGE), "exec")
