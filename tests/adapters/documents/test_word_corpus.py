"""Résumés as Word files of several producers: every word of each is read, none is dropped in silence."""

from __future__ import annotations

import pytest
from tests.adapters.documents.corpus import word_files
from tests.adapters.documents.corpus.resume import Resume, found
from tests.adapters.documents.corpus.resumes import WIDE

from greenroom.adapters.documents import word

LEAST = 0.99
BY_KEY = {resume.key: resume for resume in WIDE}


@pytest.mark.parametrize("resume", WIDE, ids=lambda one: one.key)
@pytest.mark.parametrize("producer", word_files.MADE)
def test_made_files(producer: str, resume: Resume) -> None:
    """Of files made here and by python-docx at least 99 % of the words are found; what is counted as
    hidden is what was deleted."""
    read = word.read(word_files.MADE[producer](resume))
    assert found(resume.words(), read.text) >= LEAST
    assert (read.hidden > 0) == (producer == "tracked changes")
    assert "obsolete" not in read.text


@pytest.fixture(scope="module")
def office(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    return word_files.libreoffice(WIDE[:4], tmp_path_factory.mktemp("office"))


def test_libreoffice(office: dict[str, bytes]) -> None:
    """The same of what LibreOffice writes."""
    assert len(office) == 8
    for name, data in office.items():
        read = word.read(data)
        resume = BY_KEY[name.rpartition("-")[0]]
        assert found(resume.words(), read.text) >= LEAST, name
        assert read.hidden == 0, name
