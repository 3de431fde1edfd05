"""What is made of the chances that an utterance has by its sound, beside its words."""

from __future__ import annotations

import pytest
from tests.turns.judged import SPEAKING, Others, judge

from greenroom.turns import Action, Spoken, decide
from greenroom.turns.doubt import NEVER, Chances, Meant, by_sound
from greenroom.turns.sound import SoundFeatures


def test_trusted_words_that_begin_as_a_question() -> None:
    """A question may have a backchannel in its words and in its sound; it is heard all the same, unless
    its words are not trusted, or a backchannel is likelier than they are (T1)."""
    exactly, sound = {"Exactly": 2.4}, (0.95, 0.02)
    assert judge("When exactly.", exactly, 0.8, sound=sound) == ("interrupt", "speech")
    assert judge("One exactly.", exactly, 0.8, sound=sound) == ("ignore", "like_ack")
    assert judge("When exactly.", exactly, 0.7, sound=sound) == ("ignore", "like_ack")
    assert judge("When exactly.", {"Exactly": -0.4}, 0.8, sound=sound) == ("ignore", "like_ack")


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


def test_a_garbled_request_that_sounds_like_a_backchannel() -> None:
    """ "So, what?" is written for "sure, sure", and an alternative to it asks, too: a sound that is all
    but surely a backchannel outweighs them, unless they are trusted (T1)."""
    others = {"Sorry": -1.0, "Sure, sure": 0.7}
    assert judge("So, what?", others, 0.41, sound=(0.99, 0.0)) == ("ignore", "like_ack")
    assert judge("So, what?", others, 0.41, sound=(0.99, 0.0), insists=True)[0] == "ignore"
    assert judge("So, what?", others, 0.41, sound=(0.9, 0.0), insists=True)[0] == "interrupt"
    assert judge("So, what?", others, 0.8, sound=(0.99, 0.0))[0] == "interrupt"
    assert judge("So, what?", {}, 0.41, sound=(0.99, 0.0))[0] == "interrupt"


def test_a_written_backchannel_gives_way_to_a_call_that_is_as_likely() -> None:
    """ "Okay, wait" beside a written "okay, great", by words and sound together (T1, T3)."""
    far, near = {"Okay, great": -0.5, "Okay, wait": 1.7}, {"Okay, great": -0.5, "Okay, wait": 0.9}
    assert judge("Okay, great.", far, 0.69, sound=(0.38, 0.62)) == ("ignore", "ack")
    assert judge("Okay, great.", near, 0.69, sound=(0.38, 0.62))[0] == "interrupt"


@pytest.mark.parametrize(
    ("text", "sure", "chance", "expected"),
    [
        ("Member.", 0.64, 0.75, ("ignore", "like_ack")),
        ("Member.", 0.64, 0.6, ("interrupt", "speech")),
        ("Fire.", 0.8, 0.94, ("ignore", "like_ack")),
        ("Fire.", 0.8, 0.85, ("interrupt", "speech")),
        ("Fire.", 0.9, 0.99, ("ignore", "like_ack")),
        ("Fire.", 0.9, 0.97, ("interrupt", "speech")),
        ("Fire.", 0.96, 0.99, ("interrupt", "speech")),
        ("Why so?", 0.8, 0.99, ("interrupt", "speech")),
        ("No.", 0.8, 0.85, ("ignore", "hum")),
        ("No.", 0.8, 0.75, ("interrupt", "stop_word")),
        ("No.", 0.9, 0.99, ("interrupt", "stop_word")),
        ("Stop.", 0.6, 0.99, ("interrupt", "stop_word")),
        ("Say that again.", 0.6, 0.99, ("interrupt", "speech")),
    ],
)
def test_what_sounds_like_a_backchannel(
    text: str, sure: float, chance: float, expected: tuple[str, str]
) -> None:
    """Words that are not trusted give way to a sound that is, trusted ones to one that is surer, and
    certain ones only to one that is all but sure; a stop word never does, except for the "no" that is
    written for a hum, nor does a request (T1, T3)."""
    assert judge(text, {}, sure, sound=(chance, 0.0)) == expected


def test_a_no_that_sounds_like_a_call_is_no_hum() -> None:
    """Some chance of a call is enough for a "no" to stop, however much it sounds like a hum (T3)."""
    assert judge("No.", {}, 0.6, sound=(0.9, 0.02)) == ("ignore", "hum")
    assert judge("No.", {}, 0.6, sound=(0.9, 0.1)) == ("interrupt", "stop_word")


