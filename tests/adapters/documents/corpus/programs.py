"""Résumés as PDF, printed by LibreOffice and set by TeX."""

from __future__ import annotations

import os
import subprocess
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Final

import docx
from docx.document import Document
from docx.enum.text import WD_ALIGN_PARAGRAPH
from docx.shared import Pt, RGBColor
from tests.adapters.documents.corpus.resumes import Resume

DEJAVU: Final = Path("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf")


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
