"""F16: roles and levels are data, and free text finds them by its words."""

import tomllib
from importlib.resources import files
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from greenroom.app import plans, roles
from greenroom.app.titles import words
from greenroom.interview.plan import LEVELS

TITLES = Path(__file__).parent / "titles"


@pytest.mark.parametrize(
    ("text", "pack"),
    [
        ("Senior Backend Engineer", "software-engineer"),
        ("full-stack developer", "software-engineer"),
        ("Engineering Manager, Payments", "engineering-manager"),
        ("Head of Engineering", "engineering-manager"),
        ("Product Owner", "product-manager"),
        ("technical product manager", "product-manager"),
        ("Site Reliability Engineer", "devops"),
        ("DevOps", "devops"),
        ("Platform engineer (Kubernetes)", "devops"),
        ("Marketing manager", None),
        ("Manager", None),
        ("Nurse recruiter", None),
        ("PA to the CEO", "office-administration"),
        ("Assistant to the Head of Engineering", None),
        ("", None),
        ("engineerish", None),
    ],
)
def test_role_from_free_text(text: str, pack: str | None) -> None:
    """The whole title decides: its head first, then the words around it."""
    assert roles.role_pack(text) == pack


def titles(name: str) -> list[tuple[str, str | None]]:
    """The titles of a file, each with its role pack."""
    lines = (TITLES / f"{name}.txt").read_text("utf-8").splitlines()
    pairs = (line.split(" | ", 1) for line in lines if line and not line.startswith("#"))
    return [(title, None if pack == "-" else pack) for pack, title in pairs]


@pytest.mark.parametrize(
    ("name", "right", "wrong"),
    [("tuned", 0.97, 0.01), ("held_out", 0.97, 0.01), ("fresh", 0.8, 0.04)],
)
def test_titles_of_job_adverts(name: str, right: float, wrong: float) -> None:
    """Most titles find their pack. Hardly any finds another one: who is not sure takes the general
    plan."""
    found = [(pack, roles.role_pack(title)) for title, pack in titles(name)]
    assert len(found) >= 80
    assert sum(pack == got for pack, got in found) >= right * len(found)
    assert sum(got not in (None, pack) for pack, got in found) <= wrong * len(found)


@given(st.text(max_size=200))
def test_any_text_is_read(text: str) -> None:
    """Whatever stands in a role, it is a pack's or nobody's, and case and spaces do not matter."""
    found = roles.role_pack(text)
    assert found in {None, *roles.role_packs()}
    assert roles.role_pack(f"  {text} ") == found


def test_each_word_of_the_table_means_one_thing() -> None:
    """No phrase names a job or a field of two packs, and none of a pack is also a job of none."""
    data = tomllib.loads((files("greenroom") / "catalogue" / "roles.toml").read_text("utf-8"))
    seen = {words(text): "others" for text in data["titles"]["others"]}
    for name, pack in data["roles"].items():
        for text in (*pack["jobs"], *pack["fields"]):
            assert seen.setdefault(words(text), name) == name, text


@pytest.mark.parametrize(
    ("text", "level"),
    [("senior", "senior"), ("Sr. Engineer", "senior"), ("Intern", "entry"), ("Principal", "staff"),
     ("mid-level", "mid"), ("", None), ("wizard", None)],
)  # fmt: skip
def test_level_from_free_text(text: str, level: str | None) -> None:
    """A level is known by its usual spellings."""
    assert roles.level(text) == level


def test_the_data_is_whole() -> None:
    """Every level has expectations, every role pack a focus and a plan of its name."""
    assert tuple(roles.levels()) == LEVELS
    assert all(level.expectations for level in roles.levels().values())
    for pack in roles.role_packs().values():
        assert pack.focus
        assert pack.id in plans.builtin_names()
        assert roles.role_pack(pack.title) == pack.id
