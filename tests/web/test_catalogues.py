"""The catalogues of six languages: every message is there, with its values and tags."""

from __future__ import annotations

import re
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Message
from tests.web.catalogues import brought_up, extracted
from tests.web.translated import OTHERS, places

from greenroom.web import languages


def messages(code: str) -> list[Message]:
    return [message for message in languages.catalogue(code) if message.id]


def forms(text: object) -> list[str]:
    """A message's words: one, or one for each number."""
    return [text] if isinstance(text, str) else [str(one) for one in text]  # type: ignore[attr-defined]


@pytest.mark.parametrize("code", OTHERS)
def test_every_message_is_in_every_catalogue(code: str) -> None:
    """What templates, scripts and modules show is there, translated and not in doubt, and nothing else is
    (`scripts/catalogues`)."""
    found = messages(code)
    keys = {(message.context, message.id) for message in found}
    assert keys == {(message.context, message.id) for message in extracted() if message.id}
    assert [message.id for message in found if not all(forms(message.string))] == []
    assert [message.id for message in found if message.fuzzy] == []
    shown = {(m.context, m.id): places(m) for m in brought_up(code)}
    assert [m.id for m in found if shown[m.context, m.id] != places(m)] == []


def test_no_message_of_a_script_is_overlooked() -> None:
    """Each text that a script hands to `_` is found when messages are gathered."""
    scripts = Path(languages.__file__).parent / "static"
    found = {message.id for message in extracted()}
    used = {
        text
        for script in scripts.glob("*.js")
        for text in re.findall(r'\b_\("([^"\n]*)"', script.read_text("utf-8"))
        if script.name != "words.js"
    }
    assert len(used) > 200
    assert used - found == set()


def parts(text: str) -> set[str]:
    """What must come through a translation unchanged: values to fill in, tags, and addresses."""
    values = {f"{{{name}}}" for _, name, _, _ in Formatter().parse(text) if name}
    keys = re.sub(r"<kbd>[^<]*", "<kbd>", text)  # keys have their own names
    return {*values, *re.findall(r"%\(\w+\)s|%%|<[^>]+>", keys)}


@pytest.mark.parametrize("code", OTHERS)
def test_values_and_tags_come_through(code: str) -> None:
    """A translation fills in the same values, with the same tags, and cannot end an attribute."""
    for message in messages(code):
        for english, text in zip(forms(message.id), forms(message.string), strict=True):
            assert parts(text) == parts(english), text
            assert '"' not in re.sub("<[^>]*>", "", text), text


@pytest.mark.parametrize("code", OTHERS)
def test_a_catalogue_says_whether_a_native_has_read_it(code: str) -> None:
    """In its first lines: no, or who; the table in the documentation says the same."""
    comment = languages.catalogue(code).header_comment
    said = re.search(r"Read by a native speaker: (no|yes, \S+)", comment)
    assert said is not None
    table = (Path(__file__).parents[2] / "docs/reference/languages.md").read_text("utf-8")
    assert re.search(rf"\| `{code}` \| {said[1]}", table)
