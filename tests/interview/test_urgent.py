"""Distress and danger must not be missed, and nothing of what is told of others is taken for them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from greenroom.interview.understanding.urgent import Urgent, urgent

DANGER = (
    "I want to die",
    "I don't want to be here anymore",
    "I'm going to hurt myself",
    "i dont want to live any more",
    "I keep thinking about suicide.",
    "I wish I was dead.",
    "I see no reason to keep living.",
    "I have the pills here, and I want to take them all.",
    "I've got the pills here and I'm going to take them.",
    "There's no point to any of it, I'd as soon walk off the pier tonight.",
    "I don't see why I should go on living.",
    "He is outside the door with a knife.",
    "I want to be done with my life",
    "sometimes I imagine I crash the car into a tree",
    "I keep thinking about driving my truck off the bridge",
    "i wish i could just stop existing",
    "sometimes i think it would be easier not to be here at all",
    "um i just dont really want to be alive right now",
    "i kind of hope i dont wake up tomorrow",
    "honestly i wouldnt mind if a bus hit me",
    "if i got run over tomorrow it would be a relief",
    "i wish i would just not wake up",
    "i dont see why i should keep on living",
    "i just want it all to be over like my life",
    "i feel like disappearing forever",
    "i wish i had never been born",
    "maybe everybody would be happier if i was gone",
    "my family would be better off if i wasnt here anymore",
    "im done with living to be honest",
    "i dont want to exist anymore",
    "i wish i didnt exist",
    "some days i wish i was not on this planet",
    "i keep hoping that i just fall asleep and its over for good",
    "lately i think about not being here anymore",
    "i have been thinking of ways to end it",
    "theres no reason for me to be alive",
    "uh i dont think i want to keep living you know",
    "i cant keep living like this i would rather not be alive",
    "i would rather be dead than do another day",
    "i just want to go to sleep and never wake up",
    "if i died tonight nobody would care",
    "it would be better for everyone if i just died",
    "i feel like i shouldnt be alive",
    "i dont deserve to live",
    "i have no will to live left",
    "i lost the will to live",
    "i am thinking about jumping off the bridge",
    "i want to jump in front of a train",
    "sometimes i imagine crashing my car on purpose so it stops",
    "i have a plan to kill myself",
    "ive written a goodbye letter and i dont want to be here tomorrow",
    "life isnt worth living anymore",
    "i have nothing to live for",
    "i think the world would be better without me",
)
"""To one's own life, by one's own hand or another's: plain, passive, indirect, disfluent. Half of those in small
letters the patterns were written by, half they were tried on."""
NO_DANGER = (
    "I have the tablets here and I'm going to take them to the ward.",
    "i nearly died laughing",
    "this deadline is killing me",
    "i would kill for a coffee right now",
    "i was dead tired after the shift",
    "i wish i could stop working nights",
    "i dont want to be here on a saturday doing inventory",
    "i wish that meeting had never existed",
    "i wish the old system would just stop existing",
    "the printer died on me twice that week",
    "my phone is about to die sorry",
    "if i got hit by a difficult customer i would stay calm",
    "i died of embarrassment when the slide failed",
    "i would rather be dead than late for work haha",
    "i dont want to live far from the hospital",
    "we wanted the project to be over",
    "i think about not being here anymore when i plan the handover",
    "i jumped in front of the class and sang",
    "i jump on the train every morning at six",
    "i wake up at five and i do not want to go back to sleep",
    "the team would be better off without me doing the small tasks",
    "the shop would be happier if i was gone by six",
    "i killed it in that presentation",
    "i have a plan to kill the old server",
    "my job is what i live for",
    "i live for the weekend",
    "i lost the will to argue with him",
    "i feel like disappearing when i have to speak in public",
    "i hope i do not wake up the baby when i come home from nights",
    "life as a chef is not worth it without good people",
    "i wrote a goodbye letter to my colleagues when i left",
    "a resident told me she had nothing to live for and i sat with her",
    "the patient did not want to be alive and i called the nurse",
    "he said he wished he had never been born",
    "i was burning the candle at both ends and it nearly killed me",
    "i could die for a cigarette",
    "i had to end it with the supplier",
    "i want to end it on a positive note",
    "the old building was not worth keeping alive",
    "i dont want to exist on minimum wage anymore",
    "nobody would care if i was gone for an hour",
)
"""Idioms, work, others, and wishes to be somewhere else."""


@pytest.mark.parametrize("text", DANGER)
def test_danger_is_seen_and_is_distress(text: str) -> None:
    """Whoever wishes not to be there any more is in danger, in whatever indirect words."""
    assert urgent(text).danger
    assert urgent(text).distress


@pytest.mark.parametrize("text", NO_DANGER)
def test_an_idiom_is_no_danger(text: str) -> None:
    """Nobody is sent to a crisis line for an idiom, for work, or for what somebody else said."""
    assert not urgent(text).danger


@pytest.mark.parametrize(
    "text",
    [
        "I was depressed back then and nearly killed myself.",
        "My husband died last month.",
        "My brother was in the crash as well and he did not survive.",
        "I can't breathe.",
    ],
)
def test_distress_without_danger(text: str) -> None:
    """Grief and panic are distress, and no danger."""
    assert urgent(text) == Urgent(distress=True)


@pytest.mark.parametrize(
    "text",
    [
        "A patient tried to kill himself and I called the team.",
        "he said I want to stop",
        "I said stop, stop now, and pulled the valve. They were furious on the radio.",
        "I told them, stop, it will kill someone.",
        "check the first ten pieces, stop, check them again",
        "I am not finished.",
        "Good day. I am Tomasz, machinist of the cable railway.",
        "Good day sir, I come from the harbour.",
        "I have seventeen years in my two hands, and I am not afraid to begin again.",
        "I was shaking like a leaf, but I was glad after.",
        "She told me I want to die, so I stayed with her.",
        'The caller said "I want to end my life" and I kept him talking.',
        "I want to stop smoking.",
        "I want to leave retail.",
        "We had to stop the line.",
        "I nearly died of embarrassment.",
        "I killed myself working on that project.",
        "I don't want to live in the city.",
        "My father died when I was ten and that is why I became a nurse.",
        "I get nervous before presentations, so I practise.",
        "Can we stop this question and go to the next one?",
        "I quit.",
        "Stop signs.",
        "My friend didn't make it to the final round.",
        "I want to finish with my life insurance work first.",
        "I drive the van into the yard, and a colleague drove into a wall once.",
    ],
)
def test_what_is_told_is_not_urgent(text: str) -> None:
    """What others said, what is past, what is an idiom, and work."""
    assert urgent(text) == Urgent()


@given(st.text(max_size=300))
def test_every_text_is_read(text: str) -> None:
    """Any text is read without a fault."""
    found = urgent(text)

    assert found.distress or not found.danger


def test_time_is_linear_enough() -> None:
    """A turn of many thousand words is read at once."""
    assert urgent("I want to say that " * 3000) == Urgent()


@pytest.mark.parametrize(
    "text",
    [
        "I am so nervous that I forget all my words.",
        "It gets too much for me.",
        "Sorry, I started to cry.",
        "I have so much fear right now.",
        "My mouth is so dry.",
        "My dog had to be put down this morning, I'm not myself.",
        "Sorry, it is my mother, she passed, I cannot talk of hospital.",
        "my head is pounding",
        "I'm burning up here, I feel terrible.",
        "I am going to throw up.",
    ],
)
def test_distress_in_other_words_is_seen(text: str) -> None:
    """What the trained head missed of other people's words, by its kind; who mourns or is ill is met."""
    assert urgent(text).distress


@pytest.mark.parametrize(
    "text",
    [
        "I take on too much.",
        "The paperwork was too much for the team.",
        "I was sweating when the boss came in.",
        "I have a lot of stress management experience.",
        "Nothing at all, I'm afraid.",
    ],
)
def test_work_that_was_hard_is_no_distress(text: str) -> None:
    """An answer about hard work is left an answer, and "I'm afraid" behind a comma is politeness."""
    assert not urgent(text).distress
