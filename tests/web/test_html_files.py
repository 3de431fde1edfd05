"""HTML that leaves the server as a file has a policy of its own: nobody sends one with it."""

from __future__ import annotations

import base64
import hashlib
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from greenroom.bootstrap import score
from greenroom.bootstrap.simulations import batches, viewing
from greenroom.bootstrap.simulations.batches import Options
from greenroom.bootstrap.simulations.roles import Roles
from greenroom.testing.ended import STORY

SCENARIO = Path(__file__).parents[2] / "scenarios" / "circle-yes.toml"
LOADS = ("src", "srcset", "data", "poster")


class Page(HTMLParser):
    """What of a page a policy is about."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.head: list[tuple[str, dict[str, str | None]]] = []
        self.styles: list[str] = []
        self.scripts: list[str] = []
        self.inline: list[str] = []
        """Attributes that hold style or script."""
        self.loaded: list[str] = []
        self._open: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        if self._open[-1:] == ["head"]:
            self.head.append((tag, found))
        if tag in ("head", "style", "script"):
            self._open.append(tag)
        if tag == "style":
            self.styles.append("")
        if tag == "script" and "src" not in found:
            self.scripts.append("")
        self.inline += [name for name in found if name == "style" or name.startswith("on")]
        self.loaded += [found[name] or "" for name in LOADS if name in found]
        if tag in ("link", "image", "use"):
            self.loaded += [value or "" for name, value in attrs if name.endswith("href")]

    def handle_endtag(self, tag: str) -> None:
        if self._open[-1:] == [tag]:
            self._open.pop()

    def handle_data(self, data: str) -> None:
        if self._open[-1:] == ["style"]:
            self.styles[-1] += data
        if self._open[-1:] == ["script"]:
            self.scripts.append(data)

    @property
    def policy(self) -> dict[str, list[str]]:
        """Of the first element of the head: what stands before a policy is not bound by it."""
        tag, found = self.head[0]
        assert (tag, found.get("http-equiv")) == ("meta", "Content-Security-Policy")
        parts = (part.split() for part in (found["content"] or "").split(";"))
        return {name: sources for name, *sources in parts}


def digests(styles: list[str]) -> set[str]:
    found = (base64.b64encode(hashlib.sha256(style.encode()).digest()) for style in styles)
    return {f"'sha256-{digest.decode()}'" for digest in found}


def is_guarded(text: str) -> None:
    """The policy of a report permits its own styles and nothing else, and the report needs no more."""
    page = Page(text)
    assert set(page.policy) == {"default-src", "style-src", "base-uri", "form-action"}
    assert [page.policy[name] for name in ("default-src", "base-uri", "form-action")] == [
        ["'none'"]
    ] * 3
    assert len(page.styles) > 1
    assert set(page.policy["style-src"]) == digests(page.styles)
    # in a picture a browser reads the text of a style with its entities
    assert not any(sign in style for style in page.styles for sign in "&<")
    assert page.scripts == page.inline == page.loaded == []


@pytest.fixture
async def ended(visitor: TestClient, made: dict[str, str], house: Any) -> str:
    """An interview with an answer full of tags; its address in the API."""
    await house.end(made["id"], STORY, "</style><script>alert(1)</script><style>* {color: red}")
    return f"/api/interviews/{made['id']}"


def test_an_exported_report(visitor: TestClient, ended: str) -> None:
    """The file has the policy first, by its own styles, whatever the candidate said."""
    answer = visitor.get(f"{ended}/export?format=html")
    assert answer.status_code == 200
    is_guarded(answer.text)


def test_a_report_of_a_record(
    visitor: TestClient, ended: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """`greenroom score --format html` prints the same kind of file."""
    file = tmp_path / "record.json"
    file.write_bytes(visitor.get(f"{ended}/export?format=json").content)
    assert score.main(file, "star", None, None, "html") == 0
    is_guarded(capsys.readouterr().out)


def test_pages_of_a_batch(tmp_path: Path) -> None:
    """`simulate view` writes pages that load the files beside them and nothing else."""
    assert batches.run([SCENARIO], tmp_path / "batch", 1, 0, Roles(), Options()) == 0
    assert viewing.main(tmp_path / "batch", tmp_path / "pages") == 0
    pages = sorted((tmp_path / "pages").rglob("*.html"))
    assert pages
    for file in pages:
        page = Page(file.read_text("utf-8"))
        policy = page.policy
        assert policy.pop("default-src") == ["'none'"]
        assert {source for sources in policy.values() for source in sources} <= {"'self'", "'none'"}
        assert page.scripts == page.inline == page.styles == []
        assert page.loaded
        assert all((file.parent / one).is_file() for one in page.loaded)
