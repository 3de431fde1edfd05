"""E-mail, as far as a report needs it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Letter:
    """One e-mail with one file."""

    to: str
    subject: str
    text: str
    filename: str
    media_type: str
    content: bytes


class Mailer(Protocol):
    """Hands letters to a mail server. What happens to them behind it nobody tells."""

    async def send(self, letter: Letter) -> None:
        """Returns when the server has taken it. Raises `UserFault` for an address that is none,
        `UpstreamFault` when it was not taken: `rejected` for an address that the server does not
        know, `rate_limited` when it asks to come again."""
        ...
