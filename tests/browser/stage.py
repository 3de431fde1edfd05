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
from pathlib import Path, PurePosixPath
from typing import Any, cast

import uvicorn
from fastapi import FastAPI, Request
from fastapi.responses import HTMLResponse, JSONResponse, Response
from starlette.datastructures import MutableHeaders
from starlette.middleware import Middleware
from starlette.types import ASGIApp, Message, Receive, Scope, Send

sys.path.insert(0, str(Path(__file__).parents[2]))
sys.path.insert(0, str(Path(__file__).parent))

from long_words import long_words
from tests.support.pages import RATES, NoMail, PagesHouse
from tests.support.records import record_of, sample_link, sample_record, sample_scorecard
from tests.web.catalogues import bracketed

from greenroom.app.plans import source_of
from greenroom.app.ports import Amount, Ceiling
from greenroom.app.providers.budgets import Ceilings
from greenroom.testing import sealed_key
from greenroom.web import languages, pages
from greenroom.web.languages import LanguageChoice
from greenroom.web.plans import pages as plan_pages
from greenroom.web.plans import routes as plans

DELETED = ("deleted-with-a-draft", "deleted-from-its-report")
"""Interviews that a test of their own deletes: the stage is the same for all."""
FAKES = Path(__file__).parent / "fakes"
KINDS = {".js": "text/javascript", ".css": "text/css"}
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "media-src 'self' blob:; connect-src 'self'; worker-src 'self'; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'"
)


class _Strict:
    """Every answer has the policy. Scripts and styles are answered here, without a look at all routes: a page asks for
    two dozen, and each test loads it anew."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def strict(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers["content-security-policy"] = POLICY
            await send(message)

        await (_static(scope.get("path", "")) or self._app)(scope, receive, strict)


def _static(path: str) -> Response | None:
    """The pages' own script or style at this address, or what stands for it here."""
    kind = KINDS.get(PurePosixPath(path).suffix, "")
    if not path.startswith("/static/") or not kind:
        return None
    name = path.removeprefix("/static/")
    fake = FAKES / name
    told = fake if fake.exists() else Path(pages.__file__).parent / "static" / name
    return Response(told.read_bytes(), media_type=kind)


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


def _show_scorecards(house: PagesHouse) -> None:
    """One that is made, with a link to it, and one that is waited for."""
    judged = {**sample_record("judged"), "sound": True}
    card = sample_scorecard("judged", judged)
    house.add("judged", judged, card, 150_000, created_at="2026-11-19T09:00:00.000Z")
    asked, when = replace(card, card=None), "2026-11-18T09:00:00.000Z"
    house.add(
        "waiting", sample_record("waiting"), replace(asked, interview_id="waiting"), created_at=when
    )
    house.link(sample_link("judged", "opaque"))


def _tell_of_scorecards(app: FastAPI) -> None:
    @app.get("/api/interviews/{interview_id}/scorecard")
    async def asked_for(interview_id: str) -> dict[str, str]:
        return {"status": "asked"}


def _add_abandoned(house: PagesHouse) -> None:
    for day, name in enumerate(("older", *DELETED)):
        left = record_of(name, [], end_reason="candidate_left")
        house.add(name, left, created_at=f"2026-11-{20 - day}T09:00:00.000Z")


def product() -> FastAPI:
    """The pages and just enough API for them to be alive."""
    ceilings = Ceilings(owner=Ceiling(3_000_000, 300_000, 36_000, 25_000_000))
    house = PagesHouse(mailer=NoMail(), nearby=cast("Any", object()), ceilings=ceilings)
    _add_abandoned(house)
    house.add("done", sample_record("done"))
    _show_scorecards(house)
    house.add("new", created_at="2026-11-21T12:00:00.000Z")
    house.put_keys([
        sealed_key("key_own", provider="openai-compatible", base_url="http://127.0.0.1:11434/v1",
                   models={"llm": "qwen3:8b", "tts": "kokoro"}, voice="nova", sealed=b"", last4="",
                   checked_at="2026-11-21T10:02:00.000Z"),
        sealed_key("key_openai", last4="413e", checked_at="2026-11-20T09:00:00.000Z"),
    ])  # fmt: skip
    house.spend("done", Amount(41_200, 5_100, 8_400, 1_260))
    app = house.app(
        Middleware(_Strict), Middleware(LanguageChoice, languages={"hi": bracketed("hi")})
    )
    app.include_router(languages.router())

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
        return {"record": sample_record("done")}

    @app.delete("/api/interviews/{interview_id}")
    async def erase(interview_id: str) -> Response:
        await house.store.interviews.delete(interview_id)
        return Response(status_code=204)

    @app.get("/broken")
    async def broken() -> HTMLResponse:
        return pages.error_page(500)

    _take_keys(app)
    _tell_of_scorecards(app)
    app.mount("/empty", PagesHouse().app())
    foreign = PagesHouse()
    hindi = source_of("classic").replace("title =", 'language = "hi"\ntitle =', 1)
    foreign.add("hindi", plan_toml=hindi)
    app.mount("/foreign", foreign.app())
    app.mount("/long", long_words())
    app.include_router(plans.router(house.services, RATES))
    app.include_router(plan_pages.router(house.services))
    app.mount("/static", pages.static_files())
    return app


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
