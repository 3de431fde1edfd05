"""Takes what names a person out of the words of a recorded interview, the same way every time.

By rules: the name that the interview knew, what follows phrases that introduce a name or an employer,
and whatever has the shape of an address or a number. It is not anonymisation: a name that no rule
introduces stays, and so does a story that only one person can tell. `doubtful` lists what a person
should look at before the words are shared.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

CANDIDATE: Final = "Robin"
"""The simulated candidate's own name."""
PEOPLE: Final = ("Alex", "Sam", "Kim", "Jo", "Chris", "Pat", "Lee", "Max")
COMPANIES: Final = (
    "Acme",
    "Initech",
    "Globex",
    "Umbra",
    "Contoso",
    "Fabrikam",
    "Northwind",
    "Tailspin",
)

_DIGIT = r"(?:zero|oh|one|two|three|four|five|six|seven|eight|nine|double|triple)"
_DOMAIN = r"(?:com|org|net|edu|io|dev|ai|co|de|fr|es|pt|in|uk|me|info)"
_WORD = r"[^\W\d_][\w&'’-]*"
_CAP = r"(?!I\b)[A-ZÀ-ÖØ-Þ][\w&'’-]*"
_NAME = rf"{_CAP}(?:\s+(?:de\s+|von\s+|van\s+|di\s+)?{_CAP}){{0,3}}"
_FIRM = rf"{_CAP}(?:\s+(?:of\s+|and\s+|&\s+)?{_CAP}){{0,3}}"
_SHAPES: Final = (
    ("e-mail", re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+"), "someone@example.org"),
    (
        "e-mail",
        re.compile(
            rf"\b\w+(?:\s+(?:dot|underscore|dash)\s+\w+)*\s+at\s+\w+(?:\s+dot\s+\w+)*?\s+dot\s+{_DOMAIN}\b",
            re.I,
        ),
        "someone at example dot org",
    ),
    (
        "address",
        re.compile(rf"\b(?:https?://|www\.)\S+|\b[\w-]+(?:\.[\w-]+)*\.{_DOMAIN}\b(?:/\S*)?"),
        "example.org",
    ),
    ("handle", re.compile(r"(?<!\w)@\w{2,}"), "@someone"),
    ("number", re.compile(r"(?<![\w.,])\+?\(?\d(?:[\s().\-/]*\d){6,}(?![\w])"), "555 0100"),
    (
        "number",
        re.compile(rf"\b{_DIGIT}(?:[\s,-]+{_DIGIT}){{6,}}\b", re.I),
        "five five five zero one zero zero",
    ),
)
_INTRODUCES_ME: Final = re.compile(
    rf"(?:\b(?:[Mm]y (?:full |first |last )?name(?:'s|’s| is)|[Cc]all me|[Ii](?:'m|’m| am) called)\s+)"
    rf"(?P<cased>{_NAME})"
)
_INTRODUCES_PERSON: Final = re.compile(
    r"\b(?:manager|boss|supervisor|colleague|coworker|co-worker|teammate|mentor|friend|wife|husband|"
    rf"partner|professor|lead|director|client|customer)(?:'s name is| called| named|,)?\s+(?P<cased>{_NAME})"
)
_INTRODUCES_COMPANY: Final = re.compile(
    r"\b(?:[Ww]ork(?:ed|ing|s)? (?:at|for|with)|[Ee]mployed (?:at|by)|[Jj]oined|[Ll]eft|[Ii]nterned at|"
    r"[Ii]nternship at|[Jj]ob at|[Rr]ole at|[Pp]osition at|[Ee]ngineer at|[Dd]eveloper at|[Mm]anager at|"
    r"(?:company|employer|startup|start-up|firm|agency|hospital|school|university)(?: is)? (?:called|named)|"
    rf"[Mm]y employer,?(?: is)?|[Ss]tudied at|[Gg]raduated from)\s+(?:the\s+)?(?P<cased>{_FIRM})"
)
_UNCASED_COMPANY: Final = re.compile(
    r"\b(?:work(?:ed|ing|s)? (?:at|for)|employed (?:at|by)|interned at|internship at|"
    rf"(?:company|employer|startup|firm)(?: is)? (?:called|named)|studied at)\s+(?P<words>{_WORD})"
)
_UNCASED_ME: Final = re.compile(
    rf"\b(?:my (?:full |first )?name(?:'s| is)|call me)\s+(?P<words>{_WORD})"
)
_COMMON: Final = (
    "a an the my our your his her their this that these those it them us me him home night nights day "
    "days scale times first last least most all about some many more two three four five six seven "
    "eight nine ten years months weeks over almost nearly around large small different several one "
    "both each every no not i and or but in on at to as so"
)
_NO_NAME: Final = frozenset(_COMMON.split())
_SENTENCE_START: Final = re.compile(r"(?:^|[.!?…]\s+|[\"“‘(]\s*)$")
_CAPITAL: Final = re.compile(r"\b[A-ZÀ-ÖØ-Þ][\w'’-]+")


@dataclass(slots=True)
class Scrubber:
    """What is taken out of all texts of one interview. Feed it everything first, then scrub."""

    me: set[str] = field(default_factory=set)
    people: dict[str, str] = field(default_factory=dict)
    companies: dict[str, str] = field(default_factory=dict)
    replaced: dict[str, int] = field(default_factory=dict)
    """How often, by kind; the words themselves are not kept."""

    def know(self, name: str = "", companies: Iterable[str] = ()) -> None:
        """What is known without any rule: the candidate's name, employers."""
        self._is_me(name)
        for company in companies:
            self._is_company(company)

    def learn(self, texts: Sequence[str]) -> None:
        """Find names by the phrases that introduce them."""
        for text in texts:
            for match in _INTRODUCES_ME.finditer(text):
                self._is_me(match["cased"])
            for match in _INTRODUCES_PERSON.finditer(text):
                self._is_person(match["cased"])
            for match in _INTRODUCES_COMPANY.finditer(text):
                self._is_company(match["cased"])
            if not _CAPITAL.search(text.replace("I", "")):
                self._learn_uncased(text)

    def scrub(self, text: str) -> str:
        """The text without what is known, and without what has the shape of an address or a number."""
        for kind, shape, instead in _SHAPES:
            text = self._replace(kind, shape, instead, text)
        for company, instead in sorted(self.companies.items(), key=_longest_first):
            text = self._replace("employer", _whole_words(company), instead, text)
        for name in sorted(self.me, key=lambda name: (-len(name), name)):
            text = self._replace("name", _whole_words(name), CANDIDATE, text)
        for name, instead in sorted(self.people.items(), key=_longest_first):
            text = self._replace("name", _whole_words(name), instead, text)
        return text

    def _learn_uncased(self, text: str) -> None:
        """A recogniser that writes no capitals: one word behind the phrase, unless it is a common one."""
        for match in _UNCASED_ME.finditer(text):
            if match["words"] not in _NO_NAME:
                self._is_me(match["words"])
        for match in _UNCASED_COMPANY.finditer(text):
            if match["words"] not in _NO_NAME:
                self._is_company(match["words"])

    def _is_me(self, name: str) -> None:
        """The whole name, and each part of it that is long enough to be told from a word."""
        parts = name.split()
        self.me |= {part for part in (" ".join(parts), *parts) if len(part) > 2}

    def _is_person(self, name: str) -> None:
        if name in self.people or name in self.me:
            return
        instead = _one_of(PEOPLE, len(set(self.people.values())))
        for part in (name, *name.split()):
            if len(part) > 2:
                self.people.setdefault(part, instead)

    def _is_company(self, name: str) -> None:
        name = " ".join(name.split())
        if name and name not in self.companies:
            self.companies[name] = _one_of(COMPANIES, len(self.companies))

    def _replace(self, kind: str, shape: re.Pattern[str], instead: str, text: str) -> str:
        text, times = shape.subn(instead, text)
        if times:
            self.replaced[kind] = self.replaced.get(kind, 0) + times
        return text


def doubtful(texts: Iterable[str]) -> list[str]:
    """Words with a capital letter inside a sentence, that a rule may have missed. Sorted."""
    known = {CANDIDATE, "I", *PEOPLE, *COMPANIES}
    return sorted({word for text in texts for word in _capitals(text)} - known)


def _capitals(text: str) -> Iterator[str]:
    for match in _CAPITAL.finditer(text):
        if not _SENTENCE_START.search(text[: match.start()]):
            word = re.sub(r"['’](?:m|ve|ll|d|s)$", "", match[0])
            if len(word) > 1:
                yield word


def _whole_words(name: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w){re.escape(name)}(?!\w)", re.I)


def _longest_first(item: tuple[str, str]) -> tuple[int, str]:
    return -len(item[0]), item[0]


def _one_of(names: Sequence[str], number: int) -> str:
    again = number // len(names)
    return names[number % len(names)] + (f" {again + 1}" if again else "")
