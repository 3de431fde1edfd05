"""What a page may say, and that nothing else gets through (Sec)."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from greenroom.interview.bounds import LONGEST_TYPED
from greenroom.interview.events import ActivityNoticed, AnswerModeSet, PaceSet, SpokenCommand
from greenroom.session.message_parser import TEXT_LIMIT, BadMessageError, parse
from greenroom.session.messages import (
    CommandPressed,
    Microphone,
    ModeChosen,
    PaceChosen,
    PlaybackEnded,
    SoundOutput,
    TypedAnswer,
    Typing,
    event_of,
)
from greenroom.web.socket import LARGEST_TEXT

anything = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3)
    ),
    max_leaves=8,
)
names = st.sampled_from(
    [
        "started",
        "finished",
        "cleared",
        "command",
        "typed",
        "typing",
        "ptt",
        "finish",
        "mode",
        "pace",
        "output",
        "ping",
        "hello",
        "view",
    ]
)
bodies = st.dictionaries(
    st.sampled_from(
        [
            "id",
            "played_ms",
            "command",
            "text",
            "down",
            "mode",
            "pace",
            "draft",
            "question",
            "mid",
            "every_ms",
            "state",
        ]
    ),
    anything,
)


def test_proper_messages():
    """Each message of the protocol becomes what it says."""
    assert parse(bytes(1024)) == Microphone(bytes(1024))
    assert parse('{"t":"finished","id":"u1","played_ms":12.6}') == PlaybackEnded(
        "u1", 13, cut=False
    )
    assert parse('{"t":"cleared","id":"u1","played_ms":7}') == PlaybackEnded("u1", 7, cut=True)
    assert parse('{"t":"command","command":"skip"}') == CommandPressed(SpokenCommand.SKIP)
    assert parse('{"t":"output","state":"shown"}') == SoundOutput("shown")
    assert parse('{"t":"output","state":"held","id":"u1","played_ms":7}') == SoundOutput(
        "held", PlaybackEnded("u1", 7, cut=True)
    )
    assert parse('{"t":"typed","text":"  yes "}') == TypedAnswer("yes")
    asked = parse('{"t":"typed","text":"yes","question":" Is it? "}')
    assert asked == TypedAnswer("yes", "Is it?")
    assert parse('{"t":"typed","text":"yes","question":""}') == TypedAnswer("yes")
    assert parse('{"t":"typing"}') == Typing()
    assert parse('{"t":"typing","draft":true}') == Typing(draft=True)
    assert event_of(Typing(draft=False), 7) == ActivityNoticed(7, draft=False)
    assert event_of(ModeChosen("type"), 7) == AnswerModeSet(7, "type")
    assert parse('{"t":"pace","pace":"unhurried"}') == PaceChosen("unhurried")
    assert event_of(PaceChosen("quick"), 7) == PaceSet(7, "quick")


def test_half_an_emoji():
    """Half a surrogate pair, as a browser's `maxlength` leaves it, is typed text that can be kept."""
    typed = parse('{"t":"typed","text":"thank you \\ud83d","question":"Is it \\ud83d"}')
    assert isinstance(typed, TypedAnswer)
    assert typed.text.startswith("thank you \ufffd")
    assert typed.text.encode()
    assert typed.question is not None
    assert typed.question.encode()


@pytest.mark.parametrize(
    "message",
    [
        b"",
        bytes(1023),
        bytes(4096),
        "",
        "null",
        "[]",
        "{}",
        '{"t":1}',
        '{"t":"view"}',
        '{"t":"started"}',
        '{"t":"started","id":""}',
        '{"t":"finished","id":"u1","played_ms":-1}',
        '{"t":"finished","id":"u1","played_ms":NaN}',
        '{"t":"finished","id":"u1","played_ms":true}',
        '{"t":"command","command":"hire"}',
        '{"t":"pace","pace":"slow"}',
        '{"t":"typed","text":"  "}',
        '{"t":"ptt","down":1}',
        '{"t":"mode","mode":"sing"}',
        '{"t":"output"}',
        '{"t":"output","state":"loud"}',
        '{"t":"output","state":"held","id":"u1"}',
        json.dumps({"t": "typed", "text": "a" * (TEXT_LIMIT + 1)}),
        json.dumps({"t": "typed", "text": "a" * (LONGEST_TYPED + 1)}),
        "[" * 10_000,
    ],
)
def test_refused_messages(message):
    """What protocol 1 does not have is refused, with a reason that quotes nothing of it."""
    with pytest.raises(BadMessageError) as refused:
        parse(message)
    assert len(str(refused.value)) < 200
    assert "hire" not in str(refused.value)


@given(names, bodies)
def test_no_other_way_out(name, body):
    """A text message is understood or refused; nothing in it can break anything else."""
    try:
        parse(json.dumps({"t": name, **body}))
    except BadMessageError:
        return


@given(st.text(max_size=40) | st.binary(max_size=40))
def test_noise(message):
    """Noise is refused."""
    with pytest.raises(BadMessageError):
        parse(message)


@pytest.mark.parametrize("sign", ["a", "\u0915", "\U0001f600", "\x01", '"', "\n"])
def test_the_longest_typed_answer_fits_into_a_message(sign):
    """8,000 characters of any script pass every limit in front of them, and one more is refused with
    what to do."""
    longest = "x" + sign * (LONGEST_TYPED - 2) + "x"
    written = json.dumps({"t": "typed", "text": longest}, ensure_ascii=False)
    assert len(written.encode()) <= min(TEXT_LIMIT, LARGEST_TEXT)
    assert parse(written) == TypedAnswer(longest)
    with pytest.raises(BadMessageError, match=r"8,000 characters.*shorten it or send it in parts"):
        parse(json.dumps({"t": "typed", "text": longest + "x"}, ensure_ascii=False))
