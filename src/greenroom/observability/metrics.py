"""What Prometheus scrapes. Labels come from closed lists and plan files, never from a candidate."""

from __future__ import annotations

from collections.abc import Callable

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.gc_collector import GCCollector
from prometheus_client.platform_collector import PlatformCollector
from prometheus_client.process_collector import ProcessCollector

STAGE_SECONDS = (15, 30, 60, 90, 120, 180, 300, 450, 600, 900)
TURN_SECONDS = (0.2, 0.3, 0.45, 0.6, 0.8, 1, 1.5, 2, 3, 5, 8)
REQUEST_SECONDS = (0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 5)


class Metrics:
    """All metrics of one process, in a registry of their own."""

    def __init__(self, running: Callable[[], int]) -> None:
        self._registry = registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        PlatformCollector(registry=registry)
        GCCollector(registry=registry)
        Gauge(
            "greenroom_interviews_running", "Interviews running now.", registry=registry
        ).set_function(running)
        self.ended = Counter(
            "greenroom_interviews_ended", "Interviews that ended.", ["reason"], registry=registry
        )
        self.stage_seconds = Histogram(
            "greenroom_stage_seconds",
            "How long stages lasted.",
            ["plan", "stage"],
            buckets=STAGE_SECONDS,
            registry=registry,
        )
        self.transitions = Counter(
            "greenroom_transitions",
            "Stages left, by cause; forced is true for deadline and inactivity.",
            ["cause", "forced"],
            registry=registry,
        )
        self.refusals = Counter(
            "greenroom_proposals_refused",
            "Proposals of the interviewer that were not followed.",
            ["proposal", "refusal"],
            registry=registry,
        )
        self.reprompts = Counter(
            "greenroom_reprompts", "Reprompts spoken into a silence.", registry=registry
        )
        self.barge_ins = Counter(
            "greenroom_barge_ins", "Utterances that a candidate cut off.", registry=registry
        )
        self.acks_ignored = Counter(
            "greenroom_acks_ignored", "Backchannels that stopped nothing.", registry=registry
        )
        self.incidents = Counter(
            "greenroom_incidents", "Failures that were bridged.", ["kind"], registry=registry
        )
        self.turn_seconds = Histogram(
            "greenroom_turn_latency_seconds",
            "From the end of the candidate's speech to the interviewer's first sound.",
            buckets=TURN_SECONDS,
            registry=registry,
        )
        self.request_seconds = Histogram(
            "greenroom_http_request_seconds",
            "Answered HTTP requests.",
            ["method", "route", "status"],
            buckets=REQUEST_SECONDS,
            registry=registry,
        )

    def render(self) -> bytes:
        return generate_latest(self._registry)
