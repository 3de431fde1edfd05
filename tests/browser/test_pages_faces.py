"""Every page in every state, at every width: no violation of axe's rules, nothing refused, nothing cut or covered."""

from __future__ import annotations

from typing import Literal

import pytest
from audit import (
    LAID_OUT,
    MEASURE,
    ROOM,
    SIZES,
    SPACED,
    WHOLE,
    faults,
    measured,
    resize,
    zoomed,
)
from playwright.sync_api import Page, expect
from states import STATES, State

pytestmark = pytest.mark.browser
EXPECTED = "Failed to load resource: the server responded with a status of"


COVERED = ("room-drawer", "room-end-asked")
"""Where something lies over the room."""
WIDER = ("room-type", "room-answering", "room-long-word")
"""The rooms with the most words."""


@pytest.mark.timeout(900)  # of up to 17 s of CPU, behind all others
@pytest.mark.parametrize("state", STATES, ids=lambda state: state.name)
def test_everybody_can_use_it(page: Page, complaints: list[str], state: State) -> None:
    """At 320 px and above, in any theme, nothing sticks out, is cut or lies over anything, and axe finds nothing; nor
    in people's own colours; the policy holds. With the text spacing of WCAG 1.4.12 and at 400 % no page scrolls
    sideways, and no words are cut or covered.

    In the room, at every size, End, clock and transcript stay in sight; question, box and main button are seen
    together; the other controls are reached by scrolling down, never sideways; nothing covers anything."""
    resize(page, 360, 740)
    page.goto(state.path)
    state.reach(page)
    room = state.name.startswith("room-")
    whole = room and state.name not in COVERED
    assert faults(page, state.name, (WHOLE, MEASURE) if whole else (WHOLE,)) == []
    if whole:
        assert measured(page, [size for size in ROOM if size not in SIZES]) == {}
    if state.name in WIDER:
        page.evaluate(SPACED)
        assert measured(page, [(320, 568), (360, 740), (768, 1024), (1440, 900)]) == {}
    if not room:
        assert zoomed(page) == []
    assert [told for told in complaints if not told.startswith(EXPECTED)] == []


APART = """([above, below]) => {
    const [upper, lower] = [above, below].map((one) => document.querySelector(one).getBoundingClientRect());
    return lower.top - upper.bottom;
}"""


@pytest.mark.parametrize(
    ("name", "above", "below", "least"),
    [
        ("room-turn", "#end", ".parts.bars", 2.5),
        ("room-long-word", "#end", ".parts.bars", 2.5),
        ("report-unsent", "#unsent", ".tape-box", 16),
        ("plan-read", "p:has(+ .asked-for)", ".asked-for", 12),
    ],
)
def test_nothing_touches_its_neighbour(
    page: Page, name: str, above: str, below: str, least: float
) -> None:
    """Between what stands above and what stands below it there is a gap on a phone."""
    resize(page, 320, 568)
    state = next(state for state in STATES if state.name == name)
    page.goto(state.path)
    state.reach(page)
    page.evaluate(LAID_OUT)
    page.wait_for_selector(below, state="attached")
    assert page.evaluate(APART, [above, below]) >= least


def test_the_room_and_its_head_end_at_one_edge(page: Page) -> None:
    """On a phone the button that ends the interview ends where the bars below it and the main button do."""
    resize(page, 320, 568)
    state = next(state for state in STATES if state.name == "room-turn")
    page.goto(state.path)
    state.reach(page)
    ends = "(all) => all.map((one) => document.querySelector(one).getBoundingClientRect().right)"
    assert len(set(page.evaluate(ends, ["#end", "#parts", "#primary"]))) == 1


def test_on_a_phone_each_cell_says_its_column(page: Page) -> None:
    """There a table has no head that is seen: what the column is called stands before each cell."""
    resize(page, 320, 568)
    page.goto("/privacy")
    told = """() => [...document.querySelectorAll(".figures td:not(:empty)")]
        .filter((cell) => getComputedStyle(cell, "::before").content.length < 4).map((cell) => cell.textContent)"""
    assert page.evaluate(told) == []


