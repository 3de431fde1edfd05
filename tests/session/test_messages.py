"""What a page may say, and that nothing else gets through (Sec)."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from greenroom.interview.events import SpokenCommand
from greenroom.session.messages import (
    BadMessageError,
    CommandPressed,
    Microphone,
    PlaybackEnded,
    TypedAnswer,
    parse,
)

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
        "ping",
        "hello",
        "view",
    ]
)
bodies = st.dictionaries(
    st.sampled_from(["id", "played_ms", "command", "text", "down", "mode"]), anything
)


def test_proper_messages():
    """Each message of the protocol becomes what it says."""
    assert parse(bytes(1024)) == Microphone(bytes(1024))
    assert parse('{"t":"finished","id":"u1","played_ms":12.6}') == PlaybackEnded(
        "u1", 13, cut=False
    )
    assert parse('{"t":"cleared","id":"u1","played_ms":7}') == PlaybackEnded("u1", 7, cut=True)
    assert parse('{"t":"command","command":"skip"}') == CommandPressed(SpokenCommand.SKIP)
    assert parse('{"t":"typed","text":"  yes "}') == TypedAnswer("yes")


def test_half_an_emoji():
    """Half a surrogate pair, as a browser's `maxlength` leaves it, is typed text that can be kept."""
    typed = parse('{"t":"typed","text":"thank you \\ud83d"}')
    assert isinstance(typed, TypedAnswer)
    assert typed.text.startswith("thank you \ufffd")
    assert typed.text.encode()


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
        '{"t":"typed","text":"  "}',
        '{"t":"ptt","down":1}',
        '{"t":"mode","mode":"sing"}',
        json.dumps({"t": "typed", "text": "a" * 17_000}),
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
