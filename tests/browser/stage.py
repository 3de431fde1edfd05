"""The pages on a stage: the real routes, templates and scripts, with a scripted interview behind them.

Never shipped. Also a way to look at the pages by hand: `python tests/browser/stage.py 8765`.
"""

from __future__ import annotations

import socket
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from time import monotonic
from typing import Any, cast

import uvicorn
from fastapi import FastAPI, Request
from fastapi.responses import FileResponse, HTMLResponse, JSONResponse, Response

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.web.catalogues import bracketed

from greenroom.app.plans import source_of
from greenroom.app.ports import Amount, NotFound
from greenroom.testing import MemoryStore, sealed_key
from greenroom.testing.backstage import (
    Backstage,
    record_of,
    sample_link,
    sample_record,
    sample_scorecard,
)
from greenroom.web import languages, pages
from greenroom.web.languages import LanguageChoice
from greenroom.web.plans import pages as plan_pages
from greenroom.web.plans import routes as plans
from greenroom.web.rates import Rates
from greenroom.web.services import Services

DELETED = ("deleted-with-a-draft", "deleted-from-its-report")
"""Interviews that a test of their own deletes: the stage is the same for all."""
FAKES = Path(__file__).parent / "fakes"
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "media-src 'self' blob:; connect-src 'self'; worker-src 'self'; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'"
)


def _take_keys(app: FastAPI) -> None:
    @app.post("/api/keys")
    @app.put("/api/keys/{key_id}")
    async def enter(request: Request, key_id: str = "key_openai") -> JSONResponse:
        body = await request.json()
        app.state.entered = body
        if body["key"] == "refused":
            errors = [{"pointer": "#/key", "detail": "OpenAI did not accept this key."}]
            return JSONResponse({"title": "Bad", "status": 422, "errors": errors}, 422)
        if body["base_url"] and not body["models"]["llm"]:
            errors = [{"pointer": "#/models/llm", "detail": "Name a model."}]
            return JSONResponse({"title": "Bad", "status": 422, "errors": errors}, 422)
        return JSONResponse({"id": key_id}, 201)

    @app.post("/api/nearby")
    async def nearby() -> Any:
        return {
            "servers": [
                {"title": "Ollama", "base_url": "http://127.0.0.1:11434/v1", "models": ["qwen3:8b"]}
            ]
        }

    @app.get("/entered")
    async def entered() -> Any:
        return app.state.entered


def _show_scorecards(backstage: Backstage) -> None:
    """One that is made, with a link to it, and one that is waited for."""
    judged = {**sample_record("judged"), "sound": True}
    backstage.sounds["judged"] = [(0, 150_000)]
    backstage.add("judged", judged, created_at="2026-11-19T09:00:00.000Z")
    backstage.scorecards["judged"] = sample_scorecard("judged", judged)
    backstage.add("waiting", sample_record("waiting"), created_at="2026-11-18T09:00:00.000Z")
    asked = sample_scorecard("waiting", judged)
    backstage.scorecards["waiting"] = replace(asked, card=None)
    backstage.shares["opaque"] = sample_link("judged")
    backstage.sends_mail = True


def _tell_of_scorecards(app: FastAPI) -> None:
    @app.get("/api/interviews/{interview_id}/scorecard")
    async def asked_for(interview_id: str) -> dict[str, str]:
        return {"status": "asked"}


def _add_abandoned(backstage: Backstage) -> None:
    for day, name in enumerate(("older", *DELETED)):
        left = record_of(name, [], end_reason="candidate_left")
        backstage.add(name, left, created_at=f"2026-11-{20 - day}T09:00:00.000Z")


