"""Pages made by hand: every way of hiding a text in a PDF, and of showing one, that we know of."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from pikepdf import Dictionary, Name
from tests.adapters.documents import samples
from tests.adapters.documents.corpus import resources
from tests.adapters.documents.corpus.page import drawn, page, text
from tests.adapters.documents.corpus.resources import MARKED, SECRET

JAPANESE: Final = "灯台を冬に再建した"
JAPANESE_SECRET: Final = "秘密の指示"
SEEN: Final = samples.shown(samples.LINES)


def _japanese(line: str, before: str = "") -> str:
    return f"BT {before} /FJ 12 Tf 1 0 0 1 72 300 Tm <{line.encode('utf-16-be').hex()}> Tj ET"


BOX: Final = "60 285 420 40 re f"
HIDDEN: Final[dict[str, Callable[[], bytes]]] = {
    "white": lambda: page(f"{SEEN} {text(SECRET, '1 g')}"),
    "white-cmyk": lambda: page(f"{SEEN} {text(SECRET, '0 0 0 0 k')}"),
    "white-by-colour-space": lambda: page(f"{SEEN} {text(SECRET, '/DeviceGray cs 1 sc')}"),
    "nearly-white": lambda: page(f"{SEEN} {text(SECRET, '0.97 0.98 0.96 rg')}"),
    "ededed": lambda: page(f"{SEEN} {text(SECRET, '0.929 g')}"),
    "pale-yellow": lambda: page(f"{SEEN} {text(SECRET, '1 1 0.88 rg')}"),
    "white-outlined-white": lambda: page(f"{SEEN} {text(SECRET, '2 Tr 1 g 1 G 0.4 w')}"),
    "white-stroke": lambda: page(f"{SEEN} {text(SECRET, '1 Tr 1 G 0.3 w')}"),
    "mode-3": lambda: page(f"{SEEN} {text(SECRET, '3 Tr')}"),
    "mode-7": lambda: page(f"{SEEN} q {text(SECRET, '7 Tr')} Q"),
    "alpha-0": lambda: page(f"{SEEN} /Clear gs {text(SECRET)}"),
    "alpha-2-percent": lambda: page(f"{SEEN} /Faint gs {text(SECRET)}"),
    "tiny": lambda: page(f"{SEEN} {text(SECRET, size=0.4)}"),
    "one-point": lambda: page(f"{SEEN} {text(SECRET, size=1)}"),
    "tiny-by-matrix": lambda: page(f"{SEEN} {text(SECRET, at='0.05 0 0 0.05 72 300')}"),
    "no-width": lambda: page(f"{SEEN} {text(SECRET, '0 Tz')}"),
    "one-percent-wide": lambda: page(f"{SEEN} {text(SECRET, '1 Tz')}"),
    "letters-on-one-spot": lambda: page(f"{SEEN} {text(SECRET, '-6.2 Tc')}"),
    "below-the-page": lambda: page(f"{SEEN} {text(SECRET, at='1 0 0 1 72 -300')}"),
    "right-of-the-page": lambda: page(f"{SEEN} {text(SECRET, at='1 0 0 1 5000 300')}"),
    "outside-crop-box": lambda: page(
        f"{SEEN} {text(SECRET, at='1 0 0 1 72 60')}",
        keys=lambda _: {"CropBox": [0, 150, 612, 792]},
    ),
    "clipped": lambda: page(f"{SEEN} q 0 0 10 10 re W n {text(SECRET)} Q"),
    "clipped-to-nothing": lambda: page(f"{SEEN} q 80 300 0 0 re W n {text(SECRET)} Q"),
    "covered-white": lambda: page(f"{SEEN} {text(SECRET)} 1 g {BOX}"),
    "covered-blue": lambda: page(f"{SEEN} {text(SECRET)} 0.1 0.2 0.5 rg {BOX}"),
    "covered-blue-with-words": lambda: page(
        f"{SEEN} {text(SECRET)} 0.1 0.2 0.5 rg {BOX} {text(MARKED, '1 g')}"
    ),
    "covered-by-picture": lambda: page(
        f"{SEEN} {text(SECRET)} q 420 0 0 60 60 280 cm /Im1 Do Q", objects=resources.hill
    ),
    "covered-by-shading": lambda: page(
        f"{SEEN} {text(SECRET)} q 60 285 420 40 re W n /S1 sh Q", objects=resources.shading
    ),
    "nearly-covered": lambda: page(f"{SEEN} {text(SECRET)} /Half gs 1 g {' '.join([BOX] * 6)}"),
    "dark-on-dark": lambda: page(f"{SEEN} 0.1 g {BOX} {text(SECRET, '0.13 g')}"),
    "blue-on-blue": lambda: page(f"{SEEN} 0.1 0.2 0.4 rg {BOX} {text(SECRET, '0.1 0.2 0.42 rg')}"),
    "black-on-black": lambda: page(f"{SEEN} 0 g {BOX} {text(SECRET)}"),
    "invisible-on-picture": lambda: page(
        f"{SEEN} q 420 0 0 60 60 280 cm /Im1 Do Q {text(SECRET, '3 Tr')}", objects=resources.hill
    ),
    "invisible-on-noise": lambda: page(
        f"{SEEN} q 420 0 0 60 60 280 cm /Im1 Do Q {text(SECRET, '3 Tr')}", objects=resources.noise
    ),
    "clear-on-bars": lambda: page(
        f"{SEEN} {' '.join(f'{60 + 3 * n} 280 1.5 60 re f' for n in range(140))} "
        f"/Clear gs {text(SECRET)}"
    ),
    "clear-on-a-grid": lambda: page(
        f"{SEEN} {' '.join(f'60 {280 + 5 * n} m 480 {280 + 5 * n} l S' for n in range(12))} "
        f"{' '.join(f'{60 + 5 * n} 280 m {60 + 5 * n} 340 l S' for n in range(84))} "
        f"/Clear gs {text(SECRET)}"
    ),
    "masked-away": lambda: page(f"{SEEN} /Mask gs {text(SECRET)}", objects=resources.mask),
    "between-words": lambda: page(
        f"{SEEN} BT /F1 12 Tf 1 0 0 1 72 300 Tm (Harris) Tj 1 g ({SECRET}) Tj 0 g (Tweed) Tj ET"
    ),
    "under-words": lambda: page(f"q {text(SECRET, '1 g', at='1 0 0 1 72 760')} Q {SEEN}"),
    "under-words-half-a-line-lower": lambda: page(
        f"q {text(SECRET, '1 g', at='1 0 0 1 72 756')} Q {SEEN}"
    ),
    "clear-over-words": lambda: page(f"{SEEN} /Clear gs {text(SECRET, at='1 0 0 1 72 700')}"),
    "layer-off": lambda: page(
        f"{SEEN} /OC /L1 BDC {text(SECRET)} EMC", objects=resources.layer("OFF")
    ),
    "hidden-annotation": lambda: page(SEEN, keys=resources.note(2)),
    "white-in-form": lambda: page(f"{SEEN} /Fm1 Do", objects=resources.forms(text(SECRET, "1 g"))),
    "form-outside-its-box": lambda: page(
        f"{SEEN} q 0 0 50 50 re W n /Fm1 Do Q", objects=resources.forms(text(SECRET))
    ),
    "multiplied-white": lambda: page(f"{SEEN} /Multiply gs {text(SECRET, '1 g')}"),
    "glyph-that-lies": lambda: page(
        f"{SEEN} BT /F2 12 Tf 1 0 0 1 72 300 Tm (A) Tj ET", objects=resources.lying
    ),
    "actual-text-that-lies": lambda: page(
        f"{SEEN} /Span <</ActualText ({SECRET * 3})>> BDC {text('Oban')} EMC"
    ),
    "japanese-white": lambda: page(
        f"{SEEN} {_japanese(JAPANESE_SECRET, '1 g')}", objects=resources.cjk
    ),
    "japanese-covered": lambda: page(
        f"{SEEN} {_japanese(JAPANESE_SECRET)} 1 g {BOX}", objects=resources.cjk
    ),
}
UNREAD: Final = frozenset({"no-width", "hidden-annotation"})
"""PDFium does not read these at all, so they are not counted either."""
SHOWN: Final[dict[str, Callable[[], bytes]]] = {
    "black": lambda: page(text(MARKED)),
    "grey-666": lambda: page(text(MARKED, "0.4 g")),
    "grey-999": lambda: page(text(MARKED, "0.6 g", size=9)),
    "grey-aaa": lambda: page(text(MARKED, "0.667 g", size=9)),
    "grey-ccc": lambda: page(text(MARKED, "0.8 g", size=10)),
    "filled-with-a-picture": lambda: page(
        f"q {text(MARKED, '7 Tr', size=14)} q 420 0 0 60 60 255 cm /Im1 Do Q Q",
        objects=resources.hill,
    ),
    "one-word-an-object": lambda: page(
        "BT /F1 12 Tf 1 0 0 1 72 300 Tm "
        + " ".join(f"({word} ) Tj" for word in MARKED.split())
        + " ET"
    ),
    "one-letter-an-object": lambda: page(
        "BT /F1 12 Tf 1 0 0 1 72 300 Tm " + " ".join(f"({letter}) Tj" for letter in MARKED) + " ET"
    ),
    "yellow": lambda: page(text(MARKED, "1 0.8 0 rg")),
    "outlined": lambda: page(text(MARKED, "1 Tr 0.3 w", size=14)),
    "small": lambda: page(text(MARKED, size=4)),
    "white-on-blue": lambda: page(f"0.1 0.2 0.4 rg {BOX} {text(MARKED, '1 g')}"),
    "white-on-form": lambda: page(
        f"/Fm1 Do {text(MARKED, '1 g')}", objects=resources.forms(f"0.1 0.2 0.4 rg {BOX}")
    ),
    "white-on-picture": lambda: page(
        f"q 420 0 0 60 60 255 cm /Im1 Do Q {text(MARKED, '1 g')}", objects=resources.hill
    ),
    "black-on-picture": lambda: page(
        f"q 420 0 0 60 60 285 cm /Im1 Do Q {text(MARKED)}", objects=resources.hill
    ),
    "white-on-shading": lambda: page(
        f"q 60 285 420 40 re W n /S1 sh Q {text(MARKED, '1 g')}", objects=resources.shading
    ),
    "rotated": lambda: page(text(MARKED, at="0 1 -1 0 300 100")),
    "slanted": lambda: page(text(MARKED, at="0.8 0.6 -0.6 0.8 100 100")),
    "mirrored-page": lambda: page(f"q 1 0 0 -1 0 792 cm {text(MARKED, at='1 0 0 -1 72 300')} Q"),
    "turned-page": lambda: page(text(MARKED), keys=lambda _: {"Rotate": 90}),
    "page-elsewhere": lambda: page(
        text(MARKED, at="1 0 0 1 -900 -200"), box=(-1000, -500, -388, 292)
    ),
    "small-page": lambda: page(text(MARKED, size=5, at="1 0 0 1 4 20"), box=(0, 0, 150, 90)),
    "page-in-large-units": lambda: page(
        text(MARKED, size=240, at="1 0 0 1 1000 6000"), box=(0, 0, 12240, 15840)
    ),
    "long-page": lambda: page(text(MARKED, at="1 0 0 1 72 4000"), box=(0, 0, 612, 6000)),
    "cropped-sheet": lambda: page(
        text(MARKED), box=(0, 0, 14400, 14400), keys=lambda _: {"CropBox": [0, 0, 612, 792]}
    ),
    "clip-around": lambda: page(f"q 60 285 420 40 re W n {text(MARKED)} Q"),
    "half-transparent": lambda: page(f"/Half gs {text(MARKED)}"),
    "under-a-veil": lambda: page(f"{text(MARKED)} /Half gs 1 g {BOX}"),
    "multiplied": lambda: page(f"0.9 g {BOX} /Multiply gs {text(MARKED, '0.2 g')}"),
    "screened-white": lambda: page(f"0.1 g {BOX} /Screen gs {text(MARKED, '1 g')}"),
    "layer-on": lambda: page(f"/OC /L1 BDC {text(MARKED)} EMC", objects=resources.layer("ON")),
    "in-form": lambda: page("/Fm1 Do", objects=resources.forms(text(MARKED))),
    "in-group": lambda: page(
        "/Half gs /Fm1 Do",
        objects=resources.forms(
            text(MARKED), Group=Dictionary(S=Name.Transparency, I=True, K=True)
        ),
    ),
    "struck-twice": lambda: page(f"{text(MARKED)} {text(MARKED)}"),
    "bold-by-shift": lambda: page(f"{text(MARKED)} {text(MARKED, at='1 0 0 1 72.3 300')}"),
    "with-a-shadow": lambda: page(
        f"{text(MARKED, '0.7 g', at='1 0 0 1 73 299')} {text(MARKED, '0 g')}"
    ),
    "struck-through": lambda: page(f"{text(MARKED)} 0.5 w 72 304 m 360 304 l S"),
    "type-3": lambda: page(f"BT /F3 12 Tf 72 300 Td ({MARKED}) Tj ET", objects=resources.type3),
    "spot-colour": lambda: page(text(MARKED, "/Spot cs 0.9 scn"), objects=resources.spot),
    "paths-with-clear-text": lambda: page(f"{drawn(MARKED)} /Clear gs {text(MARKED)}"),
    "paths-with-mode-3": lambda: page(f"{drawn(MARKED)} {text(MARKED, '3 Tr')}"),
    "white-paths-on-dark": lambda: page(f"0.1 g {BOX} 1 g {drawn(MARKED)} {text(MARKED, '3 Tr')}"),
    "scan-with-text": lambda: page(
        f"q 612 0 0 792 0 0 cm /Im1 Do Q {text(MARKED, '3 Tr')}", objects=resources.picture_of_words
    ),
    "text-under-its-scan": lambda: page(
        f"{text(MARKED)} q 612 0 0 792 0 0 cm /Im1 Do Q", objects=resources.picture_of_words
    ),
    "form-field": lambda: page("", keys=resources.field),
    "form-field-without-appearance": lambda: page("", keys=resources.bare_field),
    "shown-annotation": lambda: page("", keys=resources.note(4)),
    "japanese": lambda: page(_japanese(JAPANESE), objects=resources.cjk),
}
