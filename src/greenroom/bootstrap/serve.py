"""`greenroom serve`: the product on one address, and its interviews, unless workers hold them.

The page answers first. The speech models and LiveKit, which take seconds to load, come up behind it
in a thread; an interview that is opened meanwhile waits for them.
"""

from __future__ import annotations

import asyncio
import gc
import signal
import socket
from contextlib import AsyncExitStack
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING

import structlog

from greenroom import settings as configuration
from greenroom.adapters.storage import open_store
from greenroom.app.plans.trials import Trials
from greenroom.app.ports import GreenroomError, Store
from greenroom.app.preparation.service import PreparationService
from greenroom.app.providers.budgets import ceilings
from greenroom.app.providers.keys import KeyRing
from greenroom.app.scorecards.scorecard_worker import ScorecardWorker
from greenroom.app.sound import SoundArchive
from greenroom.app.storage_quota import MEGABYTE
from greenroom.app.waiting_line import Shares
from greenroom.bootstrap import output
from greenroom.bootstrap.background_loops import end_abandoned, erase_old, make_scorecards
from greenroom.bootstrap.circle_jobs import DeferredMissions, at_once, hold_missions
from greenroom.bootstrap.counting import counters
from greenroom.bootstrap.data_dir_lock import occupied
from greenroom.bootstrap.deferred_rooms import DeferredRooms
from greenroom.bootstrap.freeze_gc import freeze
from greenroom.bootstrap.health import Health
from greenroom.bootstrap.http_server import Announcing, announce, config, drained, known_hosts
from greenroom.bootstrap.judging import ModelJudges, ModelWriters, operators_title
from greenroom.bootstrap.kept_secrets import check_cookies, check_sealing
from greenroom.bootstrap.keys import key_ring, nearby
from greenroom.bootstrap.listening import listen, metrics_served
from greenroom.bootstrap.mail import mailer
from greenroom.bootstrap.output import say
from greenroom.bootstrap.plan_trial_process import ConfinedTrials
from greenroom.bootstrap.preparing import circumstances, preparation_service, sound_archive
from greenroom.bootstrap.report_renderer import report_renderer
from greenroom.data_directory import prepare_data, signing_secret
from greenroom.observability.interview_observer import InterviewObserver
from greenroom.observability.logs import configure
from greenroom.observability.metrics import Metrics
from greenroom.observability.spending import CountedUsage
from greenroom.observability.traces import configured_traces
from greenroom.settings import Settings
from greenroom.web.services import Services

if TYPE_CHECKING:
    from greenroom.adapters.rooms.rooms import LiveKitRooms
    from greenroom.adapters.speech.local_speech import LocalSpeech
    from greenroom.adapters.understanding.reader import LocalReader

log = structlog.get_logger("greenroom.serve")


def main(host: str, port: int) -> int:
    """Serve until SIGINT or SIGTERM. Raises `OperatorFault` when it cannot even begin."""
    settings = configuration.load(host=host, port=port)
    debugging = settings.log_level == "DEBUG" and not settings.production
    configure(settings.log_level, personal=debugging)
    output.in_json(settings.log_json)
    prepare_data(settings)
    listening = listen(settings.host, settings.port)
    # uvicorn ends cleanly on either signal and then raises it again, for whoever called it.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: None)
    with listening, occupied(settings.data):
        say(f"data in {settings.data}")
        asyncio.run(_serve(settings, listening))
    say("stopped; interviews that were running go on when their page is opened again")
    gc.freeze()  # taking the speech models' objects apart one by one would take seconds
    return 0


