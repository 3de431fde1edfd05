"""The text rule for ends of turns."""

import pytest

from greenroom_turns.unfinished import unfinished


@pytest.mark.parametrize(
    "text",
    [
        "I worked on the billing system and",
        "I worked on the billing system, and.",
        "Before that I was in the army. Um,",
        "I believe that I, um,",
        "So we decided to, um",
        "It was the",
        "We moved the data from",
        "And then I…",
        "There were three reasons:",
        "The first one is -",
        "Well, I was",
        "I think it’s",
    ],
)
def test_words_that_need_another_are_unfinished(text: str) -> None:
    """An answer that ends in a filler, conjunction, article, preposition, auxiliary or open mark trails off."""
    assert unfinished(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Yes.",
        "We cut the costs by thirty percent.",
        "I led a team of five engineers",
        "I led a team of five engineers,",
        "Could you say what you mean by that?",
        "Stop!",
        "That's it.",
        "Yes, I did.",
        "No we have",
        "It was.",
    ],
)
def test_complete_words_are_finished(text: str) -> None:
    """A complete sentence, a question, one word or nothing at all does not trail off."""
    assert not unfinished(text)


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Trabajé en el sistema de pagos y", "es"),
        ("J'ai dirigé une équipe de", "fr-FR"),
        ("Ich habe das Projekt geleitet und", "de-DE"),
        ("Eu trabalhei com o", "pt-BR"),
        ("मैंने टीम के साथ", "hi"),
    ],
)
def test_each_language_has_its_own_words(text: str, language: str) -> None:
    """The language's own function words count."""
    assert unfinished(text, language)


def test_an_unknown_language_goes_by_marks_alone() -> None:
    """Without a list only open punctuation says that more will follow."""
    assert not unfinished("and", "fi")
    assert unfinished("ja sitten…", "fi")
