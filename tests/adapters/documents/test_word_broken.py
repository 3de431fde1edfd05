"""Word files that no program wrote: none loses a word in silence, and each is answered for."""

from __future__ import annotations

import asyncio
import io
import os
import zipfile
from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from tests.adapters.documents import samples
from tests.adapters.documents.corpus import word_files
from tests.adapters.documents.corpus.ooxml import p, package, r, root, style, styles
from tests.adapters.documents.corpus.resumes import ENGINEER

from greenroom.adapters.documents import word
from greenroom.adapters.documents.reader import ConfinedDocuments
from greenroom.adapters.documents.word.package import MOST_ELEMENTS
from greenroom.app.documents import (
    LONGEST_TEXT,
    DocumentFault,
    UnreadableDocument,
)

pytestmark = pytest.mark.slow

EXAMPLES = max(6, int(os.environ.get("GREENROOM_DOCUMENTS", "12")) // 2)
LOOKS = (
    "",
    "<w:vanish/>",
    '<w:color w:val="FFFFFF"/>',
    '<w:sz w:val="1"/>',
    '<w:shd w:val="clear" w:fill="000000"/>',
    '<w:rFonts w:ascii="Wingdings"/>',
    '<w:color w:val="?"/><w:sz w:val="x"/><w:w w:val="-"/>',
)
RUNS = st.builds(r, st.text("abc ", max_size=6), st.sampled_from(LOOKS))


def _mark(kind: str) -> str:
    return f'<w:r><w:fldChar w:fldCharType="{kind}"/></w:r>'


def _box(inside: str) -> str:
    return (
        f"<w:p><w:r><w:pict><v:shape><v:textbox><w:txbxContent>{inside}</w:txbxContent></v:textbox>"
        "</v:shape></w:pict></w:r></w:p>"
    )


MARKS = st.sampled_from([_mark(kind) for kind in ("begin", "separate", "end")])
WRAPPERS = (
    "w:ins", "w:del", "w:moveTo", "w:moveFrom", "w:hyperlink", "w:smartTag", "w:bdo", "x:unknown",
    "w:fldSimple", "w:sdt", "w:sdtContent", "m:oMath",
)  # fmt: skip


def wrapped(inside: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.builds(
        lambda tag, all_: f"<{tag}>{''.join(all_)}</{tag}>",
        st.sampled_from(WRAPPERS),
        st.lists(inside, max_size=4),
    )


def boxed(blocks: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.builds(
        lambda all_, way: way.format("".join(all_)),
        st.lists(blocks, max_size=3),
        st.sampled_from(
            [
                "<w:sdt><w:sdtContent>{}</w:sdtContent></w:sdt>",
                "<w:tbl><w:tr><w:tc>{}</w:tc></w:tr></w:tbl>",
                "<w:tbl><w:tr><w:tc><w:tcPr><w:vMerge/></w:tcPr>{0}</w:tc></w:tr></w:tbl>",
                _box("{}"),
            ]
        ),
    )


INLINE = st.recursive(st.one_of(RUNS, MARKS), wrapped, max_leaves=8)
PARAGRAPHS = st.builds(lambda inside: p(*inside), st.lists(INLINE, max_size=4))
BLOCKS = st.recursive(PARAGRAPHS, boxed, max_leaves=8)


@given(st.lists(BLOCKS, max_size=4))
@example([p(_mark("begin")), _box(_box(p(r("a")))), p(_mark("end"))])
def test_no_letter_is_lost(blocks: list[str]) -> None:
    """Whatever stands in whatever, each letter is read or counted, and only one of both."""
    body = "".join(blocks)
    written = sum(1 for sign in body.replace("<", "\0<").split("\0") for _ in _letters(sign))
    found = word.read(package(body))
    seen = sum(sign in "abc" for sign in found.text)
    blank = sum(part.count(" ") for part in _texts(body))
    assert written - blank <= seen + found.hidden <= written + blank


def _texts(body: str) -> list[str]:
    """What stands in the elements of text."""
    return [part.split("<")[0] for part in body.split('<w:t xml:space="preserve">')[1:]]


def _letters(tag_and_text: str) -> str:
    name, _, text = tag_and_text.partition(">")
    return text if name.startswith("<w:t ") else ""


@st.composite
def broken(draw: st.DrawFn) -> bytes:
    """A good Word file, one part of which is cut, doubled or written over."""
    whole = zipfile.ZipFile(io.BytesIO(draw(st.sampled_from(WHOLE))))
    parts = {name: whole.read(name) for name in whole.namelist()}
    name = draw(st.sampled_from(sorted(parts)))
    data = bytearray(parts[name])
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(data)))
        end = at + draw(st.integers(0, 300))
        data[at:end] = draw(st.one_of(st.binary(max_size=40), st.just(bytes(data[at:end]) * 2)))
    return samples.archive({**parts, name: bytes(data)})


async def answer(data: bytes) -> str | DocumentFault:
    try:
        return (await ConfinedDocuments().read(data)).text
    except UnreadableDocument as refused:
        return refused.fault


WHOLE = tuple(make(ENGINEER) for make in word_files.MADE.values())


@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))
@given(broken())
def test_each_is_answered(data: bytes) -> None:
    """A broken part leads to a text or to a fault with its sentence, and the process that reads ends by
    itself."""
    assert asyncio.run(answer(data)) not in (DocumentFault.TOO_SLOW, DocumentFault.TOO_HEAVY)


