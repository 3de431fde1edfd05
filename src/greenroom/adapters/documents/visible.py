"""What is seen of a PDF page: its drawing instructions without those that put invisible text there.

Invisible is: rendering mode 3 or 7, nearly transparent, smaller than a point and a half, outside of
the page, or nearly white where nothing darker was painted before. Text that is painted over later, or
on layers that are switched off, still counts as seen.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, TypeAlias

from pypdf import PageObject, PdfReader
from pypdf.generic import ContentStream, DecodedStreamObject, DictionaryObject, NameObject

Matrix: TypeAlias = tuple[float, float, float, float, float, float]
Box: TypeAlias = tuple[float, float, float, float]

IDENTITY: Final[Matrix] = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
WHITE: Final = 0.94
FAINT: Final = 0.1
SMALLEST_PT: Final = 1.5
DEEPEST: Final = 6
"""Forms in forms."""
MOST_BOXES: Final = 2_000
SHOWS: Final = frozenset({b"Tj", b"TJ", b"'", b'"'})
FILLS: Final = frozenset({b"f", b"F", b"f*", b"B", b"B*", b"b", b"b*"})
ENDS: Final = FILLS | {b"S", b"s", b"n"}
DRAWS: Final = frozenset({b"re", b"m", b"l", b"c", b"v", b"y"})
MOVES: Final = frozenset({b"q", b"Q", b"cm", b"BT", b"Tm", b"Td", b"TD"})
MOST_SAVED: Final = 1_000


@dataclass(frozen=True, slots=True)
class _Pen:
    """The part of the graphics state that `q` saves."""

    ctm: Matrix = IDENTITY
    light: float = 0.0
    """Of the fill colour: 1 is white."""
    inverse: bool = False
    """One number of the colour says how much ink, not how much light."""
    alpha: float = 1.0
    mode: int = 0
    size: float = 1.0


START: Final = _Pen()


@dataclass(slots=True)
class _Sheet:
    """One page while it is being drawn."""

    bounds: Box
    dark: list[Box] = field(default_factory=list)
    """Where something darker than white was painted."""
    unseen: int = 0


def visible(page: PageObject, reader: PdfReader) -> tuple[ContentStream | None, int]:
    """The page's instructions without those of unseen text, and how many signs that text had."""
    content = page.get_contents()
    if content is None:
        return None, 0
    box = page.mediabox
    sheet = _Sheet((float(box.left), float(box.bottom), float(box.right), float(box.top)))
    resources = _dictionary(page.get("/Resources"))
    stream = ContentStream(content, reader, "bytes")
    _Drawing(sheet, resources, reader).go_through(stream)
    return stream, sheet.unseen


