"""The documentation as a site: it builds without a warning."""

from __future__ import annotations

import logging
import re
from pathlib import Path

import pytest
from mkdocs.commands.build import build
from mkdocs.config import load_config

ROOT = Path(__file__).parents[2]


@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::PendingDeprecationWarning")
def test_the_site_builds_without_a_warning(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Every page is in the navigation; every link between pages has a page, and a heading where it names one."""
    config = load_config(str(ROOT / "mkdocs.yml"), site_dir=str(tmp_path / "site"))
    with caplog.at_level(logging.WARNING, logger="mkdocs"):
        build(config)
    assert [record.getMessage() for record in caplog.records] == []
    made = (tmp_path / "site" / "index.html").read_text("utf-8")
    assert "tutorial/first-interview.html" in made
    outside = re.findall(r'(?:src|href)="(https?://[^"]+)"', made)
    assert [address for address in outside if "squidfunk" not in address] == []
