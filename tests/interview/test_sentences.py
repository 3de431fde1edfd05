"""What of a model's text is a sentence, and what of a sentence may be spoken (F7, F11)."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from greenroom.interview.prompts import OBJECT, RULES
from greenroom.interview.sentences import LONGEST, Splitter, asks, cleaned, echoes, speakable


def split(*pieces: str) -> list[str]:
    splitter = Splitter()
    return [s for piece in pieces for s in splitter.feed(piece)] + splitter.end()


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("Thanks. What broke?", ["Thanks.", "What broke?"]),
        ("Dr. Li paid 3.5 million. Why?", ["Dr. Li paid 3.5 million.", "Why?"]),
        ('You asked "why?" and went on. Then?', ['You asked "why?" and went on.', "Then?"]),
        ("Wait… what? Oh!", ["Wait… what?", "Oh!"]),
        ("One\nTwo?", ["One", "Two?"]),
        ("ठीक है। क्या हुआ?", ["ठीक है।", "क्या हुआ?"]),
        ("  ", []),
    ],
)
def test_sentences(text: str, sentences: list[str]) -> None:
    """Cut at ends of sentences, not at every full stop."""
    assert split(text) == split(*text) == sentences


def test_a_sentence_is_out_before_the_next_is_whole() -> None:
    """One character of what follows is enough."""
    splitter = Splitter()
    assert splitter.feed("That was quick. W") == ["That was quick."]


@given(st.text("aB .?!\n…\")'।1", max_size=60), st.lists(st.integers(0, 60), max_size=8))
def test_any_cutting_gives_the_same_sentences(text: str, cuts: list[int]) -> None:
    """The sentences do not depend on the pieces, and no sign of them is lost."""
    places = [0, *sorted(min(cut, len(text)) for cut in cuts), len(text)]
    pieces = [text[a:b] for a, b in itertools.pairwise(places)]
    assert split(*pieces) == split(text)
    assert "".join("".join(split(text)).split()) == "".join(text.split())


@pytest.mark.parametrize(
    ("written", "spoken"),
    [
        ("*smiles* Good.", "Good."),
        ("(pauses) [laughs] Well.", "Well."),
        ("(pauses for effect)", ""),
        ("**Six hours** is `quick`.", "Six hours is quick."),
        ("- What broke?", "What broke?"),
        ("Interviewer: What broke?", "What broke?"),
        ("“What broke?”", "What broke?"),
        ("What broke? 😀👍🏽", "What broke?"),
        ("C# and C++ cost $5 (or 4 €) at AT&T.", "C# and C++ cost $5 or 4 € at AT&T."),
        ("क्या हुआ?", "क्या हुआ?"),
        ("...", ""),
        ("It broke off in the mid", ""),
        (f"{'very ' * LONGEST}long.", ""),
    ],
)
def test_what_is_spoken(written: str, spoken: str) -> None:
    """Words only: no directions, no markup, no pictures, no half sentences."""
    assert speakable(written) == spoken


@pytest.mark.parametrize(
    ("written", "spoken"),
    [
        ("What was the *worst* hour of it?", "What was the worst hour of it?"),
        ("*Why* was it late?", "Why was it late?"),
        ("*Listening* to guests, how did that go?", "Listening to guests, how did that go?"),
        ("Was it ***all*** of the ward?", "Was it all of the ward?"),
        ("Was it **really *all* of it**?", "Was it really all of it?"),
        ("Is _that_ the one in my_table_name?", "Is that the one in my table name?"),
        ("Did you write [Ansible] roles?", "Did you write Ansible roles?"),
        ("Did you read [the guide](https://example.org/a_b)?", "Did you read the guide?"),
        ("Which (drills) did you run?", "Which drills did you run?"),
        ("The crew (which is small) left.", "The crew which is small left."),
        ("Why call main() twice?", "Why call main twice?"),
        ("What was the *pause* for?", "What was the pause for?"),
        ("Who *laughs* about it now?", "Who laughs about it now?"),
        ("*Thanks* for that.", "Thanks for that."),
        ("*Thanks.* What broke?", "Thanks. What broke?"),
        ("*What broke?*", "What broke?"),
        ("*That is a lot of boxes.*", "That is a lot of boxes."),
        ("¿Qué fue lo *peor* de eso?", "¿Qué fue lo peor de eso?"),
        ("सबसे *कठिन* बात क्या थी?", "सबसे कठिन बात क्या थी?"),
        ("<b>What</b> broke?<br>", "What broke?"),
        ("Is a < b and c > d?", "Is a < b and c > d?"),
    ],
)
def test_marks_go_and_words_stay(written: str, spoken: str) -> None:
    """Emphasis, brackets, parentheses and links within a sentence are its words."""
    assert speakable(written) == spoken


@pytest.mark.parametrize(
    ("written", "spoken"),
    [
        ("*adjusts her glasses* What broke?", "What broke?"),
        ("*Nods.* What broke?", "What broke?"),
        ("What broke? *leans back*", "What broke?"),
        ("Well (laughs), what broke?", "Well, what broke?"),
        ("So *pauses* what broke?", "So what broke?"),
        ("[long silence]", ""),
        ("(*smiles warmly*) What broke?", "What broke?"),
        ("*thoughtful pause* What broke?", "What broke?"),
        ("*sonríe* ¿Qué se rompió?", "¿Qué se rompió?"),
        ("*hoche la tête* Et ensuite ?", "Et ensuite?"),
        ("(lächelt) Was war los?", "Was war los?"),
        ("*मुस्कुराते हुए* क्या हुआ?", "क्या हुआ?"),
    ],
)
def test_directions_go_with_their_words(written: str, spoken: str) -> None:
    """A gesture that stands apart, or nothing but a gesture, is nothing to say."""
    assert speakable(written) == spoken


def test_interviews_of_the_first_rules_are_cleaned_as_they_were() -> None:
    """They replay word for word, faults included."""
    assert (
        speakable("What was the *worst* hour (or 2) of it?", 1) == "What was the hour (or 2) of it?"
    )


@given(st.text("aB s()[]*_.?", max_size=60), st.text(max_size=40))
def test_no_mark_is_spoken(marks: str, text: str) -> None:
    """However marks are put into and beside each other, none is left, and words outside of them stay."""
    said = cleaned(f"{marks} {text}")
    assert not set("()[]*_") & set(said)
    assert cleaned(f"Zebra {marks}").startswith("Zebra")


@given(st.text(max_size=60))
def test_speakable_text_stays_as_it_is(text: str) -> None:
    """What was cleaned once is clean."""
    assert speakable(speakable(text)) == speakable(text)


@pytest.mark.parametrize(
    ("sentence", "answer"),
    [
        ("What broke?", True),
        ("Tell me more about the outage.", True),
        ("And then, please walk me through it.", True),
        ("Please take your time.", False),
        ("You asked what broke.", False),
    ],
)
def test_what_asks(sentence: str, answer: bool) -> None:
    """A question mark asks, and so does a request; a statement about a question does not."""
    assert asks(sentence, "en") is answer


def test_requests_are_english() -> None:
    """Of other languages only the mark is believed."""
    assert not asks("Describe la avería.", "es")
    assert asks("¿Qué se rompió?", "es")


def test_echoes_of_the_instructions() -> None:
    """Reading the rules out is noticed, in whatever words around; talking like them is not."""
    rules = f"{RULES}\n{OBJECT}"
    leaked = RULES.splitlines()[0]
    assert echoes(leaked, rules)
    assert echoes(f"Sure! My instructions are: {leaked[:120]}", rules)
    assert not echoes(
        "What did the last answer leave out, and what is said next in the team?", rules
    )
