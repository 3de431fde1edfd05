"""Follows one conversation for an adapter: its floor, its voices, and what becomes of its words. Pure.

The adapter tells what happens in its framework, and carries out what follows.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, cast

from greenroom_turns.cause import TurnCause
from greenroom_turns.gate import Gate, Verdict
from greenroom_turns.hooks import Hooks
from greenroom_turns.interruption import Action
from greenroom_turns.limits import Millis
from greenroom_turns.sound import RecentSound


class Timer(Protocol):
    def cancel(self) -> None: ...


class Host(Protocol):
    """What a framework does for a listener."""

    def now_ms(self) -> Millis: ...

    def later(self, seconds: float, call: Callable[[], None]) -> Timer: ...

    def interrupt(self) -> None:
        """Stop the interviewer, if it speaks."""


class Send(Protocol):
    """Hands on what a recogniser told, with this text. What is not final and has no text takes words back."""

    def __call__(self, told: Any, text: str, *, final: bool) -> None: ...


class Listener:
    """One conversation. Without `on_late_words` an answer that must not interrupt is handed on as soon as
    the interviewer has finished."""

    def __init__(self, host: Host, gate: Gate, hooks: Hooks) -> None:
        self.host, self.gate, self.hooks = host, gate, hooks
        self.stream: Stream | None = None
        """Whose words count."""
        self._late: list[Callable[[], None]] = []
        """Hand on answers that wait only in order not to interrupt."""
        self._patience: Timer | None = None

    def interviewer_yields(self, at_ms: Millis) -> None:
        """The floor is free: hand on what is an answer of all that had to wait for this."""
        for verdict in self.gate.interviewer_yields(at_ms):
            self.tell(verdict)
            stream, told = cast("tuple[Stream, object]", verdict.carried)
            stream.settle(told, verdict)
        late, self._late = self._late, []
        for hand_on in late:
            hand_on()

    def voice_begins(self, at_ms: Millis) -> None:
        self.gate.voice_begins(at_ms)
        if self._patience is None:
            limit_s = self.gate.limits.untranscribed_limit_ms / 1000
            self._patience = self.host.later(limit_s, self._voice_goes_on)

    def voice_ends(self, at_ms: Millis) -> None:
        self.gate.voice_ends(at_ms)
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None

    def _voice_goes_on(self) -> None:
        self._patience = None
        if (verdict := self.gate.voice_goes_on(self.host.now_ms())) is not None:
            self.tell(verdict)
            if verdict.decision.action is Action.INTERRUPT:
                self.host.interrupt()

    def hears(self, send: Send) -> Stream:
        """Words come by another stream from now on."""
        self.gate.utterance_ends()  # the final of a guess dies with the stream that guessed
        self.stream = Stream(self, send)
        return self.stream

    def tell(self, verdict: Verdict) -> None:
        if hook := self.hooks.get("on_decision"):
            hook(verdict.decision, verdict.spoken.text, *verdict.seconds)

    def keep(self, verdict: Verdict, hand_on: Callable[[], None]) -> None:
        """An answer that came too late to be let through."""
        if hook := self.hooks.get("on_late_words"):
            hook(verdict.spoken.text, *verdict.seconds, verdict.spoken.confidence)
        else:
            self._late.append(hand_on)


class Stream:
    """The words of one stream of a recogniser, on their way to a session."""

    def __init__(self, listener: Listener, send: Send) -> None:
        self.sound = RecentSound()
        self._listener, self._send = listener, send
        self._let_in = False
        """A guess at the present utterance was handed on."""

    def words_come(self, told: Any, text: str, at_ms: Millis, *, final: bool, **known: Any) -> None:
        """Words that the recogniser `told`; `known` is what `Gate.words_come` takes beside them."""
        verdict = self._listener.gate.words_come(
            text, at_ms, final=final, measure=self.sound.between, carried=(self, told), **known
        )
        self._listener.tell(verdict)
        if final and verdict.decision.action is Action.WAIT:
            self._take_back(told, verdict)
        elif final:
            self.settle(told, verdict)
        elif verdict.decision.action in (Action.ANSWER, Action.INTERRUPT):
            self._let_in = True
            self._hand_on(told, verdict, final=False)

    def settle(self, told: Any, verdict: Verdict) -> None:
        """Carry out the verdict about words that are final."""
        match verdict.decision.action:
            case Action.IGNORE | Action.WAIT:
                self._take_back(told, verdict)
                hook = self._listener.hooks.get("on_ack")
                if verdict.spoken.text.strip() and hook:
                    hook(verdict.spoken.text, *verdict.seconds, verdict.decision.cause.value)
            case Action.ANSWER if verdict.decision.cause is TurnCause.SPOKEN_BEFORE:
                self._take_back(told, verdict)
                text = verdict.spoken.text
                self._listener.keep(verdict, lambda: self._send(told, text, final=True))
            case Action.ANSWER | Action.INTERRUPT:
                self._let_in = False
                self._hand_on(told, verdict, final=True)

    def _hand_on(self, told: Any, verdict: Verdict, *, final: bool) -> None:
        """Words of a turn. A session would weigh them only with the next sound, or at the turn's end."""
        if verdict.decision.action is Action.INTERRUPT:
            self._listener.host.interrupt()
        self._tell_words(verdict, verdict.text, final=final)
        self._send(told, verdict.text, final=final)

    def _take_back(self, told: Any, verdict: Verdict) -> None:
        """Blank a guess that was let in, or its words would count with the next voice."""
        if self._let_in:
            self._let_in = False
            self._tell_words(verdict, "", final=False)
            self._send(told, "", final=False)

    def _tell_words(self, verdict: Verdict, text: str, *, final: bool) -> None:
        hook = self._listener.hooks.get("on_words")
        if hook and self is self._listener.stream:
            hook(text, *verdict.seconds, verdict.spoken.confidence, final)
