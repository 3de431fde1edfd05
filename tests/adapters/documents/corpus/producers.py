"""Résumés as PDF, made by the programs that people make them with."""

from __future__ import annotations

import html
import io
import shutil
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Final

import pikepdf
import typst
import weasyprint
from fpdf import FPDF
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.cidfonts import UnicodeCIDFont
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.platypus import (
    BaseDocTemplate,
    Frame,
    ListFlowable,
    PageTemplate,
    Paragraph,
    SimpleDocTemplate,
)
from tests.adapters.documents.corpus.programs import (
    DEJAVU,
    by_libreoffice,
    by_lualatex,
    by_pdflatex,
    by_pdflatex_narrow,
)
from tests.adapters.documents.corpus.resume import Resume
from tests.adapters.documents.corpus.resumes import (
    CLERK_JA,
    ENGINEER,
    ENGINEER_DE,
    NURSE,
    TEACHER,
    WELDER_UK,
    WIDE,
)

LAYOUTS: Final[Mapping[str, str]] = {
    "plain": "",
    "columns": "main { columns: 2; column-gap: 1cm }",
    "panel": (
        "body { display: flex; margin: 0 } header { background: #14213d; color: white; width: 30%; "
        "padding: 1em } main { width: 60%; padding: 1em } h1 { font-size: 17pt }"
    ),
    "small-caps": "h1, h2 { font-variant: small-caps; letter-spacing: 0.06em }",
    "hyphenated": "p, li { hyphens: auto; text-align: justify } main { width: 6cm }",
    "grey": "p, li { color: #999; font-size: 8.5pt } h2 { color: #b45309 }",
    "serif": "body { font-family: serif; font-size: 10pt } h3 { font-style: italic }",
    "grid": "section { display: grid; grid-template-columns: 4cm 1fr } h1 { font-weight: 300 }",
}


@dataclass(frozen=True, slots=True)
class Made:
    """A document and what it says."""

    name: str
    resume: Resume
    data: bytes


def page_of(resume: Resume, layout: str) -> str:
    """As HTML."""
    escaped = html.escape
    sections = "".join(
        f"<section><h2>{escaped(section.heading)}</h2><div>"
        + "".join(
            f"<h3>{escaped(entry.title)}</h3>"
            + "".join(f"<p>{escaped(line)}</p>" for line in entry.lines)
            + "<ul>"
            + "".join(f"<li>{escaped(bullet)}</li>" for bullet in entry.bullets)
            + "</ul>"
            for entry in section.entries
        )
        + "</div></section>"
        for section in resume.sections
    )
    return (
        f"<!doctype html><html lang={resume.language}><meta charset=utf-8><title>-</title><style>"
        "@page { size: A4; margin: 1.5cm } body { font: 11pt 'DejaVu Sans', sans-serif } "
        f"* {{ -webkit-print-color-adjust: exact }} {LAYOUTS[layout]}</style>"
        f"<body><header><h1>{escaped(resume.name)}</h1><p>{escaped(resume.headline)}</p>"
        f"<p>{escaped(resume.contact)}</p></header><main>{sections}</main>"
    )


def by_weasyprint(resume: Resume, layout: str) -> bytes:
    made = weasyprint.HTML(string=page_of(resume, layout)).write_pdf()
    assert isinstance(made, bytes)
    return made


