"""A batch as JUnit's XML and as pages (X2)."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

from tests.simulation.batches import fail_the_end, results, rewrite

from greenroom.bootstrap.simulations import viewing
from greenroom.simulation.batch.folder import Folder
from greenroom.simulation.batch.junit import junit


def test_junit(whole: Path, copy: Path) -> None:
    """A test case a run: failures with their words, broken ones as errors, missing ones skipped; what XML
    can't hold is replaced."""
    rewrite(copy, fail_the_end)
    found = results(copy)
    broken: Any = {**found[1], "status": "broken", "error": "gone \x00", "record": None}
    batch = replace(Folder(whole).batch(), runs=3)
    root = ET.fromstring(junit(batch, [found[0], broken, *found[2:]]))
    cases = {(c.get("classname"), c.get("name")): c for c in root.iter("testcase")}
    assert len(cases) == 6
    failure = cases["circle-yes", "run 0"].find("failure")
    assert failure is not None
    assert "expected owner_stop, found time" in (failure.text or "")
    error = cases["circle-yes", "run 1"].find("error")
    assert error is not None
    assert error.get("message") == "gone \ufffd"
    assert cases["circle-yes", "run 2"].find("skipped") is not None
    assert cases["race-end-at-once", "run 0"].get("time") != "0.000"


class Links(HTMLParser):
    """Ids and addresses of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.targets: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name == "id" and value:
                self.ids.append(value)
            if name in ("href", "src") and value:
                self.targets.append(value)


def test_pages(copy: Path, tmp_path: Path) -> None:
    """Every link leads to a file or a message that is there, every id is there once, and what was
    said is text: no page has a tag of a candidate's."""

    def say(result: dict[str, Any]) -> None:
        words = "<script>alert(1)</script> Hi & bye"
        record = result["record"]
        (record.get("messages") or record["transcript"])[0].update(text=words, message=words)
        quote = {"message": 0, "start": 8, "end": 18, "quote": words[8:18]}
        result["checks"][0]["quotes"] = [quote]

    rewrite(copy, say)
    assert viewing.main(copy, tmp_path / "pages") == 0
    pages = sorted((tmp_path / "pages").rglob("*.html"))
    assert len(pages) == 5
    for page in pages:
        text = page.read_text("utf-8")
        links = Links()
        links.feed(text)
        assert len(links.ids) == len(set(links.ids))
        assert "<script>alert" not in text
        for target in links.targets:
            name, _, part = target.partition("#")
            assert not name or (page.parent / name).is_file(), target
            assert not part or part in links.ids, target
    run = (tmp_path / "pages" / "runs" / "race-end-at-once-0.html").read_text("utf-8")
    assert '<mark data-checks="1">alert(1)&lt;/</mark>' in run
