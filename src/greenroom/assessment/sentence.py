"""A sentence of a report: English words that keep how they were made, so that a page can say them in another language."""

from __future__ import annotations

import re
from typing import Any, Final, Protocol

_NUMBERS: Final = (
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
)  # fmt: skip
_PLACE: Final = re.compile(r"\{(\w+)\}")


class Words(Protocol):
    """The words of a language, as gettext gives them."""

    def gettext(self, message: str, /) -> str: ...
    def ngettext(self, msgid1: str, msgid2: str, n: int, /) -> str: ...


class Sentence(str):
    """The text in English. `template` is its key in the catalogues, `many` the same where `n` is not one;
    `values` fill it in: a `Sentence` among them is said in the other language too, other text as it is."""

    template: str
    many: str
    values: dict[str, Any]

    def __new__(cls, template: str, many: str = "", /, **values: Any) -> Sentence:
        chosen = many if many and values["n"] != 1 else template
        made = super().__new__(cls, filled(chosen, **values))
        made.template, made.many, made.values = template, many, values
        return made

    def said(self, words: Words) -> str:
        """The same in the language of these words."""
        chosen = (
            words.ngettext(self.template, self.many, self.values["n"])
            if self.many
            else words.gettext(self.template)
        )
        return filled(chosen, **{k: said(v, words) for k, v in self.values.items()})


class Spelled(str):
    """A number in English words; other languages have it in digits, for which no word must agree."""

    number: int

    def __new__(cls, number: int, word: str, /) -> Spelled:
        made = super().__new__(cls, word)
        made.number = number
        return made

    def __getnewargs__(self) -> tuple[int, str]:  # type: ignore[override]  # to be made again from a pickle
        return self.number, str(self)


def spelled(many: int, *, capital: bool = False) -> Spelled:
    """Up to twelve in words."""
    word = _NUMBERS[many] if many < len(_NUMBERS) else str(many)
    return Spelled(many, word.capitalize() if capital else word)


def said(value: Any, words: Words) -> Any:
    """A value of a sentence in another language."""
    if isinstance(value, Spelled):
        return str(value.number)
    return value.said(words) if isinstance(value, Sentence) else value


def joined(*texts: str, by: str = " ") -> Sentence:
    """These one after the other, empty ones left out."""
    kept = [text for text in texts if text]
    places = by.join(f"{{p{at}}}" for at in range(len(kept)))
    return Sentence(places, **{f"p{at}": text for at, text in enumerate(kept)})


def listed(found: list[Sentence]) -> str:
    """ "One, two and three"."""
    if len(found) < 2:
        return found[0] if found else ""
    return Sentence("{first} and {last}", first=joined(*found[:-1], by=", "), last=found[-1])


def filled(text: str, /, **values: object) -> str:
    """The wording with its values. Values are said as they are: braces in a quote mean nothing."""
    return _PLACE.sub(lambda found: str(values.get(found[1], found[0])), text)
