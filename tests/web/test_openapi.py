"""What `/openapi.json` promises holds for requests that nobody thought of."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis.specs.openapi.checks import positive_data_acceptance

pytestmark = pytest.mark.slow

DOCUMENT = Path(__file__).parents[2] / "docs" / "reference" / "http.md"
ROUTES = {
    "/api/interviews": {"get", "post", "delete"},
    "/api/interviews/{interview_id}": {"get", "delete"},
    "/api/interviews/{interview_id}/report": {"get"},
    "/api/interviews/{interview_id}/export": {"get"},
    "/api/interviews/{interview_id}/sound": {"get", "put", "delete"},
    "/api/interviews/{interview_id}/scorecard": {"get", "post"},
    "/api/interviews/{interview_id}/links": {"get", "post"},
    "/api/interviews/{interview_id}/links/{link_id}": {"delete"},
    "/api/interviews/{interview_id}/mail": {"post"},
    "/api/interviews/{interview_id}/documents": {"post"},
    "/api/interviews/{interview_id}/documents/{document_id}": {"delete"},
    "/api/interviews/{interview_id}/preparation": {"get", "patch"},
    "/api/interviews/{interview_id}/requirements": {"post"},
    "/api/interviews/{interview_id}/research": {"post"},
    "/api/interviews/{interview_id}/commands": {"post"},
    "/api/interviews/{interview_id}/messages": {"post"},
    "/api/token": {"post"},
    "/api/livekit/webhook": {"post"},
    "/api/interviews/{interview_id}/questions": {"get"},
    "/api/interviews/{interview_id}/retries": {"post"},
    "/api/interviews/{interview_id}/wordings": {"post"},
    "/api/interviews/{interview_id}/wordings/{message}": {"put", "delete"},
    "/api/interviews/{interview_id}/corrections/{message}": {"put", "delete"},
    "/api/bank": {"get", "post"},
    "/api/interviews/{interview_id}/comparison": {"get"},
    "/api/drills": {"get", "post"},
    "/api/progress": {"get"},
    "/api/plans": {"get", "post"},
    "/api/plans/check": {"post"},
    "/api/plans/schema": {"get"},
    "/api/plans/{plan_id}": {"get", "put", "delete"},
    "/api/plans/{plan_id}/file": {"get"},
    "/api/plans/{plan_id}/trial": {"post", "get", "delete"},
    "/api/circles": {"get", "post"},
    "/api/circles/{circle_id}": {"get", "patch", "delete"},
    "/api/circles/{circle_id}/entries": {"post"},
    "/api/circles/{circle_id}/interviews/{number}": {"get", "delete"},
    "/api/circles/{circle_id}/interviews/{number}/events": {"get"},
    "/api/circles/{circle_id}/interviews/{number}/stop": {"post"},
    "/api/inbox": {"get"},
    "/api/export": {"get"},
    "/api/keys": {"get", "post"},
    "/api/keys/{key_id}": {"put", "delete"},
    "/api/nearby": {"post"},
    "/api/owner": {"delete"},
    "/api/usage": {"get"},
    "/healthz": {"get"},
    "/livez": {"get"},
    "/readyz": {"get"},
    "/metrics": {"get"},
}


@pytest.fixture(scope="module")
def read() -> list[Any]:
    """The description as the first application gave it; every other one would give the same."""
    return []


@pytest.fixture
def described(house: Any, read: list[Any]) -> Any:
    """The application as its own description shows it, without rate limits and host names."""
    app = house.app(interviews_per_minute=10**6, requests_per_minute=10**6, hosts=None)
    if not read:
        read.append(schemathesis.openapi.from_asgi("/openapi.json", app))
    (schema,) = read
    schema.app = app  # whoever is asked about an operation from now on
    return schema


CONDITIONAL = {
    ("post", "/api/interviews"),
    ("post", "/api/keys"),
    ("post", "/api/circles"),
    ("put", "/api/keys/{key_id}"),
    ("post", "/api/plans"),
    ("post", "/api/plans/check"),
}
"""What these take depends on what is kept, and on what the provider offers: no schema tells it."""
UNFORESEEN = [positive_data_acceptance]

EXAMPLES = int(os.environ.get("GREENROOM_EXAMPLES", "25"))
BOUNDED = settings(
    max_examples=EXAMPLES, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck)
)


@pytest.mark.parametrize(
    ("method", "path"),
    [(method, path) for path, methods in ROUTES.items() for method in sorted(methods)],
)
def test_any_request_gets_a_described_answer(described: Any, method: str, path: str) -> None:
    """Whatever is sent, the answer has a documented status, media type and shape, and is no failure."""

    @BOUNDED
    @given(case=described[path][method].as_strategy())
    def probe(case: Any) -> None:
        assert case.operation.app is described.app
        case.call_and_validate(excluded_checks=UNFORESEEN if (method, path) in CONDITIONAL else [])

    probe()


def test_routes(visitor: Any) -> None:
    """The description has every route of the API, each with its errors as problem details."""
    paths = visitor.get("/openapi.json").json()["paths"]
    assert {path: set(found) for path, found in paths.items()} == ROUTES
    for path, operations in paths.items():
        for operation in operations.values():
            if path.startswith("/api/"):
                errors = {k: v for k, v in operation["responses"].items() if k >= "4"}
                assert {"400", "403", "413", "422", "429", "500"} <= set(errors)
                assert "{interview_id}" not in path or "404" in errors
                assert all("application/problem+json" in e["content"] for e in errors.values())


def test_every_route_is_documented() -> None:
    """docs/reference/http.md names each method and path."""
    text = DOCUMENT.read_text()
    for path, methods in ROUTES.items():
        for method in methods:
            shown = re.sub(r"{\w+}", "{id}", path)
            assert re.search(rf"`{method.upper()} {re.escape(shown)}`", text), (method, path)
