"""What a viewer shows of a Word file is read, once."""

from __future__ import annotations

import pytest
from tests.adapters.documents.corpus.ooxml import (
    DARK,
    FIRST_ROW,
    HEADED_TABLE,
    RESTART,
    THEME,
    VANISH,
    WHITE,
    anchored,
    edge,
    either,
    field,
    fill,
    mark,
    p,
    package,
    panel,
    r,
    root,
    section,
    style,
    styles,
    table,
    vml,
    wps,
)

from greenroom.adapters.documents import word

WORDS = "Led twelve people"


def drawn(shape: str, ink: str = WHITE) -> str:
    return anchored(wps(p(r(WORDS, ink)), shape))


SEEN = {
    "plain": package(p(WORDS)),
    "light grey": package(p(r(WORDS, '<w:color w:val="D0D0D0"/>'))),
    "yellow on white": package(p(r(WORDS, '<w:color w:val="FFFF00"/>'))),
    "white on a dark cell": package(table([f"<w:tcPr>{DARK}</w:tcPr>{p(r(WORDS, WHITE))}"])),
    "white on a dark table": package(table([p(r(WORDS, WHITE))], is_=DARK)),
    "white on a dark paragraph": package(p(r(WORDS, WHITE), is_=DARK)),
    "white on dark by a style": package(
        p(WORDS, is_='<w:pStyle w:val="S"/>'),
        styles=styles(
            style("S", "paragraph", f"<w:pPr>{DARK}</w:pPr><w:rPr>{WHITE}</w:rPr>")
        ),
    ),
    "white on dark by a table's style": package(
        table([p(r(WORDS, WHITE))], is_=FIRST_ROW), styles=styles(HEADED_TABLE)
    ),
    "white by a table's style, on its dark row": package(
        table([p(WORDS)], is_=FIRST_ROW), styles=styles(HEADED_TABLE)
    ),
    "white on a dark highlight": package(
        p(r(WORDS, WHITE + '<w:highlight w:val="darkBlue"/>'))
    ),
    "white on a theme's colour": package(
        p(r(WORDS, WHITE + '<w:shd w:val="clear" w:fill="auto" w:themeFill="accent1"/>')),
        theme=THEME,
    ),
    "white on a solid pattern": package(
        p(r(WORDS, WHITE + '<w:shd w:val="solid" w:color="000000" w:fill="FFFFFF"/>'))
    ),
    "automatic on black": package(p(r(WORDS, '<w:color w:val="auto"/><w:shd w:val="clear" w:fill="000000"/>'))),
    "white on coloured paper": package(
        p(r(WORDS, WHITE)),
        before_body='<w:background w:color="1F3864"/>',
        settings=root("w:settings", "<w:displayBackgroundShape/>"),
    ),
    "white with a dark edge": package(
        p(r(WORDS, WHITE + '<w14:textOutline><w14:solidFill><w14:srgbClr w14:val="000000"/>'
                           "</w14:solidFill></w14:textOutline>"))
    ),
    "half transparent": package(
        p(r(WORDS, '<w14:textFill><w14:solidFill><w14:srgbClr w14:val="000000">'
                   '<w14:alpha w14:val="50000"/></w14:srgbClr></w14:solidFill></w14:textFill>'))
    ),
    "vanish switched off": package(
        p(r(WORDS, '<w:vanish w:val="0"/>'), is_='<w:pStyle w:val="S"/>'),
        styles=styles(style("S", "paragraph", f"<w:rPr>{VANISH}</w:rPr>")),
    ),
    "vanish by two styles": package(
        p(r(WORDS, '<w:rStyle w:val="C"/>'), is_='<w:pStyle w:val="S"/>'),
        styles=styles(
            style("S", "paragraph", f"<w:rPr>{VANISH}</w:rPr>")
            + style("C", "character", f"<w:rPr>{VANISH}</w:rPr>")
        ),
    ),
    "three points": package(p(r(WORDS, '<w:sz w:val="6"/>'))),
    "narrow": package(p(r(WORDS, '<w:w w:val="66"/><w:spacing w:val="-10"/>'))),
    "an indent into the margin": package(p(WORDS, is_='<w:ind w:left="-1200" w:hanging="200"/>')),
    "a text box": package(p(anchored(wps(p(WORDS))))),
    "white in a dark text box": package(p(drawn(fill("1F3864")))),
    "white on a gradient": package(p(drawn("<a:gradFill/>"))),
    "white in a box over a dark shape of its group": package(
        p(anchored("<wpg:wgp>" + "".join(
            wps(content, f'<a:xfrm><a:off x="{x}" y="0"/><a:ext cx="{w}" cy="9000"/></a:xfrm>{look}')
            for content, x, w, look in (
                ("", 0, 9000, fill("1F3864")), (p(r(WORDS, WHITE)), 100, 4000, "<a:noFill/>"))
        ) + "</wpg:wgp>"))
    ),
    "a text box of VML": package(p(vml(p(WORDS)))),
    "white in dark VML": package(p(vml(p(r(WORDS, WHITE)), more='fillcolor="#1f3864 [3204]"'))),
    "word art of VML": package(
        p(f'<w:r><w:pict><v:shape fillcolor="silver"><v:textpath string="{WORDS}"/></v:shape></w:pict></w:r>')
    ),
    "white over a dark panel": package(
        p(panel("203040", x=0, y=0, width=612, height=792)) + p(r(WORDS, WHITE))
    ),
    "white in a column over a dark panel": package(
        p(panel("203040", x=60, y=0, width=200, height=792))
        + table([p(r(WORDS, WHITE)), p("a")]).replace(
            "<w:tblGrid/>", '<w:tblGrid><w:gridCol w:w="3600"/><w:gridCol w:w="5000"/></w:tblGrid>')
    ),
    "white in the first lines, over a banner in the header": package(
        p(r(WORDS, WHITE)) + section('<w:headerReference w:type="default" r:id="header1"/>'),
        header1=root("w:hdr", p(panel("203040", x=0, y=0, width=612, height=140))),
    ),
    "white in a box without a fill, over a dark shape": package(
        p(panel("203040", x=60, y=60, width=300, height=300))
        + p(anchored(wps(p(r(WORDS, WHITE)), "<a:noFill/>")))
    ),
    "the new of two ways to write": package(
        p("<w:r>" + either(f"<w:t>{WORDS}</w:t>", "<w:t>old</w:t>") + "</w:r>")
    ),
    "the old of two ways to write": package(
        p("<w:r>" + either("<w:t>new</w:t>", f"<w:t>{WORDS}</w:t>", "x") + "</w:r>")
    ),
    "inserted": package(p(f"<w:ins>{r(WORDS)}</w:ins>")),
    "moved here": package(p(f"<w:moveTo>{r(WORDS)}</w:moveTo>")),
    "an inserted row": package(
        f"<w:tbl><w:tr><w:trPr><w:ins/></w:trPr><w:tc>{p(WORDS)}</w:tc></w:tr></w:tbl>"
    ),
    "a content control of blocks": package(
        f"<w:sdt><w:sdtPr/><w:sdtContent>{p(WORDS)}</w:sdtContent></w:sdt>"
    ),
    "a content control in a line": package(
        p(f"<w:sdt><w:sdtPr/><w:sdtContent>{r(WORDS)}</w:sdtContent></w:sdt>")
    ),
    "a content control of a cell": package(
        f"<w:tbl><w:tr><w:sdt><w:sdtContent><w:tc>{p(WORDS)}</w:tc></w:sdtContent></w:sdt></w:tr></w:tbl>"
    ),
    "a content control of a row": package(
        f"<w:tbl><w:sdt><w:sdtContent><w:tr><w:tc>{p(WORDS)}</w:tc></w:tr></w:sdtContent></w:sdt></w:tbl>"
    ),
    "a smart tag": package(p(f'<w:smartTag w:element="e">{r(WORDS)}</w:smartTag>')),
    "custom XML": package(f'<w:customXml w:element="e">{p(WORDS)}</w:customXml>'),
    "a link": package(p(f"<w:hyperlink>{r(WORDS)}</w:hyperlink>")),
    "a simple field": package(p(f'<w:fldSimple w:instr=" AUTHOR ">{r(WORDS)}</w:fldSimple>')),
    "a field": package(p(field('HYPERLINK "x"', r(WORDS)))),
    "a field in a field": package(p(field('IF 1 = 1 "a"', field("QUOTE x", r(WORDS))))),
    "a field without an end": package(p(mark("begin"), r(WORDS))),
    "a button": package(p(mark("begin"), f"<w:r><w:instrText>MACROBUTTON no {WORDS}</w:instrText></w:r>", mark("end"))),
    "text in both directions": package(p(f'<w:bdo w:val="ltr">{r(WORDS)}</w:bdo>')),
    "a formula": package(p(f"<m:oMathPara><m:oMath><m:r><m:t>{WORDS}</m:t></m:r></m:oMath></m:oMathPara>")),
    "a cell in a cell": package(table([table([p(WORDS)]) + p("a")])),
    "the cell that covers others": package(
        table([RESTART + p(WORDS)], ["<w:tcPr><w:vMerge/></w:tcPr><w:p/>"])
    ),
    "a covered cell with none above": package(table([f"<w:tcPr><w:vMerge/></w:tcPr>{p(WORDS)}"])),
    "a header": package(
        p("a") + section('<w:headerReference w:type="default" r:id="header1"/>'),
        header1=edge("w:hdr", WORDS),
    ),
    "the header of the first page": package(
        p("a") + section('<w:headerReference w:type="first" r:id="header1"/><w:titlePg/>'),
        header1=edge("w:hdr", WORDS),
    ),
    "a footer": package(
        p("a") + section('<w:footerReference w:type="default" r:id="footer1"/>'),
        footer1=edge("w:ftr", WORDS),
    ),
    "a footnote": package(
        p('<w:r><w:footnoteReference w:id="2"/></w:r>'),
        footnotes=root("w:footnotes", f'<w:footnote w:id="2">{p(WORDS)}</w:footnote>'),
    ),
    "an endnote": package(
        p('<w:r><w:endnoteReference w:id="2"/></w:r>'),
        endnotes=root("w:endnotes", f'<w:endnote w:id="2">{p(WORDS)}</w:endnote>'),
    ),
    "a chart": package(
        p(anchored('<c:chart r:id="chart1"/>')),
        chart1=root("c:chartSpace", f"<a:p><a:r><a:t>{WORDS}</a:t></a:r></a:p>"),
    ),
    "a diagram": package(
        p(anchored('<dgm:relIds r:dm="diagramData1"/>')),
        diagramData1=root("dgm:dataModel", f"<dgm:t><a:p><a:r><a:t>{WORDS}</a:t></a:r></a:p></dgm:t>"),
    ),
    "strict": package(p(WORDS), strict=True),
    "strict, white on dark": package(p(r(WORDS, WHITE), is_=DARK), strict=True),
    "with macros": package(p(WORDS), main_type="application/vnd.ms-word.document.macroEnabled.main+xml"),
    "a template": package(
        p(WORDS),
        main_type="application/vnd.openxmlformats-officedocument.wordprocessingml.template.main+xml",
    ),
    "another main part": package(p(WORDS), main="content/text2.xml"),
    "addresses from the root": package(
        p("a") + section('<w:headerReference r:id="header1"/>'),
        header1=edge("w:hdr", WORDS), main="Content/Text.xml", target_prefix="/content/",
    ),
}  # fmt: skip


@pytest.mark.parametrize("kind", SEEN)
def test_what_a_viewer_shows_is_read(kind: str) -> None:
    """Text is read once, whatever it is wrapped in and whatever makes it legible."""
    found = word.read(SEEN[kind])
    assert found.text.count(WORDS) == 1
    assert found.hidden < len(WORDS)
