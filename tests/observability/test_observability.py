"""What logs and metrics say about interviews, and what they must never say."""

from __future__ import annotations

import io
import json
import logging
from pathlib import Path
from typing import Any

import pytest
import structlog
from prometheus_client.parser import text_string_to_metric_families

from greenroom.app import plans
from greenroom.app.ports import OperatorFault
from greenroom.bootstrap.simulate import main as simulate
from greenroom.interview import journal as journals
from greenroom.interview.background import Quote
from greenroom.interview.engine import begin, step
from greenroom.interview.events import AnswerGiven, Event, Replied, ReplyEnded, SentenceOffered
from greenroom.interview.plan import Candidate
from greenroom.interview.proposals import MeetAside, RecordResponse
from greenroom.interview.reading import About, Phrase, Reading
from greenroom.interview.record import record
from greenroom.observability.interview_observer import InterviewObserver
from greenroom.observability.logs import configure
from greenroom.observability.metrics import Metrics

MARKER = "quetzalcoatl"


@pytest.fixture
def stream() -> io.StringIO:
    return io.StringIO()


def lines(stream: io.StringIO) -> list[dict[str, Any]]:
    return [json.loads(line) for line in stream.getvalue().splitlines()]


def told_by_everybody() -> None:
    """Personal words on every way into the log that we know of."""
    ours = structlog.get_logger("greenroom.test")
    ours.warning("said", pii_text=MARKER, id="int_1", inner={"pii_name": MARKER, "n": 1})
    livekit = logging.getLogger("livekit.agents")
    livekit.warning("received user transcript", extra={"user_transcript": MARKER})
    livekit.warning("could not say %s", MARKER)
    livekit.error(f"closing due to an error: {MARKER}")
    logging.getLogger("asyncio").error("Task exception was never retrieved\nfuture: %s", MARKER)
    try:
        int(MARKER)
    except ValueError:
        ours.exception("failed")
        livekit.exception("failed there")
        logging.getLogger("greenroom.plain").exception("failed plainly")


@pytest.mark.parametrize("level", ["INFO", "DEBUG"])
def test_personal_words_never_reach_the_log(stream: io.StringIO, level: str) -> None:
    """Whoever logs it, in a message, an argument, an extra, a personal key or an exception: it is not
    written (Sec, O4)."""
    configure(level, stream=stream)
    told_by_everybody()
    found = lines(stream)
    assert MARKER not in stream.getvalue()
    assert len(found) == 8
    assert {line["event"] for line in found} >= {"said", "received user transcript", "failed"}
    assert all(line["timestamp"] and line["level"] and line["logger"] for line in found)
    assert found[0]["inner"] == {"n": 1}
    failures = [line for line in found if line["event"].startswith("failed")]
    assert [line["error"] for line in failures] == ["ValueError"] * 3
    assert all(__file__.rpartition("/")[2] in line["error_at"] for line in failures)


def test_a_developer_may_see_personal_values(stream: io.StringIO) -> None:
    """When asked for, values under personal keys are kept; exceptions still give only their type."""
    configure("DEBUG", personal=True, stream=stream)
    told_by_everybody()
    assert lines(stream)[0]["pii_text"] == MARKER
    assert stream.getvalue().count(MARKER) == 2


def test_what_an_operator_must_do_is_said(stream: io.StringIO) -> None:
    """An `OperatorFault` is written for operators: the log has its message."""
    configure(stream=stream)
    log = structlog.get_logger("x")
    log.error("failed", exc_info=OperatorFault("the disk is full"))
    assert lines(stream)[0]["error_said"] == "the disk is full"


def test_who_else_listens_gets_the_record_whole(
    stream: io.StringIO, caplog: pytest.LogCaptureFixture
) -> None:
    """Our handler writes less of a record than there is, and takes nothing from it."""
    configure(stream=stream)
    logging.getLogger().addHandler(caplog.handler)
    try:
        int(MARKER)
    except ValueError as error:
        logging.getLogger("livekit.agents").exception("failed there")
        raised = error
    (entry,) = caplog.records
    assert entry.exc_info is not None
    assert entry.exc_info[1] is raised
    assert lines(stream)[0]["error"] == "ValueError"
    assert MARKER not in stream.getvalue()


def samples(metrics: Metrics) -> dict[str, float]:
    """Each metric's sum over its labels."""
    found: dict[str, float] = {}
    for family in text_string_to_metric_families(metrics.render().decode()):
        for sample in family.samples:
            found[sample.name] = found.get(sample.name, 0) + sample.value
    return found


