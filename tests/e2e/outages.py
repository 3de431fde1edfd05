"""A typed interview over a line that turns into a black hole, again and again, each time at another moment."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from playwright.sync_api import expect
from tests.e2e.house import Change, House
from tests.e2e.visitor import Visitor

PATIENCE_S = 60
MORE_QUESTIONS: tuple[Change, ...] = (
    ("minimum_questions = 1\nmaximum_turns = 3", "minimum_questions = 5\nmaximum_turns = 6"),
    ("minimum_questions = 1\nfollow_up_cap = 2", "minimum_questions = 12\nfollow_up_cap = 12"),
    (
        _PROBE := '[[stages.probes]]\nid = "star-scaffold"',
        "".join(
            f'[[stages.bank]]\nid = "more-{word}"\ntext = "And what about the {word} of that work?"\n\n'
            for word in (
                "place",
                "noise",
                "weather",
                "boats",
                "thread",
                "workshop",
                "neighbours",
                "winter",
            )
        )
        + _PROBE,
    ),
)
ANSWERS = (
    "I mend nets and sails in a harbour, and I am good at finding what gave way first.",
    "I came to it by my aunt, who had the workshop before me.",
    "Last winter a storm tore eleven sails in one night.",
    "All of them were needed by spring.",
    "I sorted them by damage.",
    "I taught two people to sew the straight seams.",
    "All eleven were back on their boats two weeks early.",
    "It cost us every evening of the winter, and one machine.",
    "The hardest was a sail that had been mended by others before.",
    "The harbour master told everybody about it.",
    "I would begin with the small ones again.",
    "That is all that there is to say about it.",
)


class Hole(Protocol):
    """What stands between the page and the product."""

    behind: str

    def swallow(self, *, up: bool = True) -> None: ...

    def pass_on(self) -> None: ...


Moment = Callable[[Visitor, Hole, str], None]


def put(visitor: Visitor, text: str) -> None:
    visitor.page.locator("#typed-text").fill(text)


def send(visitor: Visitor, text: str) -> None:
    put(visitor, text)
    visitor.page.locator("#primary").click()


def answers(visitor: Visitor, hole: Hole) -> list[str]:
    """What is on record, asked where nothing stands in between."""
    address = f"{hole.behind}/api/interviews/{visitor.interview}/export?format=json"
    found = visitor.context.request.get(address).json()
    return [m["text"] for m in found["messages"] if m["kind"] == "answer"]


def noticed(visitor: Visitor) -> None:
    visitor.see("#who-them", "is reconnecting")


def remember_announced(visitor: Visitor) -> None:
    """What the page has announced until now, of earlier answers, is none of this one's."""
    visitor.page.evaluate(
        "for (const told of document.querySelectorAll('[role=log] p')) told.dataset.earlier = ''"
    )


def unsaid(visitor: Visitor, text: str) -> None:
    """The line is known to be lost, and nothing on the page says of this answer that it is saved."""
    expect(visitor.page.locator("#posted")).to_contain_text(f"Sending… {text}")
    noticed(visitor)
    expect(visitor.page.locator("#aside")).to_contain_text("not saved yet")
    expect(visitor.page.locator("main")).not_to_contain_text("is saved.")
    announced = visitor.page.locator("[role=log] p:not([data-earlier])")
    expect(announced.filter(has_text="is saved.")).to_have_count(0)


def while_it_is_asked(visitor: Visitor, hole: Hole, text: str) -> None:
    visitor.cue("speaking")
    hole.swallow()
    noticed(visitor)
    hole.pass_on()
    visitor.cue("turn")
    send(visitor, text)


def with_a_draft(visitor: Visitor, hole: Hole, text: str) -> None:
    """The draft stays in its box, and is no more than that until it is sent."""
    put(visitor, text)
    hole.swallow()
    noticed(visitor)
    expect(visitor.page.locator("#typed-text")).to_have_value(text)
    expect(visitor.page.locator("#posted")).not_to_contain_text(text)
    hole.pass_on()
    visitor.cue("turn")
    expect(visitor.page.locator("#typed-text")).to_have_value(text)
    visitor.page.locator("#primary").click()


def before_it_is_sent(visitor: Visitor, hole: Hole, text: str) -> None:
    remember_announced(visitor)
    put(visitor, text)
    hole.swallow()
    visitor.page.locator("#primary").click()
    unsaid(visitor, text)
    hole.pass_on()


