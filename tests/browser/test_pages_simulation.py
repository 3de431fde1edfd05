"""The pages of a batch, opened from the disk: a check leads to its words, and everybody can use them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from audit import faults
from playwright.sync_api import Browser, Page, expect

from greenroom.bootstrap.simulations import viewing
from greenroom.simulation.batch.folder import Batch, Case, Folder, Result, line_of

pytestmark = pytest.mark.browser


def result(run: int, *, passed: bool) -> Result:
    said = [("interviewer", "Tell me about yourself."), ("candidate", "I bake bread, I told you.")]
    quote = {"message": 1, "start": 2, "end": 12, "quote": "bake bread"}
    check = {"id": "hears role", "passed": passed, "expected": "told", "found": "told"}
    messages = [
        {
            "index": index,
            "speaker": speaker,
            "kind": "question" if index == 0 else "answer",
            "stage": "INTRO",
            "text": text,
            "started_ms": 1_000 * index,
            "interrupted": False,
        }
        for index, (speaker, text) in enumerate(said)
    ]
    return {
        "scenario": "baker",
        "run": run,
        "passed": passed,
        "status": "passed" if passed else "failed",
        "seed": run,
        "error": None,
        "checks": [{**check, "quotes": [quote]}],
        "coverage": None,
        "validity": None,
        "played_again": 0,
        "tokens": {"in": 0, "out": 0},
        "record": {"end_reason": "completed", "ended_ms": 61_000, "messages": messages},
    }


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = Folder(tmp_path_factory.mktemp("view") / "batch")
    case = Case("baker", "A baker tells her role", "baker.toml", "1", "two-stage", "2")
    folder.begin(Batch((case,), 2, 0, "plan", "none", "none", None, replay=False, version="0"))
    with folder.writing([]) as out:
        out.append([line_of(result(0, passed=True)), line_of(result(1, passed=False))])
    viewing.main(folder.path, None)
    assert json.loads((folder.path / "batch.json").read_text())["runs"] == 2
    return folder.path / "view" / "index.html"


@pytest.fixture
def page(pages_browser: Browser) -> Iterator[Page]:
    context = pages_browser.new_context(
        viewport={"width": 360, "height": 740}, reduced_motion="reduce"
    )
    page = context.new_page()
    page.set_default_timeout(20_000)
    yield page
    context.close()


def test_from_the_list_to_the_words(page: Page, index: Path) -> None:
    """The failed run is found by the filter; its check, by keyboard, marks its words and no others;
    pressed again it marks none."""
    page.goto(index.as_uri())
    expect(page.locator("h1")).to_have_text("1 of 2 runs passed")
    page.get_by_label("Failed").check()
    expect(page.locator("#shown")).to_have_text("1 runs shown")
    page.get_by_role("link", name="A baker tells her role").click()
    button = page.get_by_role("button", name="Does not hold hears role")
    button.focus()
    page.keyboard.press("Enter")
    expect(button).to_have_attribute("aria-pressed", "true")
    expect(page.locator("mark.on")).to_have_text("bake bread")
    expect(page.locator("#t1")).to_have_class("turn c on")
    page.keyboard.press("Enter")
    expect(page.locator(".on")).to_have_count(0)


@pytest.mark.parametrize("name", ["index.html", "runs/baker-1.html"])
def test_everybody_can_use_them(page: Page, index: Path, name: str) -> None:
    """At 320 px and above, in any theme, nothing sticks out, is cut or covered, and axe finds nothing."""
    page.goto((index.parent / name).as_uri())
    assert faults(page, f"simulation-{Path(name).stem}") == []
