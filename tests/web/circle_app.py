"""A circle over HTTP, with a queue that a test empties by hand."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from starlette.testclient import TestClient
from tests.circle.conftest import YES, Recorder, at_once, turns

from greenroom.app.circles.holding import Holding, Players

if TYPE_CHECKING:
    from tests.web.conftest import House

NOW = datetime(2026, 11, 21, 9, 0, tzinfo=UTC)
OWNERS = {
    "display_name": "Ana Rojas",
    "motivations_and_goals": {"underlying_needs": ["OWNCANARY1"]},
}
VISITORS = {"display_name": "Bo Lind", "personality_core": {"openness": "VISCANARY1"}}
CIRCLE = {
    "owner_profile": OWNERS,
    "owner_circle": {"objective_text": "A cellist for duos", "radius_m": 400, "flag": "FLAGCANARY"},
}
ENTRY = {"visitor": "device-77", "visitor_profile": VISITORS, "distance_m": 120}
NOTHING = {"detail": "There is nothing at this address."}


@dataclass
class Waiting:
    """A queue that a test empties by hand."""

    ids: list[str] = field(default_factory=list)

    async def put(self, meeting_id: str) -> None:
        if meeting_id not in self.ids:
            self.ids.append(meeting_id)


@dataclass
class Circles:
    """The application with a queue, and a circle of a visitor's."""

    house: House
    client: TestClient
    queue: Waiting
    made: dict[str, str]

    @property
    def place(self) -> str:
        return f"/api/circles/{self.made['id']}"

    def auth(self, token: str = "access_token") -> dict[str, str]:
        return {"Authorization": f"Bearer {self.made[token]}"}

    def enter(self, **changes: Any) -> Any:
        body = {**ENTRY, **changes}
        headers = self.auth("entry_token")
        return self.client.post(f"{self.place}/entries", json=body, headers=headers)

    async def hold(self, *script: str, judge: str = YES) -> Recorder:
        """Everything that waits, by one script."""
        lines = script or tuple(turns("visitor"))
        recorder = Recorder(turns("owner"), lines, [judge])
        players = Players(recorder, recorder, recorder)
        holding = Holding(self.house.store.circles, players, lambda: NOW, at_once)
        while self.queue.ids:
            await holding(self.queue.ids.pop(0))
        return recorder


def stranger(circles: Circles) -> TestClient:
    return circles.house.visitor(missions=circles.queue)
