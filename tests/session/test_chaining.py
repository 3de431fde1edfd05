"""An answer that the recogniser hands on in pieces reads as one text (R4)."""

import pytest

from greenroom.session.chaining import chained
from greenroom.simulation.candidate_voice import Hearing
from greenroom.simulation.clock import in_virtual_time


@pytest.mark.parametrize(
    ("language", "pieces", "text"),
    [
        ("en", ["I worked at Acme", "And then moved on."], "I worked at Acme and then moved on."),
        ("en", ["I worked at Acme.", "And then moved on."], "I worked at Acme. And then moved on."),
        ("en", ["and", "I'm proud of it"], "and I'm proud of it"),
        ("en", ["we moved to", "Paris in", "May"], "we moved to Paris in May"),
        ("en", ["we sold it in", "THE US"], "we sold it in THE US"),
        ("en-GB", ["so", "But, you see"], "so but, you see"),
        ("de", ["Ich baue", "Und pflege", "Gärten"], "Ich baue und pflege Gärten"),
        ("nl", ["ik bouw", "En dan"], "ik bouw En dan"),
        ("en", ["", "And"], "And"),
        ("en", [], ""),
    ],
)
def test_capitals_between_pieces(language, pieces, text):
    """A capital goes only where the sentence goes on and the word can have none of its own."""
    assert chained(pieces, language) == text


@in_virtual_time
async def test_answer_in_pieces(rig):
    """An answer with a pause in mid-sentence is on record as one sentence."""
    async with rig.holding() as live:
        await live.asked()
        await live.speaker.say("I grow beans", 1.0, Hearing("I worked at Acme"))
        await live.speaker.say("and then", 1.0, Hearing("And then I moved on."))
        await live.until(lambda: live.answers())
        assert live.answers() == "I worked at Acme and then I moved on."
