"""Which yes of a judge stands: by quotes that were said and say something, whatever its form."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.circle.conftest import LINE, held, turn, verdict

from greenroom.circle.events import CallFailed, Decided, Entry, GateCause, Verdict
from greenroom.circle.inputs import Message
from greenroom.circle.judging.push_line import LONGEST
from greenroom.circle.judging.quoted import places
from greenroom.circle.outcome import outcome
from greenroom.circle.replies import judgement
from greenroom_turns.function_words import EMPTY

OWNER = "Would a coffee on Thursday evening suit you? I know a quiet place."
VISITOR = "I can make it on Thursday, after six; I have wanted to talk about this for weeks."
SAID = {"owner": [turn(OWNER)] * 9, "visitor": [turn(VISITOR)] * 9}


def found(quote: str, text: str = VISITOR) -> list[str]:
    spans = places(quote, Message("visitor", text), 2)
    return [text[span.start : span.end] for span in spans]


@pytest.mark.parametrize(
    "quote",
    [
        "I can make it on Thursday",
        "i CAN make it on thursday.",
        "“I can make it on Thursday”",
        "(I can make it on Thursday)",
        "visitor: I can make it on Thursday",
        "Visitor said: “I can make it on Thursday”",
        "m2: I can make it on Thursday",
        "message 2: I can make it on Thursday",
        "Turn 2 (visitor): I can make it on Thursday",
        "[m2] visitor: I can make it on Thursday",
        "… I can make it on Thursday …",
        "  I can\n make it on Thursday ",
        "*I can make it on Thursday*",
        "I can make it on **Thursday**, after six",
        "[m2] I can make it on Thursday",
        "m2 – visitor – I can make it on Thursday",
        "Visitor (m2): I can make it on Thursday",
        "**Visitor:** I can make it on Thursday",
        "Thursday",
        "weeks",
    ],
)
def test_slips_of_form_change_nothing(quote: str) -> None:
    """Case, marks and white space around it, a true label and an ellipsis at an end."""
    (words,) = found(quote)
    assert words.lower().strip(".") in VISITOR.lower()


@pytest.mark.parametrize("word", ["Yes", " yes ", "YES"])
def test_the_word_of_a_verdict_is_read_however_it_is_written(word: str) -> None:
    """Capitals and white space do not make a judgement unreadable."""
    raw = json.dumps({"verdict": word, "notification": LINE})
    assert judgement(raw).verdict is Verdict.YES


@pytest.mark.parametrize(
    ("quote", "parts"),
    [
        ("I can … Thursday", ["I can", "Thursday"]),
        ("visitor: “I can ... wanted to talk [...] for weeks.”", ["I can", "wanted to talk", "for weeks"]),
        ("Thursday … I can", []),
        ("I … can … it … Thursday", []),
        ("I can … Friday", []),
    ],
)  # fmt: skip
def test_an_ellipsis_joins_what_stands_in_order(quote: str, parts: list[str]) -> None:
    """Parts that were said in this order; single small words are no parts."""
    assert found(quote) == parts


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("I would … meet you", "I would not like to meet you"),
        ("I can … come on Thursday", "I can’t say that I will come on Thursday"),
        ("Ich möchte … Kaffee trinken", "Ich möchte mit dir keinen Kaffee trinken"),
        ("Yo quiero … el jueves", "Yo quiero verte, pero nunca el jueves"),
        ("मैं गुरुवार को … मिलूँगा", "मैं गुरुवार को नहीं मिलूँगा"),
    ],
)
def test_what_turns_the_meaning_is_not_left_out(quote: str, text: str) -> None:
    """A negation between two parts is not bridged by an ellipsis."""
    assert found(quote, text) == []


@pytest.mark.parametrize(
    "quote",
    ["", " ", "…", "I", "i", "it", "on", "to", "I to", "and", "the", ".", "owner: I", "e", "\u0301", "’",
     "owner: I can make it on Thursday", "m4: I can make it on Thursday", "[m4] I can make it on Thursday",
     "Owner (m2): I can make it on Thursday", "Visitor (m4): I can make it on Thursday", "I cannot make it", "Thurs",
     "visitor:"],
)  # fmt: skip
def test_words_that_say_nothing_or_were_not_said_are_no_quote(quote: str) -> None:
    """A letter, a function word, a mark; another speaker's label; what is not in the message."""
    assert found(quote) == []


@pytest.mark.parametrize(
    "text", ["So would I.", "Und ich mit euch.", "हाँ", "是的", "ok", "Sí", "18:30"]
)
def test_a_short_answer_is_a_quote(text: str) -> None:
    """A word that says something, or the whole of a message of small words; not a letter."""
    assert found(text, text)
    assert not found(text[0], text)


Slip = Callable[[dict[str, Any]], None]


def on_quotes(change: Callable[[str, str], str]) -> Slip:
    def slipped(reply: dict[str, Any]) -> None:
        for one in reply["evidence"]:
            one["quote"] = change(one["quote"], "owner" if one["id"] == "m1" else "visitor")

    return slipped


def bad_quote(reply: dict[str, Any]) -> None:
    reply["evidence"].append({"id": "m2", "quote": "I would love to, honestly"})


def cited(reply: dict[str, Any]) -> None:
    reply["criteria"].append({"id": "time", "met": True, "evidence": ["m2", "m9"]})


def newline(reply: dict[str, Any]) -> None:
    reply["notification"] = " " + reply["notification"].replace(" ", "\n", 1) + "\n"


def too_long(reply: dict[str, Any]) -> None:
    reply["notification"] = (reply["notification"] + " They like quiet places." * 9)[:LONGEST] + "x"


