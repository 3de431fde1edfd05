"""The metrics of a worker and its jobs come together at the worker's port, as real processes (O4, O9)."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

WORKER = """
import json, os, urllib.request
from greenroom.observability import worker_metrics
worker_metrics.begin()
from greenroom.observability.metrics import Metrics

def job(count, until):
    if os.fork():
        return
    metrics = Metrics()
    metrics.reprompts.inc(count)
    metrics.part_seconds.labels("reply").observe(count)
    metrics.ended.labels("completed").inc()
    os.write(told, b".")
    os.read(until, 1)
    os._exit(0)

def scraped():
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics") as answer:
        lines = answer.read().decode().splitlines()
    return {l.rpartition(" ")[0]: float(l.rpartition(" ")[2]) for l in lines if l.startswith("greenroom")}

heard, told = os.pipe()
waits, lets_go = os.pipe()
folder = worker_metrics.folder()
gathered = worker_metrics.Gathered(folder, lambda: 2, 4)
with worker_metrics.served("127.0.0.1", 0, gathered) as port:
    job(2, waits)
    job(3, waits)
    os.read(heard, 1), os.read(heard, 1)
    while_they_run = scraped()
    os.write(lets_go, b"..")
    os.wait(), os.wait()
    afterwards, again = scraped(), scraped()
    job(5, waits)
    os.write(lets_go, b".")
    os.wait()
    worker_metrics.add_up()
    files = sorted(path.name for path in folder.iterdir())
    third = scraped()
worker_metrics.forget()
print(json.dumps([while_they_run, afterwards, again, third, files, folder.exists()]))
"""


@pytest.mark.slow
def test_jobs_that_run_and_jobs_that_ended_are_counted_once() -> None:
    """What two jobs counted is one sum at the worker's port while they run and after they ended; their
    files become one for each sort, and the worker deletes all of them when it ends."""
    ran = subprocess.run([sys.executable, "-c", WORKER], capture_output=True, text=True, check=True)
    running, ended, again, third, files, left = json.loads(ran.stdout)
    assert running["greenroom_reprompts_total"] == 5
    assert running['greenroom_turn_part_seconds_sum{part="reply"}'] == 5
    assert running['greenroom_turn_part_seconds_bucket{le="2.0",part="reply"}'] == 1
    assert running['greenroom_interviews_ended_total{reason="completed"}'] == 2
    assert (running["greenroom_interviews_running"], running["greenroom_capacity"]) == (2, 4)
    assert ended == again == running
    assert third["greenroom_reprompts_total"] == 10
    assert files == ["counter_ended.db", "histogram_ended.db"]
    assert not left
