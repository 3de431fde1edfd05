"""A batch as JUnit XML, for the page of a build server. Times are those of the interviews."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from greenroom.simulation.batch.folder import Batch, Result

_UNFIT: Final = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that XML 1.0 cannot hold, escaped or not."""


def junit(batch: Batch, results: Sequence[Result]) -> bytes:
    """One suite a scenario, one test case a run. A run that broke is an error; an invalid one, and one
    that is missing, is skipped."""
    root = Element("testsuites", name="greenroom simulate")
    found = {(result["scenario"], result["run"]): result for result in results}
    for case in batch.cases:
        suite = SubElement(root, "testsuite", name=case.id)
        for run in range(batch.runs):
            _case(suite, case.id, run, found.get((case.id, run)))
        for name in ("failure", "error", "skipped"):
            suite.set(
                f"{name}s" if name != "skipped" else name, str(len(suite.findall(f".//{name}")))
            )
        suite.set("tests", str(batch.runs))
    indent(root)
    written: bytes = tostring(root, encoding="utf-8", xml_declaration=True)
    return written + b"\n"


def _case(suite: Element, scenario: str, run: int, result: Result | None) -> None:
    case = SubElement(suite, "testcase", classname=scenario, name=f"run {run}")
    if result is None:
        SubElement(case, "skipped", message="this run was not held")
        return
    case.set("time", f"{((result['record'] or {}).get('ended_ms') or 0) / 1000:.3f}")
    match result["status"]:
        case "failed":
            bad = [check for check in result["checks"] if check["passed"] is False]
            failure = SubElement(case, "failure", message=_fit(", ".join(c["id"] for c in bad)))
            failure.text = _fit("\n".join(map(_line, bad)))
        case "broken":
            SubElement(case, "error", message=_fit(result["error"]))
        case "invalid":
            lapses = [f"{one['lapse']}: {one['quote']}" for one in result["validity"]["lapses"]]
            told = f"the candidate did not play its part: {'; '.join(lapses)}"
            SubElement(case, "skipped", message=_fit(told))
        case _:
            return


def _line(check: dict[str, Any]) -> str:
    quotes = "".join(f"\n  message {q['message']}: {q['quote']}" for q in check["quotes"])
    return f"{check['id']}: expected {check['expected']}, found {check['found']}{quotes}"


def _fit(text: str) -> str:
    return _UNFIT.sub("\ufffd", text)
