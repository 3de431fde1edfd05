"""How templates are filled: everything that people said is escaped, and a missing value is an error."""

from __future__ import annotations

from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined

from greenroom.web.reports import charts

_environment = Environment(
    loader=PackageLoader("greenroom.web", "templates"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
_environment.filters["clock"] = charts.clock
_environment.filters["minutes"] = lambda plan: -(-sum(s.hard_limit for s in plan.stages) // 60_000)


def rendered(template: str, **values: Any) -> str:
    """The template with these values."""
    return _environment.get_template(template).render(**values)