async def _serve(settings: Settings, listening: socket.socket) -> None:
    metrics, traces = Metrics(), configured_traces()
    watcher = InterviewObserver(metrics, traces)
    store = await open_store(settings.store, settings.ledger)
    store.database.hold_reserve()
    store.usage = CountedUsage(store.usage, metrics.spend)
    closing = AsyncExitStack()
    if traces is not None:
        closing.push_async_callback(asyncio.to_thread, traces.close)
    try:
        await check_sealing(settings, store)
        await check_cookies(settings, store)
        ring = key_ring(settings, store)
        papers = preparation_service(settings, store, ring, _now)
        sound = sound_archive(settings, store)
        lobby, connects = await _lobby(settings, store, closing, watcher)
        late = DeferredRooms(min(settings.capacity, settings.at_most))
        rooms = lobby or late
        ready = late.settled if lobby is None else at_once
        held = DeferredMissions()
        judges = ModelJudges(settings, store, ring, _now)
        trials = Trials(ConfinedTrials())
        closing.push_async_callback(trials.aclose)
        docket = ScorecardWorker(store, judges, holder=f"docket of {settings.data}")
        shown_rooms = metrics.holds if lobby is None else metrics.admits
        shown_rooms(lambda: rooms.running, rooms.capacity)
        services = Services(
            store=store,
            keys=ring,
            preparation=papers,
            sound=sound,
            rooms=rooms,
            counters=await closing.enter_async_context(counters(settings)),
            secret=signing_secret(settings),
            now=_now,
            health=Health(store, rooms),
            metrics=metrics.render,
            metrics_token=settings.metrics_token.get_secret_value(),
            serves_metrics=settings.metrics_port is None,
            seen=watcher.request,
            ceilings=ceilings(settings.interview_budget, settings.owner_budget),
            retention_days=settings.retention_days,
            owner_storage=settings.owner_storage_mb * MEGABYTE,
            interviews_per_minute=settings.interviews_per_minute,
            requests_per_minute=settings.requests_per_minute,
            people_per_address=settings.people_per_address,
            secure=settings.secure,
            hosts=known_hosts(settings),
            operators_model=operators_title(settings),
            scorecard_asked=docket.look,
            trials=trials,
            writers=ModelWriters(judges, ready),
            report_renderer=report_renderer(),
            mailer=mailer(settings),
            missions=held,
            closing=lambda: server.should_exit,
            nearby=nearby(settings),
            lobby=lobby,
            connects=connects,
        )
        await closing.enter_async_context(metrics_served(settings, services))
        server = Announcing(
            config(services, settings),
            partial(announce, settings, listening),
            drained=partial(drained, late, settings.drain_seconds if lobby is None else 0),
        )
        async with asyncio.TaskGroup() as tasks:
            serving = tasks.create_task(server.serve(sockets=[listening]))
            sweeping = tasks.create_task(erase_old(store, rooms, settings.retention_days, _now))
            missing = tasks.create_task(end_abandoned(store, rooms, _now))
            judging = tasks.create_task(make_scorecards(docket, late if lobby is None else None))
            holding = tasks.create_task(hold_missions(settings, store, ring, held, ready))
            if lobby is None:
                await _hold_rooms(settings, store, ring, papers, sound, late, watcher, serving)
            else:
                say("interviews are held in LiveKit rooms, by: greenroom worker")
                await asyncio.wait({serving})
            sweeping.cancel()
            missing.cancel()
            judging.cancel()
            holding.cancel()
    finally:
        await closing.aclose()
        await store.aclose()


async def _lobby(
    settings: Settings, store: Store, closing: AsyncExitStack, watcher: InterviewObserver
) -> tuple[LiveKitRooms | None, tuple[str, ...]]:
    """The rooms of the LiveKit server that the environment names, and the origins that it has; none
    where it names none."""
    livekit = configuration.livekit()
    if livekit is None:
        return None, ()
    from greenroom.adapters.rooms.rooms import LiveKitRooms
    from greenroom.adapters.rooms.server import LiveKitServer

    server = LiveKitServer(livekit.url, livekit.api_key, livekit.api_secret)
    rooms = LiveKitRooms(
        server,
        store,
        capacity=settings.capacity,
        shares=shares(settings),
        not_admitted=watcher.not_admitted,
    )
    return await closing.enter_async_context(rooms), server.origins


async def _hold_rooms(
    settings: Settings,
    store: Store,
    ring: KeyRing,
    papers: PreparationService,
    sound: SoundArchive,
    rooms: DeferredRooms,
    watcher: InterviewObserver,
    serving: asyncio.Task[None],
) -> None:
    """Load what speaks, hears and understands, then keep the rooms open for as long as the server serves.
    No other server has the same SQLite file (`data_dir_lock`); over PostgreSQL others may share the seats."""
    try:
        speech, reader = await asyncio.to_thread(_load, settings)
    except Exception as error:
        rooms.fail()
        log.exception("speech_failed")
        reason = str(error) if isinstance(error, GreenroomError) else type(error).__name__
        say(f"no interviews: a part could not be loaded ({reason}); try: greenroom doctor")
        await asyncio.wait({serving})
        return
    from greenroom.adapters.embedded.rooms import EmbeddedRooms
    from greenroom.bootstrap.equipment import equipping

    try:
        async with EmbeddedRooms(
            store.interviews,
            capacity=settings.capacity,
            at_most=settings.at_most,
            seats=store.seats if isinstance(settings.store, str) else None,
            shares=shares(settings),
            equip=equipping(
                settings, store, ring, papers, sound, local=speech.voice, reader=reader, now=_now
            ),
            now=_now,
            watch=watcher,
            papers=papers.background,
            circumstances=circumstances(settings),
            not_admitted=watcher.not_admitted,
        ) as entered:
            rooms.open(entered, entered.drain)
            say("speech is ready")
            await asyncio.wait({serving})
    finally:
        speech.close()
        reader.close()


def _load(settings: Settings) -> tuple[LocalSpeech, LocalReader]:
    """Slow: imports LiveKit, loads and warms the models. Runs in a thread."""
    from greenroom.adapters.speech.local_speech import SpeechOptions, load_speech
    from greenroom.adapters.understanding.composition import load_reader

    options = SpeechOptions(settings.models, settings.voice)
    reader = load_reader()
    speech = load_speech(options)
    freeze()
    return speech, reader


def shares(settings: Settings) -> Shares:
    """How many interviews may be live at once."""
    return Shares(settings.live_per_owner, settings.people_per_address)


def _now() -> datetime:
    return datetime.now(UTC)  # noqa: TID251 - this is the clock that everybody else takes