def held(tmp_path: Path, candidate: str) -> list[str]:
    """The journal of a simulated interview."""
    path = tmp_path / "journal.jsonl"
    simulate("two-stage", candidate, None, 7, path, unhurried=False, as_json=True)
    return path.read_text().splitlines()


def watched(journal: list[str], watch: InterviewObserver, skip: int = 0) -> dict[str, Any]:
    """The interview shown step by step to an observer, but for the first `skip` steps."""
    header = journals.decode_header(journal[0])
    state = begin(header.plan, header.candidate)
    observe = watch(header.interview_id, header.plan.id)
    for number, line in enumerate(journal[1:]):
        event = journals.decode_event(json.loads(line)["event"])
        state, commands = step(state, event)
        if number >= skip:
            observe(event, commands, state)
    return record(header, state)


@pytest.mark.parametrize("candidate", ["normal", "silent", "backchanneler", "interrupter"])
def test_metrics_agree_with_the_record(tmp_path: Path, candidate: str) -> None:
    """What was counted while it ran is what the record counts afterwards (O4)."""
    metrics = Metrics()
    metrics.holds(lambda: 3, 8)
    found = watched(held(tmp_path, candidate), InterviewObserver(metrics))
    counted = samples(metrics)
    counts = found["counts"]
    assert counted["greenroom_barge_ins_total"] == counts["barge_ins"]
    assert counted["greenroom_acks_ignored_total"] == counts["acks_ignored"]
    assert counted["greenroom_stage_seconds_count"] == len(found["stages"])
    lasted = sum(stage["left_ms"] - stage["entered_ms"] for stage in found["stages"])
    assert counted["greenroom_stage_seconds_sum"] == pytest.approx(lasted / 1000)
    assert counted["greenroom_interviews_ended_total"] == 1
    assert (counted["greenroom_interviews_running"], counted["greenroom_capacity"]) == (3, 8)
    text = metrics.render().decode()
    forced = sum(stage["forced"] for stage in found["stages"])
    told = [line for line in text.splitlines() if line.startswith("greenroom_transitions_total{")]
    assert sum(float(x.split()[-1]) for x in told if 'forced="true"' in x) == forced
    if candidate == "normal":
        assert counted["greenroom_turn_latency_seconds_count"] >= 2
    if candidate == "silent":
        assert counted["greenroom_reprompts_total"] == counts["reprompts"] > 0


def test_a_resumed_interview_is_not_counted_twice(tmp_path: Path) -> None:
    """What happened before the crash was counted before the crash (F15)."""
    metrics = Metrics()
    journal = held(tmp_path, "normal")
    found = watched(journal, InterviewObserver(metrics), skip=len(journal) - 4)
    assert samples(metrics)["greenroom_interviews_ended_total"] == 1
    assert samples(metrics)["greenroom_stage_seconds_count"] < len(found["stages"])


def test_events_are_logged_without_words(tmp_path: Path, stream: io.StringIO) -> None:
    """Every event and command of an interview is in the log, with ids, times and causes, and nothing
    that anybody said (O4, Sec)."""
    journal = held(tmp_path, "normal")
    configure("INFO", stream=stream)
    found = watched(journal, InterviewObserver(Metrics()))
    told = [line for line in lines(stream) if line["logger"] == "greenroom.interview"]
    assert {line["interview"] for line in told} == {found["id"]}
    kinds = {line["what"] for line in told}
    assert {"Say", "EnterStage", "StageEntered", "AnswerGiven", "EndInterview"} <= kinds
    log = stream.getvalue()
    for message in found["messages"]:
        if len(message["text"].split()) > 3:
            assert message["text"] not in log


@pytest.mark.parametrize(
    "event",
    [
        AnswerGiven(1, MARKER, 0, 1, question=MARKER, mid=MARKER, quote=Quote("job", MARKER)),
        AnswerGiven(1, "x", 0, 1, reading=Reading("r", 1.0, phrases=(Phrase(0, 1, MARKER, 0.9),))),
        Replied(1, "t1", (MeetAside(About.JOB, MARKER),)),
        SentenceOffered(1, "t1", MARKER),
        ReplyEnded(1, "t1", (RecordResponse(MARKER, (("role", MARKER),)),)),
    ],
)
def test_words_inside_an_event_are_personal(stream: io.StringIO, event: Event) -> None:
    """Whatever field holds them, and however deep: they are not written, and a developer may see them."""
    state = begin(plans.load("two-stage"), Candidate("Ada"))
    for personal in (False, True):
        configure("INFO", personal=personal, stream=stream)
        observer = InterviewObserver(Metrics())("int_1", "two-stage")
        observer(event, (), state)
        assert (MARKER in stream.getvalue()) is personal
