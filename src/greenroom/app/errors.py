"""The errors that Greenroom raises on purpose; every adapter translates its own into one of them.

GreenroomError
├── UserFault        the caller can mend it: the message is shown (HTTP 4xx, exit 2)
│   ├── NotFound     nothing there, or not yours: we do not tell which (404)
│   ├── Unauthorized a credential was sent that is none of ours (401)
│   └── Refused      well-formed but not now: full, over, too many (409, 429, 503)
├── OperatorFault    configuration or machine: exits 3 with what to do
│   ├── DiskFull     nothing more can be written (507)
│   └── Unreachable  the database's server is away
└── UpstreamFault    a provider failed; carries no payload
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from greenroom.assessment.sentence import Sentence


class GreenroomError(Exception):
    """Base of all errors that Greenroom raises on purpose."""


class UserFault(GreenroomError):
    """The caller can mend this: the message is shown to them. Where a page shows it, it is a `Sentence`."""


class NotFound(UserFault):
    """There is nothing at this address, or it is somebody else's."""


class Unauthorized(UserFault):
    """A credential was sent that this server never gave out, or that has not its form."""


class Refused(UserFault):
    """A proper request that cannot be served now."""

    def __init__(
        self,
        message: Sentence,
        *,
        status: int = 409,
        retry_after_s: int | None = None,
        told: Mapping[str, Any] = MappingProxyType({}),
    ) -> None:
        """`told`: what a program has to know of it, besides the sentence."""
        super().__init__(message)
        self.status = status
        self.retry_after_s = retry_after_s
        self.told = told


class OperatorFault(GreenroomError):
    """Something on this machine is missing or broken; the message says what to do."""


class DiskFull(OperatorFault):
    """There is no space left to write; what was confirmed is kept."""


class Unreachable(OperatorFault):
    """The server that keeps everything does not answer, or was lost in the middle of what it was asked."""


class UpstreamFault(GreenroomError):
    """A provider failed. All that is carried is safe to log: nothing that the provider wrote.

    `cause` is an `app.providers.upstream.UpstreamCause`.
    """

    def __init__(
        self, provider: str, cause: str, *, retryable: bool, retry_after_s: float | None = None
    ) -> None:
        super().__init__(f"{provider}: {cause}")
        self.provider, self.cause, self.retryable = provider, cause, retryable
        self.retry_after_s = retry_after_s
