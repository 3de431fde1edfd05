"""Documents made by hand, so that each has just the fault that a test is about."""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Sequence

import docx
from docx.shared import Pt, RGBColor
from pypdf import PdfReader, PdfWriter

LINES = (
    "Amara Okafor",
    "Experience",
    "Senior engineer, Northwind Freight, 2019 - 2024",
    "Led the migration of 40 services to Kubernetes.",
)


def shown(lines: Sequence[str], *, before: str = "", size: float = 12, x: int = 72) -> str:
    """Instructions of a page that show lines of text, one under the other."""
    moves = [f"1 0 0 1 {x} {760 - 20 * n} Tm ({line}) Tj" for n, line in enumerate(lines)]
    return f"BT {before} /F1 {size} Tf {' '.join(moves)} ET"


def pdf(*pages: str, info: str = "", count: int | None = None, packed: bool = False) -> bytes:
    """A PDF whose pages have these instructions; `info` is its title, `count` what it says of its own
    pages."""
    objects = ["<< /Type /Catalog /Pages 2 0 R >>"]
    kids = " ".join(f"{4 + 2 * n} 0 R" for n in range(len(pages)))
    objects.append(f"<< /Type /Pages /Kids [{kids}] /Count {count or len(pages)} >>")
    objects.append(
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"
    )
    streams: dict[int, bytes] = {}
    for n, page in enumerate(pages):
        objects.append(
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] "
            f"/Resources << /Font << /F1 3 0 R >> >> /Contents {5 + 2 * n} 0 R >>"
        )
        body = zlib.compress(page.encode()) if packed else page.encode()
        objects.append(f"<< /Length {len(body)}{' /Filter /FlateDecode' if packed else ''} >>")
        streams[len(objects)] = body
    objects.append(f"<< /Title ({info}) >>")
    out, places = bytearray(b"%PDF-1.7\n"), []
    for number, written in enumerate(objects, start=1):
        places.append(len(out))
        out += f"{number} 0 obj\n{written}\n".encode()
        if number in streams:
            out += b"stream\n" + streams[number] + b"\nendstream\n"
        out += b"endobj\n"
    start = len(out)
    out += f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n".encode()
    out += "".join(f"{place:010} 00000 n \n" for place in places).encode()
    trailer = f"<< /Size {len(objects) + 1} /Root 1 0 R /Info {len(objects)} 0 R >>"
    return bytes(out) + f"trailer\n{trailer}\nstartxref\n{start}\n%%EOF\n".encode()


def resume_pdf() -> bytes:
    return pdf(shown(LINES))


def locked_pdf(password: str) -> bytes:
    writer = PdfWriter(clone_from=PdfReader(io.BytesIO(resume_pdf())))
    writer.encrypt(password, owner_password="owner", algorithm="AES-256")
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()


def resume_docx(hidden: str = "") -> bytes:
    """With `hidden` in it three times: vanished, white, tiny."""
    document = docx.Document()
    document.core_properties.title = hidden
    document.add_heading(LINES[0], 0)
    document.add_paragraph(LINES[1])
    document.add_paragraph(LINES[2])
    document.add_paragraph(LINES[3], style="List Bullet")
    table = document.add_table(1, 2)
    table.cell(0, 0).text, table.cell(0, 1).text = "Skills", "Python, Go"
    for way in range(3 if hidden else 0):
        run = document.add_paragraph().add_run(f"{hidden} {way}")
        if way == 0:
            run.font.hidden = True
        elif way == 1:
            run.font.color.rgb = RGBColor(255, 255, 255)
        else:
            run.font.size = Pt(1)
    out = io.BytesIO()
    document.save(out)
    return out.getvalue()


def archive(files: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as zipped:
        for name, data in files.items():
            zipped.writestr(name, data)
    return out.getvalue()


def bomb_docx(unpacked: int = 200 * 2**20) -> bytes:
    """Some hundred KiB that unpack to hundreds of MiB."""
    return archive({"word/document.xml": bytes(unpacked)})


def laughs_docx() -> bytes:
    """A document whose entities grow a million times."""
    entities = '<!ENTITY a0 "ha">' + "".join(
        f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 10)
    )
    main = f"<?xml version='1.0'?><!DOCTYPE d [{entities}]><d>&a9;</d>".encode()
    whole = zipfile.ZipFile(io.BytesIO(resume_docx()))
    return archive(
        {
            name: main if name == "word/document.xml" else whole.read(name)
            for name in whole.namelist()
        }
    )
