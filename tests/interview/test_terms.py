"""Words that are compared across texts: stems, names and their spellings, compounds."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from greenroom.interview.background import Requirement
from greenroom.interview.coverage import is_covered
from greenroom.interview.terms.stemming import stem
from greenroom.interview.terms.tokens import words


def keys(text: str, language: str = "en") -> set[str]:
    return {word.key for word in words(text, language)}


@pytest.mark.parametrize(
    ("language", "one", "other"),
    [
        ("en", "libraries", "library"),
        ("en", "leadership", "led"),
        ("en", "organising", "organized"),
        ("en", "menus", "menu"),
        ("en", "experimental", "experiments"),
        ("en", "modelling", "modeled"),
        ("en", "teaching", "taught"),
        ("de", "datenbanken", "datenbank"),
        ("de", "arbeiten", "gearbeitet"),
        ("fr", "compétences", "compétence"),
        ("fr", "conduire", "conduis"),
        ("es", "trabajo", "trabajábamos"),
        ("pt", "planejamento", "planejei"),
        ("hi", "मरीज़ों", "मरीज़"),
    ],
)
def test_forms_of_a_word_meet(language: str, one: str, other: str) -> None:
    """Plural and singular, verb and noun, British and American spelling have one stem."""
    assert stem(one, language) == stem(other, language)


@pytest.mark.parametrize(
    ("one", "other"),
    [("universe", "unit"), ("car", "care"), ("rest", "restaurant"), ("spy", "spi")],
)
def test_other_words_do_not_meet(one: str, other: str) -> None:
    """A stem is no guess at the beginning of a word."""
    assert stem(one) != stem(other)


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("Node.js", "I used node js."),
        ("C#", "it was c sharp"),
        ("C++", "in c plus plus"),
        (".NET", "We had dot net."),
        ("Kubernetes", "on k8s"),
        ("AWS", "It ran on A W S."),
        ("Go", "we wrote it in go"),
        ("R", "All plots were made with R."),
        ("REST", "They had a REST interface."),
        ("SQL", "mostly sequel"),
        ("PostgreSQL", "in Postgres"),
        ("EHR", "electronic health records"),
        ("CI/CD", "We did continuous integration."),
        ("CI/CD", "I set up the CI pipeline."),
        ("CI/CD", "it broke the ci pipeline"),
        ("TCP/IP", "We used TCP for that."),
        ("AP/AR", "I paid the invoices, accounts payable mostly"),
        ("M&A", "two mergers and acquisitions"),
        ("R", "some python and r"),
        ("R", "r and sas"),
        ("Go", "mostly python and go"),
        ("Ruby", "Ruby on Rails"),
        ("APIs", "I designed one API."),
        ("healthcare", "in health care"),
        ("on-call", "I was on call"),
    ],
)
def test_a_name_is_known_however_it_is_said(written: str, said: str) -> None:
    """As people and recognisers write it."""
    assert is_covered(Requirement("r", "required", written, (written,), "X"), said)


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("REST", "the rest of it"),
        ("Go", "Let's go."),
        ("R", "Are you there?"),
        ("C", "C++ and C# only"),
        ("Java", "JavaScript"),
        ("SQL", "MySQL"),
        ("IT", "it was fine"),
        ("Node.js", "each node of the graph"),
        ("on-call", "I called on him"),
        ("Spring", "It was in spring."),
        ("Go", "python and then go home"),
        ("React", "I learned python and we had to react"),
        ("C", "vitamin c and fruit"),
        ("CI/CD", "a cd of songs"),
    ],
)
def test_a_name_is_no_ordinary_word(written: str, said: str) -> None:
    """Letters alone are not enough where a word has them too."""
    assert not is_covered(Requirement("r", "required", written, (written,), "X"), said)


@given(st.text(), st.sampled_from(["en", "de", "fr", "es", "pt", "hi", "nl", ""]))
@example("A.B", "en")
def test_words_stand_where_they_say(text: str, language: str) -> None:
    """Any text in any language: every word is the text at its place, an abbreviation's stops left out, and
    those by themselves are in order."""
    found = words(text, language)
    own = [word for word in found if not word.inner]
    for word in own:
        there = text[word.start : word.end]
        assert word.text in (there, there.replace(".", ""))
    assert [word.start for word in own] == sorted(word.start for word in own)
    assert keys(text, language) == keys(text, language)
