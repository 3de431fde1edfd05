"""A saved provider as the pages show it: by name, host and four characters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

from greenroom.app.ports import SealedKey
from greenroom.app.providers.budgets import Account
from greenroom.app.providers.catalogue import PROVIDERS, ModelChoice, Part
from greenroom.app.providers.choices import parts_of
from greenroom.app.scorecards.requests import OPERATORS
from greenroom.assessment.sentence import Sentence, listed
from greenroom.web.languages import N_, told
from greenroom.web.owners import owner_of
from greenroom.web.services import Services

DOES: Final[Mapping[Part, str]] = {
    Part.LLM: N_("thinks"),
    Part.STT: N_("hears"),
    Part.TTS: N_("speaks"),
}


@dataclass(frozen=True, slots=True)
class Saved:
    """One row of the list, one choice of the registration."""

    row: SealedKey
    title: str
    host: str | None
    """Of a server of the owner's own."""
    ends: str
    """The key's last characters, or what there is instead, in words."""
    parts: Mapping[str, str]
    """The model of each part that it can do."""
    does: str
    """These parts in words."""

    @property
    def name(self) -> str:
        """To tell it from the others in a list of choices."""
        return f"{self.title}, {self.ends}"


def asked_models(rows: Sequence[SealedKey], operators_model: str | None) -> list[dict[str, str]]:
    """The models that can be asked about an interview that is over: each one's key, and its name."""
    found = [{"key": one.row.id, "name": one.name} for one in map(saved, rows)]
    if operators_model is not None:
        found.append(
            {
                "key": OPERATORS,
                "name": told(N_("{model}, of this server")).format(model=operators_model),
            }
        )
    return found


async def saved_of(services: Services, request: HTTPConnection) -> list[Saved]:
    """The asking owner's, newest first."""
    owner = owner_of(request)
    return [] if owner is None else [saved(row) for row in await services.keys.of_owner(owner)]


def saved(row: SealedKey) -> Saved:
    provider = PROVIDERS.get(row.provider)  # None: of another version of Greenroom
    host = urlsplit(row.base_url).netloc if row.base_url else None
    named = provider.title if provider is not None else row.provider
    title = host if host and (provider is None or provider.base_url is None) else named
    usual = provider.parts if provider is not None else {}
    parts = {part.value: row.models.get(part) or usual[part] or "" for part in parts_of(row)}
    ends = told(
        N_("key …{last}") if row.last4 else N_("a short key") if row.sealed else N_("no key")
    )
    ends = ends.format(last=row.last4)
    return Saved(row, title, host, ends, parts, _listed([DOES[part] for part in parts_of(row)]))


def offered() -> list[dict[str, Any]]:
    """The table of providers for the form: what each does, and by which model unless told otherwise."""
    return [
        {
            "name": provider.name,
            "title": provider.title,
            "needs_key": provider.needs_key,
            "own": provider.base_url is None,
            "voice": provider.voice or "",
            "models": {part.value: model or "" for part, model in provider.parts.items()},
            "does": _listed([DOES[part] for part in Part if part in provider.parts]),
        }
        for provider in PROVIDERS.values()
    ]


@dataclass(frozen=True, slots=True)
class Here:
    """Who does a part when nobody chooses."""

    part: Part
    task: str
    who: str
    """A provider of the operator's; empty: this machine."""
    words: str


OWN: Final = N_("A server of your own (Ollama, llama.cpp, vLLM, speaches …)")
"""The title in the table of providers, marked for catalogues: the others are names."""


TASKS: Final[Mapping[Part, tuple[str, str]]] = {
    Part.LLM: (
        N_("Thinks up the questions"),
        N_("This server: questions from the plan, no model"),
    ),
    Part.STT: (N_("Turns your voice into words"), N_("This server")),
    Part.TTS: (N_("Speaks"), N_("This server")),
}


def here(operators: Mapping[Part, ModelChoice]) -> list[Here]:
    """One for each part. An address of the operator's own is not shown: it may be an inner one."""
    found = []
    for part, (task, alone) in TASKS.items():
        choice = operators.get(part)
        who = "" if choice is None else PROVIDERS[choice.provider].title
        words = who or alone
        if choice is not None and choice.base_url is not None:
            who = N_("a model server chosen by this server's operator")
            words = N_("A model server chosen by this server's operator")
        found.append(Here(part, task, who, words))
    return found


TOKENS: Final = N_("{used} tokens"), N_("{used} of {most} tokens")
CHARACTERS: Final = N_("{used} characters spoken"), N_("{used} of {most} characters spoken")
MINUTES: Final = N_("{used} minutes heard"), N_("{used} of {most} minutes heard")


def used(account: Account) -> list[str]:
    """Each part that was used, with its ceiling, in words; empty when nothing was."""
    spent, most = account.used, account.most
    lines = [
        _of(spent.tokens_in + spent.tokens_out, most.tokens, *TOKENS),
        _of(spent.characters, most.characters, *CHARACTERS),
        _of(round(spent.seconds / 60), most.seconds and most.seconds // 60, *MINUTES),
    ]
    found = [line for line in lines if line]
    if found:
        found.append(
            told(N_("The price of some of it is not known"))
            if spent.micros is None
            else told(N_("About {dollars} US dollars, estimated")).format(
                dollars=f"{spent.micros / 1_000_000:.2f}"
            )
        )
    return found


def _of(used: int, most: int | None, free: str, bounded: str) -> str:
    if not used:
        return ""
    return told(free if most is None else bounded).format(used=f"{used:,}", most=f"{most or 0:,}")


def _listed(words: Sequence[str]) -> str:
    return told(listed([Sentence(word) for word in words]) or N_("does nothing here"))
