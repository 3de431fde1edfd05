"""Résumés as PDF, made by the programs that people make them with."""

from __future__ import annotations

import html
import io
import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

import docx
import pikepdf
import typst
import weasyprint
from docx.document import Document
from docx.enum.text import WD_ALIGN_PARAGRAPH
from docx.shared import Pt, RGBColor
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
from tests.adapters.documents.corpus import resumes
from tests.adapters.documents.corpus.resumes import Resume

DEJAVU: Final = Path("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf")

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


def by_libreoffice(resumes_and_layouts: Iterable[tuple[Resume, str]]) -> list[bytes]:
    """Word files printed by LibreOffice without a window: one start for all of them."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        sources = []
        for number, (resume, layout) in enumerate(resumes_and_layouts):
            source = folder / f"{number}.docx"
            _word_file(resume, layout).save(str(source))
            sources.append(source)
        _run(
            "soffice",
            f"-env:UserInstallation=file://{folder}/profile",
            "--headless",
            *("--convert-to", "pdf", "--outdir", str(folder)),
            *map(str, sources),
            folder=folder,
        )
        return [source.with_suffix(".pdf").read_bytes() for source in sources]


def _word_file(resume: Resume, layout: str) -> Document:
    made = docx.Document()
    made.styles["Normal"].font.name = "DejaVu Serif" if layout == "serif" else "DejaVu Sans"
    made.styles["Normal"].font.small_caps = layout == "small-caps"
    grid = made.add_table(1, 2) if layout in ("panel", "grid", "columns") else None
    head, body = (grid.rows[0].cells) if grid is not None else (made, made)
    for line in (resume.name, resume.headline, resume.contact):
        head.add_paragraph(line)
    for section in resume.sections:
        run = body.add_paragraph().add_run(section.heading)
        run.font.size, run.font.color.rgb = Pt(15), RGBColor(0xB4, 0x53, 0x09)
        for entry in section.entries:
            body.add_paragraph().add_run(entry.title).bold = True
            for line in entry.lines:
                body.add_paragraph(line).alignment = WD_ALIGN_PARAGRAPH.JUSTIFY
            for bullet in entry.bullets:
                body.add_paragraph(bullet, style="List Bullet")
    return made


_TEX_SIGNS: Final = str.maketrans(
    {sign: f"\\{sign}" for sign in "&%$#_{}"} | {"|": "\\textbar{}", "’": "'", "·": "--"}
)


def _tex_of(resume: Resume, head: str) -> str:
    def plain(line: str) -> str:
        return line.translate(_TEX_SIGNS)

    out = [head, "\\begin{document}\\raggedright"]
    out += [f"{{\\Large\\scshape {plain(resume.name)}\\par}}", f"{plain(resume.headline)}\\par"]
    out.append(f"{plain(resume.contact)}\\par")
    for section in resume.sections:
        out.append(f"\\section*{{{plain(section.heading)}}}")
        for entry in section.entries:
            out.append(f"\\textbf{{{plain(entry.title)}}}\\par")
            out += [f"{plain(line)}\\par" for line in entry.lines]
            if entry.bullets:
                items = "".join(f"\\item {plain(bullet)}\n" for bullet in entry.bullets)
                out.append(f"\\begin{{itemize}}\n{items}\\end{{itemize}}")
    return "\n".join([*out, "\\end{document}"])


def by_pdflatex(resume: Resume) -> bytes:
    """TeX's own Computer Modern."""
    head = "\\documentclass[a4paper]{article}\\pagestyle{empty}"
    return _by_tex("pdflatex", _tex_of(resume, head))


def by_pdflatex_narrow(resume: Resume) -> bytes:
    """Two narrow columns, words divided."""
    source = _tex_of(resume, "\\documentclass[a4paper,twocolumn]{article}\\pagestyle{empty}")
    return _by_tex("pdflatex", source.replace("\\raggedright", "\\hsize=5cm\\linewidth=5cm "))


