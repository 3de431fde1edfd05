"""Who may do what: capabilities, owners, other sites, other names, too often, and our own failures."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from fastapi.testclient import TestClient

from greenroom.adapters.storage.interviews import SqlInterviews
from greenroom.app.ports import InterviewRow
from greenroom.web.app import create_metrics_app
from greenroom.web.owners import COOKIE

APPLICATION = {"plan": "two-stage", "name": "Ada", "role": "engineer", "consent": True}
ROUTES = [
    ("GET", ""),
    ("DELETE", ""),
    ("GET", "/report"),
    ("GET", "/export?format=json"),
    ("POST", "/commands"),
    ("DELETE", "/sound"),
]


def ask(client: TestClient, method: str, path: str, **headers: str) -> Any:
    body = {"command": "end"} if method == "POST" else None
    return client.request(method, path, json=body, headers=headers)


@pytest.mark.parametrize(("method", "path"), ROUTES)
def test_without_the_capability_there_is_nothing(house: Any, method: str, path: str) -> None:
    """No token, another interview's, an erased interview's: 404 on every route, in the same words."""
    with house.visitor() as owner:
        made, other, gone = (
            owner.post("/api/interviews", json=APPLICATION).json() for _ in range(3)
        )
        assert owner.delete(f"/api/interviews/{gone['id']}").status_code == 204
    stranger = house.visitor()
    told = []
    for interview, token in ((made, None), (made, other), (made, gone), (gone, gone), (gone, None)):
        headers = {"authorization": f"Bearer {token['access_token']}"} if token else {}
        told.append(ask(stranger, method, f"/api/interviews/{interview['id']}{path}", **headers))
    told.append(ask(stranger, method, f"/api/interviews/int_0{path}"))
    assert {answer.status_code for answer in told} == {404}
    assert len({answer.text for answer in told}) == 1


NO_CREDENTIALS = [
    "Bearer",
    "Bearer ",
    "Bearer wrong",
    "Bearer {reversed}",
    "Bearer {shortened}",
    "Bearer {resigned}",
    "Bearer {unsigned}x",
    "Bearer {other_id}",
    "Bearer {token} {token}",
    "Bearer é",
    "Basic {token}",
    "Basic dXNlcjpwYXNz",
    "{token}",
    "",
]
PAGES = ["/", "/history", "/interviews/{interview_id}/report", "/static/site.js", "/nothing"]


def forged(authorization: str, token: str) -> dict[str, bytes]:
    """The header with what is made of a genuine token."""
    unsigned = token.rpartition(".")[0]
    told = authorization.format(
        token=token,
        reversed=token[::-1],
        shortened=token[:-1],
        resigned=f"{unsigned[:-1]}{'a' if unsigned[-1] != 'a' else 'b'}.{token.rpartition('.')[2]}",
        unsigned=unsigned,
        other_id=f"int_{'0' * 24}.{token.split('.')[1]}",
    )
    if authorization == "Bearer {shortened}":  # the capability is whole, so it is still the owner's
        told = told.replace(unsigned, unsigned[:-3])
    return {"authorization": told.encode("latin-1")}


def refused(
    visitor: TestClient, made: dict[str, str], authorization: str, addresses: set[tuple[str, str]]
) -> None:
    """Each of these addresses is 401 with that header, in the same words."""
    headers = forged(authorization, made["access_token"])
    seen = set()
    for method, address in addresses:
        answer = visitor.request(method, address, headers=headers)
        assert answer.status_code == 401, (method, address, answer.text)
        assert answer.headers["www-authenticate"] == "Bearer"
        seen.add(answer.text)
    assert len(seen) == 1
    assert visitor.get(f"/api/interviews/{made['id']}").status_code == 200


@pytest.mark.parametrize("authorization", NO_CREDENTIALS)
def test_a_bad_credential_is_refused(
    visitor: TestClient, made: dict[str, str], authorization: str
) -> None:
    """A credential that this server never gave out is 401, beside the owner's cookie too, in the same words
    whether the address has something or not."""
    one = f"/api/interviews/{made['id']}"
    pages = {("get", page.replace("{interview_id}", made["id"])) for page in PAGES}
    data = {
        ("get", one),
        ("get", "/api/interviews/int_0"),
        ("get", "/metrics"),
        ("get", "/healthz"),
    }
    changes = {("delete", one), ("post", "/api/interviews"), ("post", f"{one}/commands")}
    refused(visitor, made, authorization, pages | data | changes)


@pytest.mark.parametrize("authorization", ["Bearer", "Bearer {resigned}"])
def test_a_bad_credential_is_refused_everywhere(
    visitor: TestClient, made: dict[str, str], description: Any, authorization: str
) -> None:
    """On every route: what is no token, and what names an interview that there is."""
    routes = [(method, path) for path, found in description["paths"].items() for method in found]
    assert len(routes) > 50
    addresses = {
        (method, re.sub(r"{\w+}", "1", path.replace("{interview_id}", known)))
        for method, path in [*routes, *(("get", page) for page in PAGES)]
        for known in (made["id"], "int_0")
    }
    refused(visitor, made, authorization, addresses)


def test_two_credentials_are_none(visitor: TestClient, made: dict[str, str]) -> None:
    """Two Authorization headers are refused: another server in front might have judged the other one."""
    bearer = f"Bearer {made['access_token']}"
    answer = visitor.get(
        "/api/interviews", headers=[("authorization", bearer), ("authorization", "Bearer x")]
    )
    assert answer.status_code == 401


def test_tokens_without_a_signature(house: Any, visitor: TestClient, made: dict[str, str]) -> None:
    """A token of an earlier version, or of before the secret changed, opens what it was given for."""
    unsigned = made["access_token"].rpartition(".")[0]
    for token, stranger in (
        (unsigned, house.visitor()),
        (made["access_token"], house.visitor(secret=b"another secret of the same server...")),
    ):
        headers = {"authorization": f"Bearer {token}"}
        here = f"/api/interviews/{made['id']}"
        assert stranger.get(here, headers=headers).status_code == 200
        assert stranger.get("/api/plans", headers=headers).status_code == 200
        assert stranger.get("/api/interviews/int_0", headers=headers).status_code == 404
    visitor.delete(f"/api/interviews/{made['id']}")
    headers = {"authorization": f"Bearer {unsigned}"}
    assert visitor.get(f"/api/interviews/{made['id']}", headers=headers).status_code == 401


@pytest.mark.parametrize("path", ["/metrics", "/healthz", "/static/site.js", "/", "/api/plans"])
def test_every_route_checks_the_host(visitor: TestClient, path: str) -> None:
    """A rebound name of somebody else's reaches nothing, not the metrics nor the health page either."""
    assert visitor.get(path, headers={"host": "evil.example"}).status_code == 400
    assert visitor.get(path, headers={"host": "localhost:8000"}).status_code == 200


