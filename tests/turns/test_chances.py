"""What is made of the chances that an utterance has by its sound, beside its words.

The texts, alternatives and chances are such as the recogniser on board gave for synthetic voices.
"""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.turns.judged import SPEAKING, Others, judge

from greenroom.turns import Action, Spoken, decide
from greenroom.turns.doubt import NEVER, Alternative, Chances, Meant, by_sound
from greenroom.turns.sound import SoundFeatures


@pytest.mark.parametrize(
    ("text", "sure", "chance", "expected"),
    [
        ("Member.", 0.64, 0.9, ("ignore", "like_ack")),
        ("Member.", 0.64, 0.8, ("interrupt", "speech")),
        ("I'd understand.", 0.93, 0.99, ("ignore", "like_ack")),
        ("I'd understand.", 0.93, 0.95, ("interrupt", "speech")),
        ("I'd understand.", 0.95, 0.99, ("interrupt", "speech")),
        ("Yeah, so we've erupted.", 0.65, 0.82, ("interrupt", "speech")),
        ("I am, of course.", 0.85, 0.999, ("interrupt", "speech")),
        ("Fire in all of it.", 0.65, 0.95, ("ignore", "like_ack")),
    ],
)
def test_what_sounds_like_a_backchannel(
    text: str, sure: float, chance: float, expected: tuple[str, str]
) -> None:
    """The surer the recogniser is of its words, the surer the sound must be; four words that it trusts
    were said, whatever they sound like (T1, T5)."""
    assert judge(text, {}, sure, sound=(chance, 0.0)) == expected


@pytest.mark.parametrize(
    ("text", "others", "sure", "chance", "action"),
    [
        ("Sorry.", {"Sure": 3.1}, 0.75, 0.99, "ignore"),
        ("Okay, wait.", {"Okay, great": 2.1, "Okay, wait": -0.2}, 0.69, 0.99, "ignore"),
        ("Sorry.", {"Sure": 3.1}, 0.75, 0.96, "interrupt"),
        ("No chance.", {}, 0.94, 0.9999, "interrupt"),
        ("He's no oil painting.", {}, 0.81, 0.99, "interrupt"),
        ("Stop.", {"Cool": 2.0}, 0.6, 0.96, "interrupt"),
        ("There enough.", {"Fair enough": -0.6}, 0.73, 0.5, "ignore"),
        ("There enough.", {"Fair enough": 1.2}, 0.73, 0.9, "ignore"),
        ("There enough.", {"Fair enough": 1.2}, 0.73, 0.5, "interrupt"),
        ("Dr. No.", {"Good to know": 1.8, "No": 1.9}, 0.56, 0.93, "ignore"),
        ("Dr. No.", {"No": 1.9}, 0.56, 0.93, "interrupt"),
        ("Okay, wait.", {"Okay, great": 2.1}, 0.69, 0.9, "interrupt"),
        ("So, what?", {"Sorry": -1.0, "Sure, sure": 0.7}, 0.41, 0.96, "interrupt"),
    ],
)
def test_a_stop_word_that_was_not_said(
    text: str, others: Others, sure: float, chance: float, action: str
) -> None:
    """It is refuted by a backchannel that is likelier in words, and among other words by one that is likelier
    in words and sound; or by a sound that is all but certainly one where the words are not certain, nor four
    that are trusted. Nothing less overrules it (T1, T3)."""
    assert judge(text, others, sure, sound=(chance, 0.0))[0] == action


def test_a_no_that_may_become_an_oh() -> None:
    """Half of an "oh, I see" is written "no": by its sound it may wait for the rest, and for no more (T3)."""
    assert judge("No.", {}, final=False, sound=(0.4, 0.3)) == ("wait", "ack_so_far")
    assert judge("No.", {}, final=False, sound=(0.2, 0.6)) == ("interrupt", "stop_word")
    assert judge("No.", {}, final=False) == ("interrupt", "stop_word")
    assert judge("No, no.", {}, final=False, sound=(0.4, 0.3)) == ("interrupt", "stop_word")
    assert judge("No.", {}, final=True, sound=(0.4, 0.3)) == ("interrupt", "stop_word")


def test_a_no_that_may_be_an_oh() -> None:
    """Half of an "oh, nice" is written "no, no": where an "oh" is near, what is not all but surely a call
    by its sound waits for the rest, and for no more (T1, T3)."""
    near, sound = {"Oh": 1.0}, (0.1, 0.85)
    assert judge("No, no.", near, final=False, sound=sound) == ("wait", "ack_so_far")
    assert judge("No, no.", near, final=True, sound=sound) == ("interrupt", "stop_word")
    assert judge("No, no.", {"Oh": 3.0}, final=False, sound=sound) == ("interrupt", "stop_word")
    assert judge("No, no.", near, final=False, sound=(0.0, 0.99)) == ("interrupt", "stop_word")
    assert judge("Wait.", near, final=False, sound=sound) == ("interrupt", "stop_word")


