"""Word files written by hand, part by part, so that each has just what a test is about."""

from __future__ import annotations

from tests.adapters.documents.samples import archive

OPEN = "http://schemas.openxmlformats.org/"
MICROSOFT = "http://schemas.microsoft.com/office/"
NAMESPACES = {
    "w": OPEN + "wordprocessingml/2006/main",
    "r": OPEN + "officeDocument/2006/relationships",
    "a": OPEN + "drawingml/2006/main",
    "wp": OPEN + "drawingml/2006/wordprocessingDrawing",
    "c": OPEN + "drawingml/2006/chart",
    "dgm": OPEN + "drawingml/2006/diagram",
    "m": OPEN + "officeDocument/2006/math",
    "mc": OPEN + "markup-compatibility/2006",
    "wps": MICROSOFT + "word/2010/wordprocessingShape",
    "wpg": MICROSOFT + "word/2010/wordprocessingGroup",
    "w14": MICROSOFT + "word/2010/wordml",
    "v": "urn:schemas-microsoft-com:vml",
    "o": "urn:schemas-microsoft-com:office:office",
    "x": "urn:example:nobody-knows-this",
}
MAIN_TYPE = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"


def root(tag: str, inside: str, more: str = "") -> str:
    declared = " ".join(f'xmlns:{short}="{address}"' for short, address in NAMESPACES.items())
    return f'<?xml version="1.0" encoding="UTF-8"?><{tag} {declared} {more}>{inside}</{tag}>'


def package(
    body: str,
    *,
    strict: bool = False,
    main: str = "word/document.xml",
    main_type: str = MAIN_TYPE,
    before_body: str = "",
    target_prefix: str = "",
    **parts: str,
) -> bytes:
    """A file with this body; `parts` are its other parts by the kinds of their relationships, with a
    number at the end where there are several (`header1`); the id of each is its name."""
    folder, _, name = main.rpartition("/")
    kinds = {part: part.rstrip("0123456789") for part in parts}
    related = "".join(
        f'<Relationship Id="{part}" Type="{NAMESPACES["r"]}/{kind}" Target="{target_prefix}{part}.xml"/>'
        for part, kind in kinds.items()
    )
    files = {
        "[Content_Types].xml": (
            '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
            '<Default Extension="xml" ContentType="application/xml"/>'
            '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
            f'<Override PartName="/{main}" ContentType="{main_type}"/></Types>'
        ),
        "_rels/.rels": _relations(
            f'<Relationship Id="r" Type="{NAMESPACES["r"]}/officeDocument" Target="{main}"/>'
        ),
        main: root("w:document", f"{before_body}<w:body>{body}</w:body>"),
        f"{folder}/_rels/{name}.rels": _relations(related),
        **{f"{folder}/{part}.xml": xml for part, xml in parts.items()},
    }
    if strict:
        files = {name: _strict(xml) for name, xml in files.items()}
    return archive({name: xml.encode() for name, xml in files.items()})


def _relations(inside: str) -> str:
    return f'<Relationships xmlns="{OPEN}package/2006/relationships">{inside}</Relationships>'


def _strict(xml: str) -> str:
    """The same by the addresses of ISO 29500 Strict."""
    for folder in ("wordprocessingml", "drawingml", "officeDocument"):
        xml = xml.replace(f"{OPEN}{folder}/2006/", f"http://purl.oclc.org/ooxml/{folder}/")
    return xml


def p(*inside: str, is_: str = "") -> str:
    """A paragraph with these properties; text without a tag is a run."""
    runs = "".join(one if one.startswith("<") else r(one) for one in inside)
    return f"<w:p>{f'<w:pPr>{is_}</w:pPr>' if is_ else ''}{runs}</w:p>"


def r(text: str, is_: str = "") -> str:
    """A run with these properties."""
    return f'<w:r><w:rPr>{is_}</w:rPr><w:t xml:space="preserve">{text}</w:t></w:r>'


def styles(inside: str, defaults: str = "") -> str:
    told = f"<w:docDefaults><w:rPrDefault><w:rPr>{defaults}</w:rPr></w:rPrDefault></w:docDefaults>"
    return root("w:styles", told + inside)


def style(name: str, kind: str, inside: str, based: str = "") -> str:
    on = f'<w:basedOn w:val="{based}"/>' if based else ""
    return f'<w:style w:type="{kind}" w:styleId="{name}"><w:name w:val="{name}"/>{on}{inside}</w:style>'