def product() -> FastAPI:
    """The pages and just enough API for them to be alive."""
    backstage = Backstage()
    _add_abandoned(backstage)
    backstage.add("done", sample_record("done"))
    _show_scorecards(backstage)
    backstage.add("new", created_at="2026-11-21T12:00:00.000Z")
    backstage.looks_nearby = True
    backstage.sealed += [
        sealed_key("key_own", provider="openai-compatible", base_url="http://127.0.0.1:11434/v1",
                   models={"llm": "qwen3:8b", "tts": "kokoro"}, voice="nova", sealed=b"", last4="",
                   checked_at="2026-11-21T10:02:00.000Z"),
        sealed_key("key_openai", last4="413e", checked_at="2026-11-20T09:00:00.000Z"),
    ]  # fmt: skip
    backstage.spent = Amount(41_200, 5_100, 8_400, 1_260)
    app = FastAPI()
    app.add_middleware(LanguageChoice, languages={"hi": bracketed("hi")})
    app.include_router(languages.router())

    @app.middleware("http")
    async def policy(request: Request, call_next: Any) -> Response:
        response: Response = await call_next(request)
        response.headers["content-security-policy"] = POLICY
        return response

    @app.exception_handler(NotFound)
    async def nothing(request: Request, error: Exception) -> HTMLResponse:
        return pages.error_page(404, request.url.path)

    @app.post("/api/interviews")
    async def register(request: Request) -> JSONResponse:
        body = await request.json()
        if body.get("company") == "full":
            return JSONResponse(
                {"title": "Too many", "detail": "Too many interviews were begun."},
                429,
                {"retry-after": "30"},
            )
        if body.get("name") == "bad":
            errors = [
                {
                    "pointer": "#/job_description",
                    "detail": "This is too long: 20 000 characters at most.",
                }
            ]
            return JSONResponse({"title": "Bad", "status": 422, "errors": errors}, 422)
        return JSONResponse({"id": "new"}, 201)

    @app.get("/api/interviews/{interview_id}")
    async def told(interview_id: str) -> dict[str, Any]:
        return {"record": backstage.records.get("done")}

    @app.delete("/api/interviews/{interview_id}")
    async def erase(interview_id: str) -> Response:
        backstage.rows.pop(interview_id, None)
        return Response(status_code=204)

    @app.get("/static/{name}.js")
    async def script(name: str) -> FileResponse:
        fake = FAKES / f"{name}.js"
        real = Path(pages.__file__).parent / "static" / f"{name}.js"
        return FileResponse(fake if fake.exists() else real, media_type="text/javascript")

    @app.get("/broken")
    async def broken() -> HTMLResponse:
        return pages.error_page(500)

    _take_keys(app)
    _tell_of_scorecards(app)
    empty = Backstage()
    app.include_router(pages.router(backstage))
    app.include_router(pages.router(empty), prefix="/empty")
    foreign = Backstage()
    hindi = source_of("classic").replace("title =", 'language = "hi"\ntitle =', 1)
    foreign.add("hindi", plan_toml=hindi)
    app.include_router(pages.router(foreign), prefix="/foreign")
    app.state.services = services = _services()
    app.include_router(plans.router(services, _rates()))
    app.include_router(plan_pages.router(services))
    app.mount("/static", pages.static_files())
    return app


def _rates() -> Rates:
    """As many of everything as a test may want."""
    return Rates(
        interviews_per_minute=10_000,
        requests_per_minute=10_000,
        documents_per_minute=10_000,
        people_per_address=10_000,
        clock=monotonic,
    )


def _services() -> Services:
    """The services that plans need."""
    nothing = cast("Any", None)
    return Services(
        store=MemoryStore(),
        keys=nothing,
        preparation=nothing,
        sound=nothing,
        rooms=nothing,
        secret=b"a secret for tests alone, long enough",
        now=lambda: datetime(2026, 11, 21, 9, 0, tzinfo=UTC),
        health=nothing,
        metrics=nothing,
        seen=nothing,
    )


@contextmanager
def served() -> Iterator[str]:
    """The product on a free port of this machine; its address."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()  # who asks before the server is up waits
        address = f"http://127.0.0.1:{listener.getsockname()[1]}"
        server = uvicorn.Server(uvicorn.Config(product(), log_level="error", ws="none"))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
        thread.start()
        try:
            yield address
        finally:
            server.should_exit = True
            thread.join(10)


if __name__ == "__main__":
    uvicorn.run(product(), port=int(sys.argv[1]))
