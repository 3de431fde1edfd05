"""`app.ports.Mailer` by SMTP."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from email.errors import MessageError
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import make_msgid
from ssl import SSLContext
from typing import Final, Literal

from pydantic import SecretStr

from greenroom.app.ports import Letter, OperatorFault, UpstreamFault, UserFault
from greenroom.app.providers.upstream import UpstreamCause
from greenroom.assessment.sentence import Sentence

LONGEST_S: Final = 30.0
"""Of one letter, from the connection to the server's word that it has it."""
SERVER: Final = "mail"
"""What a fault calls it: no host and no address."""


@dataclass(frozen=True, slots=True)
class Post:
    """Where letters are handed in."""

    host: str
    port: int
    security: Literal["tls", "starttls", "none"]
    sender: str
    user: str | None = None
    password: SecretStr | None = None


class SmtpMailer:
    """A connection for each letter: there are few."""

    def __init__(
        self, post: Post, *, trusted: SSLContext | None = None, longest_s: float = LONGEST_S
    ) -> None:
        """`trusted` None: the certificates that this machine trusts."""
        self._post, self._trusted, self._longest_s = post, trusted, longest_s

    async def send(self, letter: Letter) -> None:
        message = written(letter, self._post.sender)
        try:
            import aiosmtplib
        except ImportError:
            raise OperatorFault("e-mail needs: pip install 'greenroom[mail]'") from None
        post = self._post
        try:
            async with asyncio.timeout(self._longest_s):
                await aiosmtplib.send(
                    message,
                    hostname=post.host,
                    port=post.port,
                    username=post.user,
                    password=None if post.password is None else post.password.get_secret_value(),
                    use_tls=post.security == "tls",
                    start_tls=post.security == "starttls",
                    tls_context=self._trusted,
                    timeout=self._longest_s,
                )
        except (aiosmtplib.SMTPException, OSError, ValueError) as error:
            cause = _cause(error)
            raise UpstreamFault(SERVER, cause, retryable=cause.retryable) from None


def written(letter: Letter, sender: str) -> EmailMessage:
    """The letter as a message. An address is one address or `UserFault`: no header can be smuggled in."""
    message = EmailMessage(policy=SMTP)
    try:
        message["To"] = Address(addr_spec=letter.to)
        message["From"] = sender
        message["Subject"] = letter.subject
    except (ValueError, IndexError, MessageError):
        raise UserFault(
            Sentence("This is no e-mail address that a letter can be sent to.")
        ) from None
    message["Message-ID"] = make_msgid(domain=sender.rpartition("@")[2].strip("> ") or None)
    message["Auto-Submitted"] = "auto-generated"
    message.set_content(letter.text)
    kind, _, subtype = letter.media_type.partition(";")[0].partition("/")
    message.add_attachment(letter.content, maintype=kind, subtype=subtype, filename=letter.filename)
    return message


def _cause(error: Exception) -> UpstreamCause:
    """By what the server said, never in its words: it may name the address."""
    import aiosmtplib

    match error:
        case aiosmtplib.SMTPAuthenticationError():
            return UpstreamCause.KEY_REFUSED
        case aiosmtplib.SMTPRecipientsRefused(recipients=refused):
            return _by_code(refused[0].code if refused else 0)
        case aiosmtplib.SMTPTimeoutError() | TimeoutError():
            return UpstreamCause.TIMEOUT
        case aiosmtplib.SMTPConnectResponseError():
            return _by_code(error.code)
        case aiosmtplib.SMTPServerDisconnected():
            return UpstreamCause.CUT
        case aiosmtplib.SMTPResponseException(code=code):
            return _by_code(code)
        case aiosmtplib.SMTPConnectError() | OSError():
            return UpstreamCause.UNREACHABLE
        case _:
            return UpstreamCause.UNEXPLAINED


def _by_code(code: int) -> UpstreamCause:
    """4xx: later (greylisting, too much); 5xx: never."""
    if 400 <= code < 500:
        return UpstreamCause.SERVER_ERROR if code == 421 else UpstreamCause.RATE_LIMITED
    return UpstreamCause.REJECTED if 500 <= code < 600 else UpstreamCause.UNEXPLAINED
