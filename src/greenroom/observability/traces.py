"""Traces of turns by OpenTelemetry: one span for a turn, one for each part of it, exported by OTLP over HTTP.

The usual `OTEL_` variables say where to (docs/reference/metrics.md). Spans are ours alone: those of LiveKit hold
transcripts, so no provider of ours is made the global one.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any, Final

from greenroom import __version__
from greenroom.app.ports import OperatorFault
from greenroom.interview.plan import Millis
from greenroom.observability.turn_latency import TurnLatency

ENDPOINTS: Final = ("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT")
SERVICE: Final = "greenroom"
NS_PER_MS: Final = 1_000_000
TURN: Final = "turn"


class Traces:
    """Exports the turns of this process in the background. A collector that is away delays nobody."""

    def __init__(self, provider: Any) -> None:
        """`provider`: OpenTelemetry's, ours to close."""
        self._provider = provider
        self._tracer = provider.get_tracer("greenroom.interview", __version__)

    def turn(
        self, turn: TurnLatency, now_ms: Millis, now_ns: int, told: Mapping[str, str | bool]
    ) -> None:
        """`now_ms` on the interview's clock is `now_ns` since 1970."""
        from opentelemetry.trace import set_span_in_context

        def ns(at: Millis) -> int:
            return now_ns - (now_ms - at) * NS_PER_MS

        whole = self._tracer.start_span(TURN, start_time=ns(turn.ended), attributes=dict(told))
        inside = set_span_in_context(whole)
        for name, began, ended in turn.parts():
            part = self._tracer.start_span(name, context=inside, start_time=ns(began))
            part.end(ns(ended))
        whole.end(ns(turn.audible))

    def close(self) -> None:
        """Send what waits; takes a second or a few where the collector is away."""
        self._provider.shutdown()


def configured_traces() -> Traces | None:
    """As the environment says; None where it names no collector. Raises `OperatorFault`."""
    disabled = os.environ.get("OTEL_SDK_DISABLED", "").strip().lower() == "true"
    if disabled or not any(os.environ.get(name) for name in ENDPOINTS):
        return None
    try:
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
        from opentelemetry.sdk.resources import Resource
        from opentelemetry.sdk.trace import TracerProvider
        from opentelemetry.sdk.trace.export import BatchSpanProcessor
    except ImportError:
        raise OperatorFault(
            "OTEL_EXPORTER_OTLP_ENDPOINT asks for traces, and what sends them is not installed; "
            "install greenroom[traces], or unset it"
        ) from None
    named = {"service.version": __version__}
    if not os.environ.get("OTEL_SERVICE_NAME"):
        named["service.name"] = SERVICE
    provider = TracerProvider(resource=Resource.create(named), shutdown_on_exit=False)
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    return Traces(provider)