def by_lualatex(resume: Resume) -> bytes:
    """An OpenType font whose subset holds no space."""
    head = (
        "\\documentclass[a4paper]{article}\\pagestyle{empty}\\usepackage{luaotfload}"
        f"\\font\\dejavu={{[{DEJAVU}]:mode=node;+liga}} at 10pt\\AtBeginDocument{{\\dejavu}}"
    )
    source = _tex_of(resume, head).replace("\\Large\\scshape", "").replace("\\textbf", "")
    return _by_tex("lualatex", source.replace("\\section*", "\\par "))


def _by_tex(engine: str, source: str) -> bytes:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "resume.tex").write_text(source)
        _run(engine, "-interaction=nonstopmode", "-halt-on-error", "resume.tex", folder=folder)
        return (folder / "resume.pdf").read_bytes()


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


def _run(*command: str, folder: Path) -> None:
    told = subprocess.run(
        command,
        cwd=folder,
        env={"PATH": os.environ["PATH"], "HOME": str(folder), "TEXMFVAR": str(CACHE)},
        capture_output=True,
        text=True,
        check=False,
        timeout=240,
    )
    if told.returncode:
        raise AssertionError(f"{command[0]}: {told.stdout[-2000:]}{told.stderr[-2000:]}")


CACHE: Final = Path(tempfile.gettempdir()) / f"greenroom-tests-texmf-{os.getuid()}"
"""Where LuaTeX keeps what it has read of a font."""


def documents() -> list[Made]:
    """All of them: eight producers, nine languages."""
    _register()
    r = resumes
    single: list[tuple[str, Resume, Callable[[], bytes]]] = []

    def add(name: str, resume: Resume, make: Callable[[], bytes]) -> None:
        single.append((f"{name}-{resume.key}", resume, make))

    layouts = list(LAYOUTS)
    for number, resume in enumerate(r.WIDE):
        layout = layouts[number % len(layouts)]
        add(f"weasyprint-{layout}", resume, partial(by_weasyprint, resume, layout))
        add("fpdf2", resume, partial(by_fpdf2, resume))
        add(
            "reportlab",
            resume,
            partial(by_reportlab, resume, font="DejaVu", columns=1 + number % 2),
        )
        add("typst", resume, partial(by_typst, resume))
    for resume in (r.ENGINEER, r.NURSE, r.TEACHER):
        add("pdflatex", resume, partial(by_pdflatex, resume))
        add("pdflatex-narrow", resume, partial(by_pdflatex_narrow, resume))
        add("fpdf2-core", resume, partial(by_fpdf2, resume, core=True))
    for resume in (r.ENGINEER, r.ENGINEER_DE, r.WELDER_UK):
        add("lualatex", resume, partial(by_lualatex, resume))
    add("reportlab-core", r.ENGINEER_DE, partial(by_reportlab, r.ENGINEER_DE, columns=2))
    add("reportlab-cid", r.CLERK_JA, partial(by_reportlab, r.CLERK_JA, font="HeiseiKakuGo-W5"))
    for way in ("packed", "web", "owner-only", "old-cipher", "plain"):
        original = partial(by_weasyprint, r.ENGINEER_DE, "panel")
        add(f"pikepdf-{way}", r.ENGINEER_DE, lambda way=way, make=original: rewritten(make(), way))  # type: ignore[misc]
    made = [Made(name, resume, make()) for name, resume, make in single]
    printed = [(resume, layouts[n % len(layouts)]) for n, resume in enumerate(reversed(r.WIDE))]
    for program, by_program in (("chromium", by_chromium), ("libreoffice", by_libreoffice)):
        names = [f"{program}-{layout}-{resume.key}" for resume, layout in printed]
        made += [
            Made(name, resume, data)
            for name, (resume, _), data in zip(names, printed, by_program(printed), strict=True)
        ]
    return made