def test_links_begin_where_words_do(page: Page) -> None:
    """A link that is the first of a row stands under the words above it."""
    resize(page, 320, 568)
    page.goto("/plans/two-stage/read")
    row = page.locator(".acts", has=page.get_by_role("link", name="All plans"))
    row.evaluate("(row) => row.replaceChildren(row.querySelector('.link'))")
    words = """(row) => {
        const range = document.createRange();
        range.selectNodeContents(row.firstElementChild);
        return range.getBoundingClientRect().left - row.getBoundingClientRect().left;
    }"""
    assert row.evaluate(words) == 0


@pytest.mark.parametrize("name", ["plan-six", "report-unsent"])
def test_a_box_is_as_high_as_its_words(page: Page, name: str) -> None:
    """What was written is read without scrolling in its box, ten lines of it."""
    resize(page, 320, 568)
    state = next(state for state in STATES if state.name == name)
    page.goto(state.path)
    state.reach(page)
    cut = """() => [...document.querySelectorAll(".planform textarea, .unsent textarea")]
        .filter((box) => box.checkVisibility() && box.scrollHeight > box.clientHeight + 1 && box.clientHeight < 200)
        .map((box) => box.value)"""
    assert page.evaluate(cut) == []


def test_with_reduced_motion_nothing_fades(page: Page) -> None:
    """No property of any element begins a transition when the theme changes."""
    page.goto("/")
    assert page.evaluate("matchMedia('(prefers-reduced-motion: reduce)').matches")
    page.evaluate("globalThis.begun = 0; addEventListener('transitionrun', () => begun++)")
    page.emulate_media(color_scheme="dark")
    page.wait_for_function("matchMedia('(prefers-color-scheme: dark)').matches")
    page.evaluate(LAID_OUT)
    assert page.evaluate("begun") == 0


@pytest.mark.parametrize(("name", "shown"), [("ack", "“okay”"), ("murmur", "A murmur")])
def test_a_backchannel_is_quoted_only_if_its_words_are_believed(
    page: Page, name: str, shown: str
) -> None:
    """An "oh" that was written "Poe." is a murmur, and is not put into their mouth (T1)."""
    state = next(state for state in STATES if state.name == f"room-{name}")
    page.goto(state.path)
    state.reach(page)
    expect(page.locator("#aside")).to_contain_text(shown)


def test_late_words_are_announced(page: Page) -> None:
    """While words are late the room says so, and no longer."""
    state = next(state for state in STATES if state.name == "room-behind")
    page.goto(state.path)
    state.reach(page)
    expect(page.locator("#aside")).to_contain_text("still being written down")
    page.evaluate("stage.tell({t: 'behind', on: false})")
    expect(page.locator("#aside")).not_to_contain_text("still being written down")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_peoples_own_colours_keep_progress_and_choice(
    page: Page, scheme: Literal["light", "dark"]
) -> None:
    """With forced colours the chosen way to answer, and the parts that are done, under way and still to come,
    all look different from each other."""
    page.emulate_media(color_scheme=scheme, forced_colors="active")
    state = next(state for state in STATES if state.name == "room-turn")
    page.goto(state.path)
    state.reach(page)
    page.evaluate(
        """async () => {
            const fading = document.getAnimations().filter((one) => one instanceof CSSTransition);
            await Promise.allSettled(fading.map((one) => one.finished));
        }"""
    )
    looks = """([all, piece]) => [...document.querySelectorAll(all)].map((one) => {
        const { backgroundColor, backgroundImage } = getComputedStyle(one, piece);
        return `${backgroundColor} ${backgroundImage}`;
    })"""
    chosen, *others = page.evaluate(looks, [".modes label", None])
    assert chosen not in others
    done, also_done, now, to_come = page.evaluate(looks, [".parts li", "::after"])
    assert done == also_done
    assert len({done, now, to_come}) == 3
