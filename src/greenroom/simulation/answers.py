"""What simulated candidates have lived through, and which part of it answers which question.

One made-up person with six stories. A story is told at the first question that wants one; follow-up
questions get the part of it that they ask for. Nothing is said twice in the same words.
"""

from __future__ import annotations

import random
import re
from dataclasses import dataclass, field

PARTS = (
    "situation",
    "task",
    "challenge",
    "action",
    "people",
    "detail",
    "decision",
    "result",
    "lesson",
)

STORIES: tuple[dict[str, str], ...] = (
    {
        "situation": "At the bookshop chain our stock figures ran a whole day behind the tills.",
        "task": "I was responsible for getting fresh numbers to twelve branches before Christmas.",
        "challenge": "The hard part was that the old tills could only write files at night.",
        "action": "I built a small service that read the till database's change log and published "
        "every sale as an event.",
        "detail": "Each event carried a sequence number per till, so consumers could detect gaps, "
        "ask for a replay, and stay idempotent on the product key.",
        "decision": "I decided on change events over faster polling, because polling would have "
        "locked the tills at noon; the price was a harder rollback.",
        "result": "The delay fell from 24 hours to two minutes, and we sold 9 percent fewer books "
        "that we did not have.",
        "people": "One colleague from the shops tested every step with me, and she stopped me twice.",
        "lesson": "Next time I would rehearse the rollback before launch and not after it.",
    },
    {
        "situation": "Our checkout failed every Friday evening and nobody knew why for three weeks.",
        "task": "My manager asked me to lead the investigation with one colleague from operations.",
        "challenge": "The failures left no trace, since the logs were sampled at one in a hundred.",
        "action": "I turned on full tracing for one shop only, and compared a good hour with a bad "
        "hour request by request.",
        "detail": "It was a pool of twenty connections that a nightly report never gave back, so I "
        "added a lease of thirty seconds and an alarm on waiting time.",
        "decision": "We chose to limit the report instead of enlarging the pool, although finance "
        "then got its numbers forty minutes later.",
        "result": "Failed payments dropped from 6 percent to 0.2 percent within a month.",
        "people": "My colleague watched the pool while I watched the requests, and we swapped daily.",
        "lesson": "I learned to look for what holds a resource before adding more of it.",
    },
    {
        "situation": "Two teams shared one release train, and every release slipped by days.",
        "task": "I took on the job of making releases boring for eleven developers.",
        "challenge": "Some people feared that smaller releases would mean more night work.",
        "action": "I paired with each team for a week, split the pipeline in two, and wrote a "
        "checklist that fits on one card.",
        "detail": "We used feature flags with an owner and an expiry date, and a canary of five "
        "percent for half an hour.",
        "decision": "I preferred flags over long branches, knowing that we would have to clean them "
        "up, which costs us about two hours every sprint.",
        "result": "We went from one release a month to four a week, with a third of the rollbacks.",
        "people": "I asked the most worried person to hold the card at the first release.",
        "lesson": "What I took from it is that fear shrinks when the step is small.",
    },
    {
        "situation": "A new colleague and I disagreed strongly about rewriting the search.",
        "task": "I owned the search page and had promised an improvement by the end of the quarter.",
        "challenge": "Both of us had half of the facts and all of the conviction.",
        "action": "I proposed that each of us spend two days on a prototype and that our customers' "
        "two hundred most frequent queries decide.",
        "detail": "We measured the share of queries whose right book was among the first five, and "
        "the time for the slowest one percent.",
        "decision": "Her index won on quality and mine on cost, so we took hers and gave up typing "
        "suggestions for that quarter.",
        "result": "Successful searches rose from 61 to 83 percent, and we are good friends today.",
        "people": "We agreed on the measure before either of us wrote a line.",
        "lesson": "I now ask for the measurement before I ask for agreement.",
    },
    {
        "situation": "We had to move forty million customer records to a new database with no pause.",
        "task": "I designed the migration and answered for the data being complete.",
        "challenge": "Old records had eleven different ways to write a date.",
        "action": "I wrote both databases in parallel for six weeks and compared them every night.",
        "detail": "The comparison hashed each record by key range, so a difference was found in "
        "seconds and repaired from the older side.",
        "decision": "I accepted doubled write costs for six weeks rather than one risky weekend.",
        "result": "We switched on a Tuesday morning, lost 0 records and saved 30 thousand euros a "
        "year.",
        "people": "Two people from the warehouse checked two hundred records with me by hand.",
        "lesson": "I would clean the dates first; that alone cost us nine days.",
    },
    {
        "situation": "Half of our new customers gave up while creating an account.",
        "task": "Together with a designer I was asked to find out why and to mend it.",
        "challenge": "Marketing wanted every field that we had planned to remove.",
        "action": "I watched fifteen people sign up, counted where they stopped, and rebuilt the "
        "form as three short steps.",
        "detail": "The second step saved itself after every field, and the address came from a "
        "single line with completion.",
        "decision": "We dropped the telephone number, which cost the call centre one report, because "
        "a third of the people stopped right there.",
        "result": "Completed sign-ups went up by 22 percent in five weeks.",
        "people": "The designer led the talks with people, and I took the notes and the times.",
        "lesson": "I learned more from fifteen people than from all of our dashboards.",
    },
)

