"""Whose an interview is, and who may open it.

An owner is a random id in a signed cookie, given with the first interview; it opens all of that
owner's interviews. A capability is a bearer token that opens one. Whoever has neither is told that
there is nothing here, the same words as for an interview that never existed. A token that this server
never gave out is refused before that (`credentials`).
"""

from __future__ import annotations

import hashlib
import re
import secrets
from typing import Final

from itsdangerous import BadSignature, Signer
from starlette.requests import HTTPConnection
from starlette.responses import Response

from greenroom.app.ports import InterviewRow, NotFound, Visitor
from greenroom.app.registration import capability_opens
from greenroom.web.addresses import address_of
from greenroom.web.credentials import capability_of
from greenroom.web.interview_cache import Find
from greenroom.web.services import Services, services_of

COOKIE: Final = "greenroom_owner"
LIFETIME_S: Final = 400 * 24 * 3600
"""As long as browsers keep a cookie at most."""

ID_PATTERN: Final = r"^[A-Za-z0-9_-]{1,40}$"

_OWNER = re.compile(r"own_[0-9a-f]{32}")


def owner_of(connection: HTTPConnection) -> str | None:
    """The owner that the cookie names, if we signed it."""
    sealed = connection.cookies.get(COOKIE, "")
    try:
        owner = _signer(services_of(connection)).unsign(sealed).decode("ascii", "replace")
    except BadSignature:
        return None
    return owner if _OWNER.fullmatch(owner) else None


def new_owner() -> str:
    return f"own_{secrets.token_hex(16)}"


def remember(response: Response, services: Services, owner: str) -> None:
    """Give the browser its owner's cookie: no script reads it, no other site makes it travel."""
    response.set_cookie(
        COOKIE,
        _signer(services).sign(owner).decode(),
        max_age=LIFETIME_S,
        httponly=True,
        samesite="strict",
        secure=services.secure,
    )


def forget(response: Response, services: Services) -> None:
    """Take the cookie away: nothing belongs to this owner any more."""
    response.delete_cookie(COOKIE, httponly=True, samesite="strict", secure=services.secure)


async def opened(
    connection: HTTPConnection, interview_id: str, find: Find | None = None
) -> InterviewRow:
    """The interview, if the caller may have it; `NotFound` otherwise. `find`: where it is looked up
    instead of in the store.

    A bearer token decides alone: one that does not fit is not saved by a cookie.
    """
    if not re.fullmatch(ID_PATTERN, interview_id):
        raise NotFound("there is nothing at this address")
    row = await (find or services_of(connection).interviews.find)(interview_id)
    capability = capability_of(connection)
    if capability is not None:
        fits = capability_opens(row, capability)
    else:
        owner = owner_of(connection)
        fits = row is not None and owner is not None and secrets.compare_digest(owner, row.owner)
    if row is None or not fits:
        raise NotFound("there is nothing at this address")
    return row


async def owned(connection: HTTPConnection, interview_id: str) -> InterviewRow:
    """The interview, for its owner alone; `NotFound` for whoever has only a token of it."""
    row = await opened(connection, interview_id)
    if owner_of(connection) != row.owner:
        raise NotFound("there is nothing at this address")
    return row


def visitor_of(connection: HTTPConnection, row: InterviewRow) -> Visitor:
    """Who opens this interview's page. Only with the owner's cookie may it be opened `instead` of
    another: a capability opens one interview alone."""
    instead = connection.query_params.get("instead") == "1" and owner_of(connection) == row.owner
    return Visitor(address_of(connection), instead)


def _signer(services: Services) -> Signer:
    return Signer(services.secret, salt="greenroom.owner", digest_method=hashlib.sha256)
