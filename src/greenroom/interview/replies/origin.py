"""Where a reply to the candidate's question came from, told by its wording."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from greenroom.interview.replies.table import TABLES, Entry, Table

Origin: TypeAlias = Literal["", "job", "company", "interview", "verdict", "unknown"]
"""`job`, `company`: words of that document. `interview`: what is known of this interview. `verdict`: none is
given while the candidate talks. `unknown`: the interviewer said that it does not know. "" is none of our wordings, such as a
model's, or what is said to any question about the interview that the table does not know."""
_ANY_PROCESS: Final = "process"
_OTHERWISE: Final[dict[str, Origin]] = {
    "job": "unknown",
    "process": "interview",
    "feedback": "verdict",
}


def without_offer(text: str, language: str = "en") -> str:
    """A reply without its last words, where they ask whether there is another question."""
    for entry in _table(language).entries.get("questions.more", ()):
        for wording in entry.say:
            if text.endswith(wording.text) and wording.is_in(text):
                return text[: -len(wording.text)].rstrip()
    return text


def origin(about: str, text: str, language: str = "en") -> Origin:
    """Of a reply to a question about this (`process`, `job`, `feedback`)."""
    for topic, entries in _table(language).entries.items():
        if topic.partition(".")[0] != about:
            continue
        for entry in entries:
            if any(wording.is_in(text) for wording in entry.say):
                return "" if topic == _ANY_PROCESS else _of(entry, about)
    return ""


def _table(language: str) -> Table:
    return TABLES.get(language.lower().partition("-")[0]) or TABLES["en"]


def _of(entry: Entry, about: str) -> Origin:
    if "from_job" in entry.when:
        return "job"
    return "company" if "from_company" in entry.when else _OTHERWISE.get(about, "")
