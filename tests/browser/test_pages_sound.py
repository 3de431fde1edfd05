"""Getting in with the sound there is: no loudspeaker, a microphone that is taken and given, a call in between.

The pages' own sound in a real Chromium with a microphone; the interview's server is the test."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, expect
from room import STAGES, tell, view

from greenroom.web import pages

pytestmark = pytest.mark.browser

HERE = Path(__file__).parent
AUDIO = Path(pages.__file__).parent / "static" / "audio.js"
CHROMIUM = Path("/usr/bin/chromium")
ROOM, CHECK = "/interviews/new/room", "/interviews/new/check"
FLAGS = ("--use-fake-device-for-media-stream", "--autoplay-policy=user-gesture-required")


@pytest.fixture(scope="module")
def sounding(play: Playwright) -> Iterator[Browser]:
    """A browser with a microphone, which it asks people about."""
    browser = play.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
    yield browser
    browser.close()


@pytest.fixture
def context(sounding: Browser, stage_address: str) -> Iterator[BrowserContext]:
    context = sounding.new_context(base_url=stage_address, reduced_motion="reduce")
    context.add_init_script(path=HERE / "world.js")
    context.route("**/static/audio.js", lambda route: route.fulfill(path=AUDIO))
    yield context
    context.close()


@pytest.fixture
def page(context: BrowserContext) -> Page:
    page = context.new_page()
    page.set_default_timeout(20_000)
    return page


def allow(context: BrowserContext, allowed: bool = True) -> None:
    """What the person sets beside the address."""
    if allowed:
        context.grant_permissions(["microphone"])
    else:
        context.clear_permissions()


def told(page: Page, state: str) -> None:
    """Until the page has told the interview that its sound is in this state."""
    page.wait_for_function("(state) => stage.outputs?.at(-1)?.state === state", arg=state)


def go_in(page: Page) -> None:
    """Be in the interview; where the browser waits for a press, press."""
    inside = "globalThis.stage?.sent?.some(([name]) => name === 'connect')"
    asked = "document.getElementById('primary').textContent === 'Go in'"
    page.wait_for_function(f"() => {asked} || {inside}")
    if page.get_by_role("button", name="Go in").count():
        page.get_by_role("button", name="Go in").click()
    page.wait_for_function(f"() => {inside}")
    page.evaluate("stage.connection({state: 'open'})")
    tell(page, {"t": "hello", "stages": STAGES, "resumed": False}, view("turn"))


def test_no_loudspeaker(context: BrowserContext, page: Page) -> None:
    """A browser without sound output never answers `resume()`: the room opens all the same, says that
    there is no sound, and tells the interview. With a loudspeaker the sound comes by itself."""
    allow(context)
    page.goto(f"{ROOM}?soundless")
    go_in(page)
    told(page, "shown")
    expect(page.locator("#aside")).to_contain_text("Without a loudspeaker or headphones")
    page.get_by_role("button", name="Type instead").click()
    expect(page.locator("#typed-text")).to_be_visible()
    tell(page, view("speaking"))
    expect(page.locator("#who-them")).to_have_text("Interviewer writes: no sound here")
    page.evaluate("world.plugIn()")
    told(page, "heard")
    tell(page, view("turn"), view("speaking"))
    expect(page.locator("#who-them")).to_have_text("Interviewer is speaking")


def test_a_check_without_a_loudspeaker(context: BrowserContext, page: Page) -> None:
    """The meter stays at 0 because the sound does not run: the check says that, and typing is open."""
    allow(context)
    page.goto(f"{CHECK}?soundless")
    expect(page.locator("#cause-what")).to_contain_text("has not started the sound")
    page.locator("[data-do=chime]").click()
    expect(page.locator("#soundless")).to_contain_text("plays no sound here")
    expect(page.locator("#cause-what")).to_contain_text("Without a loudspeaker")
    page.locator("#cause [data-do=type]").click()
    expect(page.locator("#start")).to_be_focused()


def test_a_microphone_that_is_allowed_later(context: BrowserContext, page: Page) -> None:
    """Refused at the check: once it is allowed beside the address, nothing needs to be pressed."""
    page.goto(CHECK)
    page.locator("[data-do=ask]:visible").first.click()
    expect(page.locator("#cause-title")).to_contain_text("The microphone is")
    allow(context)
    page.wait_for_selector("body[data-state=listening], body[data-state=heard]")


def test_a_microphone_that_is_taken_and_given(context: BrowserContext, page: Page) -> None:
    """The permission is taken back in the interview: the room says so. Allowed again, it is open again."""
    allow(context)
    page.goto(ROOM)
    go_in(page)
    expect(page.locator("#aside")).to_have_text("")
    allow(context, False)
    expect(page.locator("#aside")).to_contain_text("microphone")
    expect(page.get_by_role("button", name="Type instead")).to_be_visible()
    allow(context)
    expect(page.locator("#aside")).to_have_text("")
    assert page.evaluate("world.microphone.tracks.at(-1).readyState") == "live"


@pytest.mark.parametrize("error", ["", "NotFoundError"])
def test_a_microphone_that_is_unplugged(context: BrowserContext, page: Page, error: str) -> None:
    """Another one takes its place at once; else the room says that it is gone until one is plugged in."""
    allow(context)
    page.goto(ROOM)
    go_in(page)
    page.evaluate("world.unplug", error)
    if error:
        expect(page.locator("#aside")).to_contain_text("Your microphone is gone")
        page.evaluate("world.plug()")
    page.wait_for_function("() => world.microphone.tracks.at(-1).readyState === 'live'")
    expect(page.locator("#aside")).to_have_text("")


def test_just_talk_asks_again(context: BrowserContext, page: Page) -> None:
    """ "Just talk" tries the microphone once more, although it is chosen already."""
    page.add_init_script("world.microphone.error = 'NotAllowedError'")
    page.goto(ROOM)
    go_in(page)
    expect(page.locator("#aside")).to_contain_text("microphone")
    allow(context)
    page.evaluate("world.microphone.error = ''")
    page.get_by_text("Just talk", exact=True).click()
    expect(page.locator("#aside")).to_have_text("")
    assert page.evaluate("world.microphone.tracks.at(-1).readyState") == "live"


def test_a_microphone_that_another_program_holds(context: BrowserContext, page: Page) -> None:
    """It is tried again by itself until the other program lets it go."""
    allow(context)
    page.add_init_script("world.microphone.error = 'NotReadableError'")
    page.goto(CHECK)
    expect(page.locator("#cause-title")).to_have_text("The microphone is in use.")
    page.evaluate("world.microphone.error = ''")
    page.wait_for_selector("body[data-state=listening], body[data-state=heard]")


def test_a_meter_that_stays_at_nothing(context: BrowserContext, page: Page) -> None:
    """All samples are 0, or the system has muted it: two causes, two things to do; each goes by itself."""
    allow(context)
    page.goto(CHECK)
    page.wait_for_selector(
        "body[data-state=listening], body[data-state=heard], body[data-state=stopped]"
    )
    page.locator("[data-do=chime]").click()  # a press, for a browser that waits for one
    page.wait_for_selector("body[data-state=listening], body[data-state=heard]")
    page.evaluate("world.mute(true)")
    expect(page.locator("#cause-what")).to_have_text("The system has muted the microphone.")
    page.evaluate("world.mute(false)")
    expect(page.locator("#cause")).to_be_hidden()
    page.evaluate("world.microphone.silent = true; world.unplug('')")
    expect(page.locator("#cause-what")).to_contain_text("gives no sound at all", timeout=20_000)
    page.evaluate("world.microphone.silent = false; world.unplug('')")
    page.wait_for_selector("body[data-state=listening], body[data-state=heard]")


@pytest.mark.parametrize("how", ["interrupted", "suspended"])
def test_a_call_takes_the_sound(context: BrowserContext, page: Page, how: str) -> None:
    """The sound has stopped: the interview is told, the clock stands, the page says why. After the call
    a press anywhere, or on the button, brings everything back."""
    page.add_init_script("localStorage.setItem('mode', 'type')")
    page.goto(ROOM)
    go_in(page)
    told(page, "heard")
    page.evaluate("(how) => world.take(how)", how)
    told(page, "held")
    expect(page.locator("#who-you")).to_contain_text("The sound has stopped")
    words = {"interrupted": "A call or another app", "suspended": "Your browser has stopped"}[how]
    expect(page.locator("#aside")).to_contain_text(words)
    expect(page.locator("#aside")).to_contain_text("The clock has stopped.")
    time = page.locator("#time").inner_text()
    page.wait_for_timeout(1_200)
    expect(page.locator("#time")).to_have_text(time)
    page.evaluate("world.giveBack()")
    page.get_by_role("button", name="Go on now").click()
    told(page, "heard")
    tell(page, view("turn"))
    expect(page.locator("#who-you")).to_have_text("Your turn Take your time.")


def test_what_is_published_where_the_sound_does_not_run(
    context: BrowserContext, page: Page
) -> None:
    """A room hears the microphone's own track then, muted when the page is; else the one that keeps its
    identity."""
    allow(context)
    page.goto(f"{CHECK}?soundless")
    found = page.evaluate("""async () => {
        const { Audio } = await import("/static/audio.js");
        const audio = await Audio.open({});
        const first = audio.line;
        await audio.wake();
        audio.mute(true);
        const bare = audio.line;
        const before = [audio.output, bare === world.microphone.tracks.at(-1), bare.enabled, audio.microphone];
        audio.mute(false);
        const changed = new Promise((done) => audio.addEventListener("line", done, { once: true }));
        await world.plugIn();
        await changed;
        const after = [audio.output, audio.line === first, bare.enabled];
        await audio.close();
        return [...before, ...after];
    }""")
    assert found == ["shown", True, False, "open", "heard", True, True]


CAUSES: list[tuple[dict[str, object], str]] = [
    ({}, ""),
    ({"secure": False, "error": "TypeError"}, "insecure"),
    ({"error": "NotAllowedError", "track": ""}, "blocked"),
    ({"error": "NotAllowedError", "track": "", "permission": "denied"}, "refused"),
    ({"error": "NotAllowedError", "track": "", "permission": "prompt"}, "unanswered"),
    ({"error": "NotAllowedError", "track": "", "permission": ""}, "refused"),
    ({"track": "ended", "permission": "denied"}, "refused"),
    ({"track": "ended", "permission": "revoked"}, "revoked"),
    ({"track": "ended"}, "lost"),
    ({"track": "ended", "error": "NotFoundError"}, "lost"),
    ({"track": "", "error": "NotFoundError", "permission": "prompt"}, "missing"),
    ({"track": "ended", "error": "NotReadableError"}, "busy"),
    ({"track": "", "error": "UnknownError"}, "failed"),
    ({"output": "held"}, "stopped"),
    ({"output": "asleep", "zeros": True}, "stopped"),
    ({"output": "shown", "track": "muted"}, "soundless"),
    ({"track": "muted", "zeros": True}, "muted"),
    ({"zeros": True}, "silent"),
]
USUAL = {
    "secure": True,
    "error": "",
    "permission": "granted",
    "track": "live",
    "output": "heard",
    "zeros": False,
}


def test_why_nothing_is_heard(page: Page) -> None:
    """Each way of hearing nothing has its cause, and words with something to do about it."""
    page.goto("/privacy")
    found = page.evaluate(
        """async (every) => {
            const { diagnose, WORDS } = await import("/static/diagnosis.js");
            return every.map((facts) => {
                const cause = diagnose(facts);
                return [cause, cause === "" || Boolean(WORDS[cause].what && WORDS[cause].todo && WORDS[cause].here)];
            });
        }""",
        [{**USUAL, **facts} for facts, _ in CAUSES],
    )
    every = [facts for facts, _ in CAUSES]
    assert list(zip(every, found, strict=True)) == [(facts, [why, True]) for facts, why in CAUSES]
