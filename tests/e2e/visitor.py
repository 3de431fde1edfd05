"""Somebody in front of a real Chromium: goes through the pages, speaks, and remembers what was heard."""

from __future__ import annotations

import base64
import io
import json
import wave
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Any

import numpy as np
from playwright.sync_api import BrowserContext, Page, Playwright, expect
from tests.e2e import sound
from tests.e2e.house import BRIEFLY, Change, House

CHROMIUM = Path("/usr/bin/chromium")
SCRIPTS = Path(__file__).parent / "page"
WITH_MICROPHONE = ("--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream")
PATIENCE_MS = 60_000
"""Only what has gone wrong takes so long, on a busy machine too."""
LOOK_MS = 100
"""Between two looks at the page: each costs its processes time that others want, too."""
expect.set_options(timeout=PATIENCE_MS)
HARMLESS = (
    "WebSocket connection to",
    "ERR_",
    "Failed to load resource",
    "error: ConnectionError: ",
)
"""Complaints of the browser, and of LiveKit's client, about a server or a network that we took away."""


@dataclass(frozen=True, slots=True)
class Tape:
    """What the page's microphone took in and its loudspeaker gave out, on one clock."""

    rate: int
    microphone: sound.Samples
    loudspeaker: sound.Samples

    def spoken_of(
        self, speaker: Any, text: str, like: sound.Likeness = sound.likeness
    ) -> list[tuple[float, float]]:
        """Likeness and second of each sentence of `text` in what the loudspeaker played."""
        return [
            like(sentence, self.loudspeaker, self.rate)
            for sentence in sound.sentences(speaker, text)
        ]


