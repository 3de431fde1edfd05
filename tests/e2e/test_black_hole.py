"""A typed interview in a real browser over a line that turns into a black hole, again and again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import Playwright, expect
from tests.e2e.black_hole import BlackHole
from tests.e2e.conftest import Visit
from tests.e2e.house import House
from tests.e2e.visitor import Visitor, visiting

pytestmark = [pytest.mark.browser, pytest.mark.slow]

ANSWERS = (
    "I mend nets and sails in a harbour, and I am good at finding what gave way first.",
    "I came to it by my aunt, who had the workshop before me.",
    "Last winter a storm tore eleven sails in one night, and all of them were needed by spring.",
    "I sorted them by damage, and taught two people to sew the straight seams.",
    "All eleven were back on their boats two weeks early.",
    "It cost us every evening of the winter, and one machine.",
)


@pytest.fixture
def hole(house: House) -> Iterator[BlackHole]:
    with BlackHole(house.port) as proxy:
        yield proxy


@pytest.fixture
def visit(chromium: Playwright, hole: BlackHole, speaker: Any) -> Visit:
    return partial(visiting, chromium, hole.address, speaker)


def send(visitor: Visitor, text: str) -> None:
    visitor.page.locator("#typed-text").fill(text)
    visitor.page.locator("#primary").click()


def unsaid(visitor: Visitor) -> None:
    """Nothing on the page says of this answer that it is saved."""
    expect(visitor.page.locator("#posted")).to_contain_text("Sending…")
    visitor.see("#who-them", "is reconnecting")
    expect(visitor.page.locator("#aside")).to_contain_text("not saved yet")
    expect(visitor.page.locator("body")).not_to_contain_text("is saved.")


def before_it_is_sent(visitor: Visitor, hole: BlackHole, text: str) -> None:
    hole.swallow()
    send(visitor, text)
    unsaid(visitor)
    hole.pass_on()


def with_a_reload(visitor: Visitor, hole: BlackHole, text: str) -> None:
    hole.swallow()
    send(visitor, text)
    unsaid(visitor)
    hole.pass_on()
    visitor.page.reload()


def just_after_it_was_sent(visitor: Visitor, hole: BlackHole, text: str) -> None:
    send(visitor, text)
    hole.swallow()
    visitor.see("#who-them", "is reconnecting")
    hole.pass_on()


def during_the_reply(visitor: Visitor, hole: BlackHole, text: str) -> None:
    said = len(visitor.told("say"))
    send(visitor, text)
    visitor.until(lambda: len(visitor.told("say")) > said)
    hole.swallow()
    visitor.see("#who-them", "is reconnecting")
    expect(visitor.page.locator("#aside")).to_contain_text("Your last answer is saved.")
    hole.pass_on()


def without_a_hole(visitor: Visitor, hole: BlackHole, text: str) -> None:
    send(visitor, text)
    expect(visitor.page.locator("#posted")).to_contain_text("Saved.")


MOMENTS: tuple[Callable[[Visitor, BlackHole, str], None], ...] = (
    before_it_is_sent,
    with_a_reload,
    during_the_reply,
    just_after_it_was_sent,
    without_a_hole,
)


def answers(visitor: Visitor, hole: BlackHole) -> list[str]:
    address = f"{hole.behind}/api/interviews/{visitor.interview}/export?format=json"
    found = visitor.context.request.get(address).json()
    return [m["text"] for m in found["messages"] if m["kind"] == "answer"]


def test_a_typed_interview(visit: Visit, hole: BlackHole) -> None:
    """Each answer is on record once and in its order, and the page says of none that it is saved before it is."""
    with visit(flags=("--autoplay-policy=no-user-gesture-required",)) as visitor:
        visitor.context.add_init_script("localStorage.setItem('mode', 'type')")
        visitor.open_room()
        for number, moment in enumerate(MOMENTS):
            visitor.cue("turn")
            asked = visitor.question
            moment(visitor, hole, ANSWERS[number])
            visitor.until(lambda n=number: answers(visitor, hole) == list(ANSWERS[: n + 1]), 60)  # type: ignore[misc]
            visitor.until(lambda was=asked: visitor.question != was, 60)  # type: ignore[misc]
        stored = visitor.page.evaluate(
            "Object.keys(localStorage).filter((key) => key.includes('unsent'))"
        )
        assert stored == []
