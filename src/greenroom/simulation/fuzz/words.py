"""What a random candidate says."""

from __future__ import annotations

import random

ACKS = ("okay", "yeah", "mm-hmm", "uh-huh right", "hmm")
STOPS = ("wait", "stop", "hold on a second", "no no")
REQUESTS = (
    "Could you repeat that?",
    "Could you repeat that?",
    "Can you rephrase the question?",
    "Can you rephrase the question?",
    "Give me a minute please.",
    "Give me a minute please.",
    "Let me think.",
    "Let's skip this one.",
    "Can we pause for a moment?",
    "Okay let's go on.",
    "Please end the interview.",
)
ASIDES = (
    "Are you a real person?",
    "How many questions are left?",
    "Can you hear me?",
    "What do you mean exactly?",
    "Can you give me an example?",
    "I'd rather not say.",
    "I don't have an example.",
    "I already told you that.",
    "That's all I have on that.",
    "My name is not Robin, it's Alex.",
    "Can I start over?",
    "Can we do this later?",
    "My husband died last month.",
    "I am really nervous.",
    "I've never worked.",
    "You are an idiot.",
    "Can we speak Spanish?",
    "What does the company do?",
    "Was that okay?",
    "Yes.",
    "No.",
)
"""Turns that are no answers, and what takes or refuses an offer."""
STORIES = (
    "I am a nurse on a surgical ward and I am best at keeping calm.",
    "We had too many falls at night so I decided to move two beds and checked each hour and falls "
    "dropped by forty percent but it cost us an extra shift.",
    "I don't know.",
    "That's all.",
    "I work as a data engineer and I'm good at queues and that's all from me.",
)
_PHRASE = "we built a small service that cut the delay from 9 days to 2 minutes because I chose it"
WORDS = tuple(_PHRASE.split())


class Words:
    """Answers, each beginning with a word that no other one has."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        self._count = 0

    def answer(self, length: int | None = None) -> str:
        """So many words, or as many as it comes to."""
        self._count += 1
        tag = f"w{self._count}w"
        if length is None and self._rng.random() < 0.3:
            return f"{tag} {self._rng.choice(STORIES)}"
        count = self._rng.choice((0, 1, 4, 9, 18, 40)) if length is None else length
        return " ".join((tag, *self._rng.choices(WORDS, k=count)))

    def aside(self) -> str:
        """Words that are no answer; now and then behind some that are one."""
        said = self._rng.choice(ASIDES)
        return f"{self.answer(9)}. {said}" if self._rng.random() < 0.2 else said