class Visitor:
    """One page of one person. `open_room` takes a fresh interview of `two-stage`, with these changes."""

    def __init__(
        self, context: BrowserContext, speaker: Any, house: House, changes: Sequence[Change]
    ) -> None:
        self.context, self.speaker = context, speaker
        self._house, self._changes = house, changes
        self.complaints: list[str] = []
        self.interview = ""
        self.page = self._page()

    def _page(self) -> Page:
        page = self.context.new_page()
        page.set_default_timeout(PATIENCE_MS)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", lambda told: told.type == "error" and self.complaints.append(told.text))
        return page

    def second_tab(self) -> Page:
        return self._page()

    # through the pages

    def register(self) -> None:
        """The start page, as far as the microphone check."""
        self.page.goto("/")
        self.register_here()

    def register_here(self) -> None:
        """The same on a start page on which something was chosen already."""
        self.page.locator("#name").fill("Amara")
        self.page.locator("#role").fill("Data engineer")
        self.page.locator("#consent").check()
        self.page.locator("#send").click()
        self.page.wait_for_url("**/check")
        self.registered()

    def registered(self) -> None:
        """The page that is open is the first one of an interview."""
        self.interview = self.page.url.split("/")[-2]
        self._house.replan(self.interview, *self._changes)

    def choose_to_type(self) -> None:
        """By keyboard from the microphone check, where no microphone is allowed, into the room."""
        self.page.locator("[data-do=ask]:visible").press("Enter")
        self.page.locator("body[data-state=refused], body[data-state=unanswered]").wait_for()
        self.page.locator("[data-do=type]:visible").press("Enter")
        expect(self.page.locator("#start")).to_be_focused()
        self.page.keyboard.press("Enter")
        self.page.wait_for_url("**/room")

    def open_room(self) -> None:
        self.register()
        self.page.goto(f"/interviews/{self.interview}/room")

    # what the page knows

    def cue(self, *names: str) -> None:
        """Wait until the room shows one of these cues."""
        wanted = ", ".join(f'.room[data-cue="{name}"]' for name in names)
        self.page.locator(wanted).wait_for()

    @property
    def question(self) -> str:
        return self.page.locator("#q").inner_text()

    @property
    def spoken(self) -> int:
        """Words of the utterance that is on that the page shows as spoken."""
        told: list[str] = self.page.evaluate(
            "Array.from(document.querySelectorAll('#said > span, #q > span'),"
            " (line) => line.firstChild.textContent)"
        )
        return len(" ".join(told).split())

    def until(self, true: Callable[[], object], seconds: float = 30) -> None:
        end = monotonic() + seconds
        while not true():
            assert monotonic() < end, f"not within {seconds} s; {self.state()}"
            self.page.wait_for_timeout(LOOK_MS)

    def state(self) -> str:
        room = self.page.locator(".room").get_attribute("data-cue") if self.interview else ""
        return f"cue {room}, question {self.question!r}, last messages {self.told()[-3:]}"

    def told(self, t: str = "") -> list[dict[str, Any]]:
        """What the server has said to this page since it was loaded, pings left out."""
        found: list[dict[str, Any]] = self.page.evaluate(
            "t => tap.socket.filter((m) => (t ? m.t === t : m.t !== 'pong'))", t
        )
        return found

    def tape(self) -> Tape:
        samples = np.frombuffer(base64.b64decode(self.page.evaluate("tap.sound()")), "<i2")
        both = (samples.reshape(-1, 2) / 32_768).astype(np.float32)
        return Tape(self.page.evaluate("tap.rate"), both[:, 0].copy(), both[:, 1].copy())

    def kept_sound(self, from_ms: int, to_ms: int) -> tuple[sound.Samples, int]:
        """What the report would play from the one moment to the other, and its rate."""
        place = f"/api/interviews/{self.interview}/sound?from_ms={from_ms}&to_ms={to_ms}"
        answer = self.context.request.get(place)
        assert answer.ok, answer.text()
        with wave.open(io.BytesIO(answer.body())) as file:
            samples = np.frombuffer(file.readframes(file.getnframes()), "<i2")
            return (samples / 32_768).astype(np.float32), file.getframerate()

    def record(self) -> dict[str, Any]:
        answer = self.context.request.get(f"/api/interviews/{self.interview}/export?format=json")
        assert answer.ok, answer.text()
        found: dict[str, Any] = json.loads(answer.body())
        return found

    def nothing_to_complain_of(self, harmless: tuple[str, ...] = ()) -> None:
        harm = [c for c in self.complaints if not any(h in c for h in (*HARMLESS, *harmless))]
        assert not harm, harm

    # what this person does

    def speak(self, text: str) -> float:
        """Begin to say it, by the microphone of page/microphone.js. Seconds that it takes."""
        samples = sound.candidate(self.speaker, text)
        self.prepare(samples)()
        return samples.size / sound.MICROPHONE_HZ

    def prepare(self, samples: sound.Samples, *, quiet_s: float = 0.3) -> Callable[[], object]:
        """Take this to the page, which takes seconds for a long speech; what is returned speaks it."""
        whole = np.concatenate((samples, sound.room_tone(quiet_s)))
        encoded = base64.b64encode(sound.pcm(whole)).decode()
        self.page.evaluate("pcm => { window.prepared = pcm }", encoded)
        return lambda: self.page.evaluate("speak(prepared)")

    def is_out(self, speeches: int) -> None:
        """Until so many speeches are over since the page was loaded, by the microphone's own clock."""
        self.page.evaluate(
            "(count) => new Promise((over) => {"
            " const look = () => (window.spoken ?? 0) >= count ? over() : setTimeout(look, 10); look(); })",
            speeches,
        )

    def answer(self, text: str) -> None:
        """At our turn: say it, and wait until it was understood."""
        self.cue("turn")
        before = len(self.told("say"))
        self.speak(text)
        self.until(lambda: len(self.told("say")) > before)

    def see(self, selector: str, text: str) -> None:
        expect(self.page.locator(selector)).to_contain_text(text)


@contextmanager
def visiting(
    play: Playwright,
    house: House,
    speaker: Any,
    *,
    address: str = "",
    changes: Sequence[Change] = (BRIEFLY,),
    flags: tuple[str, ...] = WITH_MICROPHONE,
    scripts: tuple[str, ...] = ("tap.js", "microphone.js"),
    more: tuple[str, ...] = (),
    harmless: tuple[str, ...] = (),
) -> Iterator[Visitor]:
    """A browser of one's own, closed at the end, without motion, which costs it a tenth of its time. The page must have
    had nothing to complain of.
    `address`: where something stands between; `changes`: of the plan of interviews that are registered here.
    `more`: absolute paths of further scripts; `harmless`: parts of the complaints that this visit brings about."""
    browser = play.chromium.launch(executable_path=CHROMIUM, args=list(flags))
    context = browser.new_context(
        base_url=address or house.address,
        viewport={"width": 1280, "height": 800},
        reduced_motion="reduce",
    )
    for script in (*scripts, *more):
        context.add_init_script(path=SCRIPTS / script)
    visitor = Visitor(context, speaker, house, changes)
    try:
        yield visitor
        visitor.nothing_to_complain_of(harmless)
    finally:
        browser.close()
