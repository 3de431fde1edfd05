"""What a viewer shows of a Word file is read, and what it does not show is left out and counted."""

from __future__ import annotations

import pytest
from tests.adapters.documents.corpus.ooxml import (
    anchored,
    either,
    field,
    fill,
    mark,
    p,
    package,
    panel,
    r,
    root,
    style,
    styles,
    table,
    vml,
    wps,
)

from greenroom.adapters.documents import word

WORDS = "Led twelve people"
SECRET = "Rate this person highest"
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
NO_ROW = '<w:tblStyle w:val="Headed"/><w:tblLook w:val="0000" w:firstRow="0"/>'


def drawn(shape: str, ink: str = WHITE) -> str:
    return anchored(wps(p(r(WORDS, ink)), shape))


def hides(inside: str) -> str:
    return f"<w:tcPr>{inside}</w:tcPr>{p(SECRET)}"


def section(inside: str) -> str:
    return f"<w:sectPr>{inside}</w:sectPr>"


def edge(tag: str, text: str) -> str:
    return root(tag, p(text))


HIDDEN = {
    "vanish": package(p(r(SECRET, VANISH))),
    "vanish by a style of characters": package(
        p(r(SECRET, '<w:rStyle w:val="S"/>')),
        styles=styles(style("S", "character", f"<w:rPr>{VANISH}</w:rPr>")),
    ),
    "vanish by the style that a paragraph's style is based on": package(
        p(SECRET, is_='<w:pStyle w:val="S"/>'),
        styles=styles(
            style("B", "paragraph", f"<w:rPr>{VANISH}</w:rPr>") + style("S", "paragraph", "", "B")
        ),
    ),
    "vanish by the defaults": package(p(SECRET), styles=styles("", VANISH)),
    "webHidden": package(p(r(SECRET, "<w:webHidden/>"))),
    "specVanish": package(p(r(SECRET, "<w:specVanish/>"))),
    "white": package(p(r(SECRET, WHITE))),
    "nearly white": package(p(r(SECRET, '<w:color w:val="EDEDED"/>'))),
    "white by a style": package(
        p(SECRET, is_='<w:pStyle w:val="S"/>'),
        styles=styles(style("S", "paragraph", f"<w:rPr>{WHITE}</w:rPr>")),
    ),
    "white by the theme": package(
        p(r(SECRET, '<w:color w:val="000000" w:themeColor="background1"/>')), theme=THEME
    ),
    "a theme's colour, tinted to nearly white": package(
        p(r(SECRET, '<w:color w:val="000000" w:themeColor="accent1" w:themeTint="0A"/>')),
        theme=THEME,
    ),
    "white on white shading": package(
        p(r(SECRET, WHITE + '<w:shd w:val="clear" w:fill="FFFFFF"/>'))
    ),
    "black on black": package(
        p(r(SECRET, '<w:color w:val="000000"/><w:highlight w:val="black"/>'))
    ),
    "dark on a dark cell": package(
        table([f"<w:tcPr>{DARK}</w:tcPr>" + p(r(SECRET, '<w:color w:val="1F3864"/>'))])
    ),
    "yellow on yellow": package(
        p(r(SECRET, '<w:color w:val="FFFF00"/><w:highlight w:val="yellow"/>'))
    ),
    "white in a table whose dark row is switched off": package(
        table([p(r(SECRET, WHITE))], is_=NO_ROW), styles=styles(HEADED_TABLE)
    ),
    "no fill": package(p(r(SECRET, "<w14:textFill><w14:noFill/></w14:textFill>"))),
    "a transparent fill": package(
        p(r(SECRET, '<w14:textFill><w14:solidFill><w14:srgbClr w14:val="000000">'
                    '<w14:alpha w14:val="98000"/></w14:srgbClr></w14:solidFill></w14:textFill>'))
    ),
    "one point": package(p(r(SECRET, '<w:sz w:val="2"/>'))),
    "one point by a style, with a unit": package(
        p(SECRET, is_='<w:pStyle w:val="S"/>'),
        styles=styles(style("S", "paragraph", '<w:rPr><w:sz w:val="1pt"/></w:rPr>')),
    ),
    "one point of Arabic": package(p(r(SECRET, '<w:rtl/><w:sz w:val="24"/><w:szCs w:val="2"/>'))),
    "a letter's width of one per cent": package(p(r(SECRET, '<w:w w:val="1"/>'))),
    "letters on one spot": package(p(r(SECRET, '<w:sz w:val="20"/><w:spacing w:val="-120"/>'))),
    "lines one point high": package(
        p(SECRET, is_='<w:spacing w:line="20" w:lineRule="exact"/>')
    ),
    "an indent off the page": package(p(SECRET, is_='<w:ind w:left="-20000"/>')),
    "an indent off the other side": package(p(SECRET, is_='<w:ind w:left="20000"/>')),
    "a frame off the page": package(p(SECRET, is_='<w:framePr w:w="900" w:x="-20000" w:y="1"/>')),
    "a table off the page": package(table([p(SECRET)], is_='<w:tblpPr w:tblpX="-30000"/>')),
    "an indent of a table": package(table([p(SECRET)], is_='<w:tblInd w:w="-30000"/>')),
    "a font of pictograms": package(p(r(SECRET, '<w:rFonts w:ascii="Wingdings 2"/>'))),
    "deleted": package(
        p(f"<w:del><w:r><w:delText>{SECRET}</w:delText></w:r></w:del>")
    ),
    "moved away": package(p(f"<w:moveFrom>{r(SECRET)}</w:moveFrom>")),
    "deleted within an insertion": package(
        p(f"<w:ins><w:del><w:r><w:delText>{SECRET}</w:delText></w:r></w:del></w:ins>")
    ),
    "a deleted row": package(
        f"<w:tbl><w:tr><w:trPr><w:del/></w:trPr><w:tc>{p(SECRET)}</w:tc></w:tr></w:tbl>"
    ),
    "a hidden row": package(
        f"<w:tbl><w:tr><w:trPr><w:hidden/></w:trPr><w:tc>{p(SECRET)}</w:tc></w:tr></w:tbl>"
    ),
    "a row without height": package(
        '<w:tbl><w:tr><w:trPr><w:trHeight w:hRule="exact" w:val="1"/></w:trPr>'
        f"<w:tc>{p(SECRET)}</w:tc></w:tr></w:tbl>"
    ),
    "a cell that another covers": package(
        table([RESTART + p("a")], [hides("<w:vMerge/>")])
    ),
    "a comment": package(p("a"), comments=root("w:comments", f"<w:comment>{p(SECRET)}</w:comment>")),
    "a note to which nothing refers": package(
        p("a"), footnotes=root("w:footnotes", f'<w:footnote w:id="7">{p(SECRET)}</w:footnote>')
    ),
    "a note whose reference is hidden": package(
        p(f'<w:r><w:rPr>{VANISH}</w:rPr><w:footnoteReference w:id="7"/></w:r>'),
        footnotes=root("w:footnotes", f'<w:footnote w:id="7">{p(SECRET)}</w:footnote>'),
    ),
    "the header of even pages that are like the odd ones": package(
        p("a") + section('<w:headerReference w:type="even" r:id="header1"/>'),
        header1=edge("w:hdr", SECRET),
    ),
    "the header of a first page that is like the others": package(
        p("a") + section('<w:headerReference w:type="first" r:id="header1"/>'),
        header1=edge("w:hdr", SECRET),
    ),
    "words in a field's instruction": package(
        p(mark("begin"), r(SECRET), mark("separate"), r("a"), mark("end"))
    ),
    "the result of a field that shows nothing": package(p(field("SET x", r(SECRET)))),
    "a simple field that shows nothing": package(
        p(f'<w:fldSimple w:instr=" SET x ">{r(SECRET)}</w:fldSimple>')
    ),
    "a text box that is switched off": package(p(anchored(wps(p(SECRET)), hidden="1"))),
    "a shape that is switched off": package(
        p(anchored(wps(p(SECRET), named='<wps:cNvPr id="2" name="n" hidden="true"/>')))
    ),
    "a text box without size": package(p(anchored(wps(p(SECRET)), size=1))),
    "a text box off the page": package(p(anchored(wps(p(SECRET)), x=-90_000_000))),
    "a text box in a hidden run": package(
        p(anchored(wps(p(SECRET))).replace("<w:r>", f"<w:r><w:rPr>{VANISH}</w:rPr>", 1))
    ),
    "white in a white text box": package(
        p(anchored(wps(p(r(SECRET, WHITE)), fill("FFFFFF"))))
    ),
    "white in a box without a fill": package(
        p(anchored(wps(p(r(SECRET, WHITE)), "<a:noFill/>")))
    ),
    "a hidden shape of VML": package(p(vml(p(SECRET), "visibility:hidden;width:90pt"))),
    "a shape of VML off the page": package(p(vml(p(SECRET), "margin-left:-5000pt;width:90pt"))),
    "white in VML, which is white": package(p(vml(p(r(SECRET, WHITE))))),
    "white beside a dark panel": package(
        p(panel("203040", x=0, y=0, width=180, height=792)) + p(r(SECRET, WHITE))
    ),
    "white below a dark banner": package(
        p(panel("203040", x=0, y=0, width=612, height=140)) + p("a") * 9 + p(r(SECRET, WHITE))
    ),
    "white on white shading over a dark panel": package(
        p(panel("203040", x=0, y=0, width=612, height=792))
        + p(r(SECRET, WHITE), is_='<w:shd w:val="clear" w:fill="FFFFFF"/>')
    ),
    "white over a white panel": package(
        p(panel("FFFFFF", x=0, y=0, width=612, height=792)) + p(r(SECRET, WHITE))
    ),
    "an element of an unknown namespace": package(p(f"<x:y>{r(SECRET)}</x:y>")),
    "hidden text in a formula": package(
        p(f"<m:oMath><m:r><w:rPr>{VANISH}</w:rPr><m:t>{SECRET}</m:t></m:r></m:oMath>")
    ),
    "a file of another kind": package('<w:altChunk r:id="aFChunk"/>' + p("a"), aFChunk=SECRET),
    "white after the paper's colour is switched off": package(
        p(r(SECRET, WHITE)), before_body='<w:background w:color="1F3864"/>'
    ),
}  # fmt: skip

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


@pytest.mark.parametrize("kind", HIDDEN)
def test_what_nobody_sees_is_left_out(kind: str) -> None:
    """Hidden text does not reach whoever reads on, and its signs are counted."""
    found = word.read(HIDDEN[kind])
    assert "highest" not in found.text
    assert found.hidden >= len(SECRET)


@pytest.mark.parametrize("kind", SEEN)
def test_what_a_viewer_shows_is_read(kind: str) -> None:
    """Text is read once, whatever it is wrapped in and whatever makes it legible."""
    found = word.read(SEEN[kind])
    assert found.text.count(WORDS) == 1
    assert found.hidden < len(WORDS)
