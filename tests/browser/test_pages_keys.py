"""The pages of providers: entering a key by keyboard, replacing one, and choosing who does what."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser
CANARY = "sk-canary-5f1d9c77aa20413e"


def entered(page: Page) -> Any:
    """What the server was sent last."""
    return page.request.get("/entered").json()


def test_a_key_is_entered_without_a_mouse(page: Page) -> None:
    """By keyboard alone: choose, type, send; then a sentence says so, and the key is nowhere on the page."""
    page.goto("/keys")
    page.locator("#provider").focus()
    page.keyboard.press("Tab")
    expect(page.locator("#key")).to_be_focused()
    page.keyboard.type(CANARY)
    page.keyboard.press("Enter")
    page.wait_for_url("**/keys?saved=key_openai")
    expect(page.locator("#fresh")).to_be_focused()
    expect(page.locator("#fresh")).to_contain_text("OpenAI accepted the key. It is saved.")
    assert entered(page)["key"] == CANARY
    assert CANARY not in page.content()
    assert page.locator("#key").input_value() == ""


def test_a_refused_key_is_told_beside_its_field(page: Page) -> None:
    """What the provider did not accept stands at the field, which keeps what was typed."""
    page.goto("/keys")
    page.locator("#key").fill("refused")
    page.locator("#send").click()
    expect(page.locator("#key")).to_be_focused()
    expect(page.locator("#key")).to_have_accessible_description(
        "OpenAI did not accept this key. "
        "Make one for Greenroom alone, with a limit of its own, where your provider lets you."
    )
    expect(page.locator("#send")).to_have_text("Try it and save it")
    page.locator("#key").fill(CANARY)
    page.locator("#send").click()
    page.wait_for_url("**/keys?saved=key_openai")


def test_the_form_asks_what_the_provider_needs(page: Page) -> None:
    """Only a server of one's own has an address; models are asked for what a provider can do."""
    page.goto("/keys")
    expect(page.locator("#base_url")).to_be_hidden()
    page.locator("#provider").select_option("deepgram")
    page.locator("#models summary").click()
    expect(page.locator("#models-stt")).to_be_visible()
    expect(page.locator("#models-llm")).to_be_hidden()
    page.locator("#provider").select_option("openai-compatible")
    page.locator("#base_url").fill("http://127.0.0.1:11434/v1")
    page.locator("#send").click()
    expect(page.locator("#models-llm")).to_be_focused()
    page.locator("#models-llm").fill("qwen3")
    page.locator("#send").click()
    page.wait_for_url("**/keys?saved=*")
    assert entered(page) == {
        "provider": "openai-compatible",
        "key": None,
        "base_url": "http://127.0.0.1:11434/v1",
        "models": {"llm": "qwen3", "stt": "", "tts": ""},
        "voice": "",
    }


def test_replacing_begins_with_what_was_saved(page: Page) -> None:
    """All but the key is there; the old one can be kept."""
    page.goto("/keys")
    page.get_by_role("button", name="Replace: 127.0.0.1:11434, no key").click()
    expect(page.locator("#h-form")).to_be_focused()
    expect(page.locator("#models-tts")).to_have_value("kokoro")
    expect(page.locator("#key")).to_have_value("")
    page.locator("#cancel").click()
    expect(page.locator("#h-form")).to_have_text("Add one")
    page.get_by_role("button", name="Replace: OpenAI, key …413e").click()
    page.locator("#key").fill(CANARY)
    page.locator("#send").click()
    page.wait_for_url("**/keys?saved=key_openai")


def test_who_chooses_a_provider_is_told_what_leaves(page: Page) -> None:
    """Beside the consent stands what goes where, and it is part of what is agreed to (S4)."""
    page.goto("/")
    leaving = page.locator("#leaving")
    expect(leaving).to_have_text("Nothing you say leaves this server.")
    page.locator("#providers summary").click()
    page.locator("#providers-stt").select_option("key_openai")
    expect(leaving).to_contain_text("Your voice goes to OpenAI to be turned into words.")
    page.locator("#providers-llm").select_option("key_own")
    expect(leaving).to_contain_text("goes to 127.0.0.1:11434 to think up the questions")
    assert "Your voice goes to OpenAI" in str(
        page.locator("#consent").evaluate("(el) => el.getAttribute('aria-describedby')")
        and leaving.text_content()
    )
    page.locator("#consent").check()
    with page.expect_request("**/api/interviews") as sent:
        page.locator("#send").click()
    told = sent.value.post_data_json
    assert told["providers"] == {"stt": "key_openai", "llm": "key_own"}


def test_without_a_key_there_is_nothing_to_choose(page: Page) -> None:
    """Who saved nothing is told that nothing is needed, and where to go."""
    page.goto("/empty/")
    page.locator("#providers summary").click()
    expect(page.locator("#providers")).to_contain_text(
        "You have no provider saved, and you need none."
    )
    assert page.locator("#providers select").count() == 0


def test_a_server_on_this_machine_is_two_buttons_away(page: Page) -> None:
    """Nothing is looked for before the button is pressed, and nothing is saved before the second one."""
    page.goto("/keys")
    expect(page.locator("#nearby")).to_be_hidden()
    page.get_by_role("button", name="Look for Ollama").click()
    expect(page.locator("#looked")).to_contain_text(
        "Found one model. None is used until you choose it."
    )
    page.get_by_role("button", name="Use qwen3:8b of Ollama").click()
    page.wait_for_url("**/keys?saved=*")
    assert entered(page)["base_url"] == "http://127.0.0.1:11434/v1"
    assert entered(page)["models"] == {"llm": "qwen3:8b"}


def test_a_language_that_nothing_here_hears(page: Page) -> None:
    """The check says it in that language and in English, and one button offers to type."""
    page.goto("/foreign/interviews/hindi/check")
    told = page.locator("#language p[lang]")
    expect(told).to_have_count(2)
    expect(told.first).to_have_attribute("lang", "hi")
    expect(told.last).to_contain_text("nothing here hears Hindi")
    page.get_by_role("button", name="Type my answers").click()
    expect(page.locator("#start")).to_be_visible()
    expect(page.locator("body")).to_have_attribute("data-state", "typed")
