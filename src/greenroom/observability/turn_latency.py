"""How long a turn took, from the candidate's last word to the interviewer's first sound, by part."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from greenroom.interview.commands import Command, Consult, Say
from greenroom.interview.events import AnswerGiven, Event, UtteranceStarted
from greenroom.interview.plan import Millis

END_OF_TURN: Final = "end_of_turn"
"""From the last word until the answer was taken for finished; nothing of the kind in a typed one."""
REPLY: Final = "reply"
"""Until it was decided what is said: the interviewer, or its model, and the rules."""
FIRST_AUDIO: Final = "first_audio"
"""Until that is heard: the voice."""


@dataclass(frozen=True, slots=True)
class TurnLatency:
    """One turn that was answered, on the interview's clock."""

    ended: Millis
    taken: Millis
    said: Millis
    audible: Millis
    typed: bool
    consulted: bool
    """The interviewer was asked; else the rules had the answer."""
    kind: str
    """Of what was said."""

    def parts(self) -> Iterator[tuple[str, Millis, Millis]]:
        """Each part with its beginning and its end."""
        if not self.typed:
            yield END_OF_TURN, self.ended, self.taken
        yield REPLY, self.taken, self.said
        yield FIRST_AUDIO, self.said, self.audible


class TurnLatencies:
    """Follows one interview."""

    def __init__(self) -> None:
        self._answer: AnswerGiven | None = None
        self._said: dict[str, tuple[Millis, Say]] = {}
        self._consulted = False

    def follow(self, event: Event, commands: Sequence[Command]) -> TurnLatency | None:
        """The turn that this step completes, if it does."""
        turn = None
        match event:
            case AnswerGiven():
                self._answer, self._consulted = event, False
                self._said.clear()
            case UtteranceStarted():
                turn = self._complete(event)
            case _:
                """Nothing of a turn."""
        for command in commands:
            if isinstance(command, Say) and self._answer is not None:
                self._said[command.utterance_id] = event.at, command
            self._consulted = self._consulted or isinstance(command, Consult)
        return turn

    def _complete(self, event: UtteranceStarted) -> TurnLatency | None:
        answer, said = self._answer, self._said.get(event.utterance_id)
        if answer is None or said is None:
            return None
        self._answer = None
        self._said.clear()
        at, say = said
        audible = max(at, event.at if event.began is None else event.began)
        ended = min(answer.ended, answer.at)
        return TurnLatency(
            ended, answer.at, at, audible, answer.typed, self._consulted, say.kind.value
        )