@pytest.mark.parametrize("host", ["10.0.0.7", "10.0.0.7:8000", "[fd00::7]:8000"])
def test_a_probe_by_address(visitor: TestClient, host: str) -> None:
    """A load balancer's probe by address is answered: no name was resolved, so none was rebound."""
    assert visitor.get("/healthz", headers={"host": host}).status_code == 200
    assert visitor.get("/metrics", headers={"host": host}).status_code == 200
    assert visitor.get("/api/plans", headers={"host": host}).status_code == 400


def test_metrics_with_a_token_of_their_own(house: Any) -> None:
    """With a token set, the metrics open to it alone; it opens nothing else."""
    stranger = house.visitor(metrics_token="m" * 40)
    right = {"authorization": f"Bearer {'m' * 40}"}
    made = stranger.post("/api/interviews", json=APPLICATION).json()
    for wrong in ({}, {"authorization": "Bearer x"}, {"authorization": "Basic " + "m" * 40}):
        answer = stranger.get("/metrics", headers=wrong)
        assert (answer.status_code, answer.headers["www-authenticate"]) == (401, "Bearer")
    owners = {"authorization": f"Bearer {made['access_token']}"}
    assert stranger.get("/metrics", headers=owners).status_code == 401
    assert stranger.get("/metrics", headers=right).status_code == 200
    assert stranger.get("/api/interviews", headers=right).status_code == 401


