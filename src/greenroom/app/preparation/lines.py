"""The lines of a paper as a reader takes them: without their bullets, and whole where a page's width
broke them.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from greenroom_turns.folding import word_set

MOST: Final = 3_000
"""Lines that are read; forty full pages have fewer."""
LONGEST: Final = 600
"""Characters of a piece; further lines are their own."""
WIDE: Final = 0.85
"""Of the longest line: a line that is as long was broken by the page's width."""

_NUMBERED: Final = re.compile(
    r"(?:\[\d{1,2}\]|[①-⒛]|\(?(?:\d{1,2}(?:\.\d{1,2}){0,2}[.)]|\d{1,2}\)|[a-z][.)]|[A-Z]\)|"
    r"(?:[ivx]{2,4}|[IVX]{2,4})[.)]))[^\S\n]+(?=\S)"
)
_TICKED: Final = re.compile(r"(?:[-*+•][^\S\n]{0,4})?\[[ xX✓✔]?\][^\S\n]+")
_LETTER: Final = re.compile(r"[oØü§vq][^\S\n]+(?=[^\W_a-z]|\d)")
"""What is left of a bullet whose font is missing, before a capital letter."""
_ARROW: Final = re.compile(r"[-=]{1,2}>[^\S\n]+")
_DASH: Final = re.compile(r"[-–—*+~](?=[^\W\d_])")
_LAST_PART: Final = re.compile(r"\w{1,40}\Z")
_FIRST_PART: Final = re.compile(r"\w{1,40}")
_AMOUNT: Final = re.compile(r"(?!(?:19|20)\d\d\Z)[€$£]?\d[\d.,]{0,20}")
"""A number that is no year, and needs what it counts: "a team of 12"."""
_SIGNS: Final = "*·+~»›-"
_NO_BULLETS: Final = "<>=|©®™"
_OPEN_ENDS: Final = tuple(",(&-–—/+")
_CONNECTING: Final = word_set("""
    a about across an and as at between by for from her his in including into its my no of on or our over per
    than that the their through to under using via was were which while who with within without
    als am an auf aus bei der die das dem den des durch für im in mit nach oder ohne sowie über um und unter
    vom von vor zu zum zur
    au aux avec dans de des du en et la le les ou par pour sans sous sur un une
    a al con de del e el en la las los o para por sin sobre u un una y
    ao aos as com da das de do dos e em na nas no nos os ou para pela pelo por sem uma
    और का की के को में से या पर
    """)


@dataclass(frozen=True, slots=True)
class Line:
    """A line that is not empty."""

    text: str
    """Without the bullet and spaces around."""
    start: int
    """Where `text` stands."""
    number: int
    """From 1."""
    indent: int
    bullet: bool
    after_gap: bool
    """Stands behind an empty line."""
    width: int
    """Of the whole line."""

    @property
    def end(self) -> int:
        return self.start + len(self.text)


@dataclass(slots=True)
class Piece:
    """Lines that belong together."""

    lines: list[Line]
    text: str

    @property
    def start(self) -> int:
        return self.lines[0].start

    @property
    def end(self) -> int:
        return self.lines[-1].end

    @property
    def bullet(self) -> bool:
        return self.lines[0].bullet


def lines(text: str) -> list[Line]:
    """The lines that say something, `MOST` at most. A bullet alone in its line belongs to the next one."""
    found, at, gap, lone = list[Line](), 0, False, False
    for number, whole in enumerate(text.split("\n"), start=1):
        start, at = at, at + len(whole) + 1
        lead = len(whole) - len(whole.lstrip())
        length = bullet_length(whole.strip())
        body = whole[lead + length :].strip()
        if not any(char.isalnum() for char in body):  # a rule under a heading is no word
            lone = lone or (length > 0 and not body)
            gap = gap or not length or bool(body)
            continue
        start = start + whole.index(body, lead + length)
        bullet = length > 0 or lone
        found.append(Line(body, start, number, lead, bullet, gap, len(whole.rstrip())))
        gap = lone = False
        if len(found) == MOST:
            break
    return found


