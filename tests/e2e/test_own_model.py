"""Somebody brings a model server of their own: from the pasted address to its question in the room."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from tests.e2e.conftest import Visit
from tests.support.operators_model import in_a_thread

from greenroom.testing.providers import OpenAIServer

pytestmark = [pytest.mark.browser, pytest.mark.slow]

KEY = "sk-canary-5f1d9c77aa20413e"
QUESTION = "What did the bakers say about the new ovens?"
ANSWER = "I work in a small bakery, mostly at night."


def test_a_model_of_ones_own_asks_its_question(visit: Visit) -> None:
    """A wrong key is refused at its field, the right one is saved; chosen at the registration, where
    the page says what leaves, the model words the next question, by one request (S2, S3)."""
    reply = f"depth=3; move=ask; question_id=-\n{QUESTION}"
    with (
        in_a_thread(OpenAIServer(reply, key=KEY)) as server,
        visit(flags=("--use-fake-device-for-media-stream",)) as visitor,  # and no leave to use it
    ):
        page = visitor.page
        page.goto("/keys")
        page.locator("#provider").select_option("openai-compatible")
        page.locator("#base_url").fill(server.url)
        page.locator("#models-llm").fill("local-model")
        page.locator("#key").fill("sk-wrong-key-of-somebody")
        page.locator("#send").click()
        expect(page.locator("#key-err")).to_contain_text("did not accept this key")
        page.locator("#key").fill(KEY)
        page.locator("#send").click()
        page.wait_for_url("**/keys?saved=*")
        expect(page.locator("main")).to_contain_text("Key …413e")

        page.goto("/")
        page.locator("#name").fill("Amara")
        page.locator("#role").fill("Baker")
        page.locator("#providers summary").click()
        page.locator("#providers-llm").select_option(index=1)
        expect(page.locator("#leaving")).to_contain_text("127.0.0.1")
        page.locator("#consent").check()
        page.locator("#send").click()
        page.wait_for_url("**/check")
        visitor.registered()
        visitor.choose_to_type()
        visitor.cue("turn")
        page.locator("#typed-text").fill(ANSWER)
        page.locator("#typed-text").press("Control+Enter")
        expect(page.locator("#q")).to_contain_text(QUESTION)
        assert server.count("llm") == 1
        assert ANSWER in str(server.requests[-1].body)
        visitor.cue("turn")
        assert visitor.record()["incidents"] == []
