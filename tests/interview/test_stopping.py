"""F17: a wish to stop, distress and danger are met before anything else, and never scored."""

from __future__ import annotations

import pytest
from tests.interview.gardens import PERHAPS, ours, pending, play, says, theirs

from greenroom.interview.causes import EndReason
from greenroom.interview.commands import EndInterview, Kind, Say
from greenroom.interview.reading import Reading
from greenroom.testing.playbook import Playbook


@pytest.mark.parametrize(
    "text", ["I want to stop now.", "Can we stop?", "I need to leave.", "Please let me go."]
)
def test_a_wish_to_stop_is_the_command(text: str) -> None:
    """In whatever words it ends the interview; "no, go on" over the good-bye takes it back."""
    book = play().candidate_says(text).expect(Say, kind=Kind.CLOSING)
    assert theirs(book)[0].kind == "command"
    back = play().candidate_says(text).at("0:12")
    back.candidate_says("No, go on.").at("0:30")
    assert not back.state.ended
    book.to_the_end().expect(EndInterview, reason=EndReason.CANDIDATE_ENDED)


@pytest.mark.parametrize(("reply", "ends"), [("Yes.", True), ("No.", False), ("", False)])
def test_an_unsure_wish_to_stop_is_asked_about(reply: str, ends: bool) -> None:
    """ "Do you want to stop?": yes ends, no goes on with the question, and so does silence."""
    book = says(play({"Hm, my bus comes soon.": PERHAPS}), "Hm, my bus comes soon.")
    assert book.state.on_offer[0] == "end"
    assert theirs(book)[0].kind == "aside"
    book.expect(Say, kind=Kind.REPLY, question_kind="yesno")
    if reply:
        says(book, reply)
    else:
        book.at("0:45")
    if ends:
        book.to_the_end().expect(EndInterview, reason=EndReason.CANDIDATE_ENDED)
    else:
        assert (book.state.on_offer, pending(book)) == ((), "f1")
        book.expect(Say, kind=Kind.REPEAT, text="Which garden")


def test_distress_is_met_and_never_scored() -> None:
    """A pause is offered, then an end; nothing is asked meanwhile, and "yes" pauses."""
    book = says(play(), "My husband died last month.")
    assert (theirs(book)[0].kind, theirs(book)[0].about) == ("aside", "distress")
    assert book.state.on_offer == ("pause", "end")
    assert "?" in ours(book).text
    assert "Which garden" not in ours(book).text
    says(book, "Yes please.")
    assert book.state.pause is not None


def test_who_goes_on_after_distress_may_leave_the_question() -> None:
    """The question comes back gently, and the good-bye wishes well and praises no deed."""
    book = says(play(), "My husband died last month.")
    says(book, "No, let's go on.")
    assert "this question" in ours(book).text
    assert "Which garden" in ours(book).text
    book.candidate_says("I want to stop now.")
    assert "take good care of yourself" in ours(book.at("2:00")).text


def test_silence_to_an_offered_pause_is_met_kindly() -> None:
    """Nothing is asked and nothing goes on; the offer stays, and after a longer silence we pause."""
    book = says(play(), "My husband died last month.")
    while book.state.pause is None:
        says_nothing(book)
    says_nothing(book)
    said = [m for m in book.state.transcript.messages if m.speaker == "interviewer"][1:]
    assert [m.kind for m in said] == [Kind.REPLY, Kind.REPLY, Kind.NOTICE]
    assert "There is no hurry" in said[1].text
    assert "we go on" not in said[1].text
    says(book, "Go on.")
    assert "Which garden" in ours(book).text


def test_an_offered_pause_is_taken_late() -> None:
    """After the kind word that follows silence, "yes" still pauses."""
    book = says(play(), "My husband died last month.")
    while "There is no hurry" not in ours(book).text:
        says_nothing(book)
    says(book, "Yes please.")
    assert book.state.pause is not None
    assert book.state.on_offer == ()


def test_silence_in_danger_names_help_again() -> None:
    """Who said to be in danger, and then nothing, hears once more where help is."""
    book = says(play(), "I want to die.")
    while book.state.pause is None:
        says_nothing(book)
    said = [m.text for m in book.state.transcript.messages if m.kind == Kind.REPLY]
    assert len(said) == 2
    assert all("emergency number" in text for text in said)
    assert not any("garden" in text or "plant" in text for text in said)


def says_nothing(book: Playbook) -> None:
    seconds = book.now // 1000 + 5
    assert seconds < 600, "nothing came of the silence"
    book.at(f"{seconds // 60}:{seconds % 60:02}")


def test_an_offered_end_is_taken_by_name() -> None:
    """After an offer "let's stop" is more than a word that silences."""
    book = says(play(), "My husband died last month.").candidate_says("Stop.").to_the_end()
    assert book.state.end_reason is EndReason.CANDIDATE_ENDED


def test_danger_is_met_before_anything_else() -> None:
    """Even where the words would be a command or an answer."""
    book = says(play({"End it.": Reading("r", 0.9, danger=True)}), "End it.")
    assert (theirs(book)[0].kind, theirs(book)[0].about) == ("aside", "distress")
    assert not book.state.ended


def test_insults_are_met_calmly_then_an_end_is_offered() -> None:
    """Once a calm word; the second time it is asked whether to stop."""
    book = says(play(), "You are stupid.")
    assert book.state.on_offer == ()
    says(book, "You idiot.")
    assert book.state.on_offer[0] == "end"