def bullet_length(line: str) -> int:
    """How many signs of a line's front are its bullet with the space behind it; 0: it has none."""
    if line[:1].isalnum() and not any(char in ".)" or char.isspace() for char in line[:5]):
        return 0
    for written in (_TICKED, _NUMBERED, _LETTER, _ARROW):
        if (front := written.match(line)) is not None:
            return front.end()
    count = 0
    while count < min(2, len(line)) and _is_sign(line[count]):
        count += 1
    if not count:
        return 0
    rest = line[count:].lstrip("\ufe0e\ufe0f\u200b")
    spaced = not rest or rest[0].isspace()
    glued = count == 1 and (line[0] not in _SIGNS + "–—" or _DASH.match(line) is not None)
    return len(line) - len(rest.lstrip()) if spaced or glued else 0


@lru_cache(1_024)
def _is_sign(char: str) -> bool:
    """Whether a sign is used for bullets: symbols, dashes, and the private signs of word processors."""
    if char in _SIGNS or char in "•‣⁃∙⦁·¨¤":
        return True
    return unicodedata.category(char) in ("So", "Sm", "Pd", "Co") and char not in _NO_BULLETS


def pieces(text: str, begins: Callable[[Line], bool]) -> Iterator[Piece]:
    """The lines with those that go on with them. `begins` tells a line that begins something new though
    it has no bullet."""
    found = lines(text)
    width = max((line.width for line in found), default=0)
    known = frozenset(re.findall(r"\w+", text))
    piece: Piece | None = None
    for line in found:
        if piece is not None and _goes_on(piece, line, width, begins):
            piece.text = _with(piece.text, line.text, known)
            piece.lines.append(line)
            continue
        if piece is not None:
            yield piece
        piece = Piece([line], line.text)
    if piece is not None:
        yield piece


def _goes_on(piece: Piece, line: Line, width: int, begins: Callable[[Line], bool]) -> bool:
    """Whether a line is the rest of the one before, broken by the width of the page."""
    if line.bullet or line.after_gap or len(piece.text) + len(line.text) > LONGEST:
        return False
    last = piece.lines[-1]
    hangs = piece.bullet and line.indent > piece.lines[0].indent
    if piece.text.endswith((".", "!", "?", ":", ";")) and not (
        hangs and not piece.text.endswith(":")
    ):
        return False
    if piece.bullet and line.text.endswith(":") and len(line.text.split()) <= 5:
        return False
    if _is_open(last.text) or line.text[0].islower() or line.text[0] in "),;&":
        return True
    if begins(last) and not piece.bullet:
        return False
    wide = width >= 40 and last.width >= WIDE * width
    if begins(line):
        return False
    return (piece.bullet and not _is_title(line.text)) or hangs or (wide and width >= 60)


def _is_open(text: str) -> bool:
    """Whether a text cannot end here."""
    last = text.split()[-2:]
    return (
        text.endswith(_OPEN_ENDS)
        or last[-1].lower() in _CONNECTING
        or (last[0].lower() in _CONNECTING and _AMOUNT.fullmatch(last[-1]) is not None)
    )


def _is_title(text: str) -> bool:
    """Most words are written with a capital letter, as names of employers are."""
    longer = [word for word in re.findall(r"[^\W\d_]+", text) if len(word) > 3]
    return len(longer) > 0 and sum(w[0].isupper() for w in longer) >= 0.7 * len(longer)


def _with(text: str, more: str, known: frozenset[str]) -> str:
    """Two parts of a sentence joined. A hyphen at the line's end stays, unless the text has the word
    without it elsewhere."""
    if text.endswith("-") and text[-2:-1].isalpha() and more[:1].isalpha():
        front, back = _LAST_PART.search(text[-40:-1]), _FIRST_PART.match(more)
        closed = f"{front[0]}{back[0]}" if front and back else ""
        return text[:-1] + more if closed in known else text + more
    return f"{text} {more}"