class _Drawing:
    """The page, or a form on it, followed instruction by instruction."""

    def __init__(
        self,
        sheet: _Sheet,
        resources: DictionaryObject,
        reader: PdfReader,
        pen: _Pen = START,
        depth: int = 0,
    ) -> None:
        self._sheet, self._resources, self._reader = sheet, resources, reader
        self._pen, self._depth = pen, depth
        self._saved: list[_Pen] = []
        self._path: list[tuple[float, float]] = []
        self._text = IDENTITY

    def go_through(self, stream: ContentStream) -> None:
        """Follow the instructions and drop what shows unseen text."""
        kept = []
        for operands, operator in stream.operations:
            if operator in SHOWS and self._is_unseen():
                self._sheet.unseen += _signs(operands)
                continue
            if operator in MOVES:
                self._move(operands, operator)
            elif operator in DRAWS or operator in ENDS:
                self._draw(operands, operator)
            elif operator == b"Do":
                self._put(operands)
            else:
                self._pen = self._changed(self._pen, operands, operator)
            kept.append((operands, operator))
        stream.operations = kept

    def _move(self, operands: Sequence[Any], operator: bytes) -> None:
        match operator:
            case b"q" if len(self._saved) < MOST_SAVED:
                self._saved.append(self._pen)
            case b"Q" if self._saved:
                self._pen = self._saved.pop()
            case b"cm":
                self._pen = replace(self._pen, ctm=_times(_matrix(operands), self._pen.ctm))
            case b"BT":
                self._text = IDENTITY
            case b"Tm":
                self._text = _matrix(operands)
            case b"Td" | b"TD":
                x, y = _numbers(operands, 2)
                self._text = _times((1.0, 0.0, 0.0, 1.0, x, y), self._text)
            case _:
                pass

    def _draw(self, operands: Sequence[Any], operator: bytes) -> None:
        if operator == b"re":
            x, y, width, height = _numbers(operands, 4)
            self._path += [(x, y), (x + width, y + height)]
        elif operator in DRAWS:
            numbers = _numbers(operands, len(operands))
            self._path += zip(numbers[::2], numbers[1::2], strict=False)
        else:
            if operator in FILLS:
                self._paint(self._path, self._pen)
            self._path = []

    def _changed(self, pen: _Pen, operands: Sequence[Any], operator: bytes) -> _Pen:
        match operator:
            case b"Tf":
                return replace(pen, size=_number(operands[-1]) if operands else 1.0)
            case b"Tr":
                return replace(pen, mode=int(_number(operands[0])) if operands else 0)
            case b"gs":
                return replace(pen, alpha=self._alpha(operands, pen.alpha))
            case b"cs":
                return replace(pen, light=0.0, inverse=self._is_ink(operands))
            case b"g" | b"rg" | b"k":
                return replace(pen, light=_light(operands, inverse=False), inverse=False)
            case b"sc" | b"scn":
                return replace(pen, light=_light(operands, inverse=pen.inverse))
            case _:
                return pen

    def _is_unseen(self) -> bool:
        pen = self._pen
        if pen.mode in (3, 7) or pen.alpha < FAINT:
            return True
        whole = _times(self._text, pen.ctm)
        if abs(pen.size) * max(abs(whole[2]), abs(whole[3])) < SMALLEST_PT:
            return True
        x, y = whole[4], whole[5]
        left, bottom, right, top = self._sheet.bounds
        if not (left - 1 <= x <= right + 1 and bottom - 1 <= y <= top + 1):
            return True
        on_dark = any(
            a - 1 <= x <= c + 1 and b - 1 <= y <= d + 1 for a, b, c, d in self._sheet.dark
        )
        return pen.light >= WHITE and not on_dark

    def _paint(self, path: Sequence[tuple[float, float]], pen: _Pen) -> None:
        if path and pen.light < WHITE and pen.alpha >= FAINT:
            self._darken(path, pen.ctm)

    def _darken(self, corners: Sequence[tuple[float, float]], ctm: Matrix) -> None:
        if len(self._sheet.dark) < MOST_BOXES:
            moved = [_at(corner, ctm) for corner in corners]
            xs, ys = [x for x, _ in moved], [y for _, y in moved]
            self._sheet.dark.append((min(xs), min(ys), max(xs), max(ys)))

    def _put(self, operands: Sequence[Any]) -> None:
        """A picture may be dark; a form is drawn with instructions of its own."""
        named = _dictionary(self._resources.get("/XObject"))
        name = operands[0] if operands else ""
        thing = _dictionary(named.get(name))
        if thing.get("/Subtype") == "/Image":
            self._darken([(0, 0), (1, 0), (0, 1), (1, 1)], self._pen.ctm)
        elif thing.get("/Subtype") == "/Form" and self._depth < DEEPEST:
            own = _matrix(thing.get("/Matrix", ()))
            inside = _dictionary(thing.get("/Resources")) or self._resources
            stream = ContentStream(thing, self._reader, "bytes")
            pen = replace(self._pen, ctm=_times(own, self._pen.ctm))
            _Drawing(self._sheet, inside, self._reader, pen, self._depth + 1).go_through(stream)
            named[NameObject(str(name))] = _form(thing, stream)

    def _alpha(self, operands: Sequence[Any], before: float) -> float:
        states = _dictionary(self._resources.get("/ExtGState"))
        state = _dictionary(states.get(operands[0] if operands else ""))
        return _number(state.get("/ca", before))

    def _is_ink(self, operands: Sequence[Any]) -> bool:
        spaces = _dictionary(self._resources.get("/ColorSpace"))
        space = spaces.get(operands[0] if operands else "")
        space = space.get_object() if space is not None else None
        return isinstance(space, list) and bool(space) and space[0] in ("/Separation", "/DeviceN")


def _form(old: DictionaryObject, stream: ContentStream) -> DecodedStreamObject:
    """The form with other instructions."""
    new = DecodedStreamObject()
    packing = ("/Filter", "/DecodeParms", "/Length")
    new.update({key: value for key, value in old.items() if key not in packing})
    new.set_data(stream.get_data())
    return new


def _dictionary(value: Any) -> DictionaryObject:
    found = value.get_object() if value is not None else None
    return found if isinstance(found, DictionaryObject) else DictionaryObject()


def _number(value: Any) -> float:
    try:
        return float(value)
    except (TypeError, ValueError, OverflowError):
        return 0.0


def _numbers(operands: Sequence[Any], count: int) -> list[float]:
    """So many numbers; what is missing is 0."""
    found = [_number(operand) for operand in operands[:count]]
    return found + [0.0] * (count - len(found))


def _matrix(operands: Any) -> Matrix:
    if len(operands) != 6:
        return IDENTITY
    a, b, c, d, e, f = _numbers(operands, 6)
    return (a, b, c, d, e, f)


def _times(one: Matrix, other: Matrix) -> Matrix:
    a, b, c, d, e, f = one
    g, h, i, j, k, m = other
    return (
        a * g + b * i,
        a * h + b * j,
        c * g + d * i,
        c * h + d * j,
        e * g + f * i + k,
        e * h + f * j + m,
    )


def _at(point: tuple[float, float], matrix: Matrix) -> tuple[float, float]:
    x, y = point
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f


def _light(operands: Sequence[Any], *, inverse: bool) -> float:
    """The darkest part of a colour: 1 only where all of it is white. A pattern counts as dark."""
    numbers = [_number(operand) for operand in operands if not isinstance(operand, str)]
    if not numbers:
        return 0.0
    if inverse or len(numbers) == 4:
        return 1.0 - max(numbers)
    return min(numbers)


def _signs(operands: Sequence[Any]) -> int:
    """How many signs an instruction shows."""
    shown = operands[-1] if operands else ""
    parts = shown if isinstance(shown, list) else [shown]
    return sum(len(part) for part in parts if isinstance(part, str | bytes))
