"""What a report says was said (R1, T1)."""

import pytest
from tests.support.records import message, record_of

from greenroom.app.reports.markdown import markdown
from greenroom.app.reports.reporting import report
from greenroom.web.reports.readable_record import transcript


@pytest.mark.parametrize(
    ("cause", "page", "paper"),
    [
        ("ack", "“Poe.” while", "(0:02): Poe."),
        ("like_ack", "A murmur, perhaps “Poe.”, while", "(0:02): _perhaps_ Poe."),
        (None, "“Poe.” while", "(0:02): Poe."),
    ],
)
def test_words_that_were_not_believed_are_told_as_a_guess(
    cause: str | None, page: str, paper: str
) -> None:
    """An "oh" that was written "Poe." and ignored by its sound is not quoted as theirs. Older records
    do not tell why, and are shown as they were."""
    murmur = message(1, "PAST_EXPERIENCE", "candidate", "ack", 2, 2.3, "Poe.")
    del murmur["cause"]
    told = record_of("a", [murmur | ({"cause": cause} if cause else {})])
    (part,) = transcript(told, {})
    assert page in part.turns[0].text
    assert paper in markdown(told, report(told))