def test_the_sound_is_added_to_the_words() -> None:
    """Both tell what the words may have been, for calls as for backchannels: a "cool" heard as "cork" is
    known by its sound, and so is a "wait" heard as "great" in noise (T1, T3)."""
    cork = {"Cool": 2.4, "What": 2.2}
    assert judge("Cork.", cork) == ("interrupt", "like_stop")
    assert judge("Cork.", cork, sound=(0.5, 0.02)) == ("ignore", "like_ack")
    great = {"Great": -1.2, "Wait": 1.2}
    assert judge("Great.", great, 0.44) == ("ignore", "ack")
    assert judge("Great.", great, 0.44, sound=(0.13, 0.54)) == ("interrupt", "like_stop")


def test_what_sounds_like_words_needs_a_nearer_backchannel() -> None:
    """ "My money, Joe" for "my manager": of all that is expected a "thank you" is the nearest, but the
    sound is neither its nor another's (T3)."""
    thanks = {"Thank you": 0.9}
    assert judge("My money, Joe.", thanks, 0.55, sound=(0.08, 0.0)) == ("interrupt", "speech")
    assert judge("My money, Joe.", thanks, 0.55, sound=(0.3, 0.0)) == ("ignore", "like_ack")


def test_a_call_near_the_words_outweighs_the_sound() -> None:
    """ "Over" for "hold up": by its sound rather a backchannel, but no word of one is as near (T3)."""
    over = {"Hold up": 3.1, "Oh": 4.2}
    assert judge("Over.", over, 0.72, sound=(0.75, 0.2))[0] == "interrupt"
    assert judge("Over.", {"Mm-hmm": 3.1}, 0.72, sound=(0.75, 0.2)) == ("ignore", "like_ack")


def test_words_written_for_a_hum() -> None:
    """A recogniser may say that "amen" is what it writes for "mm-hmm"; it writes it for "hang on", too: the
    sound tells which. Another recogniser's "amen" was said (T1, T3)."""
    assert judge("Amen.", {}, 0.8, hum=True) == ("ignore", "hum")
    assert judge("Amen.", {}, 0.8) == ("interrupt", "speech")
    assert judge("Amen.", {}, 0.8, sound=(0.02, 0.91), hum=True) == ("interrupt", "speech")
    assert judge("Amen.", {"Hang on": -0.1}, sound=(0.75, 0.2), hum=True) == ("ignore", "hum")


@pytest.mark.parametrize(
    ("text", "others", "sure", "call", "expected"),
    [
        ("Furnyard.", {"Thank you": 0.7}, 0.62, 0.77, ("interrupt", "speech")),
        ("And?", {"Um": -1.5, "Mm": -1.6}, 0.31, 0.52, ("interrupt", "speech")),
        ("Furnyard.", {"Thank you": 0.7}, 0.62, 0.45, ("ignore", "like_ack")),
        ("Furnyard.", {"Thank you": -3.0}, 0.8, 0.77, ("ignore", "like_ack")),
        ("Yes, huh?", {"Yes": 0.4, "Yes, stop": 0.9}, 0.64, 0.86, ("interrupt", "like_stop")),
        ("Yes, huh?", {"Yes": 0.4, "Yes, stop": 0.9}, 0.64, 0.45, ("ignore", "ack")),
        ("Okay.", {"Hang on": 3.0}, 0.64, 0.86, ("interrupt", "like_stop")),
        ("Okay.", {"Hang on": 3.0}, 0.8, 0.86, ("ignore", "ack")),
        ("Okay.", {"Hang on": 3.0, "Okay": -0.5}, 0.64, 0.6, ("ignore", "ack")),
        ("Okay, okay.", {"Okay": 0.5}, 0.64, 0.78, ("ignore", "ack")),
        ("Yeah.", {"Uh": -1.0}, 0.51, 0.99, ("interrupt", "speech")),
        ("Yeah.", {"Uh": -1.0}, 0.76, 0.99, ("ignore", "ack")),
        ("Wow.", {"Uh": -1.0}, 0.53, 0.96, ("ignore", "ack")),
    ],
)
def test_what_sounds_like_a_call(
    text: str, others: Others, sure: float, call: float, expected: tuple[str, str]
) -> None:
    """Words that are not trusted are no backchannel where a call is heard ("hang on" as "furnyard" or
    "thank you"); a backchannel in words is one where they are trusted, or where no call is about as
    likely and the sound not all but surely one (T3)."""
    assert judge(text, others, sure, sound=(1 - call if call > 0.98 else 0.9 - call, call)) == (
        expected
    )


