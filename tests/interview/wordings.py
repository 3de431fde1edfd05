"""Replies to one topic, one after the other."""

from __future__ import annotations

from greenroom.interview.replies import ReplyFacts, reply


def wordings(facts: ReplyFacts, topic: str, times: int) -> list[str]:
    """What is said so many times in a row."""
    used: list[str] = []
    for _ in range(times):
        used.append(reply(topic, facts, used).text)
    return used
