"""A sentence is English text that can be said in another language."""

from __future__ import annotations

import pickle
from copy import deepcopy
from gettext import NullTranslations
from typing import ClassVar

from tests.support.records import sample_record

from greenroom.assessment.coaching import coach
from greenroom.assessment.sentence import Sentence, Spelled, filled, joined, listed


class German(NullTranslations):
    """Three messages."""

    WORDS: ClassVar = {
        "We heard {words}: “{quote}”.": "Wir hörten {words}: „{quote}“.",
        "In {n} answers.": "In {n} Antworten.",
        "{first} and {last}": "{first} und {last}",
    }

    def gettext(self, message: str) -> str:
        return self.WORDS.get(message, message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return "{n} Wort" if n == 1 else "{n} Wörter"


def test_values_are_said_and_quotes_stay() -> None:
    """A sentence in a sentence is translated; what was said is not, and braces in it mean nothing."""
    words = Sentence("{n} word", "{n} words", n=2)
    told = Sentence("We heard {words}: “{quote}”.", words=words, quote="{words} I said")
    assert told == "We heard 2 words: “{words} I said”."
    assert told.said(German()) == "Wir hörten 2 Wörter: „{words} I said“."


def test_numbers_are_words_in_english_and_digits_elsewhere() -> None:
    """No word of another language has to agree with them."""
    told = Sentence("In {n} answers.", n=Spelled(3, "three"))
    assert (told, told.said(German())) == ("In three answers.", "In 3 Antworten.")


def test_sentences_are_put_together() -> None:
    """One after the other, what is empty left out; or as a list."""
    one, two = Sentence("one"), Sentence("two")
    assert joined(one, "", two) == "one two"
    assert listed([one]) == "one"
    assert Sentence("{it}", it=listed([one, two])).said(German()) == "one und two"


def test_a_copy_can_still_be_said() -> None:
    """What is kept and handed on keeps its template."""
    told = Sentence("In {n} answers.", n=Spelled(2, "two"))
    for copy in (deepcopy(told), pickle.loads(pickle.dumps(told))):  # our own
        assert (copy, copy.said(German())) == ("In two answers.", "In 2 Antworten.")


def test_another_language_is_told_how_little_was_read() -> None:
    """The rules read English; of a German interview the report says so, and of an English one it does not."""
    told = {
        "de": "Ich habe im letzten Jahr mit meinem Team ein neues Lager geplant, und wir waren vor der Zeit fertig. ",
        "en": "Last year I planned a new store with my team, and we were done before the day that was set. ",
    }
    for language, text in told.items():
        record = sample_record("done")
        for message in record["messages"]:
            if message["kind"] == "answer":
                message["text"] = text * 2
        assert ("read only English" in coach(record, language=language).lede) == (language == "de")


def test_an_answer_with_braces_is_quoted_as_it_is() -> None:
    """What was said is never a template."""
    assert filled("“{quote}” {n}", quote="{n} {quote}", n=3) == "“{n} {quote}” 3"
