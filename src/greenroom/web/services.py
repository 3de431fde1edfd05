"""What the routes may use: handed in whole by `bootstrap`, so no route looks anything up."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Protocol

from starlette.requests import HTTPConnection

from greenroom.app.plans.trials import Trials
from greenroom.app.ports import (
    Counters,
    Interviews,
    LiveKitGateway,
    LiveRooms,
    Mailer,
    MissionQueue,
    Mode,
    ReportRenderer,
    Store,
    Writers,
)
from greenroom.app.preparation.service import PreparationService
from greenroom.app.providers.budgets import UNLIMITED, Ceilings
from greenroom.app.providers.keys import KeyRing
from greenroom.app.providers.nearby import Look
from greenroom.app.sound import SoundArchive
from greenroom.app.storage_quota import MEGABYTE, permit_storing
from greenroom.web.reports.rendering import HtmlReportRenderer


class RequestSeen(Protocol):
    """Told of every answered request; feeds log and metrics. Must not raise."""

    def __call__(self, *, method: str, route: str, status: int, seconds: float) -> None: ...


@dataclass(frozen=True, slots=True)
class Services:
    """The services that a request can reach."""

    store: Store
    keys: KeyRing
    """Providers' keys, opened by nobody here."""
    preparation: PreparationService
    """What candidates hand in."""
    sound: SoundArchive
    """What they said, where they allow it."""
    rooms: LiveRooms
    counters: Counters
    """Count what each caller asks for."""
    secret: bytes
    """Signs the owner's cookie."""
    now: Callable[[], datetime]
    """The time in UTC."""
    health: Callable[[], Awaitable[Mapping[str, Any]]]
    """`{"status": "ok" | "warming" | "degraded" | "broken", "parts": {…}, "version"}`."""
    metrics: Callable[[], bytes]
    """The Prometheus text."""
    seen: RequestSeen
    metrics_token: str = ""
    """The bearer token that `/metrics` asks for; empty: none."""
    serves_metrics: bool = True
    """False where `/metrics` has a port of its own."""
    ceilings: Ceilings = UNLIMITED
    """What interviews and owners may use of providers."""
    retention_days: int = 30
    owner_storage: int = 200 * MEGABYTE
    """Bytes that one owner may store."""
    interviews_per_minute: int = 20
    requests_per_minute: int = 600
    documents_per_minute: int = 120
    people_per_address: int = 500
    """How many people may come from one address at once."""
    secure: bool = False
    """True when browsers come by https: cookies insist on it."""
    operators_model: str | None = None
    """Whose model judges for candidates without a key of their own, for people; None: nobody's."""
    scorecard_asked: Callable[[], None] = lambda: None
    """Called when somebody has asked for a scorecard."""
    trials: Trials | None = None
    """Where plans are tried; None: nowhere."""
    writers: Writers | None = None
    """Who words answers; None: nobody does, and the rule's stand."""
    report_renderer: ReportRenderer = field(default_factory=HtmlReportRenderer)
    """Sets reports in type."""
    mailer: Mailer | None = None
    """Sends reports by e-mail; None: this server sends none."""
    missions: MissionQueue | None = None
    """Where interviews between agents wait to be held; None: none are held."""
    closing: Callable[[], bool] = lambda: False
    """Whether the server is about to stop: what streams ends itself."""
    nearby: Look | None = None
    """Looks for model servers on this machine; None: owners' providers may not be on it."""
    livekit: LiveKitGateway | None = None
    """The way into LiveKit rooms, where interviews are held in them."""
    connects: tuple[str, ...] = ()
    """Other origins that our pages talk to: the LiveKit server's."""
    hosts: frozenset[str] | None = None
    """Names we answer to (no port); None: any. Keeps rebound DNS names out of a local server."""

    @property
    def interviews(self) -> Interviews:
        return self.store.interviews

    async def permit_storing(self, owner: str | None) -> None:
        """Raises `Refused` (507) when this owner, or the disk, can take nothing new."""
        await permit_storing(self.store, owner, self.owner_storage)

    @property
    def mode(self) -> Mode:
        """Where new interviews are held."""
        return "embedded" if self.livekit is None else "livekit"


def services_of(connection: HTTPConnection) -> Services:
    services: Services = connection.app.state.services
    return services
