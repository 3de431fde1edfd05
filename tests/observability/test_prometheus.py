"""The real Prometheus loads our rules, scrapes our metrics and understands the dashboard (O4)."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import urllib.error
import urllib.request
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Event, Thread
from time import monotonic
from typing import Any
from urllib.parse import urlencode

import pytest
from tests.e2e.house import free_port

from greenroom.observability.metrics import Metrics

DEPLOY = Path(__file__).parents[2] / "deploy"
RULES = DEPLOY / "prometheus" / "alerts.yml"
DASHBOARD = DEPLOY / "grafana" / "greenroom.json"
DOCS = Path(__file__).parents[2] / "docs" / "reference" / "metrics.md"
OURS = re.compile(r"\bgreenroom_[a-z_]+\b", re.ASCII)
PATIENCE_S = 120

pytestmark = pytest.mark.skipif(
    shutil.which("promtool") is None, reason="needs Debian's package prometheus: make programs"
)


@pytest.fixture(scope="module")
def exposed() -> bytes:
    """What a server shows that has counted something of everything."""
    metrics = Metrics()
    metrics.holds(lambda: 1, 8)
    metrics.admits(lambda: 1, 8)
    metrics.ended.labels("completed").inc()
    metrics.stage_seconds.labels("own", "own").observe(1)
    metrics.transitions.labels("deadline", "true").inc()
    metrics.refusals.labels("ask_question", "must_move_on").inc()
    metrics.incidents.labels("tts", "timeout").inc()
    metrics.timers.labels("reprompt").inc()
    metrics.turn_seconds.observe(1)
    metrics.part_seconds.labels("reply").observe(1)
    metrics.not_admitted.labels("waits").inc()
    metrics.request_seconds.labels("GET", "/", "200").observe(0.1)
    return metrics.render()


@pytest.fixture(scope="module")
def prometheus(exposed: bytes, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server of its own that has scraped ours; its address."""
    folder = tmp_path_factory.mktemp("prometheus")
    with _serving(exposed) as target:
        (folder / "prometheus.yml").write_text(
            "global: { scrape_interval: 1s, evaluation_interval: 1s }\n"
            f"rule_files: [{RULES}]\n"
            "scrape_configs:\n"
            "  - job_name: greenroom-serve\n"
            f"    static_configs: [{{ targets: ['127.0.0.1:{target.server_port}'] }}]\n"
        )
        port = free_port()
        with (folder / "log").open("w") as log:
            process = subprocess.Popen(
                (
                    "prometheus",
                    f"--config.file={folder / 'prometheus.yml'}",
                    f"--storage.tsdb.path={folder / 'data'}",
                    f"--web.listen-address=127.0.0.1:{port}",
                ),
                stdout=log,
                stderr=log,
            )
        address = f"http://127.0.0.1:{port}"
        try:
            until = monotonic() + PATIENCE_S
            while not _asked(address, "query", query="up == 1").get("result"):
                assert process.poll() is None, (folder / "log").read_text()
                assert monotonic() < until, (folder / "log").read_text()
                Event().wait(0.1)
            yield address
        finally:
            process.terminate()
            process.wait(30)


class _Exposing(HTTPServer):
    def __init__(self, body: bytes) -> None:
        super().__init__(("127.0.0.1", 0), _Page)
        self.body = body
        self._thread = Thread(target=self.serve_forever)

    def __enter__(self) -> _Exposing:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.shutdown()
        self._thread.join()
        self.server_close()


class _Page(BaseHTTPRequestHandler):
    server: _Exposing

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
        self.end_headers()
        self.wfile.write(self.server.body)

    def log_message(self, *_: object) -> None:
        """Tests are silent."""


def _serving(body: bytes) -> _Exposing:
    return _Exposing(body)


def _asked(address: str, what: str, **query: str) -> dict[str, Any]:
    """The data of an answer of Prometheus's API; nothing while it is not up."""
    try:
        with urllib.request.urlopen(f"{address}/api/v1/{what}?{urlencode(query)}") as answer:
            data: dict[str, Any] = json.load(answer)["data"]
    except urllib.error.HTTPError as error:
        if error.code == 503:  # it has begun to listen, and is not ready
            return {}
        raise AssertionError((query, error.read())) from None
    except OSError:
        return {}
    return data


def expressions() -> list[str]:
    """Of the dashboard's panels, as Grafana would send them."""
    panels = json.loads(DASHBOARD.read_text())["panels"]
    asked = [target["expr"] for panel in panels for target in panel["targets"]]
    return [one.replace("$__rate_interval", "1m") for one in asked]


def shown_names(exposed: bytes) -> set[str]:
    return set(OURS.findall(exposed.decode()))


def test_the_rules_are_valid() -> None:
    """promtool finds no fault with the alert rules and the configuration that loads them."""
    subprocess.run(["promtool", "check", "rules", RULES], check=True, capture_output=True)
    configuration = DEPLOY / "prometheus" / "prometheus.yml"
    subprocess.run(["promtool", "check", "config", configuration], check=True, capture_output=True)


def test_rules_and_dashboard_ask_for_metrics_that_exist(exposed: bytes) -> None:
    """Every metric that an alert or a panel names is one that we show, and docs/reference/metrics.md names the same."""
    asked = set(OURS.findall(RULES.read_text() + "\n".join(expressions())))
    assert asked <= shown_names(exposed)
    families = {
        line.split()[2] for line in exposed.decode().splitlines() if line.startswith("# TYPE green")
    }
    created = {name for name in families if name.endswith("_created")}
    assert families - created == set(OURS.findall(DOCS.read_text()))


@pytest.mark.slow
def test_prometheus_scrapes_us_and_evaluates_everything(prometheus: str, exposed: bytes) -> None:
    """A real Prometheus has our samples after a scrape, evaluates each alert without an error, and
    understands each question of the dashboard."""
    names = _asked(prometheus, "label/__name__/values")
    assert {"greenroom_capacity", "greenroom_turn_part_seconds_bucket"} <= set(names)
    for expression in expressions():
        _asked(prometheus, "query", query=expression)
    until = monotonic() + PATIENCE_S
    while True:
        rules = [r for g in _asked(prometheus, "rules")["groups"] for r in g["rules"]]
        if all(rule["health"] != "unknown" for rule in rules):
            break
        assert monotonic() < until
        Event().wait(0.1)
    assert {rule["health"] for rule in rules} == {"ok"}
    assert len(rules) == RULES.read_text().count("- alert:")
