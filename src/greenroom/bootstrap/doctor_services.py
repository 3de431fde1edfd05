"""What `greenroom doctor` finds beyond this machine: providers, the LiveKit server."""

from __future__ import annotations

import asyncio
import importlib.util
import secrets
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final

from greenroom import settings as configuration
from greenroom.app.ports import GreenroomError, OperatorFault, UpstreamFault
from greenroom.app.providers import model_names
from greenroom.app.providers.catalogue import Part, resolve
from greenroom.app.providers.choices import Chosen
from greenroom.app.providers.prices import UNKNOWN, price_of
from greenroom.app.providers.upstream import UpstreamCause
from greenroom.bootstrap.doctor_result import Check, looked
from greenroom.bootstrap.operators import operators, operators_rule
from greenroom.settings import PREFIX, LiveKitSettings, Settings

if TYPE_CHECKING:
    from greenroom.adapters.rooms.server import LiveKitServer

WORKER_S: Final = 10
"""A worker that is there takes a job in a fraction of this."""
MENDS: Final[Mapping[UpstreamCause, str]] = {
    UpstreamCause.KEY_REFUSED: "Make a new key at the provider and set {name}_KEY.",
    UpstreamCause.FORBIDDEN: "Give this key its rights at the provider, or set {name}_KEY.",
    UpstreamCause.QUOTA: "Put money into the provider's account, or set {name}_KEY to another's.",
    UpstreamCause.NOT_FOUND: "Correct {name}_URL; it mostly ends in /v1.",
    UpstreamCause.UNREACHABLE: "Start that server, or correct {name}_URL.",
}


# providers


def providers(settings: Settings) -> Iterator[Check]:
    """Each part that the operator has set: one call that costs nothing."""
    try:
        chosen = operators(settings)
    except OperatorFault as fault:
        yield Check("providers", False, str(fault), "Correct or unset these variables.")
        return
    if not chosen:
        yield Check(
            "providers",
            False,
            "none set; this machine thinks, hears and speaks, or candidates' own keys do",
            f"Optional. Set {PREFIX}LLM, {PREFIX}STT, {PREFIX}TTS: docs/how-to/keys.md",
            required=False,
        )
    for part, one in chosen.items():
        yield _provider(part, one)


def _provider(part: Part, chosen: Chosen) -> Check:
    name = f"provider {part.value}"
    try:
        return Check(name, True, asyncio.run(_asked(part, chosen)))
    except UpstreamFault as fault:
        mend = MENDS.get(UpstreamCause(fault.cause), "Try again later, or ask the provider why.")
        told = f"{chosen.choice.provider} was asked and failed: {fault.cause}"
        return Check(name, False, told, mend.format(name=f"{PREFIX}{part.name}"))
    except GreenroomError as fault:
        return Check(name, False, str(fault))


async def _asked(part: Part, chosen: Chosen) -> str:
    from greenroom.adapters.models.key_check import check_key
    from greenroom.adapters.models.plugins import MODULES

    found = resolve(chosen.choice, part, has_key=chosen.key is not None)
    if importlib.util.find_spec(f"livekit.plugins.{MODULES[found.provider.name]}") is None:
        raise OperatorFault(
            f"the plugin for {found.provider.title} is missing; install it: "
            f"pip install greenroom[{found.provider.extra}]"
        )
    rule, model = operators_rule(chosen.choice), found.model
    known = await check_key(chosen.choice, part, chosen.key, rule, models=(model,))
    if known is not None and not model_names.has(known, model):
        raise OperatorFault(model_names.unknown(known, model, found.provider.name))
    priced = not found.own_address and price_of(found.provider.name, found.model) != UNKNOWN
    price = "price known" if priced else "no price known"
    form = f", asked by {found.asked}" if part is Part.LLM else ""
    sure = "" if known is not None else ", not checked: it gives no list of models"
    return f"{found.provider.name} answers and accepts us; {model}{sure}{form}, {price}"


# LiveKit


def livekit() -> Iterator[Check]:
    """Whether the LiveKit server answers, takes our tokens, and has a worker of ours."""
    try:
        settings = configuration.livekit()
    except OperatorFault as fault:
        yield Check("livekit", False, str(fault), "Set all three, or none: docs/how-to/livekit.md")
        return
    if settings is None:
        yield Check(
            "livekit",
            False,
            "none set; serve holds interviews itself",
            "Optional. Set LIVEKIT_URL, LIVEKIT_API_KEY and LIVEKIT_API_SECRET: docs/how-to/livekit.md",
            required=False,
        )
        return
    server = looked("livekit server", lambda: asyncio.run(_reached(settings)))
    yield server
    if not server.ok:
        return
    yield looked("livekit token", lambda: asyncio.run(_admitted(settings)))
    try:
        there = asyncio.run(_worker(settings))
    except GreenroomError as fault:
        yield Check("livekit worker", False, str(fault))
        return
    yield Check(
        "livekit worker",
        there,
        "took a job" if there else f"none took a job within {WORKER_S} s",
        "Start one, with the same LiveKit variables: greenroom worker",
    )


async def _reached(settings: LiveKitSettings) -> str:
    from greenroom.adapters.rooms.control import control_of

    async with control_of(_server(settings)) as control:
        rooms = len(await control.occupied())
    return f"{settings.url} answers and accepts our key; interviews in its rooms now: {rooms}"


async def _admitted(settings: LiveKitSettings) -> str:
    from greenroom.adapters.rooms.livekit_check import admitted

    await admitted(_server(settings))
    return "a candidate's token is accepted"


async def _worker(settings: LiveKitSettings) -> bool:
    from greenroom.adapters.rooms.livekit_check import worker_answers

    return await worker_answers(_server(settings), f"doctor-{secrets.token_hex(8)}", WORKER_S)


def _server(settings: LiveKitSettings) -> LiveKitServer:
    from greenroom.adapters.rooms.server import LiveKitServer

    return LiveKitServer(settings.url, settings.api_key, settings.api_secret)
