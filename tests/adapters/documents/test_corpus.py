"""Résumés made by many programs are read word for word."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.adapters.documents.corpus.resume import found, words

from greenroom.adapters.documents import pdf
from greenroom.adapters.documents.reader import ConfinedDocuments

if TYPE_CHECKING:
    from tests.adapters.documents.corpus.producers import Made

LEAST = 0.99


@pytest.fixture(scope="module")
def made() -> list[Made]:
    """The programs are loaded here: who only collects this file needs none of them."""
    from tests.adapters.documents.corpus import producers

    return producers.documents()


@pytest.mark.slow
def test_words_of_made_resumes(made: list[Made]) -> None:
    """Of résumés by eight programs, in nine languages and as many layouts, none is refused, nothing is
    called hidden, and of all words 99 of 100 are found, of each document 97."""
    assert len(made) >= 40
    read = {document.name: pdf.read(document.data) for document in made}
    expected = {document.name: document.resume.words() for document in made}
    shares = {name: found(expected[name], read[name].text) for name in read}
    total = sum(words.total() for words in expected.values())
    assert {name: share for name, share in shares.items() if share < 0.97} == {}
    assert {name: found.hidden for name, found in read.items() if found.hidden} == {}
    assert sum(shares[name] * expected[name].total() for name in read) / total >= LEAST


@pytest.mark.slow
async def test_made_resumes_in_the_confined_process(made: list[Made]) -> None:
    """The process that can open nothing reads one of each program as this one does."""
    documents = ConfinedDocuments()
    firsts = {document.name.split("-")[0]: document for document in reversed(made)}
    assert len(firsts) >= 8
    for document in firsts.values():
        found, expected = await documents.read(document.data), pdf.read(document.data)
        assert (found.pages, found.hidden) == (expected.pages, expected.hidden)
        assert words(found.text) == words(expected.text)
