"""What the tests need of a browser, whichever it is and by whatever it is driven."""

from __future__ import annotations

import json
from typing import Any, Protocol


class Tab(Protocol):
    """One page of one person. Selectors are CSS, and mean the first element that can be seen."""

    complaints: list[str]
    """What the browser said of the pages' faults, where it can be asked for that."""

    def open(self, address: str) -> None: ...

    def run(self, expression: str) -> Any:
        """The value of this JavaScript in the page; of a promise, what it is kept with."""

    def click(self, selector: str) -> None: ...

    def type(self, selector: str, text: str) -> None:
        """Key by key, into what has the focus then."""

    def send(self, selector: str) -> None:
        """Press Control and Enter there."""


def text(tab: Tab, selector: str) -> str:
    """The words of the first element that matches; none if there is no such element."""
    return str(tab.run(f"document.querySelector({json.dumps(selector)})?.innerText ?? ''"))
