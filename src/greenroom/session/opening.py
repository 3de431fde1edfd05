"""An interview made ready to run, from its journal, its equipment and a way to make its transport."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Protocol, TypeVar

from greenroom.app import view
from greenroom.app.journals import OpenJournal
from greenroom.app.observing import Watch
from greenroom.app.ports import Journal
from greenroom.session.clock import SessionClock
from greenroom.session.controller import LiveInterview
from greenroom.session.equipment import Equipment
from greenroom.session.line import Interview
from greenroom.session.recorder import Recorder
from greenroom.session.transport import Transport


class BoundTransport(Transport, Protocol):
    """A transport that is told of its interview before it starts."""

    def bind(self, interview: Interview) -> None: ...


T = TypeVar("T", bound=BoundTransport)


def open_interview(
    opened: OpenJournal,
    journal: Journal,
    equipment: Equipment,
    make_transport: Callable[..., T],
    clock: SessionClock,
    *,
    now: Callable[[], datetime],
    watch: Watch | None,
) -> tuple[LiveInterview, T]:
    """An interview, not running yet, and its transport, made from what each of them needs. `now` gives UTC."""
    header, state = opened.header, opened.state
    recorder = Recorder.of(equipment, clock)
    transport = make_transport(
        hello=view.hello(header.plan),
        now_ms=clock.now_ms,
        wall=lambda: now().timestamp(),
        overhear=None if recorder is None else recorder.hear,
        mode=state.mode,
        saved=state.taken,
    )
    live = LiveInterview(
        header,
        state,
        seq=opened.seq,
        journal=journal,
        equipment=equipment,
        transport=transport,
        clock=clock,
        recorder=recorder,
        observe=None if watch is None else watch(header.interview_id, header.plan.id),
    )
    transport.bind(live)
    return live, transport
