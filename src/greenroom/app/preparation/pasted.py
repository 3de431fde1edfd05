"""The plain text of a job description that was pasted as HTML: lists are items, headings are headings.

Scripts, styles and what a page does not show are dropped; entities become their signs. Text without
tags stays as it is.
"""

from __future__ import annotations

import html
import re
from html.parser import HTMLParser
from typing import Final

from greenroom_turns.folding import word_set

LONGEST: Final = 20_000
"""Characters that are read, the most that a registration takes."""

_TAG: Final = re.compile(
    r"</?(?:p|br|hr|div|section|article|ul|ol|li|h[1-6]|b|strong|em|i|u|a|span|font|table|t[rdh]|dl|"
    r"d[td]|html|body|head|script|style|pre)\b[^<>]{0,400}>",
    re.I,
)
_ESCAPED: Final = re.compile(r"&lt;/?(?:p|br|div|ul|ol|li|h[1-6]|strong|b|span|table)\b", re.I)
_ENTITY: Final = re.compile(r"&(?:[a-zA-Z]{2,12}|#\d{1,6}|#x[0-9a-fA-F]{1,5});")
_UNSEEN: Final = word_set(
    "script style head title template noscript svg button select option iframe object textarea nav footer"
)
_BLOCKS: Final = word_set(
    "address article aside blockquote body dd div dl dt footer form header hr html li main nav ol p pre "
    "section table tbody thead tfoot tr ul h1 h2 h3 h4 h5 h6"
)
_HEADINGS: Final = {f"h{level}": level for level in range(1, 7)}
_LISTS: Final = frozenset(("ul", "ol"))
_CELLS: Final = frozenset(("td", "th"))
_VOID: Final = word_set("area base br col embed hr img input link meta source track wbr")


def plain(text: str) -> str:
    """The text as it would be read on a page; unchanged where it is no HTML."""
    text = text[:LONGEST]
    if _ESCAPED.search(text):
        text = html.unescape(text)
    if not _TAG.search(text):
        return html.unescape(text).replace("\xa0", " ") if _ENTITY.search(text) else text
    page = _Page()
    page.feed(text)
    page.close()
    return page.text()


class _Page(HTMLParser):
    """Collects the lines of a page."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self._lines: list[str] = []
        self._words: list[str] = []
        self._front = ""
        self._bold = 0
        self._depth = 0
        self._all_bold = True
        self._unseen: list[str] = []
        self._preformatted = False

    def text(self) -> str:
        self._break()
        return re.sub(r"\n{3,}", "\n\n", "\n".join(self._lines)).strip("\n")

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in _VOID and tag not in ("br", "hr"):
            return
        if self._unseen or tag in _UNSEEN or _is_hidden(attrs):
            self._hide(tag)
        elif tag in _BLOCKS or tag == "br":
            self._begin(tag)
        elif tag in _CELLS and "".join(self._words).strip():
            self._words.append(" | ")
        elif tag in ("b", "strong"):
            self._bold += 1

    def handle_endtag(self, tag: str) -> None:
        if self._unseen:
            if tag == self._unseen[-1]:
                self._unseen.pop()
        elif tag in _BLOCKS:
            self._end(tag)
        elif tag in ("b", "strong"):
            self._bold = max(0, self._bold - 1)

    def handle_data(self, data: str) -> None:
        if self._unseen:
            return
        if data.strip():
            self._all_bold = self._all_bold and self._bold > 0
        first, *others = data.split("\n") if self._preformatted else [" ".join(data.split("\n"))]
        self._words.append(first)
        for line in others:
            self._break()
            self._words.append(line)

    def _hide(self, tag: str) -> None:
        """Nothing is read until this element ends; elements inside of it are its own."""
        if tag not in _VOID and (not self._unseen or tag == self._unseen[-1]):
            self._unseen.append(tag)

    def _begin(self, tag: str) -> None:
        self._break()
        if tag in ("p", "table", "div", "hr", "section") or (tag in _LISTS and not self._depth):
            self._lines.append("")
        if tag in _HEADINGS:
            self._lines.append("")
            self._front = "#" * _HEADINGS[tag] + " "
        elif tag == "li":
            self._front = "  " * max(0, self._depth - 1) + "• "
        elif tag in _LISTS:
            self._depth += 1
        self._preformatted = self._preformatted or tag == "pre"

    def _end(self, tag: str) -> None:
        self._break()
        if tag in ("p", "table", "pre") or (tag in _LISTS and self._depth == 1):
            self._lines.append("")
        if tag == "pre":
            self._preformatted = False
        elif tag in _LISTS:
            self._depth = max(0, self._depth - 1)
        self._front = ""

    def _break(self) -> None:
        """End the line."""
        joined = "".join(self._words)
        line = joined.rstrip() if self._preformatted else " ".join(joined.split())
        if line.strip():
            if self._all_bold and not self._front:
                line = f"**{line}**"
            self._lines.append(self._front + line)
            self._front = ""
        self._words, self._all_bold = [], True


def _is_hidden(attrs: list[tuple[str, str | None]]) -> bool:
    for name, value in attrs:
        style = (value or "").replace(" ", "").lower()
        if name == "hidden" or (
            name == "style" and ("display:none" in style or "visibility:hidden" in style)
        ):
            return True
    return False
