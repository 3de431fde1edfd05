"""A candidate who registers, and listens until the interviewer has spoken a question: `asked.py ADDRESS`.

Prints what was said, and for how many milliseconds there was sound. Needs nothing but what Greenroom itself
needs, so that it also runs inside an image.
"""

import json
import sys
import time
import urllib.request
from threading import Event
from typing import Any

from websockets.sync.client import connect

PATIENCE_S = 120
BYTES_PER_MS = 48
"""16 bits at 24 kHz."""


def call(address: str, body: object = None) -> Any:
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(address, data, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.load(answer)


def is_ready(address: str) -> bool:
    try:
        call(f"{address}/readyz")
    except OSError:
        return False
    return True


def main(address: str) -> None:
    until = time.monotonic() + PATIENCE_S
    while not is_ready(address):
        assert time.monotonic() < until, "interviews cannot begin"
        Event().wait(0.2)
    wanted = {"plan": "two-stage", "consent": True, "name": "Ada"}
    made = call(f"{address}/api/interviews", wanted)
    place = f"{address.replace('http', 'ws', 1)}/ws/interviews/{made['id']}"
    bearer = {"Authorization": f"Bearer {made['access_token']}"}
    said, sound = "", bytearray()
    with connect(place, additional_headers=bearer) as page:
        while True:
            message = page.recv(PATIENCE_S)
            if isinstance(message, bytes):
                sound += message
                continue
            told = json.loads(message)
            if told["t"] == "say":
                said = told["text"]
                page.send(json.dumps({"t": "started", "id": told["id"]}))
            if told["t"] == "flush":
                break
    audible = sum(any(sound[at : at + 960]) for at in range(0, len(sound), 960)) * 20
    print(json.dumps({"said": said, "audible_ms": audible, "ms": len(sound) // BYTES_PER_MS}))


if __name__ == "__main__":
    main(sys.argv[1])
