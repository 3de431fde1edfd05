"""A small server of its own: it dies, and it is full."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Playwright
from tests.e2e import sound
from tests.e2e.house import House
from tests.e2e.visitor import Visitor, visiting

pytestmark = [pytest.mark.browser, pytest.mark.slow]

INTRODUCTION = "I work as a nurse in a small hospital, and I am good at calming people."
STORY = "Last year we moved the whole ward in one night, because the roof was leaking."


@pytest.fixture
def small_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    house = House(tmp_path_factory.mktemp("small"), GREENROOM_CAPACITY="1")
    with house.running():
        yield house


def somebody_else_waits(visitor: Visitor, house: House) -> None:
    browser = visitor.context.browser
    assert browser is not None
    with browser.new_context(base_url=house.address) as theirs:
        late = Visitor(theirs, None, house, ())
        late.open_room()
        late.see("#who-you", "next in line")
        late.nothing_to_complain_of()


def test_a_killed_server_and_a_full_one(
    chromium: Playwright, small_house: House, speaker: Any
) -> None:
    """kill -9 in the middle of an answer: the page says that it reconnects, and does so by itself when
    the server is back; the same question, the committed answer still there, the cut one taken
    again. Who comes meanwhile is told the place in line (F15, W4, O1)."""
    with visiting(chromium, small_house, speaker) as visitor:
        visitor.open_room()
        visitor.answer(INTRODUCTION)
        visitor.cue("turn")
        asked = visitor.question

        somebody_else_waits(visitor, small_house)

        visitor.speak(STORY)
        visitor.cue("answering")
        visitor.page.wait_for_timeout(2000)
        small_house.kill()
        visitor.see("#who-them", "is reconnecting")
        small_house.start()
        small_house.wait_until_ready()
        visitor.cue("speaking", "turn")
        visitor.until(lambda: visitor.question == asked)
        visitor.answer(STORY)

        record = visitor.record()
        answers = [m["text"] for m in record["messages"] if m["kind"] == "answer"]
        assert sound.word_error_rate([INTRODUCTION], answers[:1]) <= 0.15
        assert sound.word_error_rate([STORY], answers[-1:]) <= 0.15
        assert [s["id"] for s in record["stages"]] == ["SELF_INTRO", "PAST_EXPERIENCE"]
        assert visitor.told("say")[-1]["kind"] == "probe"
