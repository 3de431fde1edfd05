"""Why a provider failed. The list is closed: records, logs and metrics carry these values."""

from enum import StrEnum
from typing import Final


class UpstreamCause(StrEnum):
    """What went wrong, whoever the provider is. It says nothing of what the provider wrote."""

    KEY_REFUSED = "key_refused"
    FORBIDDEN = "forbidden"
    QUOTA = "quota"
    NOT_FOUND = "not_found"
    REJECTED = "rejected"
    RATE_LIMITED = "rate_limited"
    SERVER_ERROR = "server_error"
    TIMEOUT = "timeout"
    UNREACHABLE = "unreachable"
    ADDRESS_REFUSED = "address_refused"
    CUT = "cut"
    MALFORMED = "malformed"
    WRONG_SCHEMA = "wrong_schema"
    EMPTY = "empty"
    REFUSED = "refused"
    PROMPT_ECHO = "prompt_echo"
    UNEXPLAINED = "unexplained"
    BUDGET = "budget"

    @property
    def retryable(self) -> bool:
        """Whether the same request may succeed later, without anybody changing a setting."""
        return self not in LASTING


LASTING = frozenset(
    {
        UpstreamCause.KEY_REFUSED,
        UpstreamCause.FORBIDDEN,
        UpstreamCause.QUOTA,
        UpstreamCause.NOT_FOUND,
        UpstreamCause.REJECTED,
        UpstreamCause.ADDRESS_REFUSED,
        UpstreamCause.BUDGET,
    }
)

BY_STATUS: Final = {
    401: UpstreamCause.KEY_REFUSED,
    402: UpstreamCause.QUOTA,
    403: UpstreamCause.FORBIDDEN,
    404: UpstreamCause.NOT_FOUND,
    408: UpstreamCause.TIMEOUT,
    429: UpstreamCause.RATE_LIMITED,
}
"""What these HTTP statuses say, whoever answers with them."""


def cause_of_status(status: int) -> UpstreamCause:
    """Of an HTTP status that is no success."""
    usual = UpstreamCause.REJECTED if 300 <= status < 500 else UpstreamCause.SERVER_ERROR
    return BY_STATUS.get(status, usual)
