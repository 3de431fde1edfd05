"""Why a text is no TOML, in words that say what to do; the parser's own where it says something new."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from greenroom.assessment.sentence import Sentence

_TWICE: Final = Sentence("this key or table is there already; remove one of them")
_NO_KEY: Final = Sentence("no key can begin like this; a key has letters, digits, `_` or `-`")
_CHARACTER: Final = Sentence("a character that is not allowed here; remove it")
_ESCAPE: Final = Sentence("no character is written like this; write it as it is")
_SAID: Final[Sequence[tuple[str, Sentence]]] = (
    ("Expected '='", Sentence("the `=` behind the key is missing")),
    ("Expected newline", Sentence("the line goes on behind its value; put the rest on a new line")),
    ("Unterminated string", Sentence("a text has no end; close its quotes")),
    (
        r"Illegal character '\n'",
        Sentence("a text goes over the end of its line; close its quotes, or use three"),
    ),
    ("Illegal character", _CHARACTER),
    ("Found invalid character", _CHARACTER),
    ("Unclosed array", Sentence("a list has no end; add `]`")),
    ("Unclosed inline table", Sentence("a table in braces has no end; add the closing brace")),
    ("Invalid value", Sentence("this is no value; a text needs quotes")),
    ("Invalid statement", _NO_KEY),
    ("Invalid initial character", _NO_KEY),
    ("Cannot overwrite", _TWICE),
    ("Cannot declare", _TWICE),
    ("Cannot redefine", _TWICE),
    ("Duplicate", _TWICE),
    (
        "Cannot mutate",
        Sentence("this adds to a table or list that was closed before; write it in one place"),
    ),
    ("Expected ']'", Sentence("the name of a table has no end; add `]`")),
    ("Expected ']]'", Sentence("the name of a table has no end; add `]]`")),
    ("Unescaped", Sentence("a backslash in a text must be written twice")),
    ("Invalid hex", _ESCAPE),
    ("Escaped character", _ESCAPE),
    ("Invalid date", Sentence("there is no such date or time; a text needs quotes")),
)
"""By the beginning of what `tomllib` says."""
_PLACE: Final = re.compile(r" \(at (?:line (?P<line>\d+), column \d+|end of document)\)")


def not_toml(error: Exception) -> tuple[int | None, Sentence]:
    """The line where it stops being TOML, None for its end, and why."""
    place = _PLACE.search(str(error))
    message = _PLACE.sub("", str(error))
    why = next((said for begins, said in _SAID if message.startswith(begins)), message)
    line = int(place["line"]) if place and place["line"] else None
    return line, Sentence("this is not TOML: {why}", why=why)
