"""F16: roles and levels are data, and free text finds them by its words."""

import pytest

from greenroom.app import plans, roles
from greenroom.interview.plan import LEVELS


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
        ("nurse", None),
        ("", None),
        ("engineerish", None),
    ],
)
def test_role_from_free_text(text: str, pack: str | None) -> None:
    """The longest phrase decides, whole words only."""
    assert roles.role_pack(text) == pack


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
