"""Scripts: what they may say, and when their lines are spoken."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest
from livekit.agents import Agent
from tests.simulation.bare import bare_session

from greenroom.app.ports import UserFault
from greenroom.simulation.candidate_voice import Speaker, Utterance
from greenroom.simulation.clock import in_virtual_time
from greenroom.simulation.script import Line, perform, read
from greenroom.simulation.transport import Cue, SimulatedTransport

TEN_WORDS = "Please tell me what you have been working on lately"
SECONDS = 3.6


class Stage:
    """An interviewer without an interview: says what the test says, to a candidate with a script."""

    def __init__(self, *lines: Line) -> None:
        self.lines = lines
        self.speaker = Speaker()
        self.room = SimulatedTransport(self.speaker, lambda _: None, lambda: 0)
        self.session = bare_session(self.speaker)
        self.said: list[Utterance] = []

    async def __aenter__(self) -> "Stage":
        await self.room.start(self.session, Agent(instructions=""))
        self.performance = asyncio.create_task(perform(self.lines, self.room))
        self.listening = asyncio.create_task(self._listen())
        await asyncio.sleep(0)
        return self

    async def __aexit__(self, *_: object) -> None:
        self.listening.cancel()
        self.performance.cancel()
        await self.session.aclose()

    async def _listen(self) -> None:
        with self.speaker.listened() as ear:
            while True:
                self.said.append(await ear.get())

    async def say(self, kind: str, text: str) -> None:
        self.room.show({"t": "say", "id": "u1", "kind": kind, "text": text})
        await self.session.say(text)

    def edges(self, cue: Cue) -> list[float]:
        return [edge.at_s for edge in self.room.edges if edge.cue is cue]


@in_virtual_time
async def test_start_and_previous() -> None:
    """`start` runs from the beginning, `previous` from the end of the line before."""
    lines = (Line("start", 2, "one"), Line("previous", 1, "two three"), Line("start", 10, "four"))
    async with Stage(*lines) as stage:
        await asyncio.sleep(15)
        began = [round(u.began_s, 2) for u in stage.said]
        assert began == [2, round(2 + 0.36 + 1, 2), 10]


@in_virtual_time
async def test_question_after_the_interviewer_has_finished() -> None:
    """`question` is given by the end of an utterance that expects an answer, not of a notice."""
    async with Stage(Line("question", 0.8, "Here I am")) as stage:
        await stage.say("notice", TEN_WORDS)
        await asyncio.sleep(5)
        assert stage.said == []
        await stage.say("question", TEN_WORDS)
        await asyncio.sleep(2)
        [answer] = stage.said
        assert answer.began_s == pytest.approx(stage.edges(Cue.QUESTION)[0] + 0.8)


@in_virtual_time
async def test_speech_over_the_interviewer() -> None:
    """`speech` runs from the first audible moment, so the line is spoken over the interviewer."""
    async with Stage(Line("speech", 0.8, "okay", 0.2)) as stage:
        await stage.say("question", TEN_WORDS)
        [ack] = stage.said
        assert ack.began_s == pytest.approx(stage.edges(Cue.SPEECH)[0] + 0.8)
        assert ack.ended_s - ack.began_s == pytest.approx(0.2)


@in_virtual_time
async def test_interruption_gives_the_question_cue() -> None:
    """An interviewer who was interrupted and has yielded expects an answer, whatever it was saying."""
    lines = (Line("speech", 1.0, "Stop please stop now"), Line("question", 0.5, "So then"))
    async with Stage(*lines) as stage:
        await stage.say("notice", TEN_WORDS)
        await asyncio.sleep(5)
        [yielded] = stage.edges(Cue.QUESTION)
        stop, then = stage.said
        assert stop.began_s < yielded
        assert then.began_s == pytest.approx(max(yielded + 0.5, stop.ended_s))


@in_virtual_time
async def test_an_edge_since_the_previous_line_began_counts() -> None:
    """A cue that was given while the previous line was spoken is not missed, and one from before
    that line is not used again."""
    lines = (
        Line("question", 0.5, "one", 20.0),
        Line("speech", 1.0, "two"),
        Line("question", 0.5, "three"),
    )
    async with Stage(*lines) as stage:
        await stage.say("question", TEN_WORDS)
        await asyncio.sleep(4)
        stage.room.show({"t": "say", "id": "u2", "kind": "notice", "text": "Well"})
        stage.session.say("Well", allow_interruptions=False)
        await asyncio.sleep(40)
        one, two = stage.said
        assert one.began_s < stage.edges(Cue.SPEECH)[1] < one.ended_s
        assert two.began_s == pytest.approx(one.ended_s)


@pytest.fixture
def script(tmp_path: Path) -> Callable[[str], Path]:
    def write(text: str) -> Path:
        path = tmp_path / "script.jsonl"
        path.write_text(text)
        return path

    return write


def test_read(script: Callable[[str], Path]) -> None:
    """A script is read line by line; `wait` is 0 and `seconds` the usual pace if not given."""
    text = '{"after":"question","wait":1,"say":"Hi"}\n\n{"after":"previous","say":"","seconds":2}\n'
    assert read(script(text)) == (Line("question", 1.0, "Hi"), Line("previous", 0.0, "", 2.0))


def test_an_empty_script_is_silence(script: Callable[[str], Path]) -> None:
    """An empty file is a candidate who never speaks."""
    assert read(script("")) == ()


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("nonsense", "2: line: not JSON"),
        ("[1]", "2: line: must be an object"),
        ("[" * 100_000, "2: line: not JSON"),
        ('{"after":"start","say":"a\\ud800b"}', "2: say: it contains half of a character"),
        ('{"say":"x"}', "2: after: must be one of"),
        ('{"after":"later","say":"x"}', "2: after: must be one of"),
        ('{"after":["start"],"say":"x"}', "2: after: must be one of"),
        ('{"after":"start"}', "2: say: must be"),
        ('{"after":"start","say":"x","wait":-1}', "2: wait: must be 0 or more"),
        ('{"after":"start","say":"x","wait":true}', "2: wait: must be a number"),
        ('{"after":"start","say":"x","wait":NaN}', "2: wait: must be 0 or more"),
        ('{"after":"start","say":"x","seconds":"2"}', "2: seconds: must be a number"),
        ('{"after":"start","say":" "}', "2: seconds: must be more than 0"),
        ('{"after":"start","say":"x","pause":1}', "2: pause: unknown key"),
    ],
)
def test_bad_lines(script: Callable[[str], Path], line: str, fault: str) -> None:
    """A bad line is refused with file, line, key and reason."""
    path = script(f'{{"after":"start","say":"Hi"}}\n{line}\n')
    with pytest.raises(UserFault) as caught:
        read(path)
    assert str(caught.value).startswith(f"{path}:{fault}")


def test_no_such_file(tmp_path: Path) -> None:
    """A script that is not there is the caller's fault."""
    with pytest.raises(UserFault, match="cannot be read"):
        read(tmp_path / "missing.jsonl")