DULL = SoundFeatures(700, 600, -20, -25)
"""A voice with as little above 1 kHz as a hum."""


@pytest.mark.parametrize(
    ("hummed", "call", "expected"),
    [
        (0.7, 0.2, ("ignore", "hum")),
        (0.1, 0.7, ("interrupt", "speech")),
        (0.2, 0.2, ("interrupt", "speech")),
    ],
)
def test_a_dull_voice_that_says_something_is_no_hum(
    hummed: float, call: float, expected: tuple[str, str]
) -> None:
    """A "hold on" over a telephone, and a "Berlin", have as little treble as a hum; their sound tells
    them apart (T3)."""
    chances = Chances(hummed, call, 1 - hummed - call)
    spoken = Spoken(12_000, 12_700, "Thonged on.", True, 0.57, DULL, False, (), chances)
    decision = decide(spoken, SPEAKING, 12_800)
    assert (decision.action, decision.cause) == expected


@pytest.mark.parametrize(
    ("other", "expected"), [(0.5, ("ignore", "unsure")), (0.995, ("interrupt", "speech"))]
)
def test_garbled_speech_is_speech(other: float, expected: tuple[str, str]) -> None:
    """Words that are likely wrong are a cough or a laugh, unless they sound like words (T3)."""
    chances, sound = Chances(1 - other, 0.0, other), SoundFeatures(600, 500, -20, -6)
    spoken = Spoken(12_000, 12_600, "Buck howe.", True, 0.41, sound, False, (), chances)
    decision = decide(spoken, SPEAKING, 12_800)
    assert (decision.action, decision.cause) == expected


def test_no_sound_rules_anything_out() -> None:
    """A chance of nothing is a small chance; what the words did not allow, no sound adds."""
    found = by_sound(Meant(1.0, NEVER), Chances(0.0, 0.0, 1.0))
    assert 1.0 < found.ack < 6.0
    assert found.call == NEVER


def test_before_the_words_are_final_a_sound_makes_them_wait() -> None:
    """What has sounded like a backchannel so far may go on (T1)."""
    found = judge("A member of it", {}, final=False, sound=(0.9, 0.0))
    assert found == ("wait", "ack_so_far")
    assert judge("A member of it", {}, final=False, sound=(0.1, 0.0))[0] == "interrupt"
    assert judge("Yeah.", {}, 0.51, sound=(0.005, 0.99), final=False) == ("wait", "ack_so_far")


def test_the_no_of_no_worries() -> None:
    """What is shown so far is a "no", and the whole guess a backchannel: it waits for the rest.
    A guess that goes on in any other way stops at once (T1, T3)."""
    sound = (0.0, 0.99)
    guesses = ("No worries.", "No worry.", "No, wait.", "No, no", "No, they left.")
    found = {
        guess: judge("No", {guess: 0.0, "No": 2.9}, final=False, sound=sound)[0]
        for guess in guesses
    }
    assert found == dict.fromkeys(guesses[:2], "wait") | dict.fromkeys(guesses[2:], "interrupt")


texts = st.sampled_from(
    ["Okay.", "Stop.", "No.", "Amen.", "Member.", "Say that again.", "Thank you for it all."]
)
others = st.dictionaries(
    st.sampled_from(["Okay", "Wait", "Oh", "Hang on", "Thank you"]), st.floats(-6, 9), max_size=3
)
chance = st.floats(0, 1)


@given(texts, others, st.floats(0.1, 1), chance, chance, chance)
def test_the_more_it_sounds_like_a_backchannel_the_rather_it_is_ignored(
    text: str, near: Others, sure: float, backchannel: float, call: float, grown: float
) -> None:
    """What is ignored for how it sounds is ignored when it sounds more like a backchannel, and what
    interrupts does so when it sounds less like one, all else in proportion (T1, T3)."""
    rest = 1 - backchannel
    chances = Chances(backchannel, rest * call, rest * (1 - call))
    more = backchannel + rest * grown
    surer = Chances(more, (1 - more) * call, (1 - more) * (1 - call))
    alternatives = tuple(Alternative(*other) for other in near.items())

    def ignored(heard: Chances) -> bool:
        spoken = Spoken(12_000, 12_500, text, True, sure, None, False, alternatives, heard)
        return decide(spoken, SPEAKING, 12_800).action is Action.IGNORE

    assert ignored(surer) or not ignored(chances)
