"""The web application: routes, pages and the socket behind the guard."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from time import perf_counter
from typing import Final

from fastapi import APIRouter, FastAPI, Request
from starlette.middleware import Middleware
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from greenroom import __version__
from greenroom.app.ports import NotFound
from greenroom.web import api, history, keys, languages, pages, problems, rooms, socket
from greenroom.web.bodies import BoundedBodies
from greenroom.web.circles.pages import router as circle_pages
from greenroom.web.circles.routes import router as circle_routes
from greenroom.web.concurrency_limit import ConcurrencyLimit
from greenroom.web.credentials import METRICS_PATH
from greenroom.web.forms import Health
from greenroom.web.languages import LanguageChoice
from greenroom.web.plans import pages as plan_pages
from greenroom.web.plans import routes as plans
from greenroom.web.plans import trials
from greenroom.web.practice import bank
from greenroom.web.practice import pages as practice_pages
from greenroom.web.practice import routes as practice
from greenroom.web.preparation.pages import router as preparing_pages
from greenroom.web.preparation.routes import router as document_routes
from greenroom.web.problems import documented
from greenroom.web.rate_limits import RateLimits
from greenroom.web.reports import corrections, links, scorecards, sound
from greenroom.web.reports import pages as report_pages
from greenroom.web.security import Guard, SecurityHeaders
from greenroom.web.services import Services

METRICS_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"


def create_app(services: Services) -> FastAPI:
    """The whole HTTP side over the services. Starts and stops nothing by itself."""
    rates = RateLimits(
        services.counters,
        interviews_per_minute=services.interviews_per_minute,
        requests_per_minute=services.requests_per_minute,
        documents_per_minute=services.documents_per_minute,
        people_per_address=services.people_per_address,
        clock=lambda: services.now().timestamp(),
    )
    app = FastAPI(
        title="Greenroom",
        version=__version__,
        description="Interviews held out loud. Errors are RFC 9457 problem details.",
        docs_url=None,  # both load their scripts from elsewhere
        redoc_url=None,
        openapi_url=None,  # its own route would work it out on the event loop: a second
        middleware=[
            Middleware(HeadAsGet),
            Middleware(SecurityHeaders, secure=services.secure, connects=services.connects),
            Middleware(LanguageChoice),
            Middleware(RequestObserver, services=services),
            Middleware(Guard, services=services, rates=rates),
            Middleware(BoundedBodies),
            Middleware(ConcurrencyLimit),
        ],
    )
    app.state.services = services
    problems.install(app)
    _add(
        app,
        api.router(services, rates),
        document_routes(services, rates),
        preparing_pages(services),
        scorecards.router(services, rates),
        links.router(services, rates),
        corrections.router(services),
        sound.router(services),
        keys.router(services, rates),
        plans.router(services, rates),
        trials.router(services, rates),
        practice.router(services, rates),
        bank.router(services, rates),
        socket.router(services, rates),
        rooms.router(services),
        circle_routes(services, rates),
        circle_pages(services),
    )
    _add_operations(app, services)
    _add(
        app,
        plan_pages.router(services),
        trials.pages(services, rates),
        practice_pages.router(services),
        bank.pages(services),
        languages.router(),
        pages.router(services),
        report_pages.router(services, rates),
        history.router(services),
        keys.pages(services),
    )
    app.mount("/static", pages.static_files())
    return app


def _add(app: FastAPI, *routers: APIRouter) -> None:
    """Their routes as they are: each has its whole path. `include_router` would make every route a second time
    at the first request, on the event loop, and match each request twice."""
    for router in routers:
        app.router.routes.extend(router.routes)


def _add_operations(app: FastAPI, services: Services) -> None:
    described: list[bytes] = []
    describing = asyncio.Lock()

    @app.get("/openapi.json", include_in_schema=False)
    async def describe() -> Response:
        """The API's description, worked out once, in a thread."""
        async with describing:
            if not described:
                schema = await asyncio.to_thread(app.openapi)
                described.append(await asyncio.to_thread(lambda: json.dumps(schema).encode()))
        return Response(described[0], media_type="application/json")

    @app.get(
        "/healthz",
        response_model=Health,
        responses={**documented(400, 401), 503: {"model": Health}},
    )
    async def health() -> Response:
        """Whether the product can be used, part by part. 503 only when it cannot be used at all."""
        found = await services.health()
        return JSONResponse(found, 503 if found["status"] == "broken" else 200)

    @app.get(
        "/readyz",
        response_model=Health,
        responses={**documented(400, 401), 503: {"model": Health}},
    )
    async def ready() -> Response:
        """Whether interviews can begin here. 503 while it warms, drains, or misses a part."""
        found = await services.health()
        return JSONResponse(found, 200 if found["status"] == "ok" else 503)

    @app.get("/livez", responses=documented(400, 401))
    async def live() -> dict[str, str]:
        """Whether the process answers at all; whoever gets no answer starts it again."""
        return {"status": "ok"}

    _add_metrics(app, services)


def create_metrics_app(services: Services) -> FastAPI:
    """`/metrics` alone, behind the same guard, for a port of its own."""
    rates = RateLimits(
        services.counters,
        interviews_per_minute=1,
        requests_per_minute=1,
        documents_per_minute=1,
        people_per_address=1,
        clock=lambda: services.now().timestamp(),
    )
    app = FastAPI(
        openapi_url=None,
        middleware=[
            Middleware(HeadAsGet),
            Middleware(SecurityHeaders, secure=False),
            Middleware(Guard, services=services, rates=rates),
        ],
    )
    app.state.services = services
    problems.install(app)
    _add_metrics(app, replace(services, serves_metrics=True))
    return app


def _add_metrics(app: FastAPI, services: Services) -> None:
    @app.get(METRICS_PATH, response_class=Response, responses=documented(400, 401, 404))
    async def metrics() -> Response:
        """Prometheus text. No label holds anything personal. 404 where it has a port of its own."""
        if not services.serves_metrics:
            raise NotFound("the metrics have a port of their own")
        return Response(services.metrics(), media_type=METRICS_TYPE)


class HeadAsGet:
    """HEAD is GET for everybody here; whoever serves the application leaves the body out."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope.get("method") == "HEAD":
            scope = {**scope, "method": "GET"}  # a copy: the server must go on to know it as HEAD
        await self._app(scope, receive, send)


class RequestObserver:
    """Sees every answer, and answers for what nobody else caught."""

    def __init__(self, app: ASGIApp, services: Services) -> None:
        self._app, self._services = app, services

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began, status = perf_counter(), 0

        async def watched(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self._app(scope, receive, watched)
        except Exception as error:
            if status:
                problems.incident_of(error)  # too late to say it: the answer is on its way
                raise
            answer = problems.for_people(Request(scope), problems.breakdown(error))
            await answer(scope, receive, watched)
        finally:
            route = getattr(scope.get("route"), "path", "unknown")
            seconds = perf_counter() - began
            self._services.seen(method=scope["method"], route=route, status=status, seconds=seconds)
