"""The archive that a Word file is: its parts, and the relationships by which they are found."""

from __future__ import annotations

import io
import posixpath
import zipfile
from dataclasses import dataclass
from typing import Final
from urllib.parse import unquote
from xml.etree.ElementTree import Element

from greenroom.adapters.documents.word.markup import parsed
from greenroom.app.documents import DocumentFault, UnreadableDocument

LARGEST_UNPACKED: Final = 64 * 2**20
MOST_FILES: Final = 2_000
MOST_ELEMENTS: Final = 200_000
"""Of the main part; what comes after them is left out, and that is said."""
MOST_OTHERS: Final = 100_000
"""Elements of all other parts together."""
_PACKINGS: Final = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)


@dataclass(frozen=True, slots=True)
class Relation:
    """A part that another refers to."""

    kind: str
    """The last word of its type, which strict and transitional files share: `styles`."""
    part: str


class Package:
    """Raises `UnreadableDocument` when the archive is locked or unpacks to too much."""

    def __init__(self, data: bytes) -> None:
        self._archive = zipfile.ZipFile(io.BytesIO(data))
        infos = self._archive.infolist()
        if len(infos) > MOST_FILES or sum(info.file_size for info in infos) > LARGEST_UNPACKED:
            raise UnreadableDocument(DocumentFault.BOMB)
        if any(info.flag_bits & 1 for info in infos):
            raise UnreadableDocument(DocumentFault.LOCKED)
        self._infos = {_name(info.filename): info for info in infos}
        self._others_left = MOST_OTHERS
        self._relations: dict[str, dict[str, Relation]] = {}
        self.cut = False
        """The main part is longer than what is read of it."""

    def main(self) -> tuple[str, Element]:
        """The name and the root of the part that holds the text, whatever it is called."""
        found = self.related("", "officeDocument")
        data = self.bytes(found[0]) if found else None
        if data is None:
            raise UnreadableDocument(DocumentFault.WRONG_TYPE)
        root, self.cut = parsed(data, MOST_ELEMENTS)
        if root.tag != "w:document":
            raise UnreadableDocument(DocumentFault.WRONG_TYPE)
        return found[0], root

    def related(self, part: str, kind: str) -> list[str]:
        """The parts of this kind to which a part refers (the package itself is "")."""
        return [one.part for one in self.relations(part).values() if one.kind == kind]

    def relations(self, part: str) -> dict[str, Relation]:
        """What a part refers to inside of the package, by id."""
        if part not in self._relations:
            folder, name = posixpath.split(part)
            root = self.xml(posixpath.join(folder, "_rels", f"{name}.rels"))
            self._relations[part] = {
                told.get("Id", ""): Relation(
                    told.get("Type", "").rpartition("/")[2],
                    _name(posixpath.join("/", folder, unquote(told.get("Target", "")))),
                )
                for told in (root if root is not None else ())
                if told.get("TargetMode") != "External"
            }
        return self._relations[part]

    def first(self, part: str, kind: str) -> Element | None:
        """The root of the first part of this kind to which a part refers."""
        found = self.related(part, kind)
        return self.xml(found[0]) if found else None

    def xml(self, part: str) -> Element | None:
        """The root of a part; None when there is none of this name."""
        data = self.bytes(part)
        if data is None:
            return None
        root, more = parsed(data, self._others_left)
        if more:
            raise UnreadableDocument(DocumentFault.TOO_HEAVY)
        self._others_left -= sum(1 for _ in root.iter())
        return root

    def bytes(self, part: str) -> bytes | None:
        """A part as it is, never longer than the archive says that it is."""
        info = self._infos.get(part)
        if info is None:
            return None
        if info.compress_type not in _PACKINGS:
            raise UnreadableDocument(DocumentFault.DAMAGED)
        with self._archive.open(info) as unpacked:
            return unpacked.read(info.file_size)


def _name(name: str) -> str:
    """A part's name as it is compared: without the first slash, and case does not count."""
    return posixpath.normpath("/" + name.replace("\\", "/")).lstrip("/").lower()
