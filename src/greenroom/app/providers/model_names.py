"""A model's name held against the list that its own server gives.

The list comes from a server that anybody may have named: it is bounded before it is compared.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence
from typing import Final

from greenroom.assessment.sentence import Sentence, joined

MOST: Final = 5_000
"""Names of a list that are read."""
LONGEST: Final = 200
"""Characters of a name."""
MOST_COMPARED: Final = 300
"""Names that are compared letter by letter; those that share a word with the name come first."""
SHOWN: Final = 5
LATEST: Final = ":latest"
"""Ollama lists `qwen3:latest` and takes `qwen3` for it."""


def names(found: Iterable[object], *, prefix: str = "") -> tuple[str, ...]:
    """Those of what a server listed that can be names of models, each once, without `prefix`."""
    kept: dict[str, None] = {}
    for one in found:
        if isinstance(one, str) and 0 < len(one) <= LONGEST and one.isprintable():
            kept[one.removeprefix(prefix)] = None
            if len(kept) == MOST:
                break
    return tuple(kept)


def has(listed: Sequence[str], name: str) -> bool:
    """Whether the server knows the model by this name."""
    known = frozenset(listed)
    return bool(known & {name, name.removeprefix("models/"), f"{name}{LATEST}"})


def near(listed: Sequence[str], name: str) -> list[str]:
    """Listed names like this one, the nearest first."""
    wanted = name.casefold()
    folded = {one.casefold(): one for one in listed}
    words = [word for word in _words(wanted) if len(word) > 1]
    shared = [one for one in folded if any(word in one for word in words)]
    others = [one for one in folded if one not in frozenset(shared)]
    compared = [*shared, *others][:MOST_COMPARED]
    found = difflib.get_close_matches(wanted, compared, SHOWN, 0.6)
    holding = [one for one in shared if wanted in one or one in wanted]
    return [folded[one] for one in dict.fromkeys([*found, *holding])][:SHOWN]


def unknown(listed: Sequence[str], name: str, title: str) -> Sentence:
    """The sentence for a name that the list of `title` does not hold, with names that it does."""
    head = Sentence("{title} has no model “{name}”.", title=title, name=name)
    found = near(listed, name)
    shown = ", ".join(found or listed[:SHOWN])
    if not listed:
        rest = Sentence("Its list of models is empty.")
    elif found:
        rest = Sentence("Nearest: {names}.", "Near it: {names}.", n=len(found), names=shown)
    elif len(listed) <= SHOWN:
        rest = Sentence("It has: {names}.", names=shown)
    else:
        rest = Sentence(
            "None of the {many} on its list is near; {names} are some.",
            many=f"{len(listed):,}",
            names=shown,
        )
    return joined(head, rest)


def _words(name: str) -> list[str]:
    return "".join(c if c.isalnum() else " " for c in name).split()
