"""What happens when an owner, or the disk, can take nothing new."""

from __future__ import annotations

from tests.web.conftest import APPLICATION, House

from greenroom.app.ports import InterviewRow, Stored
from greenroom.app.storage_quota import needed
from greenroom.testing.kept_plans import plan_row

MEGABYTE = 10**6


async def test_over_the_limit_new_things_are_refused_with_what_to_do(house: House) -> None:
    """507 as a problem whose sentence says how much is used and how to free it; reading and deleting
    work, and after deleting so does the next interview. Nobody else is refused."""
    with house.visitor(owner_storage=MEGABYTE) as me, house.visitor(owner_storage=MEGABYTE) as you:
        made = me.post("/api/interviews", json=APPLICATION).json()
        await house.end(made["id"], "I keep bees.")
        owner = (await _row(house, made["id"])).owner
        await house.store.plans.put(plan_row("plan_big", owner, toml="#" * 2 * MEGABYTE))
        for refused in (
            me.post("/api/interviews", json=APPLICATION),
            me.post("/api/plans", json={"copy_of": "two-stage"}),
            me.post(f"/api/interviews/{made['id']}/retries", json={"message": 0}),
        ):
            assert refused.status_code == 507, refused.text
            assert refused.headers["content-type"] == "application/problem+json"
            detail = refused.json()["detail"]
            assert "You have used 2 of the 1 MB" in detail
            assert "Delete interviews, sound, circles or plans" in detail
        assert me.get(f"/api/interviews/{made['id']}/report").status_code == 200
        assert you.post("/api/interviews", json=APPLICATION).status_code == 201
        assert me.delete("/api/plans/plan_big").status_code == 204
        assert me.post("/api/interviews", json=APPLICATION).status_code == 201


def test_on_a_disk_that_is_nearly_full_nothing_new_is_taken(house: House) -> None:
    """With little room left new interviews are refused with 507 and a sentence, also for newcomers."""
    house.store.leave_room(2**20)
    with house.visitor() as me:
        refused = me.post("/api/interviews", json=APPLICATION)
    assert refused.status_code == 507
    assert "disk of this server is nearly full" in refused.json()["detail"]


def test_a_full_disk_is_no_riddle(house: House) -> None:
    """A write that fails for want of space is 507 with a sentence, and tells nothing from inside."""
    house.store.fill()
    with house.visitor() as me:
        refused = me.post("/api/interviews", json=APPLICATION)
    assert refused.status_code == 507
    assert "disk of this server is full" in refused.json()["detail"]
    assert "memory" not in refused.text


def test_what_runs_has_its_space_already() -> None:
    """An interview that runs counts for what it may still need, more so with its sound."""
    assert needed(Stored(10, 0, 0)) == 10
    assert needed(Stored(10, 1, 1)) > needed(Stored(10, 1, 0)) > 2 * MEGABYTE


async def _row(house: House, interview_id: str) -> InterviewRow:
    row = await house.interviews.find(interview_id)
    assert row is not None
    return row
