"""What Prometheus scrapes. Labels come from closed lists and plan files, never from a candidate.

docs/reference/metrics.md lists every metric. In a worker its jobs count in files that the worker's port adds up
(`worker_metrics`): a gauge is then the worker's own, so a job makes none.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.gc_collector import GCCollector
from prometheus_client.platform_collector import PlatformCollector
from prometheus_client.process_collector import ProcessCollector

from greenroom.app.ports import Amount

STAGE_SECONDS = (15, 30, 60, 90, 120, 180, 300, 450, 600, 900)
TURN_SECONDS = (0.2, 0.3, 0.45, 0.6, 0.8, 1, 1.5, 2, 3, 5, 8)
REQUEST_SECONDS = (0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 5)
MICROS: Final = 1_000_000


class Metrics:
    """All metrics of one process, in a registry of their own."""

    def __init__(self) -> None:
        self._registry = registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        PlatformCollector(registry=registry)
        GCCollector(registry=registry)
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
            "greenroom_incidents",
            "Failures that were bridged.",
            ["kind", "cause"],
            registry=registry,
        )
        self.timers = Counter(
            "greenroom_timers_fired",
            "Timers of interviews that fired.",
            ["timer"],
            registry=registry,
        )
        self.turn_seconds = Histogram(
            "greenroom_turn_latency_seconds",
            "From the end of the candidate's speech to the interviewer's first sound.",
            buckets=TURN_SECONDS,
            registry=registry,
        )
        self.part_seconds = Histogram(
            "greenroom_turn_part_seconds",
            "The same by part: end_of_turn, reply, first_audio.",
            ["part"],
            buckets=TURN_SECONDS,
            registry=registry,
        )
        self.not_admitted = Counter(
            "greenroom_not_admitted",
            "Interviews that were asked to wait or turned away, and jobs that were not taken.",
            ["cause"],
            registry=registry,
        )
        self._spent = {
            unit: Counter(f"greenroom_provider_{unit}", told, registry=registry)
            for unit, told in (
                ("tokens", "Tokens of language models, in and out."),
                ("characters", "Characters spoken by remote voices."),
                ("seconds", "Seconds heard by remote recognisers."),
                ("dollars", "Cost of providers, as far as their prices are known."),
                ("unpriced", "Uses of providers whose price is not known."),
            )
        }
        self.request_seconds = Histogram(
            "greenroom_http_request_seconds",
            "Answered HTTP requests.",
            ["method", "route", "status"],
            buckets=REQUEST_SECONDS,
            registry=registry,
        )

    def gauge(self, name: str, told: str, read: Callable[[], float]) -> None:
        """Show what `read` says whenever somebody scrapes this process."""
        Gauge(name, told, registry=self._registry).set_function(read)

    def holds(self, running: Callable[[], int], capacity: int) -> None:
        """This process holds interviews itself, so many at most."""
        self.gauge(*RUNNING, running)
        self.gauge(*CAPACITY, lambda: capacity)

    def admits(self, taken: Callable[[], int], capacity: int) -> None:
        """This process lets people into rooms that workers hold, so many at most in all."""
        self.gauge("greenroom_rooms_taken", "Rooms taken, as this process knows.", taken)
        self.gauge("greenroom_rooms_capacity", "Rooms that may be taken in all.", lambda: capacity)

    def spend(self, amount: Amount) -> None:
        """Something was used of a provider."""
        self._spent["tokens"].inc(amount.tokens_in + amount.tokens_out)
        self._spent["characters"].inc(amount.characters)
        self._spent["seconds"].inc(amount.seconds)
        self._spent["unpriced"].inc(amount.micros is None)
        self._spent["dollars"].inc((amount.micros or 0) / MICROS)

    def render(self) -> bytes:
        return generate_latest(self._registry)


RUNNING: Final = ("greenroom_interviews_running", "Interviews that this process holds now.")
CAPACITY: Final = ("greenroom_capacity", "Interviews that this process may hold at once.")
