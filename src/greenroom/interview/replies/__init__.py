"""What is said to an aside: the table of replies, and the choice among its wordings.

The only package of `greenroom.interview` that reads files: one TOML file for each language, once, at import.
They are package data, and a broken one is a broken installation. `en.toml` says how a file is written.
"""

from __future__ import annotations

from greenroom.interview.background import Quote
from greenroom.interview.replies.choosing import Reply, reply
from greenroom.interview.replies.facts import ReplyFacts
from greenroom.interview.replies.table import HELP, OFFERS, Then

__all__ = ["HELP", "OFFERS", "Quote", "Reply", "ReplyFacts", "Then", "reply"]