def by_chromium(resumes_and_layouts: Iterable[tuple[Resume, str]]) -> list[bytes]:
    """Chromium's print to PDF: one browser for all of them."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as started:
        browser = started.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        page = browser.new_page()
        made = []
        for resume, layout in resumes_and_layouts:
            page.set_content(page_of(resume, layout))
            made.append(page.pdf(format="A4", print_background=True))
        browser.close()
    return made


def by_typst(resume: Resume, font: str = "Libertinus Serif") -> bytes:
    def plain(line: str) -> str:
        return "#" + '"' + line.replace("\\", "\\\\").replace('"', '\\"') + '"'

    out = [f'#set text(font: "{font}", lang: "{resume.language}", size: 10pt)']
    out += [f"#text(size: 18pt)[{plain(resume.name)}]", "", plain(resume.headline), ""]
    out += [plain(resume.contact), ""]
    for section in resume.sections:
        out += [f"= {plain(section.heading)}", ""]
        for entry in section.entries:
            out += [f"*{plain(entry.title)}*", "", *(f"{plain(line)}\n" for line in entry.lines)]
            out += [f"- {plain(bullet)}" for bullet in entry.bullets] + [""]
    made = typst.compile("\n".join(out).encode(), format="pdf")
    assert isinstance(made, bytes)
    return made


def by_fpdf2(resume: Resume, *, core: bool = False) -> bytes:
    """With DejaVu, or with one of the fonts that no file has to hold."""
    sheet = FPDF()
    sheet.add_page()
    if core:
        sheet.set_font("Times", size=11)
    else:
        sheet.add_font("DejaVu", fname=DEJAVU)
        sheet.set_font("DejaVu", size=11)
    for line in resume.lines():
        shown = line.encode("latin-1", "ignore").decode("latin-1") if core else line
        sheet.multi_cell(0, 6, shown, new_x="LMARGIN", new_y="NEXT")
    return bytes(sheet.output())


def by_reportlab(resume: Resume, *, font: str = "Helvetica", columns: int = 1) -> bytes:
    out = io.BytesIO()
    style = ParagraphStyle("text", fontName=font, fontSize=9.5, leading=13)
    parts = [
        Paragraph(html.escape(line), style)
        for line in (resume.name, resume.headline, resume.contact)
    ]
    for section in resume.sections:
        parts.append(Paragraph(f"<font size=14>{html.escape(section.heading)}</font>", style))
        for entry in section.entries:
            parts.append(Paragraph(html.escape(entry.title), style))
            parts += [Paragraph(html.escape(line), style) for line in entry.lines]
            bullets = [Paragraph(html.escape(bullet), style) for bullet in entry.bullets]
            if bullets:
                parts.append(ListFlowable(bullets, bulletType="bullet"))
    if columns == 1:
        SimpleDocTemplate(out, pagesize=A4).build(parts)
    else:
        wide = (A4[0] - 80) / columns
        frames = [Frame(40 + n * wide, 40, wide, 300) for n in range(columns)]
        document = BaseDocTemplate(out, pagesize=A4)
        document.addPageTemplates(PageTemplate(frames=frames))
        document.build(parts)
    return out.getvalue()


def _register() -> None:
    pdfmetrics.registerFont(TTFont("DejaVu", str(DEJAVU)))
    pdfmetrics.registerFont(UnicodeCIDFont("HeiseiKakuGo-W5"))


def rewritten(data: bytes, way: str) -> bytes:
    """The same document as other programs save it."""
    out = io.BytesIO()
    with pikepdf.open(io.BytesIO(data)) as document:
        match way:
            case "packed":
                document.save(out, object_stream_mode=pikepdf.ObjectStreamMode.generate)
            case "web":
                document.save(out, linearize=True)
            case "owner-only":
                document.save(out, encryption=pikepdf.Encryption(owner="owner", user="", R=6))
            case "old-cipher":
                document.save(
                    out,
                    encryption=pikepdf.Encryption(
                        owner="owner", user="", R=3, aes=False, metadata=False
                    ),
                )
            case _:
                document.save(
                    out, qdf=True, stream_decode_level=pikepdf.StreamDecodeLevel.generalized
                )
    return out.getvalue()


def documents() -> list[Made]:
    """All of them: eight producers, nine languages."""
    _register()
    single: list[tuple[str, Resume, Callable[[], bytes]]] = []

    def add(name: str, resume: Resume, make: Callable[[], bytes]) -> None:
        single.append((f"{name}-{resume.key}", resume, make))

    layouts = list(LAYOUTS)
    for number, resume in enumerate(WIDE):
        layout = layouts[number % len(layouts)]
        add(f"weasyprint-{layout}", resume, partial(by_weasyprint, resume, layout))
        add("fpdf2", resume, partial(by_fpdf2, resume))
        add(
            "reportlab",
            resume,
            partial(by_reportlab, resume, font="DejaVu", columns=1 + number % 2),
        )
        add("typst", resume, partial(by_typst, resume))
    for resume in (ENGINEER, NURSE, TEACHER):
        add("pdflatex", resume, partial(by_pdflatex, resume))
        add("pdflatex-narrow", resume, partial(by_pdflatex_narrow, resume))
        add("fpdf2-core", resume, partial(by_fpdf2, resume, core=True))
    for resume in (ENGINEER, ENGINEER_DE, WELDER_UK):
        add("lualatex", resume, partial(by_lualatex, resume))
    add("reportlab-core", ENGINEER_DE, partial(by_reportlab, ENGINEER_DE, columns=2))
    add("reportlab-cid", CLERK_JA, partial(by_reportlab, CLERK_JA, font="HeiseiKakuGo-W5"))
    for way in ("packed", "web", "owner-only", "old-cipher", "plain"):
        original = partial(by_weasyprint, ENGINEER_DE, "panel")
        add(f"pikepdf-{way}", ENGINEER_DE, lambda way=way, make=original: rewritten(make(), way))  # type: ignore[misc]
    made = [Made(name, resume, make()) for name, resume, make in single]
    printed = [(resume, layouts[n % len(layouts)]) for n, resume in enumerate(reversed(WIDE))]
    for program, by_program in (("chromium", by_chromium), ("libreoffice", by_libreoffice)):
        names = [f"{program}-{layout}-{resume.key}" for resume, layout in printed]
        made += [
            Made(name, resume, data)
            for name, (resume, _), data in zip(names, printed, by_program(printed), strict=True)
        ]
    return made
