"""The small parts of the session: clock, turn, inbox, view."""

import asyncio

from greenroom.app.view import view
from greenroom.interview.events import ActivityNoticed, SpokenCommand
from greenroom.session.clock import SessionClock
from greenroom.session.growing_turn import GrowingTurn, Spoken
from greenroom.session.inbox import Inbox
from greenroom.simulation.clock import EPOCH_S, in_virtual_time


@in_virtual_time
async def test_clock_of_a_resumed_interview():
    """A resumed interview's clock goes on from its start, never before its last event."""
    started = "2023-11-14T22:13:10+00:00"  # ten seconds before the virtual epoch
    assert abs(SessionClock.since(started).now_ms() - 10_000) <= 5
    assert SessionClock.since(started, not_before=60_000).now_ms() == 60_000
    clock = SessionClock(5_000)
    await asyncio.sleep(2)
    assert clock.now_ms() == 7_000


@in_virtual_time
async def test_stamps_of_livekit():
    """A stamp in seconds since 1970 is placed on the interview's clock, and never in the future."""
    clock = SessionClock()
    await asyncio.sleep(10)
    assert clock.from_wall(EPOCH_S + 4) == 4_000
    assert clock.from_wall(EPOCH_S + 99) == 10_000
    assert clock.from_wall(EPOCH_S - 99) == 0


def test_words_known_before_the_voice_has_ended():
    """Words that a quick recogniser gives before the detector sees the end, end with the voice."""
    turn = GrowingTurn()
    turn.voice_began()
    turn.heard(Spoken("wait", 2_500, 2_900), 2_900)
    turn.voice_stopped(2_800)
    assert not turn.words_missing
    assert turn.take() == Spoken("wait", 2_500, 2_800)


def test_words_that_another_voice_came_after():
    """A guess that must do for the final ends with the voice that said it, not with the next one."""
    turn = GrowingTurn()
    turn.voice_began()
    turn.guessed(Spoken("no no", 1_000, 1_000))
    turn.voice_stopped(1_600)
    turn.voice_began()
    turn.voice_stopped(2_500)
    turn.trust(2_500)
    assert turn.take() == Spoken("no no", 1_000, 1_600)


def test_voice_without_words_yet():
    """A voice that went on after the last known words is still to be heard."""
    turn = GrowingTurn()
    turn.voice_began()
    turn.heard(Spoken("one", 0, 900), 1_000)
    turn.voice_stopped(4_000)
    assert turn.words_missing
    turn.heard(Spoken("two", 1_000, 4_000), 4_200)
    assert not turn.words_missing
    assert turn.take() == Spoken("one two", 0, 4_000)
    assert turn.take() is None


@in_virtual_time
async def test_asking_a_closed_inbox():
    """Whoever still waits when the interview ends is answered with nothing, not left waiting."""
    inbox = Inbox()
    asking = asyncio.get_running_loop().create_task(inbox.ask(ActivityNoticed(0)))
    await asyncio.sleep(0)
    inbox.close()
    assert await asking == ()
    assert await inbox.ask(ActivityNoticed(0)) == ()
    inbox.post(ActivityNoticed(0))
    assert await inbox.next(1.0) is None


@in_virtual_time
async def test_view_follows_the_floor(rig):
    """The page is told who has the floor, what is asked, and how far the interview is."""
    asking = rig.Asking(rig.LEAVE, takes_s=1.5)
    async with rig.holding(interviewer=asking) as live:
        await live.audible()
        await live.until(lambda: view(live.state)["cue"] == "speaking")
        assert live.shown("view")[-1]["floor"] == "them"
        await live.asked()
        await live.until(lambda: live.shown("view")[-1]["floor"] == "you")
        assert live.shown("view")[-1]["cue"] == "turn"
        assert live.shown("view")[-1]["question"].startswith("Please tell me about your garden")
        live.speaker.begin("I grow beans", 2.0)
        await live.until(lambda: live.shown("view")[-1]["cue"] == "answering")
        await live.until(lambda: live.shown("view")[-1]["cue"] == "thinking")
        await live.until(lambda: live.shown("view")[-1]["stage"] == 1)
        assert live.shown("view")[-1]["progress"][0] == 1.0
        await live.asked()
        live.room.command(SpokenCommand.PAUSE)
        await live.until(lambda: live.shown("view")[-1]["cue"] == "paused")
        assert live.shown("view")[-1]["clock"] == "stopped"


@in_virtual_time
async def test_view_only_when_it_changed(rig):
    """Time alone is no news: the page counts it by itself."""
    async with rig.holding() as live:
        await live.asked()
        await live.until(lambda: live.shown("view")[-1]["floor"] == "you")
        before = len(live.shown("view"))
        live.interview.post(ActivityNoticed(0))
        await asyncio.sleep(2)
        assert len(live.shown("view")) == before


@in_virtual_time
async def test_cue_through_a_pause(rig):
    """The page tells who speaks that they are speaking through every pause of one answer."""
    async with rig.holding() as live:
        await live.asked()
        await live.speaker.say("I grow beans")
        await asyncio.sleep(0.8)
        await live.speaker.say("and peas")
        await live.until(lambda: live.answers())
        assert live.answers() == "I grow beans and peas"
        cues = [message["cue"] for message in live.shown("view")]
        first = cues.index("answering")
        assert cues[first - 1] == "turn"
        assert "turn" not in cues[first:]
        assert "thinking" in cues[first:]


@in_virtual_time
async def test_cue_after_a_cough(rig):
    """A voice without a word leaves the turn with the candidate, and the page says so again."""
    async with rig.holding() as live:
        await live.asked()
        await asyncio.sleep(1)
        await live.speaker.say("", 0.6)
        await asyncio.sleep(5)
        assert live.shown("view")[-1]["cue"] == "turn"