def test_metrics_elsewhere(house: Any) -> None:
    """Where the metrics have a port of their own, this one does not have them."""
    assert house.visitor(serves_metrics=False).get("/metrics").status_code == 404
    services = replace(house.services, serves_metrics=False, metrics_token="m" * 40)
    alone = TestClient(create_metrics_app(services), base_url="http://localhost:9100")
    right = {"authorization": f"Bearer {'m' * 40}"}
    assert alone.get("/metrics").status_code == 401
    assert alone.get("/metrics", headers=right).status_code == 200
    assert alone.get("/metrics", headers={**right, "host": "evil.example"}).status_code == 400
    assert alone.get("/api/plans").status_code == 404


@pytest.mark.parametrize(("method", "path"), ROUTES)
def test_the_capability_opens_its_interview(
    house: Any, made: dict[str, str], method: str, path: str
) -> None:
    """With the token, and no cookie, each route answers for that interview."""
    bearer = {"authorization": f"Bearer {made['access_token']}"}
    answer = ask(house.visitor(), method, f"/api/interviews/{made['id']}{path}", **bearer)
    assert answer.status_code in (200, 204, 409)


@pytest.mark.parametrize(("method", "path"), ROUTES)
def test_the_owners_cookie_opens_only_the_owners(
    house: Any, visitor: TestClient, made: dict[str, str], method: str, path: str
) -> None:
    """An owner's browser opens its own interviews; another owner's gets 404."""
    other = house.visitor()
    other.post("/api/interviews", json=APPLICATION)
    address = f"/api/interviews/{made['id']}{path}"
    assert ask(other, method, address).status_code == 404
    assert ask(visitor, method, address).status_code in (200, 204, 409)


def test_a_wrong_token_is_not_saved_by_a_cookie(visitor: TestClient, made: dict[str, str]) -> None:
    """Who sends a token is judged by it."""
    other = visitor.post("/api/interviews", json=APPLICATION).json()["access_token"]
    answer = ask(visitor, "GET", f"/api/interviews/{made['id']}", authorization=f"Bearer {other}")
    assert answer.status_code == 404


def test_the_owners_cookie(visitor: TestClient, made: dict[str, str], house: Any) -> None:
    """The cookie is out of reach of scripts and other sites, Secure by https, and cannot be forged."""
    told = visitor.post("/api/interviews", json=APPLICATION).headers["set-cookie"].lower()
    assert "httponly" in told
    assert "samesite=strict" in told
    assert "secure" not in told
    with house.visitor(secure=True) as by_https:
        told = by_https.post("/api/interviews", json=APPLICATION).headers["set-cookie"].lower()
    assert "; secure" in told
    sealed = visitor.cookies[COOKIE]
    owner = sealed.rpartition(".")[0]
    for forged in (owner, f"{owner}.x", "own_" + "0" * 32 + "." + sealed.rpartition(".")[2], ""):
        stranger = house.visitor()
        stranger.cookies[COOKIE] = forged
        assert stranger.get("/api/interviews").json() == {"interviews": []}


@pytest.mark.parametrize(
    ("headers", "allowed"),
    [
        ({}, True),
        ({"sec-fetch-site": "same-origin", "origin": "http://localhost"}, True),
        ({"sec-fetch-site": "none"}, True),
        ({"origin": "http://localhost"}, True),
        ({"sec-fetch-site": "cross-site", "origin": "http://evil.example"}, False),
        ({"sec-fetch-site": "same-site", "origin": "http://localhost:3000"}, False),
        ({"origin": "http://evil.example"}, False),
        ({"origin": "http://localhost.evil.example"}, False),
        ({"origin": "http://localhost:3000"}, False),
        ({"origin": "null"}, False),
        ({"origin": "http://[::1"}, False),
        ({"origin": "http://a]b["}, False),
    ],
)
def test_other_sites_change_nothing(
    visitor: TestClient, made: dict[str, str], headers: dict[str, str], allowed: bool
) -> None:
    """A change asked for by another site's page is refused, cookie or not (CSRF)."""
    answer = visitor.delete(f"/api/interviews/{made['id']}", headers=headers)
    assert answer.status_code == (204 if allowed else 403)
    assert allowed or visitor.get(f"/api/interviews/{made['id']}").status_code == 200


