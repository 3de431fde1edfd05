"""How many requests of one person are worked on at once."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

from itsdangerous import Signer
from starlette.types import Message, Receive, Scope, Send

from greenroom.web.concurrency_limit import OF_ADDRESS, OF_OWNER, ConcurrencyLimit
from greenroom.web.owners import COOKIE, _signer, new_owner

SERVICES = SimpleNamespace(secret=b"of no use to anybody")


class Answering:
    """An application that begins an answer when it is told to, and ends it when it is told to."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.may_answer = asyncio.Event()
        self.may_end = asyncio.Event()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.begun.append(scope["path"])
        await self.may_answer.wait()
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await self.may_end.wait()
        await send({"type": "http.response.body", "body": b""})


def _request(path: str, owner: str | None = None, address: str = "192.0.2.1") -> Scope:
    headers = []
    if owner is not None:
        signer: Signer = _signer(SERVICES)  # type: ignore[arg-type]
        headers.append((b"cookie", f"{COOKIE}={signer.sign(owner).decode()}".encode()))
    return {
        "type": "http",
        "path": path,
        "headers": headers,
        "client": (address, 1),
        "app": SimpleNamespace(state=SimpleNamespace(services=SERVICES)),
    }


async def _receive() -> Message:
    return {"type": "http.request"}


async def _send(_message: Message) -> None: ...


async def _settle() -> None:
    for _ in range(20):
        await asyncio.sleep(0)


def _ask(shares: ConcurrencyLimit, *requests: Scope) -> list[asyncio.Task[Any]]:
    return [asyncio.ensure_future(shares(one, _receive, _send)) for one in requests]


async def test_one_person_is_served_a_few_at_a_time_and_others_beside_them() -> None:
    """Whoever asks for much at once waits for themselves, in the order in which it was asked; nobody else does."""
    application = Answering()
    shares, ana, ben = ConcurrencyLimit(application), new_owner(), new_owner()
    mine = [_request(f"/{number}", ana) for number in range(OF_OWNER + 2)]
    asked = _ask(shares, *mine, _request("/ben", ben), _request("/stranger"))
    await _settle()
    assert application.begun == [*(f"/{number}" for number in range(OF_OWNER)), "/ben", "/stranger"]
    application.may_end.set()
    application.may_answer.set()
    await asyncio.gather(*asked)
    assert application.begun[-2:] == [f"/{OF_OWNER}", f"/{OF_OWNER + 1}"]


async def test_an_answer_that_has_begun_holds_no_place() -> None:
    """A slow line, or a stream of events, keeps nobody waiting."""
    application = Answering()
    shares, ana = ConcurrencyLimit(application), new_owner()
    asked = _ask(shares, *(_request(f"/{number}", ana) for number in range(OF_OWNER + 1)))
    application.may_answer.set()
    await _settle()
    assert len(application.begun) == OF_OWNER + 1
    application.may_end.set()
    await asyncio.gather(*asked)


async def test_callers_without_a_cookie_share_by_address() -> None:
    """Dropping the cookie gives no more than a few places, and takes none from another address."""
    application = Answering()
    shares = ConcurrencyLimit(application)
    many = [_request(f"/{number}") for number in range(OF_ADDRESS + 1)]
    asked = _ask(shares, *many, _request("/other", address="198.51.100.7"))
    await _settle()
    assert application.begun == [*(f"/{number}" for number in range(OF_ADDRESS)), "/other"]
    application.may_answer.set()
    application.may_end.set()
    await asyncio.gather(*asked)


async def test_files_and_what_rooms_say_by_themselves_wait_for_nobody() -> None:
    """Pings of a room and a page's files go past everything that waits."""
    application = Answering()
    shares, ana = ConcurrencyLimit(application), new_owner()
    paths = ["/a", "/b", "/c", "/static/room.js", "/api/interviews/int_1/messages", "/healthz"]
    asked = _ask(shares, *(_request(path, ana) for path in paths))
    await _settle()
    assert [path for path in paths if path not in application.begun] == ["/c"]
    application.may_answer.set()
    application.may_end.set()
    await asyncio.gather(*asked)


async def test_who_gives_up_while_waiting_leaves_the_others_their_places() -> None:
    """A request that is cancelled in line takes no place with it."""
    application = Answering()
    shares, ana = ConcurrencyLimit(application), new_owner()
    asked = _ask(shares, *(_request(f"/{number}", ana) for number in range(OF_OWNER + 2)))
    await _settle()
    asked[OF_OWNER].cancel()
    application.may_answer.set()
    application.may_end.set()
    await asyncio.gather(*asked, return_exceptions=True)
    assert application.begun[-1] == f"/{OF_OWNER + 1}"
