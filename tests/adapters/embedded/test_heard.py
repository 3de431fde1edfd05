"""What was heard of a cut utterance, and where the loudspeaker was (F12)."""

from hypothesis import given
from hypothesis import strategies as st

from greenroom.adapters.embedded.segment import Playhead
from greenroom.session.heard_words import heard_part

texts = st.text(st.sampled_from("ab ,.\n"), max_size=60)
lengths = st.integers(0, 20_000)


@given(texts, lengths, lengths)
def test_heard_is_whole_words(text, played, total):
    """What was heard is a beginning of the words that ends at a word's end."""
    heard = heard_part(text, played, total)
    assert text.startswith(heard)
    assert heard == text or text.split()[: len(heard.split())] == heard.split()


@given(texts, lengths, lengths, lengths)
def test_more_played_is_more_heard(text, first, more, total):
    """Who listens longer never hears less."""
    assert len(heard_part(text, first, total)) <= len(heard_part(text, first + more, total))


@given(texts, st.integers(1, 20_000))
def test_all_or_nothing(text, total):
    """Nothing played is nothing heard; all played is all heard."""
    assert heard_part(text, 0, total) == ""
    assert heard_part(text, total, total) == text


def test_word_counts_once_it_is_over():
    """A word that was cut in its middle was not heard."""
    text = "one two three"
    assert heard_part(text, 699, 1300) == "one"
    assert heard_part(text, 700, 1300) == "one two"


steps = st.lists(st.tuples(st.sampled_from(["start", "stop"]), st.integers(0, 500)))


@given(steps)
def test_playhead_counts_what_runs(orders):
    """The playhead is the time from the start to the stop: told by a sum over single milliseconds."""
    head, now, ran, running, stopped = Playhead(), 0, 0, False, False
    for order, wait in orders:
        getattr(head, order)(now)
        running = running or order == "start"
        stopped = stopped or order == "stop"
        ran += sum(1 for _ in range(wait) if running and not stopped)
        now += wait
        assert head.position(now) == ran
