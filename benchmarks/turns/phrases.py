"""What is said in the English corpus, by role. Held-out voices say other words than those tuned to,
apart from the few that the task is about ("okay", "mm-hmm", "stop" ...)."""

from __future__ import annotations

from enum import StrEnum
from typing import Final, Literal, get_args

SetName = Literal["tuning", "held-out", "others", "people", "noisy", "sealed"]
SETS: Final[tuple[SetName, ...]] = get_args(SetName)


class Role(StrEnum):
    """What an utterance is, and so what should follow from it."""

    ACK = "ack"
    """A backchannel over the interviewer: nothing."""
    NOISE = "noise"
    """No words at all, over the interviewer: nothing."""
    STOP = "stop"
    """Over the interviewer: it stops."""
    MIXED = "mixed"
    """A backchannel, then speech, or speech at once, over the interviewer: it stops."""
    BRIEF = "brief"
    """A few real words over the interviewer: it stops. What a gate that ignores too much loses."""
    ANSWER = "answer"
    """To a silent interviewer: a turn."""
    TAIL = "tail"
    """A yes over the last words of a yes/no question: a turn, and the question is heard out."""
    THINKING = "thinking"
    """A request for time, to a silent interviewer: a turn, understood as such."""


OVER = (Role.ACK, Role.NOISE, Role.STOP, Role.MIXED, Role.BRIEF)
"""Said over the interviewer, far from the end of its words."""


CORE_ACKS = ("Okay.", "Yeah.", "Right.", "Mm-hmm.", "Uh-huh.", "Hmm.")
CORE_STOPS = ("Stop.", "Wait.", "No.", "Hold on.")

PHRASES: dict[SetName, dict[Role, tuple[str, ...]]] = {
    "tuning": {
        Role.ACK: (
            *CORE_ACKS,
            *("Yes.", "Sure.", "I see.", "Got it.", "That makes sense.", "Of course."),
            *("Okay, okay.", "Cool.", "Yeah, right.", "Ah, okay.", "Absolutely.", "Nice."),
            *("Fair enough.", "Wow.", "That's true.", "Perfect.", "Right, right.", "Gotcha."),
            *("Go on.", "Oh, I see.", "Good to know.", "Definitely.", "Thank you."),
        ),
        Role.STOP: (
            *CORE_STOPS,
            *("Wait, wait.", "Stop, please.", "Wait a second.", "Excuse me.", "Just a moment."),
            *("Hold up.", "Pause.", "One second.", "Stop it.", "Enough.", "Slow down."),
            *("Wait, no.",),
        ),
        Role.MIXED: (
            "Yeah, wait a second.",
            "Okay, but I have a question.",
            "Right, hold on.",
            "Yeah, but that was another team.",
            "Could you repeat the question?",
            "I see, can I ask something?",
        ),
        Role.BRIEF: (
            *("Which one?", "Sorry, what?", "Skip this one.", "Say that again."),
            *("In Berlin.", "My manager.", "It was Python.", "What about tests?", "But why?"),
        ),
        Role.ANSWER: (
            *("Yes.", "Okay.", "Mm-hmm.", "No, not yet."),
            "I led the payments team in Berlin.",
            "About five years.",
        ),
        Role.TAIL: ("Yes.", "Yeah.", "Sure."),
        Role.THINKING: ("Let me think.", "Give me a minute.", "Hmm, let me think about that."),
    },
    "held-out": {
        Role.ACK: (
            *CORE_ACKS,
            *("Alright.", "Exactly.", "I understand.", "Good point.", "Sounds good.", "Yep."),
            *("Interesting.", "Oh, okay.", "Great.", "Yeah, yeah, yeah.", "Makes sense."),
            *("Totally.", "That's great.", "Understood.", "I get it.", "Yup.", "Awesome."),
            *("Okay, sure.", "Uh-huh, right.", "Certainly.", "Keep going."),
        ),
        Role.STOP: (
            *CORE_STOPS,
            *("Hang on.", "One moment.", "Please stop.", "No, no.", "Sorry, wait."),
            *("Wait a minute.", "Stop, stop.", "Just a second.", "No, wait.", "Stop talking."),
            *("Hold on a second.",),
        ),
        Role.MIXED: (
            "Okay, stop.",
            "Sure, but let me add something.",
            "Uh-huh, wait, which project?",
            "Yes, but actually I left before that.",
            "What do you mean by that?",
            "Got it, one question though.",
        ),
        Role.BRIEF: (
            *("What was that?", "Repeat, please.", "I have a question.", "Which project?"),
            *("Last year.", "My team lead.", "Two engineers.", "How many people?", "But how?"),
        ),
        Role.ANSWER: (
            *("Yeah.", "Sure.", "Uh-huh.", "Not really."),
            "We moved all of it to the cloud last summer.",
            "Mostly Python and Go.",
        ),
        Role.TAIL: ("Yep.", "Yes, I do.", "Right."),
        Role.THINKING: (
            "I need a moment.",
            "Let me see.",
            "That's a good question, give me a second.",
        ),
    },
}
MORE: dict[Role, tuple[str, ...]] = {
    Role.ACK: (
        *("I know.", "Really?", "Go ahead.", "Noted.", "True.", "Fine.", "Good.", "Thanks."),
        *("Oh, really.", "Mm-hmm, okay.", "No problem.", "Oh, nice.", "Sounds great."),
    ),
    Role.STOP: ("Hold on, please.", "Sorry.", "Hang on a second."),
}
PHRASES["others"] = {
    role: tuple(
        dict.fromkeys((*PHRASES["tuning"][role], *PHRASES["held-out"][role], *MORE.get(role, ())))
    )
    for role in (Role.ACK, Role.STOP, Role.MIXED, Role.BRIEF)
}
"""Everything over the interviewer that the two sets say, and more, for voices of neither."""
PHRASES["people"] = {}
PHRASES["noisy"] = {role: PHRASES["held-out"][role] for role in OVER if role is not Role.NOISE}
PHRASES["sealed"] = PHRASES["others"]
