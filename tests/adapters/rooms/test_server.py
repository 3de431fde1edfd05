"""Tokens say no more than they must, and only the server's own webhooks are listened to (Sec, W5)."""

from __future__ import annotations

import base64
import hashlib
import json
import time
from datetime import timedelta

import pytest
from livekit import api
from pydantic import SecretStr

from greenroom.adapters.rooms.names import AGENT, CANDIDATE, JobMetadata, room_of
from greenroom.adapters.rooms.server import LiveKitServer

KEY, SECRET = "a-key", "a-secret-of-tests-with-more-than-32-characters"
SERVER = LiveKitServer("wss://livekit.example.org", KEY, SecretStr(SECRET))
ORDER = JobMetadata("int_0123", "a-ticket")


def claims(token: str) -> dict:
    payload = token.split(".")[1]
    return json.loads(base64.urlsafe_b64decode(payload + "=" * (-len(payload) % 4)))


def test_a_token_is_just_enough():
    """One room, hear and speak with a microphone, two minutes; and the job that comes along."""
    told = claims(SERVER.candidate_token(ORDER))
    assert told["sub"] == CANDIDATE
    assert told["exp"] - time.time() <= 120
    assert told["video"] == {
        "roomJoin": True,
        "room": room_of("int_0123"),
        "canPublish": True,
        "canPublishSources": ["microphone"],
        "canSubscribe": True,
        "canPublishData": False,
        "canUpdateOwnMetadata": False,
    }
    assert told["roomConfig"]["maxParticipants"] == 1
    (agent,) = told["roomConfig"]["agents"]
    assert agent == {"agentName": AGENT, "metadata": ORDER.metadata}
    assert not {"name", "metadata", "attributes"} & set(told)


def test_a_dispatch_says_which_interview_and_proves_who_sent_it():
    """What is written into a dispatch is read out of it; anything else is refused."""
    assert JobMetadata.of(ORDER.metadata) == ORDER
    assert "a-ticket" not in repr(ORDER)
    for other in ("", "{}", "[]", '{"interview": "i1"}', "nonsense"):
        with pytest.raises(ValueError, match="names no interview"):
            JobMetadata.of(other)


def signed(body: str, secret: str = SECRET, over: str | None = None) -> str:
    digest = hashlib.sha256((body if over is None else over).encode()).digest()
    token = api.AccessToken(KEY, secret).with_ttl(timedelta(minutes=1))
    token.claims.sha256 = base64.b64encode(digest).decode()
    return token.to_jwt()


@pytest.mark.parametrize(
    "authorization",
    [
        "",
        "nonsense",
        signed("{}", secret="another-secret-of-more-than-32-characters"),
        signed("{}", over='{"event": "room_finished"}'),
    ],
    ids=["none", "nonsense", "another's", "over another body"],
)
def test_a_webhook_of_somebody_else(authorization: str):
    """Without the server's own signature over this very body it is nobody's."""
    assert not SERVER.vouched("{}", authorization)


def test_a_webhook_of_the_server():
    """The server's signature over the body vouches for it."""
    body = '{"event": "participant_left"}'
    assert SERVER.vouched(body, signed(body))


def test_the_secret_is_not_shown():
    """Neither in the server's own words nor in what a page is told."""
    assert SECRET not in repr(SERVER)
    assert SERVER.origins == ("wss://livekit.example.org", "https://livekit.example.org")