def test_sound_and_words_are_weighed_together() -> None:
    """What the sound says is added to what the words may have been, for calls as for backchannels:
    a "wait" heard as "great" in noise is known by its sound, and so is a "cool" heard as "cork"."""
    great = {"Great": -1.2, "Wait": 1.2}
    assert judge("Great.", great, 0.44) == ("ignore", "ack")
    assert judge("Great.", great, 0.44, sound=(0.13, 0.54)) == ("interrupt", "like_stop")
    cork = {"Cool": 2.4, "What": 2.2}
    assert judge("Cork.", cork) == ("interrupt", "like_stop")
    assert judge("Cork.", cork, sound=(0.5, 0.02)) == ("ignore", "like_ack")


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


def test_an_acknowledgement_that_was_hardly_heard() -> None:
    """ "For sure" for "sure, sure", of which the recogniser would as soon have made a "sorry": the sound
    decides (T1, T3)."""
    sorry = {"Sorry": 1.1}
    assert judge("For sure.", sorry, 0.38)[0] == "interrupt"
    assert judge("For sure.", sorry, 0.38, sound=(0.99, 0.0)) == ("ignore", "ack")
    assert judge("For sure.", sorry, 0.38, sound=(0.2, 0.7))[0] == "interrupt"


@pytest.mark.parametrize(
    ("sure", "chance", "action"),
    [
        (0.78, 0.96, Action.IGNORE),
        (0.78, 0.92, Action.INTERRUPT),
        (0.9, 0.99, Action.IGNORE),
        (0.9, 0.97, Action.INTERRUPT),
    ],
)
def test_a_sound_that_is_all_but_sure_needs_no_other(
    sure: float, chance: float, action: Action
) -> None:
    """ "Worse" for "yes", though an earlier transcript of the voice sounded like a call (T1)."""
    chances = Chances(chance, 0, 1 - chance)
    spoken = Spoken(12_000, 12_500, "Worse.", True, sure, None, True, (), chances)
    assert decide(spoken, SPEAKING, 12_800).action is action


def test_a_sound_outweighs_a_call_that_is_hardly_near() -> None:
    """ "Nama" for "mm-hmm": of all that is expected a "no" comes nearest, and it sounds like none; where
    no words come near, it is the same (T1)."""
    assert judge("Nama.", {"No": 4.6}, 0.6, sound=(0.95, 0.01)) == ("ignore", "like_ack")
    assert judge("Nama.", {"No": 0.6}, 0.6, sound=(0.95, 0.01))[0] == "interrupt"


def test_a_call_is_no_hum() -> None:
    """ "Amen" is written for "mm-hmm", and for "hang on": the sound tells which (T1, T3)."""
    assert judge("Amen.", {}, 0.8) == ("ignore", "hum")
    assert judge("Amen.", {}, 0.8, sound=(0.02, 0.91)) == ("interrupt", "speech")


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
        ("Okay.", {"Hang on": 3.0, "Okay": -0.5}, 0.64, 0.68, ("ignore", "ack")),
        ("Okay, okay.", {"Okay": 0.5}, 0.64, 0.78, ("ignore", "ack")),
    ],
)
def test_what_sounds_like_a_call(
    text: str, others: Others, sure: float, call: float, expected: tuple[str, str]
) -> None:
    """Words that are not trusted are no backchannel where a call is heard ("hang on" as "furnyard" or
    "thank you"); a backchannel in words is one where they are trusted or no call is about as likely, and
    a garbled one that may have been a call is not (T3)."""
    assert judge(text, others, sure, sound=(0.9 - call, call)) == expected


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


def test_no_sound_overrules_a_stop_word() -> None:
    """A stop word is refuted by likelier words alone, however its sound is judged (T3)."""
    assert judge("Stop.", {"Cool": 2.0}, sound=(0.99, 0.0)) == ("interrupt", "stop_word")


def test_no_sound_rules_anything_out() -> None:
    """A chance of nothing is a small chance; what the words did not allow, no sound adds."""
    found = by_sound(Meant(1.0, NEVER), Chances(0.0, 0.0, 1.0))
    assert 1.0 < found.ack < 6.0
    assert found.call == NEVER


def test_before_the_words_are_final_a_sound_makes_them_wait() -> None:
    """What has sounded like a backchannel so far may go on."""
    found = judge("A member of it", {}, final=False, sound=(0.9, 0.0))
    assert found == ("wait", "ack_so_far")
    assert judge("A member of it", {}, final=False, sound=(0.1, 0.0))[0] == "interrupt"


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