def test_too_many_elements() -> None:
    """Of a main part with more elements than are read, the first are read, and that is said."""
    found = word.read(package(p("first") + "<w:p/>" * MOST_ELEMENTS + p("last")))
    assert found.text.startswith("first\n")
    assert (found.cut, "last" in found.text) == (True, False)


F = DocumentFault
DEEP = "<w:sdt>" * 500
ENTITY = '<!DOCTYPE d [<!ENTITY a SYSTEM "file:///etc/passwd">]><d>&a;</d>'


@pytest.mark.parametrize(
    ("fault", "data"),
    [
        (F.TOO_HEAVY, package(DEEP + p("x") + DEEP.replace("<", "</"))),
        (F.TOO_HEAVY, package(p("x"), styles=styles('<w:style w:type="t"/>' * MOST_ELEMENTS))),
        (F.DAMAGED, package(p("x"), styles=ENTITY)),
        (F.BOMB, samples.bomb_docx),
        (F.WRONG_TYPE, samples.archive({"word/document.xml": b"<a/>"})),
    ],
)
def test_what_is_refused(fault: DocumentFault, data: bytes | Callable[[], bytes]) -> None:
    """Depth, size and entities are bounded before anything is made of them."""
    with pytest.raises(UnreadableDocument) as refused:
        word.read(data() if callable(data) else data)
    assert refused.value.fault is fault


@pytest.mark.parametrize(
    ("kind", "tag"),
    [("spreadsheet", "w:workbook"), ("presentation", "w:presentation")],
)
async def test_other_office_files(kind: str, tag: str) -> None:
    """What is packed like a Word file and is none is told so."""
    files = zipfile.ZipFile(io.BytesIO(package(p("x"), main=f"{kind}/main.xml")))
    parts = {name: files.read(name) for name in files.namelist()}
    parts[f"{kind}/main.xml"] = root(tag, "").encode()
    with pytest.raises(UnreadableDocument) as refused:
        await ConfinedDocuments().read(samples.archive(parts))
    assert refused.value.fault is F.WRONG_TYPE


@pytest.mark.parametrize(
    ("body", "lines"),
    [
        (p("one") + p("two"), ["one", "two"]),
        (p("mig", is_="<w:rPr><w:del/></w:rPr>") + p("rated"), ["migrated"]),
        (p("a", "<w:r><w:br/></w:r>", "b", "<w:r><w:tab/></w:r>", "c"), ["a", "b\tc"]),
        (p("soft", "<w:r><w:softHyphen/></w:r>", "ware"), ["soft\u00adware"]),
        (p("up", "<w:r><w:noBreakHyphen/></w:r>", "date"), ["up-date"]),
        (p('<w:r><w:sym w:font="Symbol" w:char="F0B7"/></w:r>', " a"), ["\uf0b7 a"]),
        (p("a", "<w:r><w:txbxContent>" + p("box") + "</w:txbxContent></w:r>", "b"), ["ab", "box"]),
        (
            "<w:tbl><w:tr>" + f"<w:tc>{p('a')}</w:tc><w:tc>{p('b')}</w:tc></w:tr></w:tbl>" + p("c"),
            ["a", "b", "c"],
        ),
    ],
)
def test_lines(body: str, lines: list[str]) -> None:
    """Where lines end and what joins them."""
    assert word.read(package(body)).text.split("\n") == lines


def test_lists() -> None:
    """Bullets and numbers stand before the paragraphs of a list, also by a style, and count on."""

    def level(depth: int, form: str, text: str) -> str:
        return (
            f'<w:lvl w:ilvl="{depth}"><w:numFmt w:val="{form}"/><w:lvlText w:val="{text}"/></w:lvl>'
        )

    def told(number: int, depth: int = 0) -> str:
        return f'<w:numPr><w:ilvl w:val="{depth}"/><w:numId w:val="{number}"/></w:numPr>'

    numbering = root(
        "w:numbering",
        f'<w:abstractNum w:abstractNumId="5">{level(0, "bullet", "&#xF0B7;")}</w:abstractNum>'
        f'<w:abstractNum w:abstractNumId="6">{level(0, "decimal", "%1.")}'
        f"{level(1, 'lowerLetter', '%1.%2)')}</w:abstractNum>"
        '<w:num w:numId="1"><w:abstractNumId w:val="5"/></w:num>'
        '<w:num w:numId="2"><w:abstractNumId w:val="6"/></w:num>',
    )
    named = style("Bullets", "paragraph", f"<w:pPr>{told(1)}</w:pPr>")
    body = "".join(
        [
            p("a", is_=told(1)),
            p("b", is_='<w:pStyle w:val="Bullets"/>'),
            p("c", is_='<w:pStyle w:val="Bullets"/>' + told(0)),
            p("d", is_=told(2)),
            p("e", is_=told(2, 1)),
            p("f", is_=told(2)),
            p("g", is_=told(2, 1)),
            p(is_=told(2)),
        ]
    )
    found = word.read(package(body, numbering=numbering, styles=styles(named)))
    assert found.text.split("\n") == ["• a", "• b", "c", "1. d", "1.a) e", "2. f", "2.a) g", ""]


def test_long_documents() -> None:
    """A long document is read to the end of what is kept, in a share of the time that is allowed."""
    found = word.read(package(p("word " * 50) * (LONGEST_TEXT // 200)))
    assert len(found.text) > LONGEST_TEXT
