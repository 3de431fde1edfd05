"""What a story of a Word file consists of, and the lines that are shown of it.

Fields reach over runs and paragraphs, so that they are understood only once all pieces are there.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias

Sort: TypeAlias = Literal["text", "line", "begin", "code", "separate", "end", "box"]

_WITHOUT_RESULT: Final = frozenset({"ask", "private", "rd", "set", "ta", "tc", "xe"})
"""Fields of which nothing is shown."""
_LONGEST_INSTRUCTION: Final = 500
_BUTTONS: Final = frozenset({"macrobutton", "gotobutton"})
"""Fields that show the end of their own instruction."""


@dataclass(frozen=True, slots=True)
class Piece:
    """Some text; the end of a line; a mark of a field; a text box with its own pieces."""

    sort: Sort
    text: str = ""
    seen: bool = True
    inside: tuple[Piece, ...] = ()


@dataclass(slots=True)
class _Field:
    """A field that is open: until `separate` its instruction is read, then its result."""

    instruction: str = ""
    in_result: bool = False

    def told(self, text: str) -> None:
        self.instruction = (self.instruction + text[:_LONGEST_INSTRUCTION])[:_LONGEST_INSTRUCTION]

    @property
    def name(self) -> str:
        return self.instruction.split(maxsplit=1)[0].lower() if self.instruction.split() else ""

    @property
    def shows(self) -> bool:
        return self.in_result and self.name not in _WITHOUT_RESULT


@dataclass(slots=True)
class Shown:
    """The lines that are seen, and how many signs are not."""

    lines: list[str] = field(default_factory=list)
    hidden: int = 0
    _line: list[str] = field(default_factory=list)
    _boxes: list[Piece] = field(default_factory=list)
    _open: list[_Field] = field(default_factory=list)

    def add(self, pieces: tuple[Piece, ...]) -> None:
        """Take a story's pieces. A text box comes after the line in which it is anchored."""
        closed = _closed(pieces)
        for at, piece in enumerate(pieces):
            match piece.sort:
                case "text":
                    self._text(piece)
                case "line":
                    self._end_line()
                case "box":
                    self._box(piece)
                case "code" if self._open:
                    self._open[-1].told(piece.text)
                case _ if at in closed:
                    self._mark(piece)
                case _:
                    pass
        if self._line or self._boxes:
            self._end_line()

    def _text(self, piece: Piece) -> None:
        if piece.seen and all(one.shows for one in self._open):
            self._line.append(piece.text)
        else:
            self.hidden += len(piece.text)

    def _box(self, piece: Piece) -> None:
        if all(one.shows for one in self._open):
            self._boxes.append(piece)
        else:
            self.hidden += _signs(piece)

    def _mark(self, piece: Piece) -> None:
        if piece.sort == "begin":
            self._open.append(_Field())
        elif piece.sort == "separate":
            self._open[-1].in_result = True
        else:
            ended = self._open.pop()
            if ended.name in _BUTTONS and all(one.shows for one in self._open):
                self._line.append(" ".join(ended.instruction.split()[2:]))

    def _end_line(self) -> None:
        self.lines.append("".join(self._line))
        self._line.clear()
        boxes, self._boxes = self._boxes, []
        for box in boxes:
            inner = Shown()
            inner.add(box.inside)
            self.lines += inner.lines
            self.hidden += inner.hidden


def _signs(piece: Piece) -> int:
    """Of text in it and in the boxes within."""
    return (len(piece.text) if piece.sort == "text" else 0) + sum(map(_signs, piece.inside))


def _closed(pieces: tuple[Piece, ...]) -> set[int]:
    """The marks of fields that are begun and ended: others mean nothing, and hide nothing."""
    whole: set[int] = set()
    begun: list[list[int]] = []
    for at, piece in enumerate(pieces):
        if piece.sort == "begin":
            begun.append([at])
        elif piece.sort == "separate" and begun:
            begun[-1].append(at)
        elif piece.sort == "end" and begun:
            whole.update(begun.pop(), (at,))
    return whole
