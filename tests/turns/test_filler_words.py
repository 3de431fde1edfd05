"""Fillers, as the report counts them."""

from __future__ import annotations

import pytest

from greenroom_turns import language


def test_fillers_for_the_report() -> None:
    """Sounds always count; ordinary words only where punctuation sets them off."""
    text = "Um, I was, like, you know, at a shop. I like it, uh, a lot, you know."
    assert language.fillers(text) == ("um", "like", "you know", "uh", "you know")
    assert language.fillers("It is like a queue") == ()


@pytest.mark.parametrize(
    ("lang", "said", "found"),
    [
        ("en", "Ummmm, the errr door, uhhhhh, hmmmmm.", 4),
        ("en", "To err is human, and it has been so.", 0),
        ("de", "Öhhh, das war, ähhm, gut.", 2),
        ("fr", "Heuuuu, je crois, hummm.", 2),
        ("es", "Ehhhh, emmm, sí.", 2),
        ("pt", "Ahnnn, hummm, foi assim que foi.", 2),
        ("pt", "Éééé, isso é, ãããh, novo.", 2),
        ("de", "Öhm, das war ehmm gut.", 2),
        ("hi", "उम्म्म, हम गए, अम्म।", 2),
        ("en", "A gap of 3 mm, of thirty mm and of 7 Ah.", 0),
        ("en", "The ER and the UM merged.", 0),
        ("en", "Uh-huh, mm-hmm. Uh oh, uh huh.", 0),
        ("en", "THE DOOR UM WAS UH SHUT", 2),
    ],
)
def test_fillers_are_sounds_and_not_their_letters(lang: str, said: str, found: int) -> None:
    """A stretched sound is a filler; a unit, a name in capitals, "uh-huh" and other words are none."""
    assert len(language.fillers(said, lang)) == found