def test_other_names(house: Any) -> None:
    """A name that somebody else made point at us is not answered."""
    with TestClient(house.app(), base_url="http://rebound.example") as client:
        assert client.get("/").status_code == 400
        assert client.get("/healthz").status_code == 400
        for odd in ("[::1", "a]b[", ""):
            assert client.get("/", headers={"host": odd}).status_code == 400


def test_headers_on_every_answer(visitor: TestClient, house: Any) -> None:
    """Pages, data, files and refusals alike forbid inline scripts, framing and sniffing."""
    for path in (
        "/",
        "/api/interviews",
        "/nowhere",
        "/static/greenroom.css",
        "/%00",
        "/openapi.json",
    ):
        headers = visitor.get(path).headers
        policy = headers["content-security-policy"]
        assert "unsafe-inline" not in policy
        assert "default-src 'none'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "connect-src 'self' ws://localhost wss://localhost" in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["cross-origin-opener-policy"] == "same-origin"
        assert "microphone=(self)" in headers["permissions-policy"]
        assert "strict-transport-security" not in headers
    with house.visitor(secure=True) as by_https:
        assert "strict-transport-security" in by_https.get("/").headers


def test_a_host_header_cannot_write_policy(house: Any) -> None:
    """What the Host header says stands in the policy only if it is a host."""
    with house.visitor(hosts=None) as client:
        headers = client.get("/", headers={"host": "x; script-src *"}).headers
    assert "script-src *" not in headers["content-security-policy"]


def test_ten_interviews_a_minute_are_not_too_many(house: Any) -> None:
    """One owner may create ten interviews in a minute by default; without end it is a 429 that says
    when to come again."""
    with house.visitor() as client:
        codes = [client.post("/api/interviews", json=APPLICATION).status_code for _ in range(25)]
        assert codes[:10] == [201] * 10
        assert codes[-1] == 429
        refused = client.post("/api/interviews", json=APPLICATION)
    assert refused.headers["content-type"] == "application/problem+json"
    assert int(refused.headers["retry-after"]) > 0


def test_dropping_the_cookie_does_not_reset_the_count(house: Any) -> None:
    """Callers without a cookie are counted by their address, which may hold so many people."""
    codes = []
    with house.visitor(interviews_per_minute=2, people_per_address=5) as client:
        for _ in range(7):
            client.cookies.clear()
            codes.append(client.post("/api/interviews", json=APPLICATION).status_code)
    assert codes == [201] * 5 + [429] * 2


def test_requests_are_counted(house: Any) -> None:
    """Any caller is stopped in the end, but never the health check."""
    with house.visitor(people_per_address=1) as client:
        codes = [client.get("/api/interviews").status_code for _ in range(5)]
        assert codes == [200] * 4 + [429]
        assert client.get("/healthz").status_code == 200
        assert client.get("/static/greenroom.css").status_code == 200
    with house.visitor(requests_per_minute=2) as client:
        client.post("/api/interviews", json=APPLICATION)
        codes = [client.get("/api/interviews").status_code for _ in range(3)]
        assert codes == [200, 200, 429]


class Broken(SqlInterviews):
    """A store that fails in the middle, with somebody's words in its message."""

    async def of_owner(self, owner: str) -> Sequence[InterviewRow]:
        raise RuntimeError("MARKER: what the candidate said")


@pytest.mark.parametrize("accept", ["application/json", "text/html"])
def test_our_own_failures_tell_nothing(house: Any, accept: str) -> None:
    """A failure of ours is a 500 with an incident number that the log has too, and no inside."""
    house.store.interviews = Broken(house.store.database)
    with house.visitor() as client:
        client.post("/api/interviews", json=APPLICATION)
        api = client.get("/api/interviews", headers={"accept": accept})
        page = client.get("/history", headers={"accept": accept})
    for answer in (api, page):
        assert answer.status_code == 500
        assert "MARKER" not in answer.text
        assert "Traceback" not in answer.text
        assert "content-security-policy" in answer.headers
    assert re.fullmatch(r"inc_[0-9a-f]{12}", api.json()["incident"])
    assert page.headers["content-type"].startswith(
        "text/html" if accept == "text/html" else "application/problem+json"
    )
    assert house.seen[-1] == ("GET", "/history", 500)
