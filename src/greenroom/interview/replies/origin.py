"""Where a reply to the candidate's question came from, told by its wording."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from greenroom.interview.replies.table import TABLES, Entry

Origin: TypeAlias = Literal["", "job", "company", "interview", "verdict", "unknown"]
"""`job`, `company`: words of that document. `interview`: what is known of this interview. `verdict`: none is
given while the candidate talks. `unknown`: the interviewer said that it does not know. "" is none of our wordings, such as a model's."""
_OTHERWISE: Final[dict[str, Origin]] = {
    "job": "unknown",
    "process": "interview",
    "feedback": "verdict",
}


def origin(about: str, text: str, language: str = "en") -> Origin:
    """Of a reply to a question about this (`process`, `job`, `feedback`)."""
    table = TABLES.get(language.lower().partition("-")[0]) or TABLES["en"]
    for topic, entries in table.entries.items():
        if topic.partition(".")[0] != about:
            continue
        for entry in entries:
            if any(wording.is_in(text) for wording in entry.say):
                return _of(entry, about)
    return ""


def _of(entry: Entry, about: str) -> Origin:
    if "from_job" in entry.when:
        return "job"
    return "company" if "from_company" in entry.when else _OTHERWISE.get(about, "")
