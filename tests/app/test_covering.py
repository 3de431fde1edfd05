"""A name is covered however it is written, and nothing else is."""

from __future__ import annotations

import unicodedata
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as some

from greenroom.app.reports.covering import MASK, coverer


@pytest.mark.parametrize(
    ("name", "text", "left"),
    [
        ("Jane Doe", "Nice to meet you, Jane.", "Nice to meet you, ."),
        ("Jane Doe", "JANE'S plan, jane’s plan, Janes plan", "'S plan, ’s plan,  plan"),
        ("Jane Doe", "doe, jane and Jane\nDoe", "  and \n"),
        ("Jane Doe", "write to jane.doe@x.example or janedoe1", "write to @x.example or 1"),
        ("Jane Doe", "it is J-A-N-E, or J. A. N. E., or d o e", "it is , or    ., or   "),
        ("Jane Doe", "J. Doe, Jane D. and J.D.", " ,   and "),
        ("Jane Doe", "Janet and Doherty stay", "Janet and Doherty stay"),
        ("José Núñez", "Jose Nunez, JOSE\u0301", " , "),
        ("Jose Nunez", "José Núñez", " "),
        ("Jürgen Groß", "Juergen, JURGEN GROSS, Jurgen", ",  , "),
        ("Søren Łuk", "Soren Luk", " "),
        ("Sean O'Brien", "O’Brien, OBrien, O&#39;Brien", ", , "),
        ("Anna-Lena Vogt", "Anna Lena and annalena and Lena", "  and  and "),
        ("रोहन शर्मा", "मैं रोहन हूँ, शर्मा जी। रोहिणी", "मैं  हूँ,  जी। रोहिणी"),
        ("ณัฐ สุขใจ", "ผมชื่อณัฐ", "ผมชื่อ"),
        ("Zoë Maria Müller", "ZoëMaria, mariamueller; Zoëy", ", ; Zoëy"),
        ("王小明", "我叫王小明。", "我叫。"),
        ("Иван Петров", "Меня зовут иван ПЕТРОВ.", "Меня зовут  ."),
        (
            "Will May",
            "Will you tell me? I will. May I ask, Will?",
            "Will you tell me? I will. May I ask, ?",
        ),
        ("Will May", "Hi Will! Will, go on. will may, will.may@x", "Hi ! , go on.  , @x"),
        (
            "Grace Park",
            "We met Grace at the park. Grace is needed.",
            "We met  at the park.  is needed.",
        ),
        ("Li Bo", "Call me Li, or Bo. The li tag.", "Call me , or . The li tag."),
    ],
)
def test_however_it_is_written(name: str, text: str, left: str) -> None:
    """Case, accents, order, spelling, initials, ends of words; a common word only where it is a name."""
    covered = coverer([name])(text)
    assert covered.replace(MASK, "").replace(" .", ".") in (left, left.replace(" .", "."))
    assert len(covered) == len(text)


@given(
    some.lists(some.text("ABCDEÉÜØßİŁabcdeéü", min_size=3, max_size=9), min_size=1, max_size=3),
    some.sampled_from([str.upper, str.lower, str.title, lambda s: unicodedata.normalize("NFD", s)]),
    some.sampled_from([" ", "  ", "\n", "-", "_", ".", ""]),
)
def test_any_name_in_any_form(parts, written, between) -> None:  # type: ignore[no-untyped-def]
    """No letter of the whole name is left, and every other character stays in its place."""
    text = f"I know {written(between.join(parts))}, you see."
    covered = coverer([" ".join(parts)])(text)
    assert len(covered) == len(text)
    assert (covered[:7], covered[-10:]) == ("I know ", ", you see.")
    assert not any(c.isalpha() for c in covered[7:-10])


@pytest.mark.parametrize("sign", ["\u00ad", "\u200b", "\u200d", "\u2060"])
def test_invisible_signs_hide_no_name(sign: str) -> None:
    """A soft hyphen or a joiner inside of a name is not seen, and the name would be."""
    covered = coverer(["Zoë Müller"])(f"Mül{sign}ler, Z{sign}oë{sign}, Mu{sign}eller")
    assert not any(one.isalpha() for one in covered)


def test_no_name_covers_nothing() -> None:
    """An empty name, or one of a single letter, leaves the text as it is."""
    for name in ("", " ", "X", "-", "."):
        assert coverer([name])("X - a. text") == "X - a. text"


@pytest.mark.parametrize("piece", ["J. ", "J.D. ", "j-a-", "Will ", "\n", "' "])
def test_the_time_it_takes(piece: str) -> None:
    """Eight times the text takes at most ten times as long."""
    cover = coverer(["Jane Will Doe"])

    def took(text: str) -> float:
        def once() -> float:
            began = process_time()
            cover(text)
            return process_time() - began

        return min(once() for _ in range(5))

    assert took(piece * 4_000) <= 10 * took(piece * 500) + 0.01
