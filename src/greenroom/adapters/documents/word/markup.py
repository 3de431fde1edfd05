"""XML of a package as elements with short names (`w:p`), whatever address a namespace has in it.

Strict and transitional files differ in these addresses. An element of an unknown namespace is named
`?:name`: no viewer shows it.
"""

from __future__ import annotations

from typing import Final
from xml.etree.ElementTree import Element, TreeBuilder
from xml.parsers import expat

from greenroom.app.documents import DocumentFault, UnreadableDocument

DEEPEST: Final = 200
_USUAL_ATTRIBUTES: Final = 16
"""An element with more than these counts as several."""
_OPEN: Final = "http://schemas.openxmlformats.org/"
_STRICT: Final = "http://purl.oclc.org/ooxml/"
_MICROSOFT: Final = "http://schemas.microsoft.com/office/"
_BOTH: Final = {
    "w": "wordprocessingml/{}main",
    "r": "officeDocument/{}relationships",
    "a": "drawingml/{}main",
    "wp": "drawingml/{}wordprocessingDrawing",
    "pic": "drawingml/{}picture",
    "c": "drawingml/{}chart",
    "dgm": "drawingml/{}diagram",
    "m": "officeDocument/{}math",
}
NAMESPACES: Final = {
    **{_OPEN + path.format("2006/"): short for short, path in _BOTH.items()},
    **{_STRICT + path.format(""): short for short, path in _BOTH.items()},
    _OPEN + "markup-compatibility/2006": "mc",
    _OPEN + "package/2006/relationships": "rel",
    _MICROSOFT + "word/2010/wordml": "w14",
    _MICROSOFT + "word/2012/wordml": "w15",
    _MICROSOFT + "word/2010/wordprocessingShape": "wps",
    _MICROSOFT + "word/2010/wordprocessingGroup": "wpg",
    _MICROSOFT + "word/2010/wordprocessingCanvas": "wpc",
    _MICROSOFT + "word/2010/wordprocessingDrawing": "wp14",
    _MICROSOFT + "word/2010/wordprocessingInk": "wpi",
    "urn:schemas-microsoft-com:vml": "v",
    "urn:schemas-microsoft-com:office:office": "o",
    "urn:schemas-microsoft-com:office:word": "w10",
    "http://www.w3.org/XML/1998/namespace": "xml",
}


class _Enough(Exception):
    """There are more elements than are read."""


class _Reader:
    """Builds the tree, within bounds on its size and depth."""

    def __init__(self, most: int) -> None:
        self.left = most
        self._builder = TreeBuilder()
        self._names: dict[str, str] = {}
        self._prefixes: dict[str, list[str]] = {}
        self._open: list[str] = []

    def start(self, name: str, attributes: dict[str, str]) -> None:
        self._count(1 + len(attributes) // _USUAL_ATTRIBUTES)
        if len(self._open) >= DEEPEST:
            raise UnreadableDocument(DocumentFault.TOO_HEAVY)
        tag = self._short(name)
        told = {self._short(key): value for key, value in attributes.items()}
        if tag == "mc:Choice":
            asked = told.get("Requires", "").split()
            told["Requires"] = " ".join(self._prefixes.get(one, ["?"])[-1] for one in asked)
        self._open.append(tag)
        self._builder.start(tag, told)

    def end(self, _name: str) -> None:
        self._builder.end(self._open.pop())

    def text(self, text: str) -> None:
        self._builder.data(text)

    def bind(self, prefix: str | None, address: str) -> None:
        self._count(1)
        self._prefixes.setdefault(prefix or "", []).append(NAMESPACES.get(address, "?"))

    def unbind(self, prefix: str | None) -> None:
        self._prefixes[prefix or ""].pop()

    def tree(self) -> Element:
        if not self._names:
            raise UnreadableDocument(DocumentFault.DAMAGED)
        while self._open:
            self._builder.end(self._open.pop())
        return self._builder.close()

    def _count(self, elements: int) -> None:
        self.left -= elements
        if self.left < 0:
            raise _Enough

    def _short(self, name: str) -> str:
        """`w:p` for the address and name that the parser gives, with a space between them."""
        short = self._names.get(name)
        if short is None:
            address, _, local = name.rpartition(" ")
            short = f"{NAMESPACES.get(address, '?')}:{local}" if address else local
            self._names[name] = short
        return short


def parsed(data: bytes, most: int) -> tuple[Element, bool]:
    """The root of an XML file's first `most` elements, and whether there are more.

    A document type is refused: it is where entities are defined, and no producer writes one."""
    reader = _Reader(most)
    parser = expat.ParserCreate(namespace_separator=" ")
    parser.buffer_text = True
    parser.StartElementHandler = reader.start
    parser.EndElementHandler = reader.end
    parser.CharacterDataHandler = reader.text
    parser.StartNamespaceDeclHandler = reader.bind
    parser.EndNamespaceDeclHandler = reader.unbind
    parser.StartDoctypeDeclHandler = _refuse
    try:
        parser.Parse(data, True)
        return reader.tree(), False
    except _Enough:
        return reader.tree(), True


def _refuse(*_: object) -> None:
    raise UnreadableDocument(DocumentFault.DAMAGED)


def within(element: Element | None, path: str) -> Element | None:
    """The first element at the end of a path of tags (`w:tcPr/w:shd`); None when there is none."""
    for tag in path.split("/"):
        element = (
            next((one for one in element if one.tag == tag), None) if element is not None else None
        )
    return element


def value(element: Element | None, path: str, name: str = "w:val") -> str | None:
    """An attribute of the element at the end of a path."""
    found = within(element, path)
    return found.get(name) if found is not None else None


def every(element: Element | None, tag: str) -> list[Element]:
    """The children of this name."""
    return [one for one in element if one.tag == tag] if element is not None else []
