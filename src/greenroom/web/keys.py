"""Providers' keys, over HTTP and as a page. A key comes in by these routes and never goes out again."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

from fastapi import APIRouter, Path, Request
from fastapi.responses import HTMLResponse
from starlette.responses import JSONResponse, Response

from greenroom.app.ports import NotFound
from greenroom.app.providers.budgets import account
from greenroom.web.api import ALWAYS, NO_STORE
from greenroom.web.key_forms import EnteredKey, KeyList, NearbyList, NewKey, SavedKey, Used
from greenroom.web.owners import ID_PATTERN, new_owner, owner_of, remember
from greenroom.web.problems import documented
from greenroom.web.rate_limits import RateLimits
from greenroom.web.saved_providers import here, offered, saved_of, used
from greenroom.web.services import Services
from greenroom.web.templating import page

ALL, ONE = "/api/keys", "/api/keys/{key_id}"

KeyId = Annotated[
    str, Path(description="A key's opaque id.", json_schema_extra={"pattern": ID_PATTERN})
]


def router(services: Services, rates: RateLimits) -> APIRouter:
    """All of it is the owner's, by cookie: a bearer token opens one interview and no keys."""
    api = APIRouter(responses=ALWAYS)

    @api.post(ALL, status_code=201, response_model=EnteredKey, responses=documented(409))
    async def enter_key(request: Request, given: NewKey) -> Response:
        """Enter a provider's key. Key and names of models are checked by calls that cost nothing; the key
        is kept sealed."""
        known = owner_of(request)
        await rates.count("key", request, known)
        owner = known or new_owner()
        made = await services.keys.enter(owner, given.entry(), services.now())
        headers = {**NO_STORE, "Location": f"{ALL}/{made.row.id}"}
        response = JSONResponse(EnteredKey.told(made), 201, headers)
        remember(response, services, owner)
        return response

    @api.get(ALL, response_model=KeyList)
    async def list_keys(request: Request) -> Response:
        """The owner's saved providers, newest first; of a key its last four characters."""
        owner = owner_of(request)
        rows = [] if owner is None else await services.keys.of_owner(owner)
        return JSONResponse({"keys": [SavedKey.of(row) for row in rows]}, headers=NO_STORE)

    @api.post("/api/nearby", response_model=NearbyList, responses=documented(404))
    async def look_nearby(request: Request) -> Response:
        """Look for model servers on this machine, at the usual ports. None is used, and none is saved."""
        await rates.count("key", request, owner_of(request))
        if services.nearby is None:
            raise NotFound("this server looks for no model servers")
        found = [asdict(server) for server in await services.nearby()]
        return JSONResponse({"servers": found}, headers=NO_STORE)

    @api.get("/api/usage", response_model=Used)
    async def read_usage(request: Request) -> Response:
        """What the owner's interviews have used of providers in the last 24 hours, and may at most."""
        found = await account(
            services.store.usage, owner_of(request), services.ceilings.owner, services.now()
        )
        return JSONResponse(Used.of(found), headers=NO_STORE)

    @api.put(ONE, response_model=EnteredKey, responses=documented(404))
    async def replace_key(request: Request, key_id: KeyId, given: NewKey) -> Response:
        """Put another key, or other models, in this one's place. The key is entered again."""
        owner = owner_of(request)
        await rates.count("key", request, owner)
        if owner is None:
            raise NotFound("there is nothing at this address")
        made = await services.keys.replace(owner, key_id, given.entry(), services.now())
        return JSONResponse(EnteredKey.told(made), headers=NO_STORE)

    @api.delete(ONE, status_code=204, responses=documented(404))
    async def delete_key(request: Request, key_id: KeyId) -> Response:
        """Erase a key. An interview that runs keeps using it until it ends."""
        owner = owner_of(request)
        if owner is None:
            raise NotFound("there is nothing at this address")
        await services.keys.delete(owner, key_id)
        return Response(status_code=204)

    return api


def pages(services: Services) -> APIRouter:
    found = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)

    @found.get("/keys")
    async def show(request: Request) -> HTMLResponse:
        kept = await saved_of(services, request)
        fresh = request.query_params.get("saved")
        usage, most = services.store.usage, services.ceilings.owner
        spent = await account(usage, owner_of(request), most, services.now())
        return page(
            "keys.html",
            saved=kept,
            fresh=next((one for one in kept if one.row.id == fresh), None),
            unlisted="unlisted" in request.query_params,
            offered=offered(),
            here=here(services.keys.operators),
            used=used(spent),
            looks=services.nearby is not None,
        )

    return found
