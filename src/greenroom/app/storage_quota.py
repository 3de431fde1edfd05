"""What one person may store, and what is left of the disk for it."""

from __future__ import annotations

from typing import Final

from greenroom.app.ports import Refused, Store, Stored
from greenroom.assessment.sentence import Sentence
from greenroom.interview.bounds import BOUNDS

MEGABYTE: Final = 10**6
ROOM_LEFT: Final = 64 * 2**20
"""Bytes of the disk that stay free for running interviews and for erasing."""
SOUND: Final = 16 * 2**20
"""Bytes of sound that a recorded interview may still need: an hour and a half."""
NEARLY_FULL: Final = Sentence(
    "The disk of this server is nearly full, so nothing new can be kept. Interviews that run go on. Try "
    "again when its operator has made room."
)


async def permit_storing(store: Store, owner: str | None, most: int) -> None:
    """Raises `Refused` (507) when the owner has stored `most` bytes, or the disk is nearly full. What runs
    is never cut for it: what an interview may still need is counted as soon as it runs."""
    room = store.room()
    if room is not None and room < ROOM_LEFT:
        raise Refused(NEARLY_FULL, status=507)
    if owner is None:
        return
    used = needed(await store.stored(owner))
    if used >= most:
        raise Refused(
            Sentence(
                "You have used {used} of the {most} MB that you may store here. Delete interviews, sound, "
                "circles or plans that you do not need any more, then try again.",
                used=f"{used / MEGABYTE:,.0f}",
                most=f"{most / MEGABYTE:,.0f}",
            ),
            status=507,
        )


def needed(stored: Stored) -> int:
    """What is kept, and what the interviews that run may still need."""
    return stored.kept + stored.running * BOUNDS.journal + stored.recorded * SOUND
