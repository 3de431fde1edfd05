"""`greenroom serve`: the product on one address, and its interviews, unless workers hold them.

The page answers first. The speech models and LiveKit, which take seconds to load, come up behind it
in a thread; an interview that is opened meanwhile waits for them.
"""

from __future__ import annotations

import asyncio
import gc
import signal
import socket
from contextlib import AsyncExitStack, aclosing
from dataclasses import replace
from functools import partial

from greenroom import settings as configuration
from greenroom.adapters.storage import open_store
from greenroom.app.plans.trials import Trials
from greenroom.app.ports import Counters
from greenroom.app.providers.budgets import ceilings
from greenroom.app.scorecards.scorecard_worker import ScorecardWorker
from greenroom.app.storage_quota import MEGABYTE
from greenroom.bootstrap.background_loops import end_abandoned, erase_old, make_scorecards
from greenroom.bootstrap.circle_jobs import DeferredMissions, hold_missions
from greenroom.bootstrap.clock import utc_now
from greenroom.bootstrap.counting import counters
from greenroom.bootstrap.data_dir_lock import occupied
from greenroom.bootstrap.health import Health
from greenroom.bootstrap.hosting import Hosting, hosting_of
from greenroom.bootstrap.http_server import Announcing, announce, config, known_hosts
from greenroom.bootstrap.interview_services import InterviewServices, interview_services
from greenroom.bootstrap.judging import ModelJudges, ModelWriters, operators_title
from greenroom.bootstrap.kept_secrets import check_cookies, check_sealing
from greenroom.bootstrap.keys import nearby
from greenroom.bootstrap.listening import listen, metrics_served
from greenroom.bootstrap.mail import mailer
from greenroom.bootstrap.output import configure_output, say
from greenroom.bootstrap.plan_trial_process import ConfinedTrials
from greenroom.bootstrap.report_renderer import report_renderer
from greenroom.data_directory import prepare_data, signing_secret
from greenroom.settings import Settings
from greenroom.web.services import Services


def main(host: str, port: int) -> int:
    """Serve until SIGINT or SIGTERM. Raises `OperatorFault` when it cannot even begin."""
    settings = configuration.load(host=host, port=port)
    configure_output(settings)
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
    async with (
        aclosing(await open_store(settings.store, settings.ledger)) as store,
        aclosing(AsyncExitStack()) as closing,
    ):
        store.database.hold_reserve()
        await check_sealing(settings, store)
        await check_cookies(settings, store)
        interviews = await closing.enter_async_context(interview_services(settings, store))
        hosting = await closing.enter_async_context(hosting_of(interviews))
        counted = await closing.enter_async_context(counters(settings))
        trials = Trials(ConfinedTrials())
        closing.push_async_callback(trials.aclose)
        judges = ModelJudges(settings, store, interviews.keys, utc_now)
        scorecards = ScorecardWorker(store, judges, holder=f"docket of {settings.data}")
        missions = DeferredMissions()
        services = replace(
            _web_services(interviews, hosting, counted),
            scorecard_asked=scorecards.look,
            writers=ModelWriters(judges, hosting.ready),
            trials=trials,
            missions=missions,
            closing=lambda: server.should_exit,
        )
        await closing.enter_async_context(metrics_served(settings, services))
        server = Announcing(
            config(services, settings),
            partial(announce, settings, listening),
            drained=partial(hosting.drained, settings.drain_seconds),
        )
        async with asyncio.TaskGroup() as tasks:
            serving = tasks.create_task(server.serve(sockets=[listening]))
            beside = [
                erase_old(store, hosting.rooms, settings.retention_days, utc_now),
                end_abandoned(store, hosting.rooms, utc_now),
                make_scorecards(scorecards, hosting.ready),
                hold_missions(settings, store, interviews.keys, missions, hosting.ready),
            ]
            running = [tasks.create_task(work) for work in beside]
            await hosting.run(interviews, serving)
            for task in running:
                task.cancel()


def _web_services(interviews: InterviewServices, hosting: Hosting, counted: Counters) -> Services:
    """What the pages may use, without what is done behind them."""
    settings = interviews.settings
    return Services(
        store=interviews.store,
        keys=interviews.keys,
        preparation=interviews.preparation,
        sound=interviews.sound,
        rooms=hosting.rooms,
        counters=counted,
        secret=signing_secret(settings),
        now=utc_now,
        health=Health(interviews.store, hosting.rooms),
        metrics=interviews.metrics.render,
        metrics_token=settings.metrics_token.get_secret_value(),
        serves_metrics=settings.metrics_port is None,
        seen=interviews.observer.request,
        ceilings=ceilings(settings.interview_budget, settings.owner_budget),
        retention_days=settings.retention_days,
        owner_storage=settings.owner_storage_mb * MEGABYTE,
        interviews_per_minute=settings.interviews_per_minute,
        requests_per_minute=settings.requests_per_minute,
        people_per_address=settings.people_per_address,
        secure=settings.secure,
        hosts=known_hosts(settings),
        operators_model=operators_title(settings),
        report_renderer=report_renderer(),
        mailer=mailer(settings),
        nearby=nearby(settings),
        livekit=hosting.livekit,
        connects=hosting.origins,
    )
