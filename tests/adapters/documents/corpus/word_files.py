"""The same résumé as Word files of different producers and layouts."""

from __future__ import annotations

import io
import subprocess
from collections.abc import Callable, Mapping
from html import escape
from pathlib import Path

import docx
from docx.oxml import parse_xml
from docx.shared import RGBColor
from tests.adapters.documents.corpus.ooxml import (
    NAMESPACES,
    anchored,
    either,
    field,
    fill,
    p,
    package,
    r,
    root,
    style,
    styles,
    table,
    vml,
    wps,
)
from tests.adapters.documents.corpus.resume import Resume

WHITE = '<w:color w:val="FFFFFF"/>'
DARK = '<w:shd w:val="clear" w:color="auto" w:fill="203040"/>'


def paragraphs(resume: Resume, is_: str = "") -> str:
    """What stands below the head."""
    return "".join(p(r(escape(line), is_)) for line in list(resume.lines())[3:])


def head(resume: Resume, is_: str = "") -> str:
    return "".join(p(r(escape(line), is_)) for line in list(resume.lines())[:3])


def python_docx(resume: Resume) -> bytes:
    """Headings, paragraphs, lists, contact in the header."""
    document = docx.Document()
    document.sections[0].header.paragraphs[0].text = resume.contact
    document.add_heading(resume.name, 0)
    document.add_paragraph(resume.headline, style="Subtitle")
    for section in resume.sections:
        document.add_heading(section.heading, 1)
        for entry in section.entries:
            document.add_paragraph(entry.title).runs[0].bold = True
            for line in entry.lines:
                document.add_paragraph(line)
            for bullet in entry.bullets:
                document.add_paragraph(bullet, style="List Bullet")
    return saved(document)


def python_docx_columns(resume: Resume) -> bytes:
    """A dark column with white text beside a light one."""
    document = docx.Document()
    left, right = document.add_table(1, 2, style="Table Grid").rows[0].cells
    left._tc.get_or_add_tcPr().append(
        parse_xml(f'<w:shd xmlns:w="{NAMESPACES["w"]}" w:val="clear" w:fill="203040"/>')
    )
    for line in (resume.name, resume.headline, resume.contact):
        left.add_paragraph().add_run(line).font.color.rgb = RGBColor(255, 255, 255)
    for line in list(resume.lines())[3:]:
        right.add_paragraph(line)
    return saved(document)


def saved(document: docx.document.Document) -> bytes:
    out = io.BytesIO()
    document.save(out)
    return out.getvalue()


def text_boxes(resume: Resume) -> bytes:
    """As Word writes its templates: a dark panel for the head, the same again for old programs."""
    panel = anchored(wps(head(resume, WHITE), fill("203040")))
    old = vml(head(resume, WHITE), more='fillcolor="#203040"')
    body = anchored(wps(paragraphs(resume), "<a:noFill/>"))
    return package(p(either(panel, old)) + p(either(body, vml(paragraphs(resume)))))


def vml_boxes(resume: Resume) -> bytes:
    """As Word 2007 wrote them."""
    return package(p(vml(head(resume))) + p(vml(paragraphs(resume), more='filled="f"')))


def content_controls(resume: Resume) -> bytes:
    """A form: each line in a control, in blocks, lines, cells and rows."""
    lines = [p(escape(line)) for line in resume.lines()]
    blocks = "".join(
        f"<w:sdt><w:sdtPr/><w:sdtContent>{line}</w:sdtContent></w:sdt>" for line in lines[:3]
    )
    rows = "".join(
        "<w:sdt><w:sdtContent><w:tr><w:sdt><w:sdtContent><w:tc>"
        f"{line}</w:tc></w:sdtContent></w:sdt></w:tr></w:sdtContent></w:sdt>"
        for line in lines[3:]
    )
    return package(f"{blocks}<w:tbl><w:tblPr/>{rows}</w:tbl>")


def tracked(resume: Resume) -> bytes:
    """Written and moved under tracked changes, with what was there before them."""
    old = "<w:del><w:r><w:delText>obsolete</w:delText></w:r></w:del>"
    lines = [
        p(
            f"<w:{way}>{r(escape(line))}</w:{way}>{old}",
            is_="<w:rPr><w:ins/></w:rPr>",
        )
        for line, way in zip(resume.lines(), ["ins", "moveTo"] * 100, strict=False)
    ]
    return package("".join(lines))


def fields_and_tags(resume: Resume) -> bytes:
    """Links, results of fields, smart tags, custom XML; runs cut in the middle of words."""
    ways = (
        lambda text: field('HYPERLINK "https://example.org"', cut(text)),
        lambda text: f'<w:smartTag w:element="place">{cut(text)}</w:smartTag>',
        lambda text: f'<w:fldSimple w:instr=" AUTHOR ">{cut(text)}</w:fldSimple>',
        lambda text: f"<w:hyperlink>{cut(text)}</w:hyperlink>",
    )
    return package("".join(p(ways[n % 4](line)) for n, line in enumerate(resume.lines())))


