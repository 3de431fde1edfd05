"""Letters, handed to real mail servers on this machine that take them, or fail in every way they can."""

from __future__ import annotations

import asyncio
import logging
import socket
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from email import message_from_bytes
from email.message import Message
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import pytest
from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword, Session
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from pydantic import SecretStr

from greenroom.adapters.mail import Post, SmtpMailer, written
from greenroom.app.ports import Letter, UpstreamFault, UserFault
from greenroom.app.providers.upstream import UpstreamCause

TO = "amara.canary@example.org"
SENDER = "reports@greenroom.example"
LETTER = Letter(
    TO, "The report", "It is attached.\n", "report.pdf", "application/pdf", b"%PDF-1.7 x"
)


class Office:
    """What the server says; what it was given."""

    def __init__(self, *, rcpt: str = "250 OK", data: str = "250 OK") -> None:
        self.rcpt, self.data = rcpt, data
        self.taken: list[tuple[list[str], Message]] = []

    async def handle_RCPT(
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: Any
    ) -> str:
        if self.rcpt.startswith("250"):
            envelope.rcpt_tos.append(address)
        return self.rcpt

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        if self.data.startswith("250"):
            self.taken.append((envelope.rcpt_tos, message_from_bytes(envelope.content or b"")))
        return self.data


@asynccontextmanager
async def open_at(office: Office, **how: Any) -> AsyncIterator[int]:
    """A real SMTP server on a port of its own."""
    tls = how.pop("tls", None)
    connected: list[SMTP] = []

    def server() -> SMTP:
        connected.append(SMTP(office, hostname="localhost", **how))
        return connected[-1]

    listening = await asyncio.get_running_loop().create_server(server, "127.0.0.1", 0, ssl=tls)
    try:
        yield listening.sockets[0].getsockname()[1]
    finally:
        listening.close()
        for one in connected:
            if one.transport is not None:
                one.transport.abort()
        await listening.wait_closed()


def mailer(port: int, security: str = "none", **more: Any) -> SmtpMailer:
    post = {key: more.pop(key) for key in ("user", "password") if key in more}
    at = Post("127.0.0.1", port, security, SENDER, **post)  # type: ignore[arg-type]
    return SmtpMailer(at, **more)


async def failure(port: int, **more: Any) -> str:
    with pytest.raises(UpstreamFault) as told:
        await mailer(port, **more).send(LETTER)
    assert "canary" not in str(told.value)
    return told.value.cause


async def test_a_letter_arrives_with_its_file() -> None:
    """The server gets one letter for one address, with subject, words and the file as it was."""
    office = Office()
    async with open_at(office) as port:
        await mailer(port).send(LETTER)
    ((to, message),) = office.taken
    assert to == [TO]
    assert (message["To"], message["From"], message["Subject"]) == (TO, SENDER, "The report")
    text, file = message.get_payload()
    assert "It is attached." in text.get_payload(decode=True).decode()
    assert (file.get_filename(), file.get_content_type()) == ("report.pdf", "application/pdf")
    assert file.get_payload(decode=True) == LETTER.content


@pytest.mark.parametrize(
    ("office", "cause"),
    [
        (Office(rcpt="450 4.2.0 Greylisted, try again in 300 seconds"), UpstreamCause.RATE_LIMITED),
        (Office(rcpt="550 5.1.1 No such user here"), UpstreamCause.REJECTED),
        (Office(data="552 5.3.4 Too large"), UpstreamCause.REJECTED),
        (Office(data="451 4.3.0 Come back later"), UpstreamCause.RATE_LIMITED),
    ],
    ids=["greylist", "unknown", "too large", "later"],
)
async def test_a_letter_that_is_not_taken(office: Office, cause: UpstreamCause) -> None:
    """Each refusal has its cause, and none of the server's words."""
    async with open_at(office) as port:
        assert await failure(port) == cause
    assert office.taken == []


@pytest.mark.filterwarnings("ignore:Requiring AUTH while not requiring TLS")
async def test_a_password_that_is_not_accepted() -> None:
    """The operator's password is wrong: no letter, a cause, and the password is in no error."""

    def never(*_: Any) -> AuthResult:
        return AuthResult(success=False, handled=False)

    office = Office()
    how = {"authenticator": never, "auth_require_tls": False, "auth_required": True}
    async with open_at(office, **how) as port:
        secret = SecretStr("canary-password")
        assert await failure(port, user="us", password=secret) == UpstreamCause.KEY_REFUSED


