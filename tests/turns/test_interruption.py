"""The decision, rule by rule. Times are milliseconds: the interviewer speaks from 10000."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from greenroom_turns import Action, Decision, Hold, Limits, SoundFeatures, Spoken, TurnCause, decide
from greenroom_turns.spoken import Chances

SPEAKING = Hold(9_000, 10_000)
FINISHED = Hold(9_000, 10_000, 20_000)
COMPOSING = Hold(9_000)
HUM = SoundFeatures(500, 420, -20, -38)
OPEN_MOUTH = SoundFeatures(500, 420, -20, -12)
DULL = SoundFeatures(500, 420, -20, -22)


def judge(
    text: str,
    hold: Hold | None,
    began: int = 12_000,
    ended: int | None = 12_400,
    *,
    now: int = 12_800,
    question: Any = None,
    final: bool = True,
    **more: Any,
) -> tuple[str, str]:
    spoken = Spoken(began, ended, text, final, **more)
    decision = decide(spoken, (hold,) if hold else (), now, question)
    return decision.action.value, decision.cause.value


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("yeah", ("ignore", "ack")),
        ("Uh-huh, right.", ("ignore", "ack")),
        ("stop", ("interrupt", "stop_word")),
        ("yeah, wait a second", ("interrupt", "stop_word")),
        ("no", ("interrupt", "stop_word")),
        ("okay but my team", ("interrupt", "speech")),
        ("Kubernetes", ("interrupt", "speech")),
        ("", ("ignore", "no_words")),
    ],
)
def test_over_the_interviewer(text: str, expected: tuple[str, str]) -> None:
    """Over its voice acknowledgements pass and everything with words of its own interrupts."""
    assert judge(text, SPEAKING) == expected


@pytest.mark.parametrize("text", ["yeah", "hmm", "stop", "my team", "okay"])
def test_to_a_silent_interviewer(text: str) -> None:
    """Every word to a silent interviewer is an answer (T2)."""
    assert judge(text, FINISHED, 21_000, 21_400, now=22_000) == ("answer", "interviewer_silent")
    assert judge(text, None) == ("answer", "interviewer_silent")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("yeah", ("wait", "ack_so_far")),
        ("that makes", ("wait", "ack_so_far")),
        ("yeah stop", ("interrupt", "stop_word")),
        ("my team", ("wait", "few_words")),
        ("my team moved", ("interrupt", "speech")),
        ("", ("wait", "no_words_yet")),
    ],
)
def test_before_the_last_word_is_known(text: str, expected: tuple[str, str]) -> None:
    """An interim that could still end as an acknowledgement waits for its next word."""
    assert judge(text, SPEAKING, ended=None, final=False) == expected


def test_few_words_of_a_long_voice() -> None:
    """A word or two interrupt once the voice has gone on for longer than a backchannel takes."""
    long = judge("my team", SPEAKING, 12_000, None, now=13_200, final=False)
    assert long == ("interrupt", "speech")


def test_transcript_after_the_interviewer_finished() -> None:
    """It goes by when the words were spoken: mostly before the end is over it, mostly after is not."""
    assert judge("okay", FINISHED, 19_000, 19_400, now=21_000) == ("ignore", "ack")
    late = judge("okay", FINISHED, 19_900, 20_400, now=21_000)
    assert late == ("answer", "interviewer_silent")


def test_transcript_two_utterances_later() -> None:
    """An acknowledgement is judged by the hold it was spoken in, not by the latest one."""
    holds = (FINISHED, Hold(20_500, 21_000))
    ack = decide(Spoken(15_000, 15_400, "yeah", final=True), holds, 22_000)
    assert (ack.action, ack.cause) == (Action.IGNORE, TurnCause.ACK)
    words = decide(Spoken(15_000, 15_900, "my team", final=True), holds, 22_000)
    assert (words.action, words.cause) == (Action.ANSWER, TurnCause.SPOKEN_BEFORE)


@pytest.mark.parametrize(
    ("text", "began", "question", "expected"),
    [
        ("yes", 19_400, "yesno", ("answer", "yes_no_tail")),
        ("mm-hmm", 19_400, "yesno", ("answer", "yes_no_tail")),
        ("yes", 18_500, "yesno", ("ignore", "ack")),
        ("yes", 19_400, "open", ("ignore", "ack")),
        ("hmm", 19_400, "yesno", ("ignore", "ack")),
    ],
)
def test_yes_over_the_last_words(
    text: str, began: int, question: Any, expected: tuple[str, str]
) -> None:
    """Within the tail of a yes/no question a yes answers it (T4)."""
    ended = began + 300
    assert judge(text, FINISHED, began, ended, now=20_500, question=question) == expected


def test_yes_waits_until_the_question_has_ended() -> None:
    """Whether a yes came over the last words shows at the end; a no stops at once (T3)."""
    assert judge("yes", SPEAKING, question="yesno") == ("wait", "yes_no_pending")
    assert judge("no", SPEAKING, question="yesno") == ("interrupt", "stop_word")
    content = judge("yes I did that in Oslo", SPEAKING, question="yesno")
    assert content == ("interrupt", "speech")


def test_spoken_before_the_interviewer_was_audible() -> None:
    """Who began first and ends at most shortly after is answered and does not interrupt."""
    words = "and then I moved to Oslo"
    assert judge(words, SPEAKING, 8_000, 9_900, now=10_600) == ("answer", "spoken_before")
    assert judge(words, SPEAKING, 8_000, 10_400, now=10_600) == ("answer", "spoken_before")
    assert judge("yeah", SPEAKING, 8_000, 8_400, now=10_600) == ("answer", "spoken_before")
    early = judge("and then", SPEAKING, 8_000, None, now=10_300, final=False)
    assert early == ("wait", "spoken_before")


def test_going_on_into_the_interviewer_interrupts() -> None:
    """Who began first and keeps talking takes the floor back."""
    words = "and then I moved to Oslo"
    assert judge(words, SPEAKING, 8_000, None, now=11_000, final=False) == ("interrupt", "speech")


def test_while_composing() -> None:
    """While the interviewer composes: acknowledgements pass, words go through, stops stop (T1)."""
    assert judge("yeah", COMPOSING, 9_200, 9_500) == ("ignore", "ack")
    assert judge("and one thing more", COMPOSING, 9_200, 9_900) == ("answer", "while_composing")
    assert judge("wait", COMPOSING, 9_200, 9_500) == ("interrupt", "stop_word")


def test_voice_without_words() -> None:
    """Voice alone waits; after two seconds over a voice it interrupts, in silence it never does."""
    assert judge("", SPEAKING, 12_000, None, now=13_900, final=False) == ("wait", "no_words_yet")
    assert judge("", SPEAKING, 12_000, None, now=14_000, final=False) == ("interrupt", "long_voice")
    assert judge("", COMPOSING, 12_000, None, now=15_000, final=False) == ("wait", "no_words_yet")
    assert judge("", None, 12_000, None, now=15_000, final=False) == ("wait", "no_words_yet")


def test_hums_by_their_sound() -> None:
    """Invented words of a closed mouth are ignored over the interviewer."""
    assert judge("As am I.", SPEAKING, sound=HUM) == ("ignore", "hum")
    assert judge("In Berlin.", SPEAKING, sound=DULL, confidence=0.93) == ("interrupt", "speech")
    assert judge("As am I.", SPEAKING, sound=OPEN_MOUTH) == ("interrupt", "speech")
    long = replace(HUM, voiced_ms=1_600)
    assert judge("I ran the whole thing", SPEAKING, sound=long) == ("interrupt", "speech")
    assert judge("", None, sound=HUM) == ("answer", "hum")
    assert judge("", None, sound=OPEN_MOUTH) == ("ignore", "no_words")


def test_a_stop_word_is_not_refuted_by_a_dull_voice() -> None:
    """A telephone makes every voice dull (T3)."""
    assert judge("No.", SPEAKING, sound=DULL) == ("interrupt", "stop_word")
    assert judge("Wait.", SPEAKING, sound=DULL) == ("interrupt", "stop_word")


@pytest.mark.parametrize(
    ("text", "confidence", "decided"),
    [
        ("Not make sense.", 0.86, ("interrupt", "speech")),
        ("Clotted.", 0.78, ("interrupt", "speech")),
        ("Then?", 0.9, ("interrupt", "speech")),
        ("Know.", 0.9, ("interrupt", "speech")),
        ("So for the first one.", 0.4, ("interrupt", "speech")),
        ("So for the first one.", 0.7, ("interrupt", "speech")),
    ],
)
def test_no_spelling_is_guessed_at(text: str, confidence: float, decided: tuple[str, str]) -> None:
    """What one recogniser writes for a backchannel or a call is no other's, and so is taken as it stands, also where
    it is doubtful: without other signs nothing speaks for a backchannel."""
    assert judge(text, SPEAKING, confidence=confidence, sound=OPEN_MOUTH) == decided


@pytest.mark.parametrize("text", ["Why not?", "Seriously?", "Is that right?", "I can hear you."])
def test_questions_and_complaints_are_content(text: str) -> None:
    """They want something of the interviewer, so they interrupt it (T3)."""
    assert judge(text, SPEAKING) == ("interrupt", "speech")


def test_limits_are_the_caller_s() -> None:
    """Each limit is a number of the caller's."""
    spoken = Spoken(18_500, 18_800, "yes", final=True)
    wide = decide(spoken, (FINISHED,), 20_500, "yesno", "en", Limits(tail_ms=2_000))
    assert wide == Decision(Action.ANSWER, TurnCause.YES_NO_TAIL)