@pytest.mark.parametrize(
    ("others", "sure", "sound", "expected"),
    [
        ({"Fair enough": 1.2}, 0.73, (0.96, 0.02), ("ignore", "like_ack")),
        ({"Fair enough": 1.2}, 0.8, (0.96, 0.02), ("interrupt", "stop_word")),
        ({"Fair enough": 1.2}, 0.73, (0.5, 0.35), ("interrupt", "stop_word")),
        ({"Fair enough": 3.0}, 0.73, (0.6, 0.2), ("interrupt", "stop_word")),
        ({}, 0.73, (0.98, 0.01), ("interrupt", "stop_word")),
    ],
)
def test_a_stop_word_is_refuted_by_words_and_sound_together(
    others: Others, sure: float, sound: tuple[float, float], expected: tuple[str, str]
) -> None:
    """ "There enough" is "fair enough" where that is near and the sound is a backchannel's: never by
    the sound alone, nor where the words are trusted (T3)."""
    assert judge("There enough.", others, sure, sound=sound) == expected


@pytest.mark.parametrize(
    ("text", "others", "sure", "sound", "expected"),
    [
        ("Very enough.", {"Very nice": 1.1}, 0.81, (0.99, 0.0), ("ignore", "like_ack")),
        ("Very enough.", {"Very nice": 1.1}, 0.96, (0.99, 0.0), ("interrupt", "stop_word")),
        ("Very enough.", {"Very nice": 1.1}, 0.81, (0.97, 0.0), ("interrupt", "stop_word")),
        ("Very enough.", {"Very nice": 3.1}, 0.81, (0.99, 0.0), ("interrupt", "stop_word")),
        (
            "Very enough.",
            {"Very nice": 1.1, "Enough": 2.9},
            0.81,
            (0.99, 0.0),
            ("interrupt", "stop_word"),
        ),
        ("Okay, enough.", {"Fair enough": 1.1}, 0.81, (0.99, 0.0), ("interrupt", "stop_word")),
    ],
)
def test_a_sure_sound_refutes_a_stop_word_in_an_odd_text(
    text: str, others: Others, sure: float, sound: tuple[float, float], expected: tuple[str, str]
) -> None:
    """ "Very enough" is nothing that anybody says: "fair enough", if no call is near. Stop words and
    backchannels alone are no odd text (T1, T3)."""
    assert judge(text, others, sure, sound=sound) == expected


def test_a_call_after_a_backchannel_must_sound_like_one() -> None:
    """ "Okay, print" for "okay, great": of a call after it there is little in the sound (T1, T3)."""
    others = {"Okay": 0.7, "Okay, please": 3.1}
    assert judge("Okay, print.", others, 0.68)[0] == "interrupt"
    assert judge("Okay, print.", others, 0.68, sound=(0.85, 0.14)) == ("ignore", "like_ack")
    assert judge("Okay, print.", others, 0.68, sound=(0.4, 0.55))[0] == "interrupt"


def test_a_stop_word_that_sounds_like_a_call_is_not_refuted() -> None:
    """ "Ok, ok" is nearly as likely as "ok, ok, stop", and leaves the loudest of it out (T3)."""
    others = {"Ok, ok": 0.6}
    assert judge("Ok, ok, stop.", others, 0.76, sound=(0.04, 0.96)) == ("interrupt", "stop_word")


def test_many_words_need_a_surer_sound() -> None:
    """ "Yeah, so we've erupted" is no backchannel although it begins like one (T1)."""
    assert judge("Yeah, so we've erupted.", {}, 0.65, sound=(0.82, 0.04))[0] == "interrupt"
    assert judge("Very interesting then, then.", {}, 0.65, sound=(0.95, 0.01))[0] == "ignore"


def test_a_call_behind_a_backchannel_that_sounds_rather_like_another() -> None:
    """ "Okay, please" is written for "okay, great": a sound that is rather a backchannel's decides where the
    words are not trusted and a backchannel is near (T1, T3)."""
    near = {"Okay, great": -0.5, "Okay, please": -0.8}
    assert judge("Okay, please", near, 0.44, sound=(0.58, 0.42)) == ("ignore", "like_ack")
    assert judge("Okay, please", near, 0.44, sound=(0.42, 0.58))[0] == "interrupt"
    assert judge("Okay, please", near, 0.8, sound=(0.58, 0.42))[0] == "interrupt"
    far = {"Okay, great": 3.9, "Okay, please": -0.7}
    assert judge("Okay, please", far, 0.6, sound=(0.58, 0.42))[0] == "interrupt"


