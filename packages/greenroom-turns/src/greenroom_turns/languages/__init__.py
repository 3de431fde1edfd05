"""The word lists, one TOML file a language, read once.

This is the only place in `greenroom_turns` that reads a file. The files are package data and part
of the program: a broken one is a broken installation and raises at import.

A file has these tables; phrases are compared as `greenroom_turns.folding.words` sees them:

    [[acks]]       phrases, yes (true: also an answer to a yes/no question)
    [[stops]]      phrases
    [[thinking]]   phrases, alone (true: only as the whole turn, politeness aside), after (words that
                   may follow)
    [[slower]]     phrases, after: who wants to be waited for longer; may be missing
    [[done]]       phrases, after
    [[yes]] [[no]] phrases
    [[openers]]    phrases that may stand before a request and change nothing; mine (true: "I want to …")
    [[interjections]] phrases that hold a filler and are none
    [[fillers]]    phrases, set_off (true: only between commas or other punctuation)
    [[commands.NAME]] phrases, after (words that may follow), yours (true: not after an opener that is mine),
                   back (true: a question back, not an order)

Before them stand `units`, which look like fillers after a number ("5 mm"), `numbers` in words, and `unfinished`, the
words that need another after them.

Every table may carry a `note` that says why an entry is ambiguous.
"""

import tomllib
from importlib import resources
from typing import Any

_FILES = resources.files(__name__)
CODES = tuple(
    sorted(f.name.removesuffix(".toml") for f in _FILES.iterdir() if f.name.endswith(".toml"))
)


def _read(code: str) -> dict[str, Any]:
    return tomllib.loads(_FILES.joinpath(f"{code}.toml").read_text("utf-8"))


TABLES: dict[str, dict[str, Any]] = {code: _read(code) for code in CODES}
