"""Every page in every state it can be in: how to get there, for the tests and for looking at them."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from long_words import six_stages
from playwright.sync_api import Page
from room import LONG_WORDS, QUESTION, in_six, showing, view


@dataclass(frozen=True, slots=True)
class State:
    """One thing to look at."""

    name: str
    path: str
    reach: Callable[[Page], None] = lambda page: None


def _room(name: str, cue: str, query: str = "", **options: Any) -> State:
    return State(f"room-{name}", f"/interviews/new/room{query}", showing(cue, **options))


def _check(name: str, query: str = "", then: str = "", press: str = "ask") -> State:
    def reach(page: Page) -> None:
        page.wait_for_selector("body[data-state]")
        page.locator(f"[data-do={press}]:visible").first.click()
        if then:
            page.wait_for_function("() => globalThis.stage?.sound")
            page.wait_for_selector("body[data-state=listening]")
            page.evaluate(then)
        page.wait_for_selector(f"body[data-state={name}]")

    return State(f"check-{name}", f"/interviews/new/check{query}", reach)


def _levels(mic: float, times: int) -> str:
    return f"for (let i = 0; i < {times}; i++) stage.sound('levels', {{mic: {mic}, voice: 0}})"


def missing_consent(page: Page) -> None:
    page.locator("#email").fill("no address")
    page.locator("#send").click()
    page.wait_for_selector("#consent-err")


def _deaf(page: Page) -> None:
    page.locator("[data-do=chime]").click()
    page.locator("[data-do=deaf]").click()


def _ask_to_delete(page: Page) -> None:
    page.locator("[data-erase]").first.click()


def _open_all(page: Page) -> None:
    page.evaluate("for (const d of document.querySelectorAll('details')) d.open = true")


_SOUND_LOST = "stage.sound('microphone', {state: 'lost', label: ''})"
_STAYS = """{
    const later = globalThis.setTimeout;
    globalThis.setTimeout = (what, ms, ...more) => ms === 3000 ? 0 : later(what, ms, ...more);
}"""
"""A nod goes after three seconds, and here is looked at for longer."""
_VOICE_LOST = (
    "stage.tell({t: 'notice', level: 'warn', text: 'Its voice failed. Read the question here.'})"
)
_TYPE = (
    "const field = document.getElementById('typed-text'); field.value = 'We moved the tables one'; "
    "field.dispatchEvent(new Event('input'));"
)


def _shown(question: str = QUESTION, key: str = "q1", offer: str = "") -> str:
    told = view("turn", question=question, question_id=key, offer=offer)
    return f"stage.tell({json.dumps(told)});"


_MOVED_ON = _shown() + _TYPE + _shown("Who disagreed, and about what?", "q2")
_UNSENT_AT_END = _TYPE + _shown(offer="send")
_ENDED_UNSENT = _TYPE + "stage.tell({t: 'ended', reason: 'completed', report: ''})"


def _own_server(page: Page) -> None:
    page.locator("#provider").select_option("openai-compatible")


def _refused_key(page: Page) -> None:
    page.locator("#key").fill("refused")
    page.locator("#send").click()
    page.locator("#key-err").wait_for()


def _replace_key(page: Page) -> None:
    page.locator("[data-replace=key_own]").click()


def _choose_providers(page: Page) -> None:
    page.locator("#providers summary").click()
    page.locator("#providers-llm").select_option("key_own")
    page.locator("#providers-stt").select_option("key_openai")


def _refused_try(page: Page) -> None:
    page.route("**/api/interviews", lambda route: route.fulfill(status=429, json={"detail": "Too many interviews were begun."}, headers={"retry-after": "30"}))  # fmt: skip
    page.locator("#try").click()
    page.locator("#try-trouble").wait_for()
    page.unroute("**/api/interviews")


def _refused_start(page: Page) -> None:
    _open_all(page)
    page.locator("#company").fill("full")
    page.locator("#consent").check()
    page.locator("#send").click()
    page.locator("#trouble:visible").wait_for()


def _offline(page: Page) -> None:
    page.evaluate(
        "Object.defineProperty(navigator, 'onLine', {value: false}); dispatchEvent(new Event('offline'))"
    )
    page.locator(".offline:visible").wait_for()


def _unsent(page: Page) -> None:
    """As if a long answer had been written and never sent."""
    written = json.dumps({"text": f"{QUESTION} {LONG_WORDS} " * 3, "question": None, "at": 1e15})
    page.evaluate("(kept) => localStorage.setItem('greenroom.draft.older', kept)", written)
    page.reload()
    page.locator("#unsent:visible").wait_for()


def _link_made(page: Page) -> None:
    made = {"id": "lnk_2", "url": f"{page.url}/shared/{'x' * 43}", "parts": ["stages"], "expires_at": "2026-11-28T11:00:00.000Z"}  # fmt: skip
    page.route("**/links", lambda route: route.fulfill(status=201, json=made))
    page.locator("#share-form [type=submit]").click()
    page.locator("#share-made:visible").wait_for()
    page.unroute("**/links")


def _nothing_found(page: Page) -> None:
    page.locator("#q").fill(LONG_WORDS)
    page.keyboard.press("Enter")
    page.wait_for_url("**q=**")


def _six_in_the_editor(page: Page) -> None:
    page.evaluate(
        """async (toml) => {
            const asked = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ toml }) };
            location.assign(`/plans/${(await (await fetch("/api/plans", asked)).json()).id}`);
        }""",
        six_stages(),
    )
    page.wait_for_url("**/plans/pln_*")
    page.locator("#state", has_text="Nothing to fix").wait_for()


def _plan_with_faults(page: Page) -> None:
    page.get_by_role("button", name="Copy: Two-stage interview", exact=True).click()
    page.wait_for_url("**/plans/pln_*")
    page.locator("#f-title").fill("")
    page.locator("#f-stages-0-hard_limit").fill("12000")
    page.locator("#faults button").nth(1).wait_for()


STATES = (
    State("start", "/"),
    State("start-open", "/", _open_all),
    State("start-errors", "/", missing_consent),
    State("start-try-refused", "/", _refused_try),
    State("start-refused", "/", _refused_start),
    State("start-offline", "/", _offline),
    State("start-long", "/long/", _open_all),
    State("prepare", "/long/interviews/open/prepare"),
    State("prepare-bare", "/long/interviews/bare/prepare"),
    State("check-long", "/long/interviews/open/check"),
    State("check-not-asked", "/interviews/new/check"),
    _check("listening", then=_levels(0.3, 3)),
    _check("heard", then=_levels(0.1, 12) + ";" + _levels(0.6, 12)),
    _check("quiet", then=_levels(0.2, 95)),
    *(
        _check(lost, then=f"stage.sound('microphone', {{state: '{lost}', label: ''}})")
        for lost in ("silent", "muted", "lost", "stopped", "soundless")
    ),
    _check("loud", then=_levels(1, 24)),
    _check("refused", "?refuse=NotAllowedError"),
    _check("missing", "?refuse=NotFoundError"),
    _check("busy", "?refuse=NotReadableError"),
    _check("insecure", "?refuse=TypeError"),
    _check("typed", press="type"),
    State("check-deaf", "/interviews/new/check", _deaf),
    State("room-connecting", "/interviews/new/room"),
    _room("speaking", "speaking"),
    _room("ack", "speaking", then=f"{_STAYS} stage.tell({{t: 'ack', text: 'okay'}})"),
    _room("murmur", "speaking", then=f"{_STAYS} stage.tell({{t: 'ack', text: ''}})"),
    _room("behind", "answering", said=True, then="stage.tell({t: 'behind', on: true})"),
    _room("turn", "turn"),
    _room("answering", "answering", said=True),
    _room("interrupted", "answering", cut=True),
    _room("thinking", "thinking", said=True),
    _room("minute", "minute"),
    _room("near-end", "answering", said=True, near_end=True),
    _room("paused", "paused"),
    _room("reconnecting", "turn", then="stage.connection({state: 'reconnecting', attempt: 2})"),
    _room(
        "taken",
        "turn",
        then="stage.tell({t: 'taken'}); stage.connection({state: 'closed', why: 'taken'})",
    ),
    _room("in-line", "turn", then="stage.tell({t: 'waiting', place: 3})"),
    _room(
        "another-open",
        "turn",
        then="stage.tell({t: 'error', detail: 'You have another interview open. Go on with that one.', "
        "choice: 'instead'}); stage.connection({state: 'closed', why: 'refused'})",
    ),
    _room("voice-lost", "turn", then=_VOICE_LOST),
    _room("microphone-lost", "turn", then=_SOUND_LOST),
    _room("refused", "turn", "?refuse=NotAllowedError"),
    _room("no-microphone", "turn", "?refuse=NotFoundError"),
    _room("hold", "turn", mode="hold"),
    _room("type", "turn", mode="type"),
    _room("type-moved-on", "turn", mode="type", then=_MOVED_ON),
    _room("type-unsent-at-end", "turn", mode="type", then=_UNSENT_AT_END),
    _room("ended-unsent", "turn", mode="type", then=_ENDED_UNSENT),
    _room("asleep", "turn", then="stage.sound('asleep', {})"),
    _room("held", "speaking", then="stage.sound('output', {state: 'held', why: 'interrupted'})"),
    _room(
        "soundless", "speaking", then="stage.sound('output', {state: 'shown', why: 'suspended'})"
    ),
    _room(
        "soundless-turn",
        "turn",
        then="stage.sound('output', {state: 'shown', why: 'suspended'}); "
        "stage.sound('microphone', {state: 'soundless', label: ''})",
    ),
    State("room-asking", "/interviews/new/room?slow", lambda page: page.wait_for_timeout(1_300)),
    _room("ended", "turn", then="stage.tell({t: 'ended', reason: 'completed', report: ''})"),
    _room("long", "speaking", question=f"{QUESTION} {QUESTION} {QUESTION}"),
    State("room-long-word", "/interviews/new/room", in_six(2)),
    State("room-long-name", "/interviews/new/room", in_six(3)),
    _room("drawer", "turn", then="document.getElementById('log-open').click()"),
    _room("end-asked", "turn", then="document.getElementById('end').click()"),
    State("report", "/interviews/done/report"),
    State("report-judged", "/interviews/judged/report"),
    State("report-waiting", "/interviews/waiting/report"),
    State("report-unfolded", "/interviews/judged/report", _open_all),
    State("report-unsent", "/interviews/older/report", _unsent),
    State("report-link-made", "/interviews/older/report", _link_made),
    State("report-delete", "/interviews/older/report", _ask_to_delete),
    State("report-long", "/long/interviews/six/report"),
    State("report-shared", "/shared/opaque"),
    State("report-shared-long", "/long/shared/six"),
    State("report-little", "/interviews/older/report"),
    State("report-none", "/interviews/new/report"),
    State("history", "/history"),
    State("history-empty", "/empty/history"),
    State("history-long", "/long/history"),
    State("history-nothing-found", "/history", _nothing_found),
    State("history-delete", "/history", _ask_to_delete),
    State("keys", "/keys?saved=key_openai"),
    State("keys-empty", "/empty/keys"),
    State("keys-long", "/long/keys"),
    State("keys-own", "/keys", _own_server),
    State("keys-refused", "/keys", _refused_key),
    State("keys-replace", "/keys", _replace_key),
    State("keys-delete", "/keys", _ask_to_delete),
    State("start-providers", "/", _choose_providers),
    State("privacy", "/privacy"),
    State("plans", "/plans"),
    State("plan-read", "/plans/two-stage/read"),
    State("plan-read-long", "/long/plans/pln_six/read"),
    State("plan-six", "/plans", _six_in_the_editor),
    State("plan-faults", "/plans", _plan_with_faults),
    State("not-found", "/interviews/nobody/report"),
    State("not-found-link", "/shared/nothing"),
    State("broken", "/broken"),
)
"""Everything a person can see."""