def test_a_garbled_guess_at_a_request_waits_for_better_words() -> None:
    """ "Next" is the first guess at "that's true": what sounds like a backchannel is not obeyed for a
    guess that nobody trusts, but it is for the last words (T1, T3)."""
    others = {"Next": -0.3, "No": 1.7, "Yes": 4.9}
    assert judge("Next,", others, 0.39, final=False, sound=(0.85, 0.12)) == ("wait", "few_words")
    assert judge("Next,", others, 0.39, final=False, sound=(0.6, 0.35))[0] == "interrupt"
    assert judge("Next,", others, 0.55, final=False, sound=(0.6, 0.35))[0] == "interrupt"


def test_a_hum_that_is_rather_a_call() -> None:
    """ "Amen" is written for hums, and for a "hang on" that is far likelier than any backchannel (T3)."""
    near, far = {"Hang on": -0.1, "Thank you": 3.2}, {"Hang on": 2.0, "Thank you": 3.2}
    assert judge("Amen.", near, sound=(0.59, 0.4)) == ("interrupt", "like_stop")
    assert judge("Amen.", near, sound=(0.75, 0.2)) == ("ignore", "hum")
    assert judge("Amen.", far, sound=(0.59, 0.4)) == ("ignore", "hum")
    assert judge("Amen.", near) == ("ignore", "hum")


def test_a_no_beside_a_farther_oh() -> None:
    """The less it sounds like a call the farther the "oh" may be (T1, T3)."""
    oh = {"Oh": 3.1}
    assert judge("No.", oh, final=False, sound=(0.44, 0.45)) == ("wait", "ack_so_far")
    assert judge("No.", oh, final=False, sound=(0.3, 0.65)) == ("interrupt", "stop_word")
    assert judge("No.", oh, final=True, sound=(0.44, 0.45)) == ("interrupt", "stop_word")


def test_many_words_that_begin_with_a_call() -> None:
    """ "Yeah, no, that's wrong" sounds like its "yeah" alone (T1)."""
    said, sound = "Yea, know that's wrong.", (0.93, 0.01)
    assert judge(said, {"Yeah, no": 1.1, "Yeah": 1.4}, 0.72, sound=sound)[0] == "interrupt"
    assert judge(said, {"Yeah, no": 4.1, "Yeah": 1.4}, 0.72, sound=sound)[0] == "ignore"


@pytest.mark.parametrize(
    ("text", "sure", "call", "expected"),
    [
        ("Uh?", 0.77, 0.39, ("interrupt", "speech")),
        ("Uh?", 0.77, 0.29, ("ignore", "ack")),
        ("Wow.", 0.53, 0.97, ("ignore", "ack")),
        ("Yeah.", 0.51, 0.99, ("interrupt", "speech")),
        ("Yeah.", 0.76, 0.99, ("ignore", "ack")),
    ],
)
def test_a_written_backchannel_that_sounds_like_a_call(
    text: str, sure: float, call: float, expected: tuple[str, str]
) -> None:
    """ "Uh?" is all that is left of a "stop" in noise. A word that is a backchannel is one though it
    sounds like a call, unless it is not trusted and the sound is all but sure: "yeah" for "enough"
    (T1, T3)."""
    assert judge(text, {"Uh": -1.0}, sure, sound=(0.01, call)) == expected


def test_a_backchannel_so_far_waits_whatever_it_sounds_like() -> None:
    """Until its words are final (T1)."""
    so_far = judge("Yeah.", {}, 0.51, sound=(0.005, 0.99), final=False)
    assert so_far == ("wait", "ack_so_far")


def test_a_call_that_is_likelier_than_what_was_written() -> None:
    """ "Oh, um" for "hold on", which the recogniser itself thinks likelier; it must not sound rather
    like a backchannel (T1, T3)."""
    near, far = {"Oh, um": -0.1, "Hold on": -0.7}, {"Oh, um": -0.1, "Hold on": 0.3}
    assert judge("Oh, um.", near, 0.56, sound=(0.27, 0.48)) == ("interrupt", "like_stop")
    assert judge("Oh, um.", near, 0.56, sound=(0.48, 0.27)) == ("ignore", "ack")
    assert judge("Oh, um.", far, 0.56, sound=(0.27, 0.48)) == ("ignore", "ack")


def test_an_odd_text_with_a_stop_word_that_sounds_like_a_backchannel() -> None:
    """ "And now, please" for "exactly": no call is near, and where the words are not trusted the sound
    need not be as sure (T1, T3)."""
    exactly = {"Exactly": 2.1, "M": 3.4}
    assert judge("And now, please.", exactly, 0.52, sound=(0.95, 0.0)) == ("ignore", "like_ack")
    assert judge("And now, please.", exactly, 0.52, sound=(0.8, 0.1))[0] == "interrupt"
    assert judge("And now, please.", {**exactly, "Please": 2.0}, 0.52, sound=(0.95, 0.0))[0] == (
        "interrupt"
    )
