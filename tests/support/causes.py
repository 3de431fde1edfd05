"""What each fault of a provider that answers plain HTTP is told as."""

from __future__ import annotations

from typing import Final

from greenroom.testing.providers import Fault

CAUSES: Final = {
    Fault.KEY_REFUSED: "key_refused",
    Fault.FORBIDDEN: "forbidden",
    Fault.RATE_LIMITED: "rate_limited",
    Fault.SERVER_ERROR: "server_error",
    Fault.CUT: "cut",
    Fault.GARBLED: "malformed",
    Fault.WRONG_SCHEMA: "wrong_schema",
}
