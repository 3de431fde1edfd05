"""The signs of a text as they are read: words whole, nothing in it that is not seen.

What joins or breaks words without being seen is taken out (soft hyphens, word joiners, marks of
direction); joiners stay where a script or an emoji needs them. Ligatures are written out.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from greenroom.app.documents import LONGEST_TEXT

MOST_CLEANED: Final = 4 * LONGEST_TEXT
"""So many signs of a text are looked at, with those that are not seen."""
_LINE_ENDS: Final = re.compile("\r\n|[\r\f\v\x85\u2028\u2029]")
_BROKEN_WORD: Final = re.compile(
    r"(?<=[^\W\d_])\u00ad+[^\S\n]*\n[^\S\n]*(?=[^\W\d_])|(?<=[^\W\d_])\u00ad+[^\S\n]+(?=\n|\Z)"
)
_INVISIBLE: Final = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f"
    "\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    "\U000e0000-\U000e0fff"
)
_UNSEEN: Final = re.compile(f"[{_INVISIBLE}]+")
_TAGS: Final = ("\U000e0000", "\U000e0fff")
"""Signs that are never seen and can write any text; the last of them choose how a sign looks."""
_LONGEST_RUN: Final = 3
"""So many unseen signs in a row have a use in typesetting; more are a message."""
_JOINERS: Final = ("\u200c", "\u200d")
_EMOJI_LOOK: Final = ("\ufe0e", "\ufe0f")
_IDEOGRAPH_LOOK: Final = ("\U000e0100", "\U000e01ef")
_SPELLED: Final = re.compile(
    "[\u0132\u0133\u01c4-\u01cc\u01f1-\u01f3\ufb00-\ufb06\ufb13-\ufb17\ufb1d-\ufb4f\ufb50-\ufdff"
    "\ufe70-\ufefc\uff01-\uff5e\U0001d400-\U0001d7ff]+"
)
"""Ligatures, and letters that are there a second time for their look: their usual letters say the same."""
_BULLETS: Final = "\uf0b7\uf0a7\uf0d8\uf0a8\uf06c\uf06e\uf06f\uf071\uf075\uf076\uf0fc\uf0e0\uf0be"
_REPLACED: Final = {
    **dict.fromkeys(map(ord, _BULLETS), "•"),
    **dict.fromkeys((0x2010, 0x2011), "-"),
    **dict.fromkeys((0x2800, 0x3164), " "),
}
"""Bullets by their places in the fonts of signs; hyphens that do not break; blanks that are letters."""


def cleaned(text: str) -> tuple[str, int]:
    """A text as it is read, and how many signs were left out that may carry words unseen."""
    text = text.encode("utf-8", "replace").decode("utf-8")
    text = _LINE_ENDS.sub("\n", text).translate(_REPLACED)
    text = _BROKEN_WORD.sub(_joined, text)
    hidden = 0

    def kept(found: re.Match[str]) -> str:
        nonlocal hidden
        stays, unseen = _kept(found)
        hidden += unseen
        return stays

    text = _UNSEEN.sub(kept, text)
    text = _SPELLED.sub(lambda found: unicodedata.normalize("NFKC", found[0]), text)
    text = unicodedata.normalize("NFC", text)
    return "".join(sign if sign.isprintable() or sign in _STAY else " " for sign in text), hidden


def _joined(found: re.Match[str]) -> str:
    """Nothing where a word goes on in the next line, else the end of the line."""
    text, start, end = found.string, found.start(), found.end()
    if "\n" not in found[0]:
        return "\u00ad"
    before, after = text[start - 1], text[end]
    goes_on = not after.isupper() or before.isupper()
    return "" if goes_on else "\n"


def _kept(found: re.Match[str]) -> tuple[str, int]:
    """What stays of unseen signs in a row, and how many of them may be a message."""
    signs, text = found[0], found.string
    before = text[found.start() - 1] if found.start() else ""
    after = text[found.end()] if found.end() < len(text) else ""
    stays = "".join(sign for sign in signs if sign in _JOINERS or _is_look(sign))[:2]
    stays = stays if _is_needed(before, stays, after) else ""
    messages = sum(_TAGS[0] <= sign <= _TAGS[1] or _is_look(sign) for sign in signs)
    messages -= sum(map(_is_look, stays))
    return stays, len(signs) - len(stays) if len(signs) > _LONGEST_RUN else messages


def _is_needed(before: str, signs: str, after: str) -> bool:
    """Whether a script or an emoji is written with these signs at this place."""
    if not before or not signs:
        return False
    look, joiner = (signs[0], signs[1:]) if _is_look(signs[0]) else ("", signs[:1])
    if signs[1:] and not look:
        return False
    if look and not _has_looks(before, look):
        return False
    if not joiner:
        return True
    if _is_emoji(before) or look:
        return joiner == "\u200d" and _is_emoji(after)
    return _joins(before) and (joiner == "\u200d" or _joins(after))


def _has_looks(sign: str, look: str) -> bool:
    if look in _EMOJI_LOOK:
        return _is_emoji(sign) or sign in "#*0123456789©®‼⁉™"
    return _IDEOGRAPH_LOOK[0] <= look <= _IDEOGRAPH_LOOK[1] and unicodedata.name(
        sign, ""
    ).startswith("CJK")


def _is_emoji(sign: str) -> bool:
    """A picture, or the colour of its skin."""
    return bool(sign) and (unicodedata.category(sign) == "So" or "🏻" <= sign <= "🏿")


def _joins(sign: str) -> bool:
    """A letter or a mark of a script whose letters join: Arabic, Syriac, those of India, Mongolian."""
    if not sign or unicodedata.category(sign)[0] not in "LM":
        return False
    return any(first <= sign <= last for first, last in _JOINING)


def _is_look(sign: str) -> bool:
    """A sign that chooses how the one before it looks."""
    return "\ufe00" <= sign <= "\ufe0f" or _IDEOGRAPH_LOOK[0] <= sign <= _IDEOGRAPH_LOOK[1]


_STAY: Final = frozenset(("\n", *_JOINERS))
_JOINING: Final = (
    ("\u0600", "\u0fff"),
    ("\u1000", "\u109f"),
    ("\u1780", "\u18af"),
    ("\u1900", "\u1cff"),
    ("\ua840", "\ua87f"),
    ("\ua880", "\uabff"),
    ("\ufb50", "\ufdff"),
    ("\ufe70", "\ufefc"),
    ("\U00010a00", "\U00011fff"),
    ("\U0001e900", "\U0001e95f"),
)
