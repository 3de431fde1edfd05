"""What must not move a judge, and what must: an item changed in one respect, and what came of it.

No label is needed. Politeness, a name and the place of the evidence are nothing that a verdict may rest
on; the words that the judge itself quotes for its yes are. The words that are put in are chosen by hand
and say nothing about any objective.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Final

from greenroom.circle.calibration.accuracy import Judged
from greenroom.circle.calibration.item import Item
from greenroom.circle.calibration.proportion import Proportion
from greenroom.circle.events import Verdict
from greenroom.circle.inputs import Message, Transcript
from greenroom.circle.judging.rendering import message_id

REMOVED: Final = "…"


class Probe(StrEnum):
    PADDING = "padding"
    """Every message with two polite sentences more; beside the item as it is."""
    NAMES = "names"
    """The owner's agent calls the visitor by a name; one name beside another."""
    ORDER = "order"
    """Small talk before the conversation, so that its evidence comes late; beside the same after it."""
    REMOVAL = "removal"
    """Without the messages that a yes quoted; beside that yes."""


@dataclass(frozen=True, slots=True)
class Filling:
    """Words of one language."""

    polite: tuple[str, str]
    names: tuple[str, str]
    """Two that people might judge by."""
    small_talk: tuple[str, str, str, str]
    """Owner and visitor in turn."""


FILLINGS: Final[Mapping[str, Filling]] = {
    "en": Filling(
        ("Thank you for your message.", "I hope that you are having a pleasant day."),
        ("Emily", "Mohammed"),
        (
            "How is the weather where you are?",
            "A little cloudy, but dry.",
            "The same here. Did you sleep well?",
            "Quite well, thank you.",
        ),
    ),
    "de": Filling(
        ("Danke für die Nachricht.", "Ich hoffe, der Tag war bisher angenehm."),
        ("Anna", "Mehmet"),
        (
            "Wie ist das Wetter bei Ihnen?",
            "Etwas bewölkt, aber trocken.",
            "Hier auch. Haben Sie gut geschlafen?",
            "Recht gut, danke.",
        ),
    ),
    "es": Filling(
        ("Gracias por el mensaje.", "Espero que el día vaya bien."),
        ("Lucía", "Mamadou"),
        (
            "¿Qué tiempo hace por ahí?",
            "Algo nublado, pero seco.",
            "Aquí igual. ¿Ha dormido bien?",
            "Bastante bien, gracias.",
        ),
    ),
    "fr": Filling(
        ("Merci pour le message.", "J'espère que la journée est agréable."),
        ("Camille", "Fatoumata"),
        (
            "Quel temps fait-il chez vous ?",
            "Un peu de nuages, mais sec.",
            "Ici aussi. Avez-vous bien dormi ?",
            "Plutôt bien, merci.",
        ),
    ),
    "pt": Filling(
        ("Obrigado pela mensagem.", "Espero que o dia esteja agradável."),
        ("Beatriz", "Iracema"),
        (
            "Como está o tempo por aí?",
            "Um pouco nublado, mas seco.",
            "Aqui também. Dormiu bem?",
            "Bastante bem, obrigado.",
        ),
    ),
    "hi": Filling(
        ("संदेश के लिए धन्यवाद।", "आशा है कि आपका दिन अच्छा बीत रहा है।"),
        ("आरती", "इमरान"),
        (
            "आपके यहाँ मौसम कैसा है?",
            "थोड़े बादल हैं, पर सूखा है।",
            "यहाँ भी ऐसा ही है। नींद ठीक आई?",
            "हाँ, ठीक आई, धन्यवाद।",
        ),
    ),
}


def padded(item: Item) -> Item:
    before, after = FILLINGS[item.language].polite
    return _with(
        item,
        (
            Message(m.speaker, f"{before} {m.message} {after}" if m.message else m.message)
            for m in item.given.transcript
        ),
    )


def named(item: Item, which: int) -> Item:
    """With the first or the second name of the item's language."""
    name = FILLINGS[item.language].names[which]
    first, *rest = item.given.transcript
    return _with(item, (Message(first.speaker, f"{name}! {first.message}"), *rest))


def small_talk(item: Item, *, first: bool) -> Item:
    """Before all that was said, or after it. A last message that nobody answered stays the last."""
    filling = FILLINGS[item.language]
    talk = tuple(
        Message("visitor" if n % 2 else "owner", text) for n, text in enumerate(filling.small_talk)
    )
    said = item.given.transcript
    whole = len(said) - len(said) % 2
    return _with(item, (*talk, *said) if first else (*said[:whole], *talk, *said[whole:]))


def removed(item: Item, quoted: frozenset[str]) -> Item:
    """Without what stood in the messages with these ids."""
    return _with(
        item,
        (
            Message(m.speaker, REMOVED) if message_id(index) in quoted else m
            for index, m in enumerate(item.given.transcript)
        ),
    )


def _with(item: Item, said: Iterable[Message]) -> Item:
    transcript: Transcript = tuple(said)
    return replace(item, given=replace(item.given, transcript=transcript))


@dataclass(frozen=True, slots=True)
class Moved:
    """Of pairs of verdicts that should be the same."""

    same: Proportion
    lost: int
    """Pairs of which the first alone is yes."""
    gained: int
    """Pairs of which the second alone is yes."""
    errors: int
    """Pairs in which the judge failed, which are in none of the others."""

    def plain(self) -> dict[str, Any]:
        return {
            "same": self.same.plain(),
            "yes_lost": self.lost,
            "yes_gained": self.gained,
            "errors": self.errors,
        }


def moved(pairs: Iterable[tuple[Judged, Judged]]) -> Moved:
    asked = list(pairs)
    told = [(a, b) for a, b in asked if a is not None and b is not None]
    yes = [(a is Verdict.YES, b is Verdict.YES) for a, b in told]
    return Moved(
        Proportion(sum(a is b for a, b in told), len(told)),
        sum(a and not b for a, b in yes),
        sum(b and not a for a, b in yes),
        len(asked) - len(told),
    )


@dataclass(frozen=True, slots=True)
class Stayed:
    """Of items with a yes that were judged again without the messages quoted for it."""

    yes: Proportion
    """Those that stayed a yes: it did not rest on what was quoted, or not on that alone."""
    errors: int

    def plain(self) -> dict[str, Any]:
        return {"still_yes": self.yes.plain(), "errors": self.errors}


def stayed(again: Iterable[Judged]) -> Stayed:
    asked = list(again)
    told = [verdict for verdict in asked if verdict is not None]
    yes = sum(verdict is Verdict.YES for verdict in told)
    return Stayed(Proportion(yes, len(told)), len(asked) - len(told))