moments = st.integers(0, 40_000)
maybe = st.one_of(st.none(), moments)
sounds = st.builds(
    SoundFeatures, moments, st.integers(0, 3_000), st.integers(-90, 0), st.integers(-90, 0)
)
spokens = st.builds(
    Spoken,
    moments,
    maybe,
    st.one_of(st.text(max_size=20), st.sampled_from(["yeah", "stop", "yes", "my team", ""])),
    st.booleans(),
    st.one_of(st.none(), st.floats(0, 1)),
    st.one_of(st.none(), sounds),
    chances=st.one_of(st.none(), st.builds(Chances, *[st.floats(0, 1)] * 3)),
)
holdings = st.lists(st.builds(Hold, moments, maybe, maybe), max_size=4).map(tuple)
questions = st.sampled_from(["open", "yesno", None])


@given(spokens, holdings, moments, questions, st.sampled_from(["en", "hi", "xx", ""]))
def test_total_and_deterministic(
    spoken: Spoken, holds: tuple[Hold, ...], now: int, question: Any, lang: str
) -> None:
    """Any text, timing and history has a decision, and always the same one."""
    assert decide(spoken, holds, now, question, lang) == decide(spoken, holds, now, question, lang)


@given(spokens, st.integers(0, 5_000))
def test_only_differences_of_time_matter(spoken: Spoken, shift: int) -> None:
    """The clock's origin is the caller's affair."""
    moved = replace(
        spoken,
        began_ms=spoken.began_ms + shift,
        ended_ms=None if spoken.ended_ms is None else spoken.ended_ms + shift,
    )
    later = Hold(9_000 + shift, 10_000 + shift, 20_000 + shift)
    assert decide(spoken, (FINISHED,), 30_000) == decide(moved, (later,), 30_000 + shift)


@given(spokens, moments)
def test_stop_words_over_the_interviewer_are_never_missed(spoken: Spoken, now: int) -> None:
    """A stop word in its speech interrupts, unless its sound tells otherwise (T3)."""
    stop = replace(spoken, began_ms=max(spoken.began_ms, 10_000), text="yeah stop", ended_ms=None)
    dull = stop.sound is not None and stop.sound.hummed
    assume(stop.chances is None and not dull and (stop.confidence or 1.0) >= 0.2)
    assert decide(stop, (SPEAKING,), now).action is Action.INTERRUPT
