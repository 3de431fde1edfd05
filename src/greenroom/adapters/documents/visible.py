"""Which words of a PDF page a person sees: the page is drawn with its text and without, and compared.

Seen is a word where the picture changes, by as much as an eye can tell, when the text is taken away.
That holds for any way of hiding: white on white, transparent, clipped, painted over, off the page, on a
layer that is switched off. Two things are added:

- Text without any paint may lie over a picture of its words (a scan, glyphs drawn as paths). It is
  seen where strokes, about as many as its letters have, are drawn without it.
- What changes the picture only as a speck (tiny letters, hundreds of letters in the place of one) is
  not seen.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from typing import Final

import numpy as np

from greenroom.adapters.documents.page_picture import Canvas, Mask, changed, strokes
from greenroom.adapters.documents.page_text import Sign, around, words

SMALLEST_PT: Final = 1.5
"""Height of a font that can be read, on a page as wide as A4."""
NARROWEST_EM: Final = 0.12
"""Width of a letter that can be read, by the height of its font."""
MOST_BY_GLYPH: Final = 4
"""Letters that one glyph stands for: a ligature has two or three."""
STROKES: Final = 0.7
"""Of a letter, on the average of a word."""
A4_PT: Final = 595.0
MOST_LAYERS: Final = 4
"""Of text on text; each is drawn once more."""


def seen(canvas: Canvas, signs: Sequence[Sign]) -> list[bool]:
    """For each sign: does it belong to a word that is seen? Gaps are as what stands before them."""
    verdicts = _Verdicts(canvas, signs)
    found = [False] * len(signs)
    for word in words(signs):
        verdict = verdicts.is_seen(word)
        for place in word:
            found[place] = verdict
    return _with_gaps(signs, found)


class _Verdicts:
    def __init__(self, canvas: Canvas, signs: Sequence[Sign]) -> None:
        self._canvas, self._signs = canvas, signs
        self._unit = canvas.short_side_pt / A4_PT
        self._areas = canvas.areas([_box(sign) for sign in signs])
        objects: dict[int, list[int]] = defaultdict(list)
        for place, sign in enumerate(signs):
            if sign.owner:
                objects[sign.owner].append(place)
        self._specks = {owner for owner, places in objects.items() if self._is_speck(places)}
        letters = [place for place, sign in enumerate(signs) if sign.is_letter]
        whole = canvas.draw()
        with canvas.only(()):
            self._bare = canvas.draw()
        self._drawn = self._touched(changed(whole, self._bare), letters)
        self._drawn &= self._drawn_alone()

    def is_seen(self, word: range) -> bool:
        """Half of its letters at least."""
        if self._signs[word[0]].owner in self._specks or self._is_speck(word):
            return False
        if 2 * sum(place in self._drawn for place in word) >= len(word):
            return True
        (region,) = self._canvas.areas([around([self._signs[place].cell for place in word])])
        first, last = self._areas[word[0]], self._areas[word[-1]]
        runs_down = abs(last[0].start - first[0].start) > abs(last[1].start - first[1].start)
        count = strokes(self._bare, region, runs_down=runs_down)
        if len(word) == 1:
            count = max(count, strokes(self._bare, region, runs_down=True))
        return count >= max(1.0, STROKES * len(word))

    def _is_speck(self, places: Sequence[int]) -> bool:
        """Too small to be read, or more letters than the place has room for."""
        cells = [self._signs[place].cell for place in places]
        if max(Counter(cells).values()) > MOST_BY_GLYPH:
            return True
        left, bottom, right, top = around(cells)
        runs_up = abs(cells[-1][1] - cells[0][1]) > abs(cells[-1][0] - cells[0][0])
        long = top - bottom if runs_up else right - left
        low, high = (0, 2) if runs_up else (1, 3)
        size = max(cell[high] - cell[low] for cell in cells)
        if len(cells) == 1:
            return max(long, size) < SMALLEST_PT * self._unit
        return size < SMALLEST_PT * self._unit or long < NARROWEST_EM * size * len(cells)

    def _drawn_alone(self) -> set[int]:
        """Letters that can be seen when no other text lies over or under them: text hidden beneath or
        on other text would pass for it. Text objects that overlap are drawn in separate pictures."""
        layers = self._layers()
        if len(layers) == 1:
            return self._drawn
        found: set[int] = set()
        for owners in layers:
            with self._canvas.only(owners):
                alone = changed(self._canvas.draw(), self._bare)
            mine = [place for place in self._drawn if self._signs[place].owner in owners]
            found |= self._touched(alone, mine)
        return found

    def _layers(self) -> list[set[int]]:
        """Text objects in groups within which none overlaps another."""
        places: dict[int, list[int]] = defaultdict(list)
        for place in sorted(self._drawn):
            places[self._signs[place].owner].append(place)
        layers: list[tuple[set[int], Mask]] = []
        for owner, mine in places.items():
            areas = [self._areas[place] for place in mine]
            for owners, taken in layers:  # noqa: B007 - used below
                if not any(taken[area].any() for area in areas):
                    break
            else:
                if len(layers) < MOST_LAYERS:
                    layers.append((set(), np.zeros(self._bare.shape[:2], np.bool_)))
                owners, taken = layers[-1]
            owners.add(owner)
            for area in areas:
                taken[area] = True
        return [owners for owners, _ in layers] or [set()]

    def _touched(self, mask: Mask, places: Iterable[int]) -> set[int]:
        return {place for place in places if mask[self._areas[place]].any()}


def _box(sign: Sign) -> tuple[float, float, float, float]:
    left, bottom, right, top = sign.ink
    return sign.ink if right > left and top > bottom else sign.cell


def _with_gaps(signs: Sequence[Sign], found: list[bool]) -> list[bool]:
    """Gaps belong to the word before them, and the first ones to the first word."""
    letters = [place for place, sign in enumerate(signs) if sign.is_letter]
    last = found[letters[0]] if letters else False
    for place, sign in enumerate(signs):
        if sign.is_letter:
            last = found[place]
        else:
            found[place] = last
    return found
