"""The few sentences that belong to no plan. A plan's own words always come first."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Phrases:
    reprompt: tuple[str, ...]
    thinking: tuple[str, ...]
    paused: str
    resumed: str
    welcome_back: str
    repeat: str
    other_words: str
    heard: str
    """Takes `{summary}`."""
    skipped: str
    ramble: str
    good_bye: str
    short_good_bye: str
    early_good_bye: str
    after_interruption: str


ENGLISH = Phrases(
    reprompt=(
        "Take your time. Whenever you are ready, I am listening.",
        "There is no hurry. Start wherever you like.",
        "I am still here. Begin with whatever comes to mind first.",
    ),
    thinking=("Of course. Take your time.",),
    paused="We are paused. Say go on when you are ready.",
    resumed="Let's go on.",
    welcome_back="Welcome back.",
    repeat="Of course.",
    other_words="Let me put it another way.",
    heard="Based on what I heard, you said: {summary}.",
    skipped="All right, we leave that.",
    ramble="Let me stop you here for a moment, so that we get to everything.",
    good_bye="Thank you for your time. {remark} Good-bye.",
    short_good_bye="Thank you, and good-bye.",
    early_good_bye="All right, we stop here. Thank you for your time. {remark} Good-bye.",
    after_interruption="I was about to ask something.",
)


def phrases(language: str) -> Phrases:
    """The phrases of a language. Only English is shipped: a plan in another language brings its own
    questions, and these few sentences stay English until somebody translates them."""
    del language
    return ENGLISH
