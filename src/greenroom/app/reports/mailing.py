"""Sends a candidate their own report by e-mail, when they ask for it."""

from __future__ import annotations

from typing import Final

from greenroom.app.ports import (
    InterviewRow,
    Letter,
    Mailer,
    Refused,
    ReportRenderer,
    Store,
    UpstreamFault,
)
from greenroom.app.providers.upstream import UpstreamCause
from greenroom.app.reports.exports import Format, export
from greenroom.assessment.sentence import Sentence, joined

SUBJECT: Final = "Your practice interview: the report"
TEXT: Final = """\
You asked for the report of your practice interview. It is attached.

It was sent to you once. If you did not ask for it, somebody typed your address by mistake: nothing
else will come, and you can throw this away.
"""

_TOLD: Final = {
    UpstreamCause.REJECTED: Sentence("The mail server does not take mail for this address."),
    UpstreamCause.RATE_LIMITED: Sentence("The mail server asks to come again in a few minutes."),
    UpstreamCause.TIMEOUT: Sentence("The mail server did not answer in time."),
}

UNUSABLE: Final = Sentence("The mail server of this machine cannot be used just now.")


async def mail_report(
    store: Store, renderer: ReportRenderer, mailer: Mailer | None, row: InterviewRow
) -> None:
    """The report as PDF, to the address that was given for this interview and to no other.

    Raises `Refused`, in a sentence, when it was not sent.
    """
    if mailer is None:
        raise Refused(Sentence("This server sends no e-mail."))
    address = row.candidate.get("email", "")
    if not address:
        raise Refused(Sentence("No e-mail address was given for this interview."))
    made = await export(store, row, Format.PDF, renderer)
    letter = Letter(address, SUBJECT, TEXT, "report.pdf", made.media_type, made.content)
    try:
        await mailer.send(letter)
    except UpstreamFault as fault:
        cause = UpstreamCause(fault.cause)
        why = _TOLD.get(cause, UNUSABLE)
        wait = 300 if cause.retryable else None
        status = 409 if cause is UpstreamCause.REJECTED else 503
        raise Refused(
            joined(why, Sentence("Nothing was sent.")), status=status, retry_after_s=wait
        ) from None