SLIPS: list[Slip] = [
    on_quotes(lambda quote, _: quote.replace(" on ", " … ") if " on " in quote else quote),
    on_quotes(lambda quote, side: f"{side}: {quote}"),
    on_quotes(lambda quote, _: f"“{quote.upper()}”"),
    on_quotes(lambda quote, _: f"  {quote}\n"),
    bad_quote,
    cited,
    newline,
    too_long,
]


def honest() -> dict[str, Any]:
    quotes = [("m1", "a coffee on Thursday evening"), ("m2", "I can make it on Thursday")]
    reply: dict[str, Any] = json.loads(verdict("yes", quotes=quotes, line=LINE))
    return reply


@given(st.lists(st.sampled_from(SLIPS), unique=True))
async def test_no_slip_of_form_costs_an_honest_yes(slips: list[Slip]) -> None:
    """Any of them, in any order: it is a yes, from a script of this one line too."""
    reply = honest()
    for slip in slips:
        slip(reply)
    state, recorder, _ = await held(**SAID, judge=[json.dumps(reply)])
    told = outcome(state)
    assert (told["decision"], told["undecided"]) == ("yes", False)
    assert told["notification"] == next(iter(recorder.pushed.values()))
    assert len(told["notification"]) <= LONGEST
    assert told["notification"].splitlines() == [told["notification"]]


CONTENTLESS = st.one_of(
    st.sampled_from(sorted(EMPTY)),
    st.characters(),
    st.text(alphabet=" .,…'\"-\u200b\u0301", max_size=4),
)


@given(
    st.lists(CONTENTLESS, max_size=4),
    st.lists(CONTENTLESS, min_size=1, max_size=4),
    st.booleans(),
    st.sampled_from(["", "owner: ", "visitor: ", "m2: "]),
)
async def test_a_yes_without_words_of_both_is_none(
    owners: list[str], visitors: list[str], owner_is_sound: bool, label: str
) -> None:
    """Whatever stands in the place of a quote, if it says nothing, and however often it is asked."""
    quotes = [("m1", OWNER)] if owner_is_sound else [("m1", label + one) for one in owners]
    quotes += [("m2", label + one) for one in visitors]
    reply = verdict("yes", quotes=quotes, line=LINE)
    state, recorder, _ = await held(**SAID, judge=[reply] * 9)
    assert outcome(state)["decision"] == "no"
    assert recorder.pushes == 0


@given(
    st.lists(st.booleans(), min_size=1, max_size=5), st.lists(st.sampled_from(SLIPS), unique=True)
)
async def test_a_yes_with_an_unmet_criterion_is_none(met: list[bool], slips: list[Slip]) -> None:
    """One is enough, whatever the rest looks like; and it is not asked for again."""
    reply = honest()
    for slip in slips:
        slip(reply)
    reply["criteria"] += [{"id": str(n), "met": one, "evidence": []} for n, one in enumerate(met)]
    if all(met):
        reply["criteria"].append({"id": "last", "met": False})
    state, recorder, _ = await held(**SAID, judge=[json.dumps(reply)] * 9)
    assert (outcome(state)["decision"], outcome(state)["undecided"]) == ("no", True)
    assert state.decided is not None
    assert GateCause.UNMET in state.decided.causes
    assert len(recorder.asked) == 1


# asked again

FABRICATED = verdict("yes", quotes=[("m1", OWNER), ("m2", "I am in love with it")], line=LINE)
SOUND = json.dumps(honest())


async def test_a_quote_that_was_not_said_is_asked_for_again() -> None:
    """The judge is told what was wrong, and its second reply counts."""
    state, recorder, log = await held(**SAID, judge=[FABRICATED, SOUND])
    assert outcome(state)["decision"] == "yes"
    assert [ask.faults for ask in recorder.asked] == [(), (GateCause.BAD_QUOTE,)]
    assert causes(log) == [GateCause.BAD_QUOTE]


@pytest.mark.parametrize("rest", [[], [FABRICATED], ["?", "?"], [FABRICATED] * 8])
async def test_who_cannot_do_better_is_undecided(rest: list[str]) -> None:
    """No more lines, the same again, or nothing that can be read: the yes was said, and does not stand.
    It is no error, and it is asked for as often as an error is."""
    state, recorder, _ = await held(**SAID, judge=[FABRICATED, *rest])
    assert (outcome(state)["decision"], outcome(state)["undecided"]) == ("no", True)
    assert state.decided == Decided(Verdict.UNDECIDED, None, (GateCause.BAD_QUOTE,), False)
    assert len(recorder.asked) <= 3


async def test_a_line_that_is_too_long_is_asked_for_again_and_cut_at_last() -> None:
    """A better one is taken; without one the words that fit are sent, with an ellipsis."""
    reply = honest()
    too_long(reply)
    state, _, _ = await held(**SAID, judge=[json.dumps(reply), SOUND])
    assert outcome(state)["notification"] == LINE
    state, _, _ = await held(**SAID, judge=[json.dumps(reply)])
    line = outcome(state)["notification"]
    assert line.endswith(" …")
    assert reply["notification"].startswith(line.removesuffix(" …"))


async def test_a_bare_yes_is_not_asked_for_again() -> None:
    """It carries no evidence, so that is not a slip of form."""
    state, recorder, _ = await held(**SAID, judge=['{"decision": "yes", "notification": "Hi"}'] * 2)
    assert (outcome(state)["undecided"], len(recorder.asked)) == (True, 1)


async def test_a_no_after_a_yes_that_was_asked_for_again_is_a_no() -> None:
    """What is said last counts."""
    state, _, _ = await held(**SAID, judge=[FABRICATED, verdict("no")])
    assert (outcome(state)["decision"], outcome(state)["undecided"]) == ("no", False)


def causes(log: list[Entry]) -> list[str]:
    return [entry.event.cause for entry in log if isinstance(entry.event, CallFailed)]
