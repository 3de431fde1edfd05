"""One interview's end of the line in a LiveKit room."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from functools import cached_property, partial
from typing import Any, Final

import structlog
from livekit import rtc
from livekit.agents import Agent, AgentSession
from livekit.rtc.participant import PublishTrackError, UnpublishTrackError

from greenroom.adapters.rooms.audio import TrackInput, TrackOutput
from greenroom.adapters.rooms.names import CANDIDATE, TOPIC
from greenroom.adapters.rooms.outbox import Outbox
from greenroom.adapters.rooms.presence import Presence
from greenroom.interview.events import AnswerMode
from greenroom.interview.plan import Millis
from greenroom.session.background_tasks import BackgroundTasks
from greenroom.session.line import Interview, Line
from greenroom.session.message_parser import BadMessageError, parse
from greenroom.session.messages import Deed, Ping, SoundOutput
from greenroom.session.microphone_input import Overhear

_HEARING_S: Final = 10.0
"""A page that does not take our track within this will not: the interview goes on in writing."""
_AGAIN_S: Final = 0.5
_HUSH_S: Final = 1.0
_LONGEST_HUSH_S: Final = 4.0
"""After a job was replaced we listen once our voice was heard for so long, or nothing was said: what
is left of an answer whose beginning died with the job is no answer to the question asked again."""
_FAREWELL_S: Final = 3.0

log = structlog.get_logger(__name__)


class RoomTransport:
    """Implements `session.transport.Transport`. The candidate comes and goes; nobody else counts.

    Nothing of the session is hosted in the room: no transcription streams, no agent attributes, no
    remote session. The candidate hears our track and gets our messages; other participants, which
    there should not be, get neither messages nor an ear. Messages to us are obeyed only when the
    server itself sent them, on behalf of our own web process, so that a participant is never believed.
    """

    def __init__(
        self,
        room: rtc.Room,
        hello: Mapping[str, Any],
        now_ms: Callable[[], Millis],
        wall: Callable[[], float],
        *,
        resumed: bool,
        overhear: Overhear | None = None,
        mode: AnswerMode = "talk",
        saved: Iterable[str] = (),
        cut_off: Callable[[], bool] = lambda: False,
    ) -> None:
        """`now_ms` is the interview's clock, `wall` gives epoch seconds, `saved` the ids of messages that
        the journal has; `cut_off`: no message of a page can arrive now. `bind` before `start`."""
        self._room = room
        self._line = Line(hello, now_ms, self._send, met=resumed, mode=mode, saved=saved)
        self._microphone = TrackInput(overhear)
        self._speech = TrackOutput(wall=wall, tell=self._became, lost=self._line.cut_off)
        self._background_tasks = BackgroundTasks()
        self._presence = Presence(
            lost=self._lose, found=self._heard_again, show=self._send, cut_off=cut_off
        )
        self._arriving: asyncio.Task[None] | None = None
        self._microphone.deaf = resumed
        self._attached = self._hears = False
        self._outbox = Outbox(room, self._line.greeting)

    def bind(self, interview: Interview) -> None:
        self._line.interview = interview

    # The session's side

    async def start(self, session: AgentSession[Any], agent: Agent) -> None:
        session.input.audio = self._microphone
        session.output.audio = self._speech
        await session.start(agent, session_host=False, record=False)
        self._line.session = session
        presence = self._presence
        for work in (self._outbox.send, presence.watch, presence.pulse, presence.count):
            self._background_tasks.run(work())
        for event, handler in self._handlers.items():
            self._room.on(event, handler)
        candidate = self._room.remote_participants.get(CANDIDATE)
        if candidate is not None:
            self._arrive(candidate)

    def show(self, message: Mapping[str, Any]) -> None:
        if message["t"] == "say":
            words = (message["id"], message["kind"], message["text"])
            self._speech.announce(*words, more=message["more"])
            return
        if message["t"] == "words":
            self._speech.grow(message)
            return
        self._line.seen(message)
        self._send(message)

    async def aclose(self) -> None:
        """Let what was said to the page reach it, then let go of the room."""
        with suppress(TimeoutError):
            async with asyncio.timeout(_FAREWELL_S if self._attached else 0):
                await self._outbox.sent()
        for event, handler in self._handlers.items():
            self._room.off(event, handler)
        self._line.close()
        await self._background_tasks.aclose()
        await self._microphone.aclose()
        await self._speech.aclose()

    # The room's side

    @cached_property
    def _handlers(self) -> Mapping[Any, Callable[..., None]]:
        return {
            "participant_connected": self._arrive,
            "participant_disconnected": self._depart,
            "track_published": self._published,
            "track_subscribed": partial(self._subscribed, True),
            "track_unsubscribed": partial(self._subscribed, False),
            "data_received": self._received,
            "reconnecting": self._line_lost,
            "reconnected": self._line_found,
        }

    def _arrive(self, participant: rtc.RemoteParticipant) -> None:
        if participant.identity != CANDIDATE:
            log.warning("stranger in the room", kind=participant.kind)
            return
        self._lose()
        self._presence.begin()
        for publication in participant.track_publications.values():
            self._published(publication, participant)
        self._arriving = self._background_tasks.run(self._welcome())

    async def _welcome(self) -> None:
        """Publish our voice again for whoever came: that they took it proves that they can hear it."""
        while True:
            try:
                await self._publish()
                break
            except TimeoutError:
                log.warning("the page does not take the interviewer's track")
                break
            except PublishTrackError as error:  # the room is not quite back
                log.warning("track not published", exc_info=error)
                await asyncio.sleep(_AGAIN_S)
        self._attach()

    async def _publish(self) -> None:
        """Raises `TimeoutError` when nobody takes the track."""
        local = self._room.local_participant
        track = rtc.LocalAudioTrack.create_audio_track("interviewer", self._speech.source)
        options = rtc.TrackPublishOptions(
            source=rtc.TrackSource.SOURCE_MICROPHONE,
            red=False,  # twice the packets; Opus conceals a lost one, and mends some by itself
        )
        published = await local.publish_track(track, options)
        for publication in tuple(local.track_publications.values()):
            if publication.sid != published.sid:
                with suppress(UnpublishTrackError):  # it went with the old connection
                    await local.unpublish_track(publication.sid)
        async with asyncio.timeout(_HEARING_S):
            await published.wait_for_subscription()

    def _attach(self) -> None:
        self._attached = True
        for message in self._line.greeting():
            self._send(message)
        if self._hears:
            self._send({"t": "listening", "on": True})
        self._speech.attach()
        if self._microphone.deaf:
            self._background_tasks.later(_LONGEST_HUSH_S, self._hear)
        self._line.join()

    def _depart(self, participant: rtc.RemoteParticipant) -> None:
        if participant.identity == CANDIDATE:
            self._lose()

    def _line_lost(self) -> None:
        """It is us who lost the room: nobody hears us meanwhile."""
        self._lose()

    def _line_found(self) -> None:
        candidate = self._room.remote_participants.get(CANDIDATE)
        if candidate is not None:
            self._arrive(candidate)

    def _heard_again(self) -> None:
        """The page was silent for so long that it counted as gone, and has not gone."""
        if self._arriving is None:
            self._line_found()

    def _lose(self) -> None:
        """End the speech on both sides, and tell the interview if the candidate stays away."""
        if self._arriving is not None:
            self._arriving.cancel()
            self._arriving = None
        if not self._attached:
            return
        self._attached = False
        self._outbox.clear()
        self._microphone.fall_silent()
        silent_s = self._presence.silent_s
        cut = self._speech.detach() or self._speech.spoke_within(silent_s or 0)
        self._line.lose(cut=cut, silent_s=silent_s)

    def _published(
        self, publication: rtc.RemoteTrackPublication, participant: rtc.RemoteParticipant
    ) -> None:
        """Of the candidate we hear the microphone; of anybody else nothing."""
        wanted = rtc.TrackSource.SOURCE_MICROPHONE
        if participant.identity == CANDIDATE and publication.source == wanted:
            publication.set_subscribed(True)

    def _subscribed(
        self,
        hears: bool,
        track: rtc.RemoteTrack,
        _publication: rtc.RemoteTrackPublication,
        participant: rtc.RemoteParticipant,
    ) -> None:
        if participant.identity != CANDIDATE:
            return
        if hears:
            self._microphone.listen(track)
        else:
            self._microphone.turn_away()
        self._presence.listen(track if hears else None)
        self._tell_whether_heard(hears)

    def _tell_whether_heard(self, hears: bool) -> None:
        self._hears = hears
        self._send({"t": "listening", "on": hears})

    def _received(self, packet: rtc.DataPacket) -> None:
        if packet.topic != TOPIC or packet.participant is not None:
            return
        try:
            message = parse(packet.data.decode())
        except (BadMessageError, UnicodeDecodeError):
            return  # it was checked where it came in: this is another version's
        self._presence.heard(message)
        if isinstance(message, Ping):
            self._send({"t": "pong"})
        elif isinstance(message, SoundOutput):
            self._listened(message)
        elif isinstance(message, Deed) and self._line.act(message):
            self._microphone.fall_silent()
            self._line.end_turn()

    def _listened(self, message: SoundOutput) -> None:
        """A page whose sound stands still does not hear our track, and no clock runs meanwhile."""
        self._line.outputs(message.state)
        if not self._attached:
            return
        if message.state == "held":
            self._microphone.fall_silent()
            self._line.lose(cut=self._speech.detach())
        else:
            self._speech.attach()
            self._line.join()

    # Messages to the page

    def _became(self, message: Mapping[str, Any]) -> None:
        """What became of the interviewer's voice."""
        self._send(message)
        if message["t"] == "started" and self._microphone.deaf:
            self._background_tasks.later(_HUSH_S, self._hear)

    def _hear(self) -> None:
        self._microphone.deaf = False

    def _send(self, message: Mapping[str, Any]) -> None:
        if self._attached:
            self._outbox.put(message)
