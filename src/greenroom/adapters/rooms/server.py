"""A LiveKit server: where it is, and what we may ask of it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Final
from urllib.parse import urlsplit

from livekit import api
from pydantic import SecretStr

from greenroom.adapters.rooms.names import AGENT, CANDIDATE, JobMetadata, room_of

TOKEN_TTL: Final = timedelta(minutes=2)
"""A token is for joining, at once; who is in the room stays when it expires, and gets new ones."""
DEPARTURE_S: Final = 60
"""A room without a candidate is closed after this, and its job ends: as the embedded rooms do."""


@dataclass(frozen=True, slots=True)
class LiveKitServer:
    """Address and credentials. The secret signs tokens and is never shown."""

    url: str
    """`ws://…` or `wss://…`, for browsers and workers alike."""
    key: str
    secret: SecretStr

    @property
    def origins(self) -> tuple[str, ...]:
        """What a page in one of its rooms connects to: the signal socket, and the checks beside it."""
        parts = urlsplit(self.url)
        return tuple(
            f"{scheme}://{parts.netloc}"
            for scheme in (parts.scheme, parts.scheme.replace("ws", "http"))
        )

    def candidate_token(self, order: JobMetadata) -> str:
        """Lets its bearer be the candidate of one room, and has the server send for the interviewer
        when the room is made.

        Just enough: hear, and publish a microphone. No data, no metadata: what a candidate does
        besides speaking goes through our own door, where it is checked. The token can be read by
        its bearer, so it holds opaque names alone.
        """
        grants = api.VideoGrants(
            room_join=True,
            room=room_of(order.interview_id),
            can_publish=True,
            can_publish_sources=["microphone"],
            can_subscribe=True,
            can_publish_data=False,
            can_update_own_metadata=False,
        )
        room = api.RoomConfiguration(
            max_participants=1,
            departure_timeout=DEPARTURE_S,
            agents=[
                api.RoomAgentDispatch(agent_name=AGENT, metadata=order.metadata),
            ],
        )
        token = api.AccessToken(self.key, self.secret.get_secret_value())
        token = token.with_identity(CANDIDATE).with_ttl(TOKEN_TTL).with_grants(grants)
        return token.with_room_config(room).to_jwt()

    def vouched(self, body: str, authorization: str) -> bool:
        """Whether the server itself sent this webhook: its signature covers the body."""
        verifier = api.TokenVerifier(self.key, self.secret.get_secret_value())
        try:
            api.WebhookReceiver(verifier).receive(body, authorization)
        except Exception:  # noqa: BLE001 - whatever is wrong with it, it is not vouched for
            return False
        return True
