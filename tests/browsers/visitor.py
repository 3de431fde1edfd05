"""Somebody in front of a browser: goes through the pages, types, speaks, and hears."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event
from time import monotonic
from typing import Any

from playwright.sync_api import Error as PlaywrightError
from selenium.common.exceptions import WebDriverException
from tests.browsers.sound_server import SoundServer
from tests.browsers.tab import Tab, text
from tests.e2e import sound
from tests.e2e.house import BRIEFLY, House

PATIENCE_S = 30
ANSWER = "#typed-text"


class Visitor:
    """One interview of `two-stage` with a brief greeting and no follow-up questions: an introduction and a story."""

    def __init__(self, tab: Tab, house: House, hall: SoundServer | None, speaker: Any) -> None:
        self.tab, self._house, self._hall, self._speaker = tab, house, hall, speaker
        self.interview = ""

    # through the pages

    def register(self) -> None:
        """The start page, as far as the microphone check."""
        self.tab.open(f"{self._house.address}/")
        self.tab.type("#name", "Amara")
        self.tab.type("#role", "Data engineer")
        self.tab.click("#consent")
        self.tab.click("#send")
        self.at("/check")
        self.interview = str(self.tab.run("document.body.dataset.interview"))
        self._house.replan(self.interview, BRIEFLY, ("follow_up_cap = 2", "follow_up_cap = 0"))

    def let_be_heard(self) -> None:
        """Allow the microphone, and speak until the check has heard it."""
        self.tab.click("[data-do=ask]")
        self.checked("listening")
        self.say("I am ready.")
        self.checked("heard")

    def find_no_microphone(self) -> None:
        self.tab.click("[data-do=ask]")
        self.checked("missing")

    def choose_typing(self) -> None:
        self.tab.click("[data-do=type]")
        self.checked("typed")

    def go_in(self) -> None:
        """From the check page into the room. Browsers may want a click there before any sound."""
        self.tab.click("#start")
        self.at("/room")
        self.until(lambda: self.cue not in ("thinking", None))
        if "Go in" in text(self.tab, "#primary"):
            self.tab.click("#primary")

    def end_early(self) -> None:
        self.tab.click("#end")
        self.tab.click("#really-end")

    def read_report(self) -> None:
        self.until(lambda: text(self.tab, "#primary") == "See the report", 60)
        self.tab.click("#primary")
        self.at("/report")

    # what this person does

    def say(self, words: str) -> None:
        assert self._hall is not None, "there is no sound on this machine"
        self._hall.speak(sound.candidate(self._speaker, words))

    def answer_aloud(self, words: str) -> None:
        """At our turn: say it, and wait until the interviewer replies."""
        self.wait_for("turn")
        self.say(words)
        self.wait_for("speaking", "over")

    def answer_typed(self, words: str) -> None:
        self.wait_for("turn")
        self.tab.click(ANSWER)
        self.tab.type(ANSWER, words)
        self.tab.send(ANSWER)
        self.wait_for("speaking", "over")

    # what this person can know

    @property
    def cue(self) -> Any:
        return self.tab.run("document.querySelector('.room')?.dataset.cue")

    def wait_for(self, *cues: str) -> None:
        """Until the room shows one of these cues, or the interview has ended where "over" is among them."""
        self.until(
            lambda: (
                self.cue in cues
                or ("over" in cues and text(self.tab, "#primary") == "See the report")
            )
        )

    def at(self, ending: str) -> None:
        """Until the page with this address is there with its scripts."""
        self.until(lambda: str(self.tab.run("location.pathname")).endswith(ending))
        self.until(lambda: self.tab.run("document.readyState") == "complete")

    def checked(self, state: str) -> None:
        self.until(lambda: self.tab.run("document.body.dataset.state") == state)

    def record(self) -> dict[str, Any]:
        place = f"/api/interviews/{self.interview}/export?format=json"
        found = self.tab.run(f"fetch('{place}').then((answer) => answer.text())")
        told: dict[str, Any] = json.loads(found)
        return told

    def heard(self, words: str) -> float:
        """How like the interviewer's voice any piece is that the loudspeaker gave; 1 is the same. The longest
        sentence of these words is looked for, by pieces, because a busy machine leaves gaps in it."""
        assert self._hall is not None, "there is no sound on this machine"
        longest = max(sound.sentences(self._speaker, words), key=len)
        return sound.glimpse(longest, self._hall.loudspeaker(), sound.MICROPHONE_HZ)[0]

    def until(self, true: Callable[[], object], seconds: float = PATIENCE_S) -> None:
        """A page that is just being left does not answer: it is asked again."""
        end, fault = monotonic() + seconds, ""
        while True:
            try:
                if true():
                    return
            except (PlaywrightError, WebDriverException) as error:
                fault = str(error)
            assert monotonic() < end, f"not within {seconds} s; {fault}\n{self.state()}"
            Event().wait(0.05)

    def state(self) -> str:
        """What can be seen now, for whoever reads why a test failed."""
        try:
            where, seen = self.tab.run("location.href"), text(self.tab, "body")
        except (PlaywrightError, WebDriverException, AssertionError) as error:
            return f"the page does not answer: {error}"
        return f"at {where}, cue {self.cue}\n{seen}"


@contextmanager
def told(visitor: Visitor) -> Iterator[Visitor]:
    """When it fails, what the page showed and the browser said is part of the failure."""
    try:
        yield visitor
    except BaseException as error:
        error.add_note(f"{visitor.state()}\nThe browser said: {visitor.tab.complaints}")
        raise
    assert visitor.tab.complaints == []
