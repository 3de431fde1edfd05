"""A form's tables become a plan's text, which says the same."""

from __future__ import annotations

import tracemalloc
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from greenroom.app import plans


@pytest.mark.parametrize("name", plans.builtin_names())
def test_a_form_writes_what_it_read(name: str) -> None:
    """Every built-in plan, written again from its tables, holds the same and has no fault; so has a copy."""
    source = plans.source_of(name)
    first = plans.draft(source)
    again = plans.from_tables(first.tables or {})
    assert again.tables == first.tables
    assert plans.parse(again.toml, name) == plans.parse(source, name)
    copy = plans.draft(plans.copy_of(source))
    assert copy.faults == ()
    assert (copy.tables or {})["id"] == f"{name}-copy"
    assert copy.toml.count("#") == source.count("#")


_VALUES = st.recursive(
    st.text() | st.integers(-(10**15), 10**15) | st.booleans(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


@given(tables=st.dictionaries(st.text(), _VALUES, max_size=4))
@settings(max_examples=150, deadline=None)
def test_any_tables_are_written_or_refused(tables: dict[str, Any]) -> None:
    """What a form may hold becomes TOML that says the same, or is refused in a sentence."""
    try:
        found = plans.from_tables(tables)
    except plans.NotWritable:
        return
    if found.tables is None:
        assert found.faults or not found.toml.strip()
    else:
        assert found.tables == tables


@pytest.mark.parametrize(
    "tables",
    [
        {"k" * 100_000: {str(n): {} for n in range(10_000)}},
        {"a": {"b": [[[[[[[[1]]]]]]]]}},
        {"title": "x" * 300_000},
        {"a": [{"b": n} for n in range(20_000)]},
    ],
    ids=["a long key over many tables", "nesting", "a long text", "many tables"],
)
def test_tables_are_written_within_the_bound_of_a_file(tables: dict[str, Any]) -> None:
    """A form's tables become a text that a file may hold, or a refusal, and nothing larger between."""
    tracemalloc.start()
    try:
        assert plans.from_tables(tables).faults
    except plans.NotWritable:
        pass
    finally:
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
    assert peak < 40 << 20