def table(*rows: list[str], is_: str = "") -> str:
    """A table of cells, each the XML of what stands in `w:tc`."""
    written = "".join(
        "<w:tr>" + "".join(f"<w:tc>{cell}</w:tc>" for cell in row) + "</w:tr>" for row in rows
    )
    return f"<w:tbl><w:tblPr>{is_}</w:tblPr><w:tblGrid/>{written}</w:tbl>"


def fill(colour: str) -> str:
    return f'<a:solidFill><a:srgbClr val="{colour}"/></a:solidFill>'


def wps(content: str, shape: str = "", named: str = "") -> str:
    """A text box of DrawingML, as a shape."""
    box = f"<wps:txbx><w:txbxContent>{content}</w:txbxContent></wps:txbx>" if content else ""
    return f"<wps:wsp>{named}<wps:spPr>{shape}</wps:spPr>{box}<wps:bodyPr/></wps:wsp>"


def anchored(graphic: str, *, x: int = 0, size: int = 1_800_000, hidden: str = "0") -> str:
    """A run with a drawing, so many English metric units from the margin."""
    return (
        f'<w:r><w:drawing><wp:anchor><wp:positionH relativeFrom="margin"><wp:posOffset>{x}</wp:posOffset>'
        f'</wp:positionH><wp:extent cx="{size}" cy="{size}"/><wp:docPr id="1" name="b" hidden="{hidden}"/>'
        f"<a:graphic><a:graphicData>{graphic}</a:graphicData></a:graphic></wp:anchor></w:drawing></w:r>"
    )


def panel(colour: str, *, x: int, y: int, width: int, height: int) -> str:
    """A run with a shape behind the text, so many points from the page's corner."""
    place = "".join(
        f'<wp:position{way} relativeFrom="page"><wp:posOffset>{at * 12_700}</wp:posOffset></wp:position{way}>'
        for way, at in (("H", x), ("V", y))
    )
    size = f'<wp:extent cx="{width * 12_700}" cy="{height * 12_700}"/><wp:docPr id="3" name="p"/>'
    graphic = f"<a:graphic><a:graphicData>{wps('', fill(colour))}</a:graphicData></a:graphic>"
    return f'<w:r><w:drawing><wp:anchor behindDoc="1">{place}{size}{graphic}</wp:anchor></w:drawing></w:r>'


def vml(content: str, style: str = "width:200pt;height:90pt", more: str = "") -> str:
    return (
        f'<w:r><w:pict><v:shape style="{style}" {more}><v:textbox><w:txbxContent>{content}'
        "</w:txbxContent></v:textbox></v:shape></w:pict></w:r>"
    )


def either(choice: str, fallback: str, requires: str = "wps") -> str:
    """The same written for new and old programs."""
    return (
        f'<mc:AlternateContent><mc:Choice Requires="{requires}">{choice}</mc:Choice>'
        f"<mc:Fallback>{fallback}</mc:Fallback></mc:AlternateContent>"
    )


def mark(kind: str) -> str:
    return f'<w:r><w:fldChar w:fldCharType="{kind}"/></w:r>'


def field(instruction: str, result: str) -> str:
    told = f'<w:r><w:instrText xml:space="preserve"> {instruction} </w:instrText></w:r>'
    return mark("begin") + told + mark("separate") + result + mark("end")


def section(inside: str) -> str:
    return f"<w:sectPr>{inside}</w:sectPr>"


def edge(tag: str, text: str) -> str:
    return root(tag, p(text))


WHITE = '<w:color w:val="FFFFFF"/>'
DARK = '<w:shd w:val="clear" w:color="auto" w:fill="1F3864"/>'
RESTART = '<w:tcPr><w:vMerge w:val="restart"/></w:tcPr>'
VANISH = "<w:vanish/>"
THEME = root(
    "a:theme",
    "<a:themeElements><a:clrScheme>"
    '<a:dk1><a:sysClr val="windowText" lastClr="000000"/></a:dk1>'
    '<a:lt1><a:sysClr val="window" lastClr="FFFFFF"/></a:lt1>'
    '<a:dk2><a:srgbClr val="44546A"/></a:dk2><a:accent1><a:srgbClr val="4472C4"/></a:accent1>'
    "</a:clrScheme></a:themeElements>",
)
HEADED_TABLE = style(
    "Headed", "table",
    f'<w:tblStylePr w:type="firstRow"><w:rPr>{WHITE}</w:rPr><w:tcPr>{DARK}</w:tcPr></w:tblStylePr>',
)  # fmt: skip
FIRST_ROW = '<w:tblStyle w:val="Headed"/><w:tblLook w:val="0020"/>'
