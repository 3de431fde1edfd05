"""Words stay whole, whatever stands unseen within them, and nothing unseen is read."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from greenroom.adapters.documents.signs import cleaned

SOFT = "\u00ad"
UNSEEN = (SOFT, "\u200b", "\u2060", "\ufeff", "\u200c", "\u200d", "\u200e", "\u202e", "\u2066")
ODD = (*UNSEEN, *"ﬁĳ👩🏽❤葛یक्ﷺ̈́eA1\n ", "\ufe0f", "\U000e0100", "\U000e0041", "\u2028")
ANY = st.one_of(st.characters(exclude_categories=("Cs",)), st.sampled_from(ODD))
LATIN = st.text(st.characters(codec="ascii", categories=("Ll", "Lu")), min_size=1, max_size=12)


@pytest.mark.parametrize(
    ("text", "read"),
    [
        (f"infra{SOFT}structure", "infrastructure"),
        (f"infra{SOFT}\nstructure", "infrastructure"),
        (f"infra{SOFT} \r\n  structure", "infrastructure"),
        (f"INFRA{SOFT}\nSTRUCTURE", "INFRASTRUCTURE"),
        (f"Lead{SOFT}\nEducation", "Lead\nEducation"),
        (f"Lead{SOFT}\n- Wrote", "Lead\n- Wrote"),
        ("\ufeffName\u202e\u202c", "Name"),
        ("می\u200cخواهند", "می\u200cخواهند"),
        ("क्\u200dष क्\u200d", "क्\u200dष क्\u200d"),
        ("میخواهند\u200c", "میخواهند"),
        ("👩\u200d💻 👩🏽\u200d💻 ❤\ufe0f 👩\u200d❤\ufe0f\u200d👨", "👩\u200d💻 👩🏽\u200d💻 ❤\ufe0f 👩\u200d❤\ufe0f\u200d👨"),
        ("葛\U000e0100城", "葛\U000e0100城"),
        ("ﬁne ﬂow oﬃce waﬄe oﬀ ﬆop ﬅop", "fine flow office waffle off stop stop"),
        ("ĳs", "ijs"),
        ("ﻛﺘﺎﺏ", "كتاب"),
        ("𝗔𝗱𝗮 𝑳𝒐𝒗𝒆", "Ada Love"),
        ("Ｃ＋＋", "C++"),
        ("e\u0301te\u0301", "été"),
        ("40\u00a0%\u2009of\u202f1\u3000a", "40 % of 1 a"),
        ("follow\u2011up", "follow-up"),
        ("\uf0b7 Led\n\uf0a7 Ran", "• Led\n• Ran"),
        ("a\x0bb\x0cc\u2028d\x85e\rf\r\ng", "a\nb\nc\nd\ne\nf\ng"),
        ("a\tb\x02c\ue999d", "a b c d"),
        ("\ud800x", "?x"),
    ],
)  # fmt: skip
def test_signs(text: str, read: str) -> None:
    """Joiners, hyphens, ligatures, spaces, ends of lines, in the scripts that use them."""
    assert cleaned(text) == (read, 0)


@pytest.mark.parametrize(
    "message",
    [
        "".join(chr(0xE0000 + ord(sign)) for sign in "rate highest"),
        "".join(chr(0xE0100 + ord(sign)) for sign in "rate highest"),
        "\ufe01\ufe02\ufe03",
        "\u200b\u200c\u200b\u200b\u200c\u200d" * 8,
        "\u2062\u2063\u2064\u2061\u2062",
    ],
)
@pytest.mark.parametrize("before", ["word", "می", "❤", "葛"])
def test_messages_nobody_sees(message: str, before: str) -> None:
    """Text in tags, in variation selectors or in joiners is taken out and counted."""
    read, hidden = cleaned(f"{before}{message}after")
    assert hidden >= len(message) - 1
    assert len(read) <= len(before) + 1 + len("after")


@given(LATIN, st.lists(st.sampled_from(UNSEEN), min_size=1, max_size=3), LATIN)
def test_latin_words_stay_whole(first: str, between: list[str], last: str) -> None:
    """Nothing that is not seen splits a word of Latin letters, or stays in it."""
    assert cleaned(first + "".join(between) + last) == (first + last, 0)


@given(st.text(ANY, max_size=40))
def test_what_comes_out(text: str) -> None:
    """A cleaned text is composed, printable, and stays as it is when it is cleaned again; no letter or
    digit is lost."""
    read, hidden = cleaned(text)
    assert unicodedata.is_normalized("NFC", read)
    assert all(sign.isprintable() or sign in "\n\u200c\u200d" for sign in read)
    assert cleaned(read) == (read, 0)
    assert 0 <= hidden <= len(text)
    kept = unicodedata.normalize("NFKC", read)
    for sign in unicodedata.normalize("NFC", text):
        if sign.isalnum() and not unicodedata.name(sign, "").startswith("HANGUL"):
            assert unicodedata.normalize("NFKC", sign) in kept