def with_a_reload(visitor: Visitor, hole: Hole, text: str) -> None:
    before_it_is_sent(visitor, hole, text)
    visitor.page.reload()


def twice(visitor: Visitor, hole: Hole, text: str) -> None:
    """Again as soon as the page is back, when it may have sent the answer again or not."""
    greeted = len(visitor.told("hello"))
    before_it_is_sent(visitor, hole, text)
    visitor.until(lambda: len(visitor.told("hello")) > greeted)
    hole.swallow()
    noticed(visitor)
    hole.pass_on()


def without_its_acknowledgement(visitor: Visitor, hole: Hole, text: str) -> None:
    """It is on record, and the page cannot know: it sends it again, and it is taken once."""
    remember_announced(visitor)
    put(visitor, text)
    hole.swallow(up=False)
    visitor.page.locator("#primary").click()
    visitor.until(lambda: answers(visitor, hole)[-1:] == [text], PATIENCE_S)
    unsaid(visitor, text)
    hole.pass_on()


def just_after_it_was_sent(visitor: Visitor, hole: Hole, text: str) -> None:
    send(visitor, text)
    hole.swallow()
    noticed(visitor)
    hole.pass_on()


def after_its_acknowledgement(visitor: Visitor, hole: Hole, text: str) -> None:
    remember_announced(visitor)
    send(visitor, text)
    announced = visitor.page.locator("[role=log] p:not([data-earlier])")
    expect(announced.filter(has_text="Your answer is saved.")).to_have_count(1)
    hole.swallow()
    noticed(visitor)
    expect(visitor.page.locator("#aside")).to_contain_text("Your last answer is saved.")
    hole.pass_on()


def during_the_reply(visitor: Visitor, hole: Hole, text: str) -> None:
    said = len(visitor.told("say"))
    send(visitor, text)
    visitor.until(lambda: len(visitor.told("say")) > said)
    hole.swallow()
    noticed(visitor)
    expect(visitor.page.locator("#aside")).to_contain_text("Your last answer is saved.")
    hole.pass_on()


def with_a_press(visitor: Visitor, hole: Hole, text: str) -> None:
    """“Repeat”, pressed into the hole, and the answer after it."""
    hole.swallow()
    visitor.page.locator("[data-command=repeat]").click()
    noticed(visitor)
    hole.pass_on()
    visitor.cue("turn")
    send(visitor, text)


MOMENTS: tuple[Moment, ...] = (
    while_it_is_asked,
    before_it_is_sent,
    with_a_reload,
    during_the_reply,
    without_its_acknowledgement,
    with_a_draft,
    twice,
    just_after_it_was_sent,
    after_its_acknowledgement,
    with_a_press,
)


def hold_interview(visitor: Visitor, hole: Hole, house: House) -> None:
    """All moments, and then the end, in a plan with `MORE_QUESTIONS`. Each answer is on record once and in its order, and the page says of none
    that it is saved before it is."""
    visitor.context.add_init_script("localStorage.setItem('mode', 'type')")
    visitor.open_room()
    for number, moment in enumerate(MOMENTS):
        visitor.cue("turn") if number else visitor.cue("speaking", "turn")
        visitor.until(lambda: visitor.question)
        asked = visitor.question
        moment(visitor, hole, ANSWERS[number])
        given = list(ANSWERS[: number + 1])
        visitor.until(lambda given=given: answers(visitor, hole) == given, PATIENCE_S)  # type: ignore[misc]
        visitor.until(lambda was=asked: visitor.question != was, PATIENCE_S)  # type: ignore[misc]
        print(f"{moment.__name__}: {visitor.question}")
    at_the_end(visitor, hole, list(ANSWERS[: len(MOMENTS)]))
    pressed = house.events(visitor.interview, "CommandGiven")
    assert [event["command"] for event in pressed] == ["repeat", "end"], "not done, or done twice"


def at_the_end(visitor: Visitor, hole: Hole, given: list[str]) -> None:
    """What the page asked for in the hole is done when it is over, and everything is saved."""
    hole.swallow()
    visitor.page.locator("#end").click()
    visitor.page.locator("#really-end").click()
    noticed(visitor)
    hole.pass_on()
    visitor.cue("over")
    expect(visitor.page.locator("#primary")).to_have_text("See the report")
    assert answers(visitor, hole) == given
    left = "Object.keys(localStorage).filter((key) => key.includes('unsent'))"
    assert visitor.page.evaluate(left) == []
