"""Traces of turns, exported to a collector that speaks OTLP over HTTP (O4)."""

from __future__ import annotations

from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread

import pytest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import (
    ExportTraceServiceRequest,
    ExportTraceServiceResponse,
)
from tests.observability.test_observability import held, watched

from greenroom.observability.interview_observer import InterviewObserver
from greenroom.observability.metrics import Metrics
from greenroom.observability.traces import configured_traces


class Collector(HTTPServer):
    """Keeps the bodies that are posted to it."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.bodies: list[bytes] = []
        self.paths: set[str] = set()


class _Handler(BaseHTTPRequestHandler):
    server: Collector

    def do_POST(self) -> None:
        self.server.paths.add(self.path)
        self.server.bodies.append(self.rfile.read(int(self.headers["Content-Length"])))
        answer = ExportTraceServiceResponse().SerializeToString()
        self.send_response(200)
        self.send_header("Content-Type", "application/x-protobuf")
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *_: object) -> None:
        """Tests are silent."""


@pytest.fixture
def collector() -> Iterator[Collector]:
    with Collector() as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        yield server
        server.shutdown()
        thread.join()


def test_a_turn_is_a_span_with_its_parts(
    tmp_path: Path, collector: Collector, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each answered turn goes to the collector as one span from the last word to the first sound, with its
    parts inside it, end to end; no word of either side is in what is sent."""
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", f"http://127.0.0.1:{collector.server_port}")
    traces = configured_traces()
    assert traces is not None
    metrics = Metrics()
    found = watched(held(tmp_path, "normal"), InterviewObserver(metrics, traces, lambda: 10**18))
    traces.close()
    assert collector.paths == {"/v1/traces"}
    sent = [ExportTraceServiceRequest.FromString(body) for body in collector.bodies]
    resources = [resource for request in sent for resource in request.resource_spans]
    names = {a.key: a.value.string_value for r in resources for a in r.resource.attributes}
    assert names["service.name"] == "greenroom"
    spans = [span for r in resources for scope in r.scope_spans for span in scope.spans]
    turns = [span for span in spans if span.name == "turn"]
    assert len(turns) >= 2
    for turn in turns:
        parts = [span for span in spans if span.parent_span_id == turn.span_id]
        assert {part.trace_id for part in parts} == {turn.trace_id}
        assert [part.name for part in parts] == ["end_of_turn", "reply", "first_audio"]
        times = [turn.start_time_unix_nano, *(part.end_time_unix_nano for part in parts)]
        assert [part.start_time_unix_nano for part in parts] == times[:-1]
        assert times[-1] == turn.end_time_unix_nano
        assert 10**18 - turn.end_time_unix_nano < 10**9
    whole = b"".join(collector.bodies)
    for message in found["messages"]:
        if len(message["text"].split()) > 2:
            assert message["text"].encode() not in whole


@pytest.mark.parametrize("off", [{}, {"OTEL_SDK_DISABLED": "true"}])
def test_nothing_is_sent_unless_somebody_asks(
    monkeypatch: pytest.MonkeyPatch, off: dict[str, str]
) -> None:
    """Without a collector's address, or when OpenTelemetry is switched off, there are no traces."""
    monkeypatch.delenv("OTEL_EXPORTER_OTLP_ENDPOINT", raising=False)
    monkeypatch.delenv("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", raising=False)
    for name, value in off.items():
        monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:1")
        monkeypatch.setenv(name, value)
    assert configured_traces() is None
