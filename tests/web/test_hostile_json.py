"""Bodies of JSON that no form sends: deep, wide, with endless numbers or half characters. Every route
answers with a problem of the sender's (4xx), in bounded time and memory."""

from __future__ import annotations

import json
import tracemalloc
from collections.abc import Callable
from typing import Any, Final

import pytest
from fastapi.testclient import TestClient

from greenroom.web.bodies import LARGEST

FULL: Final = LARGEST - 200

BODIES: Final[dict[str, Callable[[str], str]]] = {
    "deep lists": lambda key: f'{{"{key}": {"[" * (FULL // 2)}{"]" * (FULL // 2)}}}',
    "lists of middling depth": lambda key: f'{{"{key}": {"[" * 900}{"]" * 900}}}',
    "deep lists alone": lambda _: "[" * FULL,
    "deep objects": lambda key: f'{{"{key}": ' * (FULL // (len(key) + 6)),
    "objects of middling depth": lambda key: (
        '{"' + key + '": ' * 1 + '{"a": ' * 900 + "1" + "}" * 901
    ),
    "many lists": lambda key: f'{{"{key}": [{"[]," * (FULL // 3 - 1)}[]]}}',
    "many objects": lambda key: f'{{"{key}": [{"{}," * (FULL // 3 - 1)}{{}}]}}',
    "many numbers": lambda key: f'{{"{key}": [{"0," * (FULL // 2 - 1)}0]}}',
    "many keys": lambda key: (
        f'{{"{key}": {{{",".join(f"{chr(34)}{n}{chr(34)}:0" for n in range(FULL // 11))}}}}}'
    ),
    "many fields": lambda _: (
        f"{{{','.join(f'{chr(34)}{n}{chr(34)}:0' for n in range(FULL // 11))}}}"
    ),
    "digits": lambda key: f'{{"{key}": {"9" * FULL}}}',
    "4,000 digits": lambda key: f'{{"{key}": {"9" * 4000}}}',
    "a large power": lambda key: f'{{"{key}": 1e999999}}',
    "no number": lambda key: f'{{"{key}": NaN}}',
    "endless": lambda key: f'{{"{key}": -Infinity}}',
    "half a character": lambda key: f'{{"{key}": "\\ud800"}}',
    "half a character in a list": lambda key: f'{{"{key}": ["\\ud800", {{"\\udfff": 1}}]}}',
    "half a character as a key": lambda key: f'{{"{key}": {{"\\ud800": "\\ud800"}}}}',
    "half a character as a field": lambda key: f'{{"{key}": 1, "\\ud800": 1}}',
    "no character": lambda key: f'{{"{key}": "\\u0000"}}',
    "not JSON": lambda key: f'{{"{key}"',
    "no object": lambda _: "null",
}


def places(told: dict[str, Any]) -> list[tuple[str, str, list[str]]]:
    """Every method and path that takes JSON by this description, with the fields of its body."""
    schemas = told["components"]["schemas"]
    found = []
    for path, methods in told["paths"].items():
        for method, route in methods.items():
            content = route.get("requestBody", {}).get("content", {})
            if "application/json" in content:
                schema = content["application/json"]["schema"]
                name = schema.get("$ref", "").rsplit("/", 1)[-1]
                found.append((method, path, [*schemas.get(name, {}).get("properties", {"x": 1})]))
    return found


@pytest.mark.parametrize("shape", BODIES)
def test_hostile_json_is_the_senders_fault(
    visitor: TestClient, description: dict[str, Any], shape: str
) -> None:
    """No body of any shape makes a route fail, whichever field holds it; and its answer is bounded. Each
    shape takes the fields in turn."""
    made = visitor.post("/api/interviews", json={"plan": "two-stage", "name": "A", "consent": True})
    plan = visitor.post("/api/plans", json={"copy_of": "two-stage"}).json()["id"]
    known = {"interview_id": made.json()["id"], "plan_id": plan}
    turn = list(BODIES).index(shape)
    for method, path, fields in places(description):
        key = fields[turn % len(fields)]
        place = path
        for name, value in known.items():
            place = place.replace(f"{{{name}}}", value)
        headers = {"content-type": "application/json"}
        answer = visitor.request(method, place, content=BODIES[shape](key), headers=headers)
        assert 200 <= answer.status_code < 500, (method, path, key, answer.text)
        assert len(answer.content) < 4 * LARGEST, (method, path, key)
        told = json.loads(answer.content or b"null")
        assert answer.status_code != 400 or "cannot be read" in told["detail"]


@pytest.mark.parametrize("shape", BODIES)
def test_a_plan_as_json_costs_what_it_is_long(visitor: TestClient, shape: str) -> None:
    """What a form's body costs in memory is bounded by the body's length."""
    body = BODIES[shape]("plan")
    tracemalloc.start()
    visitor.post("/api/plans/check", content=body, headers={"content-type": "application/json"})
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 50 * len(body) + (16 << 20), peak