@pytest.mark.filterwarnings("ignore:Requiring AUTH while not requiring TLS")
async def test_a_password_that_is_accepted() -> None:
    """With the right password the letter is taken."""

    def check(server: Any, session: Any, envelope: Any, mechanism: str, data: Any) -> AuthResult:
        return AuthResult(success=data == LoginPassword(b"us", b"secret"))

    office = Office()
    how = {"authenticator": check, "auth_require_tls": False, "auth_required": True}
    async with open_at(office, **how) as port:
        await mailer(port, user="us", password=SecretStr("secret")).send(LETTER)
    assert len(office.taken) == 1


async def test_nobody_listens() -> None:
    """A server that is not there is unreachable."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
    assert await failure(port) == UpstreamCause.UNREACHABLE


async def test_a_server_that_says_nothing() -> None:
    """One that accepts the connection and stalls is given up."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
        assert await failure(port, longest_s=0.2) == UpstreamCause.TIMEOUT


async def test_a_server_that_hangs_up() -> None:
    """One that closes the connection at once has cut it."""

    async def hang_up(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.close()
        await writer.wait_closed()

    server = await asyncio.start_server(hang_up, "127.0.0.1", 0)
    async with server:
        cause = await failure(server.sockets[0].getsockname()[1])
    assert cause in (UpstreamCause.CUT, UpstreamCause.UNREACHABLE)


# TLS


@pytest.fixture
def certificate(tmp_path: Path) -> tuple[Path, Path]:
    """A certificate of 127.0.0.1 that nobody but this test trusts, and its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "127.0.0.1")])
    now = datetime.now(UTC)
    address = x509.IPAddress(ip_address("127.0.0.1"))
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([address]), critical=False)
        .sign(key, hashes.SHA256())
    )
    certificate, private = tmp_path / "cert.pem", tmp_path / "key.pem"
    certificate.write_bytes(made.public_bytes(serialization.Encoding.PEM))
    private.write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
    )
    return certificate, private


@pytest.mark.parametrize("security", ["tls", "starttls"])
async def test_tls(certificate: tuple[Path, Path], security: str) -> None:
    """By TLS from the first byte, and by STARTTLS; a certificate that is not trusted gets no letter."""
    theirs = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    theirs.load_cert_chain(*certificate)
    how = (
        {"tls": theirs} if security == "tls" else {"tls_context": theirs, "require_starttls": True}
    )
    office = Office()
    trusted = ssl.create_default_context(cafile=certificate[0])
    async with open_at(office, **how) as port:
        await mailer(port, security, trusted=trusted).send(LETTER)
        assert await failure(port, security=security) == UpstreamCause.UNREACHABLE
    assert len(office.taken) == 1


async def test_starttls_is_insisted_on() -> None:
    """A server, or somebody between, that offers no STARTTLS gets neither letter nor password."""
    office = Office()
    async with open_at(office) as port:
        with pytest.raises(UpstreamFault):
            await mailer(port, "starttls").send(LETTER)
    assert office.taken == []


# addresses


@pytest.mark.parametrize(
    "address",
    [
        "a@example.org\r\nBcc: everybody@example.org",
        "a@example.org\nSubject: other",
        "a@example.org, b@example.org",
        "A <a@example.org>",
        "a@example.org;b@example.org",
        "@example.org",
        "a@",
        "",
        "a@exa mple.org",
        "a\x00@example.org",
    ],
)
def test_one_address_or_none(address: str) -> None:
    """What is not exactly one address is refused: no header and no second recipient gets in."""
    letter = Letter(address, "s", "t", "f", "application/pdf", b"")
    with pytest.raises(UserFault, match="no e-mail address"):
        written(letter, SENDER)


async def test_no_log_names_the_address(caplog: pytest.LogCaptureFixture) -> None:
    """Neither we nor the library write the candidate's address down, taken or not."""
    with caplog.at_level(logging.DEBUG):
        async with open_at(Office()) as port:
            await mailer(port).send(LETTER)
        async with open_at(Office(rcpt="550 no")) as port:
            await failure(port)
    ours = [r.getMessage() for r in caplog.records if not r.name.startswith("mail.log")]
    assert "canary" not in " ".join(ours)
