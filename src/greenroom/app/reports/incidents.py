"""What went wrong in an interview, in a sentence for the person who was interviewed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from greenroom.app.providers.upstream import UpstreamCause
from greenroom.assessment.sentence import Sentence, joined

CAUSES: Final[Mapping[str, Sentence]] = {
    UpstreamCause.KEY_REFUSED: Sentence("Its provider did not accept the key."),
    UpstreamCause.FORBIDDEN: Sentence("Its provider did not let the key in."),
    UpstreamCause.QUOTA: Sentence("The account at its provider has no money left."),
    UpstreamCause.NOT_FOUND: Sentence("Its provider does not know the model."),
    UpstreamCause.REJECTED: Sentence("Its provider did not take the request."),
    UpstreamCause.RATE_LIMITED: Sentence("Its provider was asked too often."),
    UpstreamCause.SERVER_ERROR: Sentence("Its provider failed."),
    UpstreamCause.TIMEOUT: Sentence("It did not answer in time."),
    UpstreamCause.UNREACHABLE: Sentence("Its provider could not be reached."),
    UpstreamCause.ADDRESS_REFUSED: Sentence("Its address is not allowed here."),
    UpstreamCause.CUT: Sentence("The connection broke off."),
    UpstreamCause.MALFORMED: Sentence("Its reply could not be read."),
    UpstreamCause.WRONG_SCHEMA: Sentence("Its reply was not what was asked for."),
    UpstreamCause.EMPTY: Sentence("Its reply was empty."),
    UpstreamCause.REFUSED: Sentence("It declined."),
    UpstreamCause.PROMPT_ECHO: Sentence("It repeated its instructions."),
    UpstreamCause.UNEXPLAINED: Sentence("Nobody knows why."),
    UpstreamCause.BUDGET: Sentence("The budget is used up."),
    "key_gone": Sentence("The key was deleted."),
    "not_available": Sentence("It cannot be used on this server."),
}
"""Why a model that was asked failed, for people."""

_BRIDGED: Final = {
    "interviewer": Sentence("The chosen model could not interview, so the plan's rules asked on."),
    "voice": Sentence("The chosen voice could not be used, so this server spoke."),
    "hearing": Sentence("The chosen provider could not hear, so this server listened."),
}
"""A part of a provider's: another did it, and the cause is one of `CAUSES`."""
_NAMED: Final = {
    ("voice", "recovered"): Sentence("The chosen voice was used again."),
    ("hearing", "recovered"): Sentence("The chosen provider could hear again."),
    ("loudspeaker", "no_output"): Sentence(
        "Your browser played no sound, so the words were shown and not heard."
    ),
    ("loudspeaker", "held"): Sentence(
        "The sound of your browser stopped. The clock stopped, too, and the question was said again."
    ),
    ("loudspeaker", "recovered"): Sentence("Your browser played sound again."),
    ("budget", "near"): Sentence("Most of the budget was used."),
    ("budget", "used_up"): Sentence("The budget was used up, so no provider was asked any more."),
    ("patience", "untouched"): Sentence(
        "Nothing happened for ten minutes, so the interview paused by itself."
    ),
    ("patience", "unsent"): Sentence(
        "The interview ended while words that you had typed were not sent. Your browser keeps them."
    ),
}
_OF_A_PART: Final = {
    "interviewer": Sentence("The interviewer failed for a moment, so the plan's rules asked on."),
    "reader": Sentence(
        "Answers could not be read closely, so they were read by their words alone."
    ),
    "handoff": Sentence("The change to the next part failed, and this part went on."),
    "voice": Sentence("The voice made no sound. The words were on the page."),
    "hearing": Sentence("We could not hear you for a while, and asked you to type."),
    "sound": Sentence("Some of the sound of your answers could not be kept."),
    "record": Sentence("The record of the interview was full, so the interviewer closed."),
    "process": Sentence("This server was started again, and the interview went on."),
    "session": Sentence("Something failed on this server, and the interview ended there."),
}
_UNKNOWN: Final = Sentence("Something went wrong on our side.")


def went_wrong(incident: Mapping[str, Any]) -> str:
    """Of one of a record's incidents: what happened, and what followed."""
    kind, cause = incident["kind"], incident["cause"]
    named = _NAMED.get((kind, cause))
    if named is not None:
        return named
    if kind in _BRIDGED and cause in CAUSES:
        return joined(_BRIDGED[kind], CAUSES[cause])
    return _OF_A_PART.get(kind, _UNKNOWN)
