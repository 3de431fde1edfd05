"""Whether a key is good: one call that costs nothing."""

from __future__ import annotations

from pydantic import SecretStr

from greenroom.adapters.models.diagnosis import upstream
from greenroom.adapters.models.wire import http_client
from greenroom.app.providers.addresses import PUBLIC_ONLY, AddressRule
from greenroom.app.providers.known import ModelChoice, Part, Resolved, resolve

ANTHROPIC_VERSION = "2023-06-01"


async def check_key(
    choice: ModelChoice, part: Part, key: SecretStr | None, rule: AddressRule = PUBLIC_ONLY
) -> None:
    """Returns when the provider accepts the key. Raises `UpstreamFault` when it does not answer so,
    `UserFault` for a choice that cannot work."""
    plain = "" if key is None else key.get_secret_value()
    chosen = resolve(choice, part, has_key=bool(plain))
    if chosen.own_address:
        rule.check(chosen.base_url)
    url, headers = _call(chosen, plain)
    name = chosen.provider.name
    connections = http_client(name, rule if chosen.own_address else None)
    with upstream(name):
        async with connections:
            await connections.get(url, headers=headers)


def _call(chosen: Resolved, key: str) -> tuple[str, dict[str, str]]:
    """The address to get, and the headers that carry the key."""
    match chosen.provider.name:
        case "anthropic":
            headers = {"x-api-key": key, "anthropic-version": ANTHROPIC_VERSION}
            return f"{chosen.base_url}/v1/models?limit=1", headers
        case "google":
            return f"{chosen.base_url}/v1beta/models?pageSize=1", {"x-goog-api-key": key}
        case "deepgram":
            return f"{chosen.base_url}/v1/projects", {"Authorization": f"Token {key}"}
        case _:
            headers = {"Authorization": f"Bearer {key}"} if key else {}
            return f"{chosen.base_url}/models", headers
