"""F5: facts belong to the candidate, are stated in a turn that answers, and are never protected data."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from tests.interview.facts.jumbled import JUMBLED
from tests.interview.facts.labelled import judge, labelled

from greenroom.interview.understanding.answering import answering
from greenroom.interview.understanding.protected import is_protected
from greenroom.interview.understanding.stated import stated

KEYS = ("name", "role", "years", "highlight", "target_role", "skills", "goals", "background")


def filed(said: str, asked: str = "") -> Mapping[str, str]:
    """What is filed of a turn that nobody read, after a question for `asked`."""
    found = {one.key: said[one.start : one.end] for one in stated(said)}
    if asked and asked not in found and (plain := answering(said, asked)) is not None:
        found[asked] = said[plain.start : plain.end]
    return found


@pytest.mark.parametrize(("name", "least"), [("tuning.txt", 150), ("sealed.txt", 66)])
def test_labelled_turns(name: str, least: int) -> None:
    """At most one in twenty of the facts that are filed is garbled or wrong."""
    counts, faults = judge(name, filed)
    assert counts["right"] >= least, faults
    assert counts["wrong"] + counts["garbled"] <= 0.05 * (counts.total() - counts["missed"]), faults


def test_the_set_is_large_enough() -> None:
    """The labelled turns are enough to count on."""
    assert len(labelled("tuning.txt")) + len(labelled("sealed.txt")) >= 200


@pytest.mark.parametrize(
    ("said", "role"),
    [
        ("I have driven the 42 for nine years", "driven the 42"),
        ("I lead a team of six in the warehouse", "lead a team of six in the warehouse"),
        ("yes hi I look after the accounts", "look after the accounts"),
        ("um I make coffee at a place by the station", "make coffee at a place by the station"),
        ("I been welding going on twenty two years", "welding"),
        ("I have worked at the post office since I was nineteen", "worked at the post office"),
        ("so I pull wire and I bend conduit", "pull wire"),
        ("Six years with the council, the last two as a parking warden.", "parking warden"),
        ("Ten years in kitchens, last four months as a pastry chef", "pastry chef"),
        ("I've been in the dispatch office for nine years", "dispatch office"),
        ("I did eight months on the switchboard", "switchboard"),
        ("I've been a nurse for ten years, the last two on the children's ward", "nurse"),
    ],
)
def test_who_says_what_they_do_has_told_their_role(said: str, role: str) -> None:
    """What somebody does as a rule, or has done for years, tells their role as a job title does."""
    assert filed(said)["role"] == role


@pytest.mark.parametrize(
    "said",
    [
        "I take care of my mother",
        "I play football on Sundays",
        "I do my best every day",
        "I've been married for six years",
        "I closed two big accounts last year",
        "I went to the shop",
        "I make sure that everything is clean",
        "I have lived here for ten years",
        "I told him that we were full",
        "I was in the kitchen when it rang",
        "We met in my office, and the last one was on the desk",
    ],
)
def test_what_is_no_work_is_no_role(said: str) -> None:
    """Home, leisure, a wish to please, and what was done once are no role."""
    assert "role" not in filed(said)


@pytest.mark.parametrize(
    "said",
    [
        "My neighbour is a tailor and he has thirty years of experience.",
        "The garage has been there for forty years.",
        "my sister works as a pilot",
        "Our team has a lot of experience with lathes.",
        "She told me I was a good cook.",
        "When I was a boy I wanted to be a sailor.",
        "If I were a foreman I'd do it differently.",
        "I've never been good at spelling.",
        "I'm not a roofer.",
        "Are you a nurse yourself?",
    ],
)
def test_what_is_not_the_candidates(said: str) -> None:
    """Others, the past wishes of a child, denials and questions state no fact about the candidate."""
    assert filed(said) == {}


@pytest.mark.parametrize(
    ("said", "asked"),
    [
        ("I'm deaf.", "highlight"),
        ("I am a Buddhist.", "role"),
        ("I'm four months pregnant.", "goals"),
        ("Being Turkish, I think.", "highlight"),
        ("Raising my two sons.", "highlight"),
        ("I've been divorced for two years.", "years"),
        ("I was in jail for four years.", "years"),
        ("I'm on the works council.", "highlight"),
        ("I am sixty-three years old.", "years"),
        ("I'm bisexual.", "highlight"),
        ("I vote for the socialists.", "background"),
    ],
)
def test_protected_data_is_never_a_fact(said: str, asked: str) -> None:
    """Health, religion, pregnancy, origin, family, prison, union, age, sexuality and politics are not filed."""
    assert filed(said, asked) == {}


@pytest.mark.parametrize(
    "words",
    [
        "mental health nurse",
        "prison officer",
        "teach deaf children",
        "care for patients with cancer",
    ],
)
def test_a_trade_that_deals_with_it_is_not_protected(words: str) -> None:
    """Who works with illness, religion or prisons tells nothing protected by saying so."""
    assert not is_protected(words)


@pytest.mark.parametrize(
    ("said", "role"),
    [
        ("I was a waiter, now I'm a dispatcher.", "dispatcher"),
        ("i used to be a cook these days im a lorry driver", "lorry driver"),
        ("I'm a tiler. Before that I was a postman.", "tiler"),
        ("I was a waiter and then I was a head waiter.", "waiter"),
    ],
)
def test_the_newest_role(said: str, role: str) -> None:
    """The role of now stands before one of the past, whichever comes first."""
    assert filed(said)["role"] == role


@pytest.mark.parametrize(
    ("said", "asked"),
    [
        ("I'd prefer not to tell.", "highlight"),
        ("next one please", "highlight"),
        ("I want to stop now.", "goals"),
        ("how long will this take", "years"),
        ("I can't think of one.", "highlight"),
        ("tell me what you mean", "role"),
        ("no", "role"),
        ("that's a good question", "highlight"),
    ],
)
def test_what_is_said_instead_of_an_answer(said: str, asked: str) -> None:
    """A refusal, a question, an order is no fact, even where a fact was asked for."""
    assert filed(said, asked) == {}


@given(st.one_of(st.text(max_size=200), JUMBLED), st.sampled_from(KEYS))
@example("Knitting , blind", "highlight")
def test_a_fact_is_a_piece_of_the_turn(said: str, asked: str) -> None:
    """Whatever the words: each fact is a stretch of them, one for each key, of twenty words at most, and
    neither begins nor ends in a mark."""
    found = stated(said)
    assert len({one.key for one in found}) == len(found)
    plain = answering(said, asked)
    for one in (*found, *([plain] if plain else [])):
        words = said[one.start : one.end]
        assert words
        assert words == words.strip(" ,.!?;:")
        assert len(words.split()) <= 20
        assert 0 < one.sure <= 1


def test_cost_grows_with_length() -> None:
    """Ten times the words cost no more than some thirty times the work."""
    from timeit import timeit

    line = "well I think that my boss said he was good at it and then we went on, "
    short, long = (timeit(lambda text=line * n: stated(text), number=3) for n in (10, 100))
    assert long < 30 * max(short, 1e-4)


def test_who_is_in_charge_of_what_was_named_has_a_role() -> None:
    """ "I manage it now, the ward": the role is told by what they do, with what they named behind it."""
    text = "I manage it now, the ward at St Luke's."
    (role,) = (one for one in stated(text) if one.key == "role")
    assert text[role.start : role.end] == "manage it now, the ward at St Luke's"
