"""Whether words sound as if more will follow. Pure.

Silence alone cuts into people who are thinking, and the local end-of-turn models let half of all
unfinished answers pass. Text helps: nobody ends an answer on "and the". A wrong "unfinished" costs
a second of waiting, a wrong "finished" an interruption, so doubtful words count as unfinished.
"""

from __future__ import annotations

import re

from greenroom_turns.languages import TABLES

_DANGLING = {code: frozenset(table["unfinished"]) for code, table in TABLES.items()}

_ECHO = re.compile(
    r"(?:(?:yes|yeah|yep|no|nope)\W+)?(?:i|we|you|he|she|it|they|that|there)\s+"
    r"(?:am|are|is|was|were|do|does|did|have|has|had|can|could|will|would|should|must|may|might)\W*",
    re.IGNORECASE,
)
"""English short answers, complete as they are: "Yes, I did."."""

_OPEN = re.compile(r"(?:[:;–—-]|\.\.\.|…)\s*$")
_ENDED = re.compile(r"[.।]\s*$")
_LAST_WORDS = frozenset({"do", "well", "while", "though", "that"})
"""They may need another word; before a full stop they end an English sentence ("It went well.")."""
_ASKED = re.compile(r"[?？!]\s*$")
_LAST = re.compile(
    r"(?:^|(?<=[\s.,:;!?…–—\"“”‘’)\]]))([^\s.,:;!?…–—\"“”‘’)\]]++)[\s.,\"“”‘’)\]]*+$"
)


def unfinished(text: str, language: str = "en") -> bool:
    """True if `text` trails off: it ends in an open mark, a filler, or a word that needs another
    after it (conjunction, article, preposition, auxiliary, pronoun). A question never does, and a comma
    says nothing, so the word before it decides: recognisers write it at ends. In an unknown language only the marks count. `language`
    is a BCP 47 tag; its first part decides."""
    if _OPEN.search(text):
        return True
    last = _LAST.search(text.replace("’", "'"))
    if last is None or _ASKED.search(text) or _ECHO.fullmatch(text.strip()):
        return False
    word, english = last[1].lower(), language.lower().startswith("en")
    if english and word in _LAST_WORDS and _ENDED.search(text):
        return False
    return word in function_words(language)


def function_words(language: str) -> frozenset[str]:
    """Lower-case words of this language (BCP 47) that need another after them; none if unknown."""
    return _DANGLING.get(language.partition("-")[0].lower(), frozenset())
