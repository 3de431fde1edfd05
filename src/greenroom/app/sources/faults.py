"""What is wrong with a file, told so that its author can mend it."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass

from greenroom.app.errors import UserFault
from greenroom.app.sources.lines import KeyPath

_BARE = re.compile(r"[A-Za-z0-9_-]+")


@dataclass(frozen=True, slots=True)
class SourceFault:
    """One thing to mend. `line` is None when there is no text to point at (the file can't be read)."""

    file: str
    line: int | None
    key: str
    """The key's path, `stages[0].hard_limit`; empty for the file as a whole."""
    reason: str
    """English; a `Sentence` where a page can say it in another language."""

    def __str__(self) -> str:
        place = self.file if self.line is None else f"{self.file}:{self.line}"
        told = ": ".join(part for part in (place, self.key, self.reason) if part)
        # it quotes the file, and a terminal would obey its control characters
        return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in told)


class SourceError(UserFault):
    """A file that cannot be used, with everything that is wrong with it."""

    def __init__(self, faults: Sequence[SourceFault]) -> None:
        super().__init__("\n".join(str(fault) for fault in faults))
        self.faults = tuple(faults)


@dataclass(frozen=True, slots=True)
class Complaint:
    """A fault before its line is known: a key path and a reason."""

    path: KeyPath
    reason: str


def dotted(path: KeyPath) -> str:
    """`("stages", 0, "hard_limit")` as an author would write it: `stages[0].hard_limit`. A key that
    needs quotes has them."""
    text = ""
    for part in path:
        if isinstance(part, int):
            text += f"[{part}]"
            continue
        key = part if _BARE.fullmatch(part) else json.dumps(part, ensure_ascii=False)
        text += f".{key}" if text else key
    return text
