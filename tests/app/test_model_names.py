"""Names of models against a server's own list."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from greenroom.app.providers import model_names

LIST = ("qwen3:8b", "qwen3:14b", "llama3:latest", "nomic-embed-text:latest")


@pytest.mark.parametrize("name", ["qwen3:8b", "llama3:latest", "llama3"])
def test_a_name_on_the_list_is_known(name: str) -> None:
    """As it stands there, or without the tag `latest`, which Ollama adds by itself."""
    assert model_names.has(LIST, name)


@pytest.mark.parametrize(
    ("name", "nearest"), [("qwen3", "qwen3:8b"), ("qwen3:8", "qwen3:8b"), ("LLAMA3:latest", "llama3:latest"), ("qwen-3:14b", "qwen3:14b")]
)  # fmt: skip
def test_near_names_are_told(name: str, nearest: str) -> None:
    """Whoever mistypes a name reads what it may have been meant to be."""
    assert not model_names.has(LIST, name)
    assert nearest in model_names.near(LIST, name)
    assert nearest in model_names.unknown(LIST, name, "This server")


def test_a_short_list_is_told_whole_and_a_long_one_in_part() -> None:
    """Where nothing is near, names that can be chosen are told; an empty list is said to be empty."""
    assert model_names.unknown(("alpha", "beta"), "zzzz", "It") == (
        "It has no model “zzzz”. It has: alpha, beta."
    )
    many = tuple(f"model-{n}" for n in range(2000))
    told = model_names.unknown(many, "zzzz", "It")
    assert "2,000" in told
    assert len(told) < 200
    assert "is empty" in model_names.unknown((), "zzzz", "It")


@given(st.lists(st.one_of(st.text(max_size=300), st.integers(), st.none()), max_size=60), st.text())
def test_any_list_is_bounded_and_answered(found: list[object], name: str) -> None:
    """Whatever a server lists: only names are kept, each once, and a sentence comes of any of them."""
    kept = model_names.names(found)
    assert len(kept) == len(set(kept))
    assert all(0 < len(one) <= model_names.LONGEST and one.isprintable() for one in kept)
    assert all(model_names.has(kept, one) for one in kept)
    assert set(model_names.near(kept, name)) <= set(kept)
    assert model_names.unknown(kept, name, "It").endswith(".")


def test_no_more_names_are_read_than_any_server_has() -> None:
    """A list without end is cut."""
    assert len(model_names.names(str(n) for n in range(model_names.MOST + 10))) == model_names.MOST
