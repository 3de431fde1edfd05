"""What was said is heard again: allowed on the start page, spoken in Chromium, played from the report."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.e2e import sound
from tests.e2e.conftest import Visit
from tests.e2e.visitor import Visitor

pytestmark = [pytest.mark.browser, pytest.mark.slow]

ANSWER = (
    "My name is Amara, I work as a data engineer, and I am good at making slow reports fast, "
    "because I like to measure things before I change them."
)
HALF_MS = 500
WITNESS = """
const player = document.getElementById("player");
window.heard = [];
for (const name of ["playing", "ended", "pause", "error"])
  player.addEventListener(name, () => heard.push([name, player.duration, player.currentTime]));
"""


def answered(visitor: Visitor) -> None:
    """One spoken answer, then the end; to the report."""
    page = visitor.page
    visitor.answer(ANSWER)
    page.locator("#end").click()
    page.locator("#really-end").click()
    page.locator("#primary", has_text="See the report").click()
    page.wait_for_url("**/report")


def change_ones_mind(visitor: Visitor) -> None:
    """What was ticked at the start can be taken back at the microphone check, and ticked again."""
    box, status = visitor.page.locator("#keep-sound"), visitor.page.locator("#sound-status")
    expect(box).to_be_checked()
    box.uncheck()
    expect(status).to_have_text("No sound will be kept.")
    place = f"/api/interviews/{visitor.interview}"
    assert visitor.context.request.get(place).json()["keep_sound"] is False
    box.check()
    expect(status).to_have_text("Your voice will be kept.")
    assert visitor.context.request.get(place).json()["keep_sound"] is True


def heard(page: Page, name: str) -> list[list[Any]]:
    found: list[list[Any]] = page.evaluate("heard")
    return [event for event in found if event[0] == name]


def test_an_answer_is_heard_again(visit: Visit, speaker: Any) -> None:
    """By keyboard: the button beside the answer plays just that stretch, in the candidate's own voice, and
    stops it again; deleting the sound alone takes the buttons away and leaves the words."""
    with visit() as visitor:
        page = visitor.page
        page.goto("/")
        box = page.get_by_label(
            "Keep the sound of my answers, so that I can hear them in the report."
        )
        expect(box).not_to_be_checked()
        box.press("Space")
        visitor.register_here()
        change_ones_mind(visitor)
        page.goto(f"/interviews/{visitor.interview}/room")
        answered(visitor)

        page.evaluate(WITNESS)
        said = next(m for m in visitor.record()["messages"] if m["kind"] == "answer")
        button = page.locator("#script .turn.c .play").first
        name = button.get_attribute("aria-label")
        assert name is not None
        assert name.startswith("Play: your words at ")
        begin, end = (int(button.get_attribute(f"data-{edge}") or -1) for edge in ("from", "to"))
        assert begin <= said["started_ms"] < said["ended_ms"] <= end
        button.focus()
        page.keyboard.press("Enter")
        visitor.until(lambda: heard(page, "playing"))
        (_, duration, _), *_ = heard(page, "playing")
        assert duration == pytest.approx((end - begin) / 1000, abs=0.02)
        expect(button).to_have_accessible_name(name.replace("Play", "Stop"))
        page.keyboard.press("Enter")
        visitor.until(lambda: heard(page, "pause"))
        expect(button).to_have_accessible_name(name)
        page.keyboard.press("Enter")
        visitor.until(lambda: heard(page, "ended"))
        assert heard(page, "error") == []
        expect(button).to_have_accessible_name(name)

        spoken = sound.candidate(speaker, ANSWER)[:: sound.MICROPHONE_HZ // sound.VOICE_HZ]
        start, stop = (int(sound.VOICE_HZ * at) for at in (1.0, 4.0))
        likeness, at_s = sound.likeness(spoken[start:stop], *visitor.kept_sound(begin, end))
        assert likeness >= sound.HEARD
        began_ms = begin + (at_s - 1.0) * 1000
        assert abs(began_ms - said["started_ms"]) <= HALF_MS

        page.locator("#erase-sound").press("Enter")
        page.locator("#erase-yes").press("Enter")
        expect(page.locator(".play")).to_have_count(0)
        expect(page.locator("#script")).to_contain_text("there is no sound")
        expect(page.locator("#script")).to_contain_text("data engineer")
        place = f"/api/interviews/{visitor.interview}/sound?from_ms={begin}&to_ms={end}"
        assert visitor.context.request.get(place).status == 404
