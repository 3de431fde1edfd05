"""What the page for a missing address says, by the kind of thing that was looked for.

What is not yours and what never existed are told in the same words: only the address decides.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from greenroom.web.languages import N_


@dataclass(frozen=True, slots=True)
class NotFoundPage:
    """A page for something that is not there."""

    said: str
    why: str
    todo: str
    links: tuple[tuple[str, str], ...]
    """Where to go: words and address, the best first."""


_HISTORY: Final = (N_("Your interviews"), "/history")
_START: Final = (N_("Start an interview"), "/")
_OTHERS: Final = N_(
    "It may have been deleted, or it belongs to another browser, or the address is incomplete."
)

INTERVIEW: Final = NotFoundPage(
    N_("There is no interview at this address."),
    N_(
        "It may have been deleted, or it belongs to another browser, or the address is incomplete. "
        "Interviews are also deleted by themselves when their time is over."
    ),
    N_("Your own interviews are listed on one page."),
    (_HISTORY, _START),
)
REPORT: Final = NotFoundPage(
    N_("There is no report at this address."),
    N_(
        "It may have been deleted, or it belongs to another browser, or the address is incomplete. "
        "Reports are deleted with their interview."
    ),
    N_("Your own reports are listed with your interviews."),
    (_HISTORY, _START),
)
LINK: Final = NotFoundPage(
    N_("This link shows no report."),
    N_(
        "It may have ended, or the person who made it ended it or deleted the report, or it is incomplete."
    ),
    N_("Check that you have the whole link, or ask that person for a new one."),
    ((N_("What Greenroom is"), "/"),),
)
PLAN: Final = NotFoundPage(
    N_("There is no plan at this address."),
    _OTHERS,
    N_("Your own plans and the built-in ones are listed on one page."),
    ((N_("All plans"), "/plans"), _START),
)
CIRCLE: Final = NotFoundPage(
    N_("There is no circle or conversation at this address."),
    N_(
        "It may have been deleted, or it belongs to another browser, or the address is incomplete. "
        "Circles and conversations are also deleted by themselves when their time is over."
    ),
    N_("Your own circles are listed on one page."),
    ((N_("Your circles"), "/circles"),),
)
PAGE: Final = NotFoundPage(
    N_("There is no page at this address."),
    N_("The address may be mistyped or incomplete."),
    N_("These pages are there."),
    (_START, _HISTORY, (N_("Plans"), "/plans"), (N_("Practice"), "/practice")),
)

_KINDS: Final = (
    (re.compile(r"/interviews/[^/]+/(report|questions|comparison)/?"), REPORT),
    (re.compile(r"/interviews(/.*)?"), INTERVIEW),
    (re.compile(r"/shared(/.*)?"), LINK),
    (re.compile(r"/plans(/.*)?"), PLAN),
    (re.compile(r"/circles(/.*)?"), CIRCLE),
)


def not_found_page(path: str) -> NotFoundPage:
    """What to say about this address."""
    return next((kind for form, kind in _KINDS if form.fullmatch(path)), PAGE)
