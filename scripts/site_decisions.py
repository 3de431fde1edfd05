"""Adds every decision to the navigation of the documentation, in the order of their numbers (a hook of MkDocs)."""

from pathlib import Path
from typing import Any


def on_config(config: Any) -> Any:
    """The configuration with one more chapter, which has each file of docs/decisions by its heading."""
    pages = sorted(Path(config.docs_dir, "decisions").glob("*.md"))
    titles = [page.read_text("utf-8").partition("\n")[0].removeprefix("# ") for page in pages]
    chapter = [
        {title.replace("`", ""): f"decisions/{page.name}"}
        for title, page in zip(titles, pages, strict=True)
    ]
    config.nav.append({"Decisions": chapter})
    return config
