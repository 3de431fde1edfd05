"""The bearer token of a request: checked wherever one is sent, on routes that need none, too.

Tokens leave the server signed. The signature proves that the server gave the token, also after what it
opened was erased, so a forged token gets the same 401 for every address. Tokens of earlier versions
carry no signature: they are genuine as long as what they name is there and they open it.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from typing import Final

from itsdangerous import BadSignature, Signer
from starlette.requests import HTTPConnection

from greenroom.app.circles.entries import opens
from greenroom.app.ports import Unauthorized
from greenroom.app.registration import capability_opens
from greenroom.assessment.sentence import Sentence
from greenroom.web.services import Services, services_of

METRICS_PATH: Final = "/metrics"
WEBHOOK_PATH: Final = "/api/livekit/webhook"
"""Its Authorization header is LiveKit's signature, which the route checks itself."""
WRONG: Final = Sentence(
    "The Authorization header opens nothing here; send a valid bearer token, or none."
)
_TOKEN: Final = re.compile(
    r"(?P<capability>(?P<id>(?:int|cir)_[A-Za-z0-9_-]{1,36})\.[A-Za-z0-9_-]{16,100})"
    r"(?:\.[A-Za-z0-9_-]{43})?"
)
"""The signature is not part of the capability: a change of the secret does not end tokens."""


def signed(services: Services, capability: str) -> str:
    """The token to hand out for this capability."""
    return _signer(services).sign(capability).decode()


def capability_of(connection: HTTPConnection) -> str | None:
    """The capability in the request's token; None without an Authorization header. It proves nothing
    until it is compared with what is kept. Raises `Unauthorized` for a header that is no bearer token."""
    token = bearer(connection)
    found = _TOKEN.fullmatch(token or "")
    return token if found is None else found["capability"]


def bearer(connection: HTTPConnection) -> str | None:
    """The bearer token as it was sent; None without an Authorization header. Raises `Unauthorized` for
    another scheme, an empty token, or two headers."""
    sent = connection.headers.getlist("authorization")
    if not sent:
        return None
    scheme, _, token = sent[0].strip().partition(" ")
    token = token.strip()
    if len(sent) > 1 or scheme.lower() != "bearer" or not token:
        raise Unauthorized(WRONG)
    return token


async def check(connection: HTTPConnection) -> None:
    """Raises `Unauthorized` when a credential was sent that this server never gave out. Whether a
    genuine one opens the address at hand is for the route to say."""
    services, path = services_of(connection), connection.scope["path"]
    if path == WEBHOOK_PATH and services.livekit is not None:
        return
    token = bearer(connection)
    if path == METRICS_PATH and services.metrics_token:
        if token is None or not _same(token, services.metrics_token):
            raise Unauthorized(Sentence("The metrics need their own bearer token."))
    elif token is not None and not (
        _is_signed(services, token) or await _opens_what_it_names(services, token)
    ):
        raise Unauthorized(WRONG)


def _same(one: str, other: str) -> bool:
    return secrets.compare_digest(one.encode(), other.encode())


def _is_signed(services: Services, token: str) -> bool:
    try:
        _signer(services).unsign(token)
    except BadSignature:
        return False
    return True


async def _opens_what_it_names(services: Services, token: str) -> bool:
    """For a token without a signature of today's secret: compared with what is kept under its id."""
    found = _TOKEN.fullmatch(token)
    if found is None:
        return False
    capability = found["capability"]
    if capability.startswith("int_"):
        return capability_opens(await services.interviews.find(found["id"]), capability)
    circle = await services.store.circles.find(found["id"])
    if circle is None:
        return False
    kept = {circle.capability_hash, circle.entry_hash}
    kept |= {one.capability_hash for one in await services.store.circles.meetings(circle.id)}
    return any(opens(digest, capability) for digest in kept)


def _signer(services: Services) -> Signer:
    return Signer(services.secret, salt="greenroom.capability", digest_method=hashlib.sha256)