MYSELF: dict[str, str] = {
    "intro": "My name is Robin and I work as a backend engineer at a chain of bookshops. I have six "
    "years of experience, mostly with Python and PostgreSQL, and the highlight so far was cutting "
    "our stock delay from a day to two minutes. I am looking for a senior role with more design "
    "work.",
    "background": "I studied mathematics, started in a hospital's data team, and moved to the "
    "bookshops six years ago because I wanted to see my work in use.",
    "skills": "I am good at untangling slow queries, at writing things down for others, and at "
    "staying calm when production is not.",
    "goals": "My goal is to become a senior engineer who owns a system from design to operation, "
    "and to mentor two or three younger colleagues on the way.",
    "highlight": "I am most proud of the stock service, since it took one night job away and saved "
    "people in twelve branches an hour a day.",
    "days": "Most of my days go to reviewing designs with two younger colleagues, and to the on-call "
    "work for our payment service.",
    "more": "Besides that I run our internal reading group, twenty people every second Thursday, "
    "and I maintain a small library for schema checks.",
}

_FIRST_TELLING = ("situation", "task", "action", "result")
_ABOUT_MYSELF: tuple[tuple[str, str], ...] = (
    (r"background|studied|education|before (that|this)|come (from|to this)|path", "background"),
    (r"these days|most of your time|every day|day to day", "days"),
    (r"skill|strength|good at|tools|technolog|methods", "skills"),
    (r"goal|looking for|next step|aim|target|in a few years|interests you|like to work", "goals"),
    (r"highlight|proud|achiev|accomplish", "highlight"),
    (r"yourself|introduc|who you are|current role|what do you do|about you\b|study", "intro"),
)
_ABOUT_STORY: tuple[tuple[str, tuple[str, ...]], ...] = (
    (r"differently|learn|hindsight|take away|look(ing)? back|you change", ("lesson",)),
    (r"impact|result|measur|outcome|number|turn out|afterwards|difference", ("result",)),
    (r"trade|decision|decide|choose|chose|alternative|why did|give up", ("decision",)),
    (r"implement|detail|technical|one step|step by step|how exactly|try first", ("detail",)),
    (r"challeng|hard(est)?\b|difficult|obstacle|went wrong|limits", ("challenge",)),
    (r"other people|colleague|team", ("people",)),
    (r"(your|own) (own )?(role|part)|responsib|personally|had to be done", ("task",)),
    (r"did you do|middle part", ("action",)),
    (r"situation|context|set the scene|begin", _FIRST_TELLING),
)
_WANTS_STORY = (
    r"walk me through|\b(a|an|one|another) (time|project|situation|example|piece of work)"
)
_READY = (
    "Hi, yes, I can hear you well, and I am ready.",
    "Yes, I am comfortable and ready to start.",
)
_FAREWELL = (
    "No, thank you, that was everything from my side.",
    "Thank you, it was a pleasure; nothing to add.",
)


@dataclass(slots=True)
class Answers:
    """One candidate's memory during one interview."""

    rng: random.Random
    _order: list[int] = field(init=False)
    _told: set[str] = field(default_factory=set)
    _story: dict[str, str] | None = None

    def __post_init__(self) -> None:
        self._order = list(range(len(STORIES)))
        self.rng.shuffle(self._order)

    def to(self, question: str, stage_kind: str) -> str:
        """An answer to this question that has not been given yet; short when all is told."""
        if stage_kind == "greeting":
            return self._once(_READY) or "Yes, let us begin."
        if stage_kind in ("questions", "closing"):
            return self._once(_FAREWELL) or "No, thank you."
        text = question.lower()
        if re.search(_WANTS_STORY, text):
            return self._new_story(text)
        return self._about_story(text) or self._about_me(text) or self._new_story(text)

    def _about_me(self, text: str) -> str:
        wanted = [part for pattern, part in _ABOUT_MYSELF if re.search(pattern, text)]
        return self._once([MYSELF[part] for part in reversed(wanted)])

    def _about_story(self, text: str) -> str:
        """The part of the current story that is asked for, or else one that was left out."""
        if self._story is None:
            return ""
        for pattern, parts in _ABOUT_STORY:
            if re.search(pattern, text):
                return self._tell(self._story, parts) or self._once(
                    [self._story[part] for part in PARTS]
                )
        return ""

    def _new_story(self, text: str) -> str:
        """The untold story that has most to do with the question, from its beginning."""
        if not self._order:
            return self._rest()
        wanted = {word[:6] for word in re.findall(r"[a-z]{6,}", text)}
        number = max(
            self._order, key=lambda n: sum(w in " ".join(STORIES[n].values()) for w in wanted)
        )
        self._order.remove(number)
        self._story = STORIES[number]
        return self._tell(self._story, _FIRST_TELLING)

    def _rest(self) -> str:
        """Whatever has not been told yet of anything."""
        untold = [story[part] for story in STORIES for part in PARTS]
        return self._once([*MYSELF.values(), *untold]) or "I think that I have told you everything."

    def _tell(self, story: dict[str, str], parts: tuple[str, ...]) -> str:
        sentences = [story[part] for part in parts if story[part] not in self._told]
        self._told.update(sentences)
        return " ".join(sentences)

    def _once(self, choices: list[str] | tuple[str, ...]) -> str:
        for choice in choices:
            if choice not in self._told:
                self._told.add(choice)
                return choice
        return ""
