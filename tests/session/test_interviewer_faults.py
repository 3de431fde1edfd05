"""An interviewer that fails is replaced by the plan, and the record says why (F15, S4)."""

from greenroom.app.ports import UpstreamFault
from greenroom.app.providers.upstream import UpstreamCause
from greenroom.interview.commands import Consult, Say
from greenroom.interview.events import IncidentNoticed, Replied
from greenroom.session.equipment import News
from greenroom.session.voice import Degraded
from greenroom.simulation.clock import in_virtual_time


@in_virtual_time
async def test_interviewer_never_answers(rig):
    """An interviewer that does not answer is replaced by the plan's own next question."""
    async with rig.holding(interviewer=rig.Asking(takes_s=500)) as live:
        await live.asked()
        await live.speaker.say("I grow beans and peas")
        await live.until(lambda: live.of(Consult))
        await live.asked()
        assert live.of(Say)[-1].text.endswith("What about garden topic 0 alpha then")


@in_virtual_time
async def test_interviewer_fails(rig):
    """A provider's failure is an incident on record, and the next question comes at once."""

    class Failing:
        async def reply(self, brief):
            raise UpstreamFault("acme", "http_500", retryable=True)

    async with rig.holding(interviewer=Failing()) as live:
        await live.asked()
        await live.speaker.say("I grow beans and peas")
        await live.until(lambda: len(live.of(Say)) == 2, 5)
        assert [(e.kind, e.cause) for e in live.of(IncidentNoticed)] == [
            ("interviewer", "http_500")
        ]
        assert live.of(Replied)[0].proposals == ()
        await live.speaker.say("I also grow some pumpkins")
        await live.until(lambda: len(live.of(IncidentNoticed)) == 2, 20)
        assert len(live.shown("notice")) == 1, "the candidate is told once (S4)"


@in_virtual_time
async def test_a_budget_speaks_for_itself(rig):
    """When the model may not be asked any more the record says why; the notice is the budget's."""

    class Unaffordable:
        async def reply(self, brief):
            raise UpstreamFault("acme", UpstreamCause.BUDGET, retryable=False)

    news = News()
    async with rig.holding(interviewer=Unaffordable(), news=news) as live:
        await live.asked()
        await live.speaker.say("I grow beans and peas")
        await live.until(lambda: live.of(IncidentNoticed), 5)
        assert live.shown("notice") == []
        news.tell(Degraded("budget", "used_up", "The budget is used up."))
        await live.until(lambda: len(live.of(IncidentNoticed)) == 2, 5)
        assert [(e.kind, e.cause) for e in live.of(IncidentNoticed)] == [
            ("interviewer", "budget"),
            ("budget", "used_up"),
        ]
        assert [one["text"] for one in live.shown("notice")] == ["The budget is used up."]
