"""People are let finish: how long a silence ends an answer, and what happens when they go on (T8)."""

import asyncio

import pytest

from greenroom.interview.commands import Consult
from greenroom.interview.events import AnswerGiven, UtteranceFinished, UtteranceStarted
from greenroom.interview.plan import Question
from greenroom.simulation.clock import in_virtual_time

TOLD = {
    "introductions": (
        (
            "My name is Ines and I run a small bakery in Porto.",
            "Before that I drove trams for nine years.",
            "Baking was what I did at night, and in the end I chose it.",
        ),
        (
            "I'm a land surveyor.",
            "Most of my days are spent on motorway sites.",
            "I trained in Leeds and moved north after my second child.",
        ),
        (
            "I have looked after the laboratory at a brewery since 2019.",
            "We test every batch twice.",
            "What I like best is teaching the trainees.",
        ),
        (
            "Well, I started as a porter in a hotel.",
            "Two years later they put me at the desk.",
            "Now I plan the shifts for forty people,",
            "and I write the training for newcomers.",
        ),
    ),
    "stories": (
        (
            "Last March our cold room failed on a Friday.",
            "There were eleven tonnes of fish in it.",
            "I rang every haulier within fifty miles.",
            "We saved all but two pallets.",
        ),
        (
            "A parent came in shouting about a mark.",
            "I took her into the library and let her talk.",
            "It turned out that the boy had not slept for a week.",
            "We moved his exam by ten days.",
        ),
        (
            "The client wanted the bridge open by June.",
            "I drew up two plans, one with night work.",
            "They took the slower one because it was quieter.",
        ),
        (
            "Our ticket machines printed the wrong fare for a day.",
            "I put a person at each of them within the hour.",
            "Nobody was fined, and we paid back nine hundred euros.",
        ),
    ),
}
"""Answers in sentences; a breath stands between any two of them."""
BREATHS = [(kind, told) for kind, answers in TOLD.items() for told in answers]
STAGE = {"maximum_turns": None, "minimum_questions": 3}


async def cuts(rig, told, breath_s):
    """In how many of its breaths an answer was cut: the interviewer had begun, or was about to."""
    cut = 0
    async with rig.holding() as live:
        await live.asked()
        for number, sentence in enumerate(told):
            if number:
                heard = len(live.of(UtteranceStarted))
                await asyncio.sleep(breath_s)
                cut += len(live.of(UtteranceStarted)) > heard
            await live.speaker.say(sentence)
    return cut


@pytest.mark.parametrize("breath_s", [1.5, 1.8])
@in_virtual_time
async def test_a_breath_between_sentences_is_no_end(rig, breath_s):
    """At most one breath in ten inside an introduction or a story is cut."""
    cut = sum([await cuts(rig, told, breath_s) for _, told in BREATHS])
    breaths = sum(len(told) - 1 for _, told in BREATHS)
    print("cut", cut, "of", breaths, "at", breath_s)
    assert cut * 10 <= breaths
