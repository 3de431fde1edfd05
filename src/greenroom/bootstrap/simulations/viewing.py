"""`greenroom simulate view`: a batch as static pages, which are opened from the disk."""

from __future__ import annotations

from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from greenroom.app.ports import UserFault
from greenroom.simulation.batch import pages
from greenroom.simulation.batch.folder import Folder

STYLES = ("greenroom.css", "theme.js", "logo.svg")
OWN = ("view.css", "view.js")


def main(path: Path, out: Path | None) -> int:
    """Write the pages and print the address of the first. Raises `UserFault`."""
    folder = Folder(path)
    batch, results = folder.batch(), list(folder.results().values())
    target = out or path / "view"
    try:
        (target / "runs").mkdir(parents=True, exist_ok=True)
        _assets(target / "assets")
        (target / "index.html").write_text(pages.index(batch, results), "utf-8")
        for result in results:
            (target / "runs" / pages.name(result)).write_text(pages.run(batch, result), "utf-8")
    except OSError as error:
        raise UserFault(f"{target}: cannot be written: {error.strerror}") from error
    print(target / "index.html")
    return 0


def _assets(target: Path) -> None:
    """The house style, as the product's own pages have it."""
    static = files("greenroom") / "web" / "static"
    own = files("greenroom") / "simulation" / "batch" / "templates"
    (target / "fonts").mkdir(parents=True, exist_ok=True)
    for name in STYLES:
        _copy(static / name, target / name)
    for name in OWN:
        _copy(own / name, target / name)
    for font in (static / "fonts").iterdir():
        _copy(font, target / "fonts" / font.name)


def _copy(source: Traversable, target: Path) -> None:
    target.write_bytes(source.read_bytes())