def cut(text: str) -> str:
    """Three letters a run, as spelling checkers leave it."""
    return "".join(r(escape(text[at : at + 3])) for at in range(0, len(text), 3))


def dark_styles(resume: Resume) -> bytes:
    """White on dark by styles of paragraphs, strict."""
    named = style(
        "Head",
        "paragraph",
        f"<w:pPr>{DARK}</w:pPr><w:rPr>{WHITE}</w:rPr>",
    )
    top = "".join(
        p(escape(line), is_='<w:pStyle w:val="Head"/>') for line in list(resume.lines())[:3]
    )
    return package(top + paragraphs(resume), styles=styles(named), strict=True)


def header_and_notes(resume: Resume) -> bytes:
    """The head in a header, the last lines in notes and a footer, the rest in a table."""
    lines = [escape(line) for line in resume.lines()]
    section = (
        '<w:sectPr><w:headerReference w:type="first" r:id="header1"/>'
        '<w:footerReference w:type="default" r:id="footer1"/><w:titlePg/></w:sectPr>'
    )
    body = table(*([p(line)] for line in lines[3:-2])) + p(
        '<w:r><w:footnoteReference w:id="1"/></w:r>'
    )
    return package(
        body + section,
        main="texts/main.xml",
        header1=root("w:hdr", "".join(map(p, lines[:3]))),
        footer1=root("w:ftr", p(lines[-1])),
        footnotes=root("w:footnotes", f'<w:footnote w:id="1">{p(lines[-2])}</w:footnote>'),
    )


MADE: Mapping[str, Callable[[Resume], bytes]] = {
    "python-docx": python_docx,
    "python-docx, columns": python_docx_columns,
    "text boxes": text_boxes,
    "VML": vml_boxes,
    "content controls": content_controls,
    "tracked changes": tracked,
    "fields and tags": fields_and_tags,
    "dark styles, strict": dark_styles,
    "header and notes": header_and_notes,
}


def page(resume: Resume) -> str:
    """A page that LibreOffice makes a Word file of: a dark column, headings, lists."""
    top = "".join(
        f"<p><font color='#ffffff'>{escape(line)}</font></p>" for line in list(resume.lines())[:3]
    )
    rest = ""
    for section in resume.sections:
        rest += f"<h2>{escape(section.heading)}</h2>"
        for entry in section.entries:
            rest += f"<p><b>{escape(entry.title)}</b></p>"
            rest += "".join(f"<p>{escape(line)}</p>" for line in entry.lines)
            if entry.bullets:
                rest += "<ul>" + "".join(f"<li>{escape(b)}</li>" for b in entry.bullets) + "</ul>"
    return (
        f"<html lang='{resume.language}'><meta charset='utf-8'><body><table><tr>"
        f"<td bgcolor='#203040'>{top}</td><td>{rest}</td></tr></table></body></html>"
    )


ODF = "urn:oasis:names:tc:opendocument:xmlns:"


def open_document(resume: Resume) -> str:
    """A flat OpenDocument text with a frame and a list."""
    used = {"office": "office:1.0", "text": "text:1.0", "draw": "drawing:1.0", "style": "style:1.0"}
    spaces = " ".join(f'xmlns:{short}="{ODF}{name}"' for short, name in used.items())
    svg = f'xmlns:svg="{ODF}svg-compatible:1.0"'
    lines = [escape(line) for line in resume.lines()]
    frame = (
        '<draw:frame text:anchor-type="paragraph" svg:width="8cm" svg:height="5cm"><draw:text-box>'
        + "".join(f"<text:p>{line}</text:p>" for line in lines[:3])
        + "</draw:text-box></draw:frame>"
    )
    items = "".join(
        f"<text:list-item><text:p>{line}</text:p></text:list-item>" for line in lines[3:]
    )
    return (
        f'<?xml version="1.0" encoding="UTF-8"?><office:document {spaces} {svg} office:version="1.2" '
        'office:mimetype="application/vnd.oasis.opendocument.text"><office:body><office:text>'
        f"<text:p>{frame}</text:p><text:list>{items}</text:list></office:text></office:body></office:document>"
    )


def libreoffice(resumes: tuple[Resume, ...], folder: Path) -> dict[str, bytes]:
    """What LibreOffice makes of these: from HTML, and from OpenDocument; in one run."""
    for resume in resumes:
        (folder / f"{resume.key}-html.html").write_text(page(resume))
        (folder / f"{resume.key}-odt.fodt").write_text(open_document(resume))
    command = ["soffice", f"-env:UserInstallation=file://{folder}/profile", "--headless"]
    for ending, reader in (("html", ["--infilter=HTML (StarWriter)"]), ("fodt", [])):
        subprocess.run(
            [*command, *reader, "--convert-to", "docx:MS Word 2007 XML", "--outdir", str(folder)]
            + [str(path) for path in sorted(folder.glob(f"*.{ending}"))],
            check=True,
            capture_output=True,
            timeout=240,
        )
    return {path.stem: path.read_bytes() for path in sorted(folder.glob("*.docx"))}
