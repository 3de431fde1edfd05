"""Misheard words that the candidate corrected: kept beside what was heard, told by everything that quotes them."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from tests.app.test_sharing import NOW

from greenroom.adapters.storage.memory import MemoryStore
from greenroom.app.ports import InterviewRow, NotFound, Refused
from greenroom.app.reports import correcting
from greenroom.app.reports.correcting import correct, longest, take_back
from greenroom.app.reports.exports import Format, export
from greenroom.app.reports.replay import contents_of
from greenroom.app.reports.sharing import Part, share, shown
from greenroom.assessment.delivery import measures
from greenroom.interview.corrections import changes
from greenroom.testing.ended import keep_ended
from greenroom.web.reports.rendering import HtmlReportRenderer

HEARD = (
    "Our sock count was a day behind. I decided on change events over polling, built it with one colleague, "
    "and the delay fell from a day to too minutes."
)
SAID = HEARD.replace("sock", "stock").replace("too minutes", "two minutes")


@pytest.fixture
def store() -> MemoryStore:
    return MemoryStore()


async def misheard(store: MemoryStore) -> tuple[InterviewRow, int]:
    """An ended interview with a misheard answer, and its message."""
    row = await keep_ended(store, "I am a nurse, and I like my work on the ward.", HEARD)
    messages = (await contents_of(store, row)).record["messages"]
    return row, next(m["index"] for m in messages if m["text"] == HEARD)


def quotes_of(value: Any) -> list[dict[str, Any]]:
    """Every quote, however deep."""
    if isinstance(value, dict):
        mine = [value] if {"message", "start", "end", "quote"} <= value.keys() else []
        return mine + [q for inner in value.values() for q in quotes_of(inner)]
    if isinstance(value, list | tuple):
        return [q for inner in value for q in quotes_of(inner)]
    return []


async def test_the_record_keeps_both_each_at_its_place(store: MemoryStore) -> None:
    """The corrected words are the text; what was heard, and where it differs, stand beside it."""
    row, at = await misheard(store)
    said = await correct(store, row, at, SAID)
    assert (said["text"], said["heard"]) == (SAID, HEARD)
    assert [(SAID[c["start"] : c["end"]], c["heard"]) for c in said["corrected"]] == [
        ("stock", "sock"),
        ("two", "too"),
    ]


async def test_coaching_goes_by_the_corrected_words(store: MemoryStore) -> None:
    """The coaching quotes what was said, and marks quotes that hold a corrected word, and no other."""
    row, at = await misheard(store)
    await correct(store, row, at, SAID)
    told = await contents_of(store, row)
    mine = [q for q in quotes_of(told.report) if q["message"] == at]
    assert mine
    for quote in mine:
        assert SAID[quote["start"] : quote["end"]] == quote["quote"]
        assert bool(quote.get("corrected")) == (
            "stock" in quote["quote"] or "two" in quote["quote"]
        )
    assert any(quote.get("corrected") for quote in mine)


async def test_measures_of_the_sound_go_by_what_was_heard(store: MemoryStore) -> None:
    """Twice as many words by hand make nobody speak faster."""
    row, at = await misheard(store)
    before = (await contents_of(store, row)).report["measures"]
    await correct(store, row, at, f"{SAID} {SAID}")
    after = (await contents_of(store, row)).report["measures"]
    words = {"answers", "story_parts"}
    assert {k: v for k, v in after.items() if k not in words} == {
        k: v for k, v in before.items() if k not in words
    }


def test_measures_of_a_handed_in_record_go_by_what_was_heard() -> None:
    """A record from a file is measured by the same rule."""
    said = {"index": 0, "speaker": "candidate", "kind": "answer", "stage": "A", "question_id": "q"}
    said |= {"started_ms": 0, "ended_ms": 20_000, "interrupted": False}
    plain = {**said, "text": HEARD}
    mended = {**said, "text": f"{SAID} {SAID}", "heard": HEARD}
    rates = [measures({"messages": [one]})["speech_rate"] for one in (plain, mended)]
    assert rates[0] == rates[1]


@pytest.mark.parametrize("format", [Format.MARKDOWN, Format.HTML, Format.JSON])
async def test_every_file_says_both(store: MemoryStore, format: Format) -> None:
    """Who reads a file sees the corrected words, what was heard, and by whom it was corrected."""
    row, at = await misheard(store)
    await correct(store, row, at, SAID)
    file = (await export(store, row, format, HtmlReportRenderer())).content.decode()
    file = re.sub("</?mark[^>]*>", "", file)
    assert SAID in file
    assert HEARD in file
    if format is not Format.JSON:
        assert "corrected by the candidate" in file
        assert "Corrected by the candidate. We had heard:" in file


async def test_the_seed_form_has_the_corrected_words(store: MemoryStore) -> None:
    """It has room for one text alone."""
    row, at = await misheard(store)
    await correct(store, row, at, SAID)
    told = json.loads((await export(store, row, Format.SEED, HtmlReportRenderer())).content)
    texts = [one["text"] for one in told["conversation"]["user"]]
    assert SAID in texts
    assert HEARD not in texts


async def test_a_link_says_both_without_the_name(store: MemoryStore) -> None:
    """A link that was made before shows the correction, with the name covered in both."""
    row, at = await misheard(store)
    _, token = await share(store.links, row, (Part.TRANSCRIPT,), 7, NOW)
    await correct(store, row, at, SAID.replace("colleague", "colleague, not Ada"))
    _, _, told = await shown(store, token, NOW)
    said = told.record["messages"][at]
    assert "not •••" in said["text"]
    assert said["heard"] == HEARD


async def test_a_correction_is_replaced_and_taken_back(store: MemoryStore) -> None:
    """The latest words count; taken back, all is as before, and so it is by what was heard itself."""
    row, at = await misheard(store)
    before = await contents_of(store, row)
    await correct(store, row, at, "Something else was said.")
    assert (await correct(store, row, at, SAID))["text"] == SAID
    await take_back(store, row, at)
    assert await contents_of(store, row) == before
    with pytest.raises(NotFound):
        await take_back(store, row, at)
    await correct(store, row, at, SAID)
    await correct(store, row, at, f"  {HEARD} ")
    assert await contents_of(store, row) == before


async def test_a_correction_is_bounded(store: MemoryStore) -> None:
    """It has words, is no longer than mishearing explains, and there are not too many."""
    row, at = await misheard(store)
    for text in ("", " \n", "…", "x" * (longest(HEARD) + 1)):
        with pytest.raises(Refused):
            await correct(store, row, at, text)
    for message in range(
        1_000, 1_000 + correcting.MOST - 1
    ):  # as many as there may be, but for one
        await store.interviews.correct(row.id, message, SAID)
    await correct(store, row, at, SAID)
    await correct(store, row, at, f"{SAID} Yes.")
    other = next(
        m["index"]
        for m in (await contents_of(store, row)).record["messages"]
        if m["text"].startswith("I am a nurse")
    )
    with pytest.raises(Refused):
        await correct(store, row, other, "I am a nurse, and I like it.")


async def test_only_what_was_heard_of_the_candidate_is_corrected(store: MemoryStore) -> None:
    """The interviewer's words, requests and places where nothing is cannot be; nor can an interview that
    is not over."""
    row, at = await misheard(store)
    told = await contents_of(store, row)
    for message in told.record["messages"]:
        if message["speaker"] == "interviewer" or message["kind"] == "command":
            with pytest.raises(NotFound):
                await correct(store, row, message["index"], "Words.")
    with pytest.raises(NotFound):
        await correct(store, row, 9_999, "Words.")
    running = await keep_ended(store, HEARD, id="b", status="running")
    with pytest.raises(Refused):
        await correct(store, running, at, SAID)


@pytest.mark.parametrize(
    ("heard", "text", "found"),
    [
        ("a b c", "a b c", []),
        ("a b c", "a x c", [("x", "b")]),
        ("a b c", "a c", [("", "b")]),
        ("a c", "a b c", [("b", "")]),
        ("a b", "a b c", [("c", "")]),
        ("a b c", "a b", [("", "c")]),
        ("one two", "three", [("three", "one two")]),
        ("a a b", "a b b", [("b", "a")]),
    ],
)
def test_changes_are_where_the_words_differ(
    heard: str, text: str, found: list[tuple[str, str]]
) -> None:
    """Each change has its place in the corrected text, and what was heard there."""
    assert [(text[c.start : c.end], c.heard) for c in changes(heard, text)] == found


def test_a_long_correction_is_compared_within_bounds() -> None:
    """Texts that share nothing are one change, and cost no more than they are worth."""
    heard, text = "a b " * 5_000, "b c " * 5_000
    (change,) = changes(heard, text)
    assert (change.start, text[change.end :].strip()) == (0, "")
