"""A report on paper: a real PDF, made in a process of its own that opens nothing else."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from pypdf import PdfReader
from tests.support.records import contents_of, message, record_of, sample_record, sample_scorecard

from greenroom.adapters.pdf.fonts import lacking
from greenroom.adapters.pdf.printer import Printer
from greenroom.app.ports import Refused, ReportContents
from greenroom.web.reports.rendering import HtmlReportRenderer

pytestmark = pytest.mark.slow


def told(words: str = "") -> ReportContents:
    """The sample interview with its scorecard; or one in which this was said."""
    if words:
        said = [message(0, "GREETING", "candidate", "answer", 1, 9, words)]
        return contents_of(record_of("done", said))
    record = sample_record("done")
    return contents_of(record, sample_scorecard("done", record))


def pages(made: bytes) -> list[str]:
    return [page.extract_text() for page in PdfReader(io.BytesIO(made)).pages]


async def on_paper(told: ReportContents) -> bytes:
    """The PDF of a report."""
    renderer = HtmlReportRenderer(Printer())
    return await renderer.pdf(renderer.html(told, printed=True))


async def test_a_report_on_paper() -> None:
    """Every page says which it is; levels, quotes, reasons, measures and transcript are on them, in our
    own font, and quotes are links to their words."""
    made = await on_paper(told())
    found = pages(made)
    text = " ".join(" ".join(found).split())
    for part in (
        "Level 2 of 5",
        "“I look after the ledger”",
        "Read twice, the judge came to different levels.",
        "It did not answer in time.",
        "How it sounded",
        "words a minute",
        "Moved on by the clock.",
        "That is everything from me.",
    ):
        assert part in text, part
    for number, page in enumerate(found, 1):
        assert f"{number} / {len(found)}" in page
    reader = PdfReader(io.BytesIO(made))
    record = sample_record("done")
    start = record["messages"][3]["text"].index("I look after the ledger")
    assert f"w3-{start}" in reader.named_destinations
    fonts = [
        font.get_object() for page in reader.pages for font in page["/Resources"]["/Font"].values()
    ]  # type: ignore[index]
    assert any("Atkinson" in font["/BaseFont"] for font in fonts)
    assert reader.trailer["/Root"]["/MarkInfo"]["/Marked"]  # type: ignore[index]


async def test_what_was_said_opens_nothing(tmp_path: Path) -> None:
    """Words that look like markup are words on paper; and even markup would open no file."""
    secret = tmp_path / "secret.txt"
    secret.write_text("canary-of-the-disk")
    words = (
        f'<link rel="attachment" href="file://{secret}"><img src="file://{secret}"> I said this.'
    )
    made = await on_paper(told(words))
    assert "I said this." in " ".join(" ".join(pages(made)).split())
    raw = await Printer()(f'<link rel="attachment" href="file://{secret}"><p>{words}')
    assert list(PdfReader(io.BytesIO(raw)).attachments) == []
    assert b"canary-of-the-disk" not in raw


async def test_a_ninety_minute_interview_on_paper() -> None:
    """It is long, and it is made."""
    line = "We met on Mondays and talked it over, and then we wrote down what we had agreed. "
    made = await on_paper(told(line * 900))
    assert len(pages(made)) > 15


async def test_without_the_system_library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where Pango is missing, a sentence says what to install, and that HTML can be had."""
    (tmp_path / "weasyprint.py").write_text("raise OSError('cannot load library libpango-1.0-0')")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    with pytest.raises(Refused, match=r"libpango.*HTML can be had") as refused:
        await Printer()("<p>x")
    assert refused.value.status == 503


async def test_a_document_that_cannot_be_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process that dies takes nothing with it: a sentence, and no trace of the document."""
    (tmp_path / "weasyprint.py").write_text("import os; os._exit(9)")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    with pytest.raises(Refused, match="could not be made"):
        await Printer()("<p>x")


OUR_FONT = (
    "<style>@font-face { font-family: Ours; src: url(font:latin) } p { font-family: Ours }</style>"
)
HINDI = "मैंने तीन साल तक एक दुकान में काम किया और हिसाब रखा।"


async def test_hindi_is_readable_or_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where no font has Devanagari, every word was a box and nobody was told. Now a sentence names the font;
    with a font the words are in the file. What our own fonts have is made in either case."""
    monkeypatch.setenv("FONTCONFIG_FILE", str(fonts_of(tmp_path / "none", "")))
    with pytest.raises(Refused, match=r"Noto Sans Devanagari.*HTML can be had") as refused:
        await Printer()(f"<p>{HINDI}")
    assert refused.value.status == 503
    words = "Ich heiße Jörg. Añadí ¿qué? J’ai déjà reçu l’œuvre. São três opções."
    assert (await Printer()(f"{OUR_FONT}<p>{words}")).startswith(b"%PDF")
    monkeypatch.setenv("FONTCONFIG_FILE", str(fonts_of(tmp_path / "some", HINDI)))
    made = await Printer()(f"<p>{HINDI}")
    fonts = [
        font.get_object()["/BaseFont"]
        for page in PdfReader(io.BytesIO(made)).pages
        for font in page["/Resources"]["/Font"].values()  # type: ignore[index]
    ]
    assert any("Signs" in name for name in fonts)


def fonts_of(folder: Path, letters: str) -> Path:
    """A fontconfig that knows one font, with a square for each of the letters, or no font at all."""
    folder.mkdir()
    if letters:
        names = {ord(letter): f"u{ord(letter):04X}" for letter in set(letters)}
        pen = TTGlyphPen(None)
        pen.moveTo((0, 0))
        pen.lineTo((0, 500))
        pen.lineTo((500, 500))
        pen.lineTo((500, 0))
        pen.closePath()
        glyphs = [".notdef", *names.values()]
        made = FontBuilder(1000, isTTF=True)
        made.setupGlyphOrder(glyphs)
        made.setupCharacterMap(names)
        made.setupGlyf(dict.fromkeys(glyphs, pen.glyph()))
        made.setupHorizontalMetrics(dict.fromkeys(glyphs, (600, 0)))
        made.setupHorizontalHeader(ascent=800, descent=-200)
        made.setupNameTable({"familyName": "Signs", "styleName": "Regular", "psName": "Signs"})
        made.setupOS2()
        made.setupPost()
        made.save(folder / "signs.ttf")
    config = folder / "fonts.conf"
    config.write_text(
        f"<fontconfig><dir>{folder}</dir><cachedir>{folder}/cache</cachedir></fontconfig>"
    )
    return config


def test_writing_without_a_font_is_named() -> None:
    """By script, once each; signs that are no letters, and Latin with its marks, need no font of others."""
    nothing = lambda _: False  # noqa: E731
    assert lacking("हाँ, да, 漢字, ひらがな, مرحبا", nothing) == (
        "Noto Sans",
        "Noto Sans Arabic",
        "Noto Sans CJK",
        "Noto Sans Devanagari",
    )
    assert lacking("naïve Łódź ñ ª º µ e\u0301 – “x” ✓ 🙂 5 €", nothing) == ()


async def test_the_html_needs_nothing_else() -> None:
    """The file has no script and no address; its only links lead to its own words."""
    html = HtmlReportRenderer().html(told(), printed=False)
    assert "<script" not in html
    assert "://" not in html
    assert "src=" not in html.replace('src: url("font', "")
    assert 'href="#w3-' in html
    assert 'id="w3-' in html
