"""Judges with a fault, held against the golden set: the figures must show the fault."""

from __future__ import annotations

import asyncio
from itertools import count

import pytest

from greenroom.app.circles import golden, labels
from greenroom.app.circles.calibrating import Asking, ask
from greenroom.app.circles.calibration import Calibration, labelled
from greenroom.app.circles.calibration_table import table
from greenroom.app.ports import CircleJudge, UpstreamFault
from greenroom.circle.calibration.agreement import Kappa, NoKappa
from greenroom.circle.calibration.probes import FILLINGS, REMOVED, Probe
from greenroom.circle.calibration.proportion import Proportion
from greenroom.circle.effects import AskJudge
from greenroom.circle.events import Verdict
from greenroom.circle.inputs import JudgeInput
from greenroom.circle.rules import Rules
from greenroom.testing.circle_judges import Rule, RuledJudge

YES, NO, UNDECIDED = Verdict.YES, Verdict.NO, Verdict.UNDECIDED
ITEMS = golden.items()
LABELLED = labelled([labels.read(golden.intended(), ITEMS)])
BY_AIM = {ITEMS[id_].given.owner_objective: v for id_, v in LABELLED.reference.labels.items()}
SECOND_NAMES = tuple(filling.names[1] for filling in FILLINGS.values())


def sound(given: JudgeInput) -> Verdict:
    """Right about every item however it is changed, and no yes where its words are gone."""
    label = BY_AIM[given.owner_objective]
    gone = any(message.message == REMOVED for message in given.transcript)
    return UNDECIDED if label is YES and gone else label


async def calibrated(
    judge: Rule | CircleJudge,
    *,
    repeat: int = 1,
    probes: bool = False,
    judges: int = 1,
    at_once: int = 1,
) -> Calibration:
    made = judge if hasattr(judge, "judge") else RuledJudge(judge)
    asking = Asking(made, judges, repeat, probes, at_once, pause=never)
    asked = await ask(ITEMS.values(), asking)
    return Calibration(LABELLED, "rule", "0", judges, repeat, asked)


async def never(_seconds: float) -> None:
    raise AssertionError("nothing here is to be waited for")


def kappa(found: Calibration) -> float:
    assert isinstance(found.accuracy.two_labels.kappa, Kappa)
    return found.accuracy.two_labels.kappa.value


def shown(found: Calibration) -> str:
    return "\n".join(table(found))


async def test_a_sound_judge_looks_sound() -> None:
    """All rates 1, κ 1, nothing moves, and no yes stays without its words: the faults below are not
    the instrument's."""
    found = await calibrated(sound, repeat=2, probes=True)
    assert (found.accuracy.tpr, found.accuracy.tnr) == (Proportion(37, 37), Proportion(37, 37))
    assert kappa(found) == 1
    assert found.accuracy.errors.hits == found.accuracy.undecided.hits == 0
    assert found.accuracy.yes_in_doubt == Proportion(0, 36)
    assert found.consistency.unanimous == Proportion(110, 110)
    for probe in (Probe.PADDING, Probe.NAMES, Probe.ORDER):
        assert found.moved(probe).same == Proportion(110, 110), probe
    assert found.stayed.yes == Proportion(0, 37)


async def test_always_yes() -> None:
    """Finds every yes; keeps no no, so κ is 0; tells people where nobody can tell. What the gate takes
    back is no no."""
    found = await calibrated(lambda _: YES, probes=True)
    assert found.accuracy.tpr.share == 1
    assert found.accuracy.tnr.share == 0
    assert found.accuracy.tnr.of >= 30
    assert kappa(found) == 0
    assert found.accuracy.yes_in_doubt.hits >= 30
    assert found.accuracy.two_labels.raw == found.accuracy.two_labels.baseline
    assert sum(found.gate.values()) > 0
    assert "no kept (TNR)" in shown(found)


async def test_always_no() -> None:
    """Right about half of what can be decided, and no better than chance."""
    found = await calibrated(lambda _: NO, repeat=3, probes=True)
    assert (found.accuracy.tpr, found.accuracy.tnr) == (Proportion(0, 37), Proportion(37, 37))
    assert found.accuracy.two_labels.raw.share == 0.5
    assert kappa(found) == 0
    assert found.consistency.unanimous.share == 1  # steady, and wrong
    assert found.stayed.yes.of == 0


async def test_one_that_always_errs() -> None:
    """No rate, no κ, no no: errors, all of them."""
    found = await calibrated(lambda _: None, repeat=2, probes=True)
    assert found.accuracy.errors == Proportion(110, 110)
    assert found.accuracy.decided == Proportion(0, 74)
    assert found.accuracy.tpr.share is found.accuracy.tnr.share is None
    assert found.accuracy.two_labels.kappa is NoKappa.NOTHING_COMPARED
    assert found.consistency.errors == 220
    assert found.faults == {"not_json": 110}
    assert found.moved(Probe.NAMES).errors == 110


async def test_one_that_errs_on_what_is_a_no() -> None:
    """If errors were noes it would be perfect; they are not, and it has no specificity at all."""
    found = await calibrated(lambda given: None if sound(given) is NO else sound(given))
    assert found.accuracy.tpr == Proportion(37, 37)
    assert found.accuracy.tnr == Proportion(0, 0)
    assert found.accuracy.errors.hits == 37
    assert found.accuracy.decided == Proportion(37, 74)


async def test_one_that_goes_by_names() -> None:
    """Perfect on the items as they are. Between one name and another its yeses go."""

    def prefers(given: JudgeInput) -> Verdict:
        called = given.transcript[0].message.startswith(SECOND_NAMES)
        return NO if called and sound(given) is YES else sound(given)

    found = await calibrated(prefers, probes=True)
    assert kappa(found) == 1
    names = found.moved(Probe.NAMES)
    assert (names.same, names.lost, names.gained) == (Proportion(73, 110), 37, 0)
    assert found.moved(Probe.PADDING).same.share == found.moved(Probe.ORDER).same.share == 1


async def test_one_that_goes_by_length() -> None:
    """Polite padding makes noes and doubts a yes."""

    def likes_much(given: JudgeInput) -> Verdict:
        polite = [words for filling in FILLINGS.values() for words in filling.polite]
        padded = any(words in given.transcript[0].message for words in polite)
        return YES if padded else sound(given)

    found = await calibrated(likes_much, probes=True)
    assert found.moved(Probe.PADDING).gained >= 50
    assert found.moved(Probe.PADDING).lost == 0
    assert found.moved(Probe.ORDER).same.share == 1


async def test_one_that_reads_the_beginning_only() -> None:
    """It looks at three messages: behind small talk it finds nothing."""

    def impatient(given: JudgeInput) -> Verdict:
        talk = {filling.small_talk[0] for filling in FILLINGS.values()}
        return UNDECIDED if given.transcript[0].message in talk else sound(given)

    found = await calibrated(impatient, probes=True)
    assert found.moved(Probe.ORDER).same == Proportion(36, 110)
    assert found.moved(Probe.ORDER).gained == 37


async def test_one_that_says_yes_without_its_evidence() -> None:
    """What it quoted is gone, and it still says yes, with other words."""
    found = await calibrated(lambda given: BY_AIM[given.owner_objective], probes=True)
    assert found.stayed.yes.hits > 18
    assert "still yes; should be none" in shown(found)


async def test_one_that_throws_a_coin() -> None:
    """Another verdict every time: no item is the same three times, though its rates are taken from the
    first asking alone."""
    turns = count()
    found = await calibrated(lambda _: (NO, UNDECIDED)[next(turns) % 2], repeat=3)
    assert found.consistency.unanimous == Proportion(0, 110)
    assert found.consistency.pairwise == pytest.approx(1 / 3)
    assert found.accuracy.count() == 110


async def test_the_gate_is_part_of_what_is_measured() -> None:
    """A yes with words that nobody said is undecided, with its cause; that is no no either."""

    class Bare:
        async def judge(self, ask_: AskJudge, rules: Rules) -> str:
            return '{"verdict": "yes", "notification": "Somebody nearby would like that."}'

    found = await calibrated(Bare())
    assert found.accuracy.count(None, UNDECIDED) == 110
    assert found.gate["one_sided"] == 110
    assert found.accuracy.tnr.of == 0
    assert "one_sided 110" in shown(found)


async def test_the_gate_knows_the_names_that_are_put_in() -> None:
    """A push line with the visitor's name is sent by nobody, so that yes is none; as it is in life."""

    class Naming(RuledJudge):
        async def judge(self, ask_: AskJudge, rules: Rules) -> str:
            told = await super().judge(ask_, rules)
            called = ask_.given.transcript[0].message.split("!")[0]
            return told.replace("Somebody nearby", called) if called in SECOND_NAMES else told

    found = await calibrated(Naming(sound), probes=True)
    assert found.moved(Probe.NAMES).lost == 37


async def test_a_panel_is_asked_member_by_member() -> None:
    """Three are asked; two of three make the verdict."""
    turns = count()

    def split(given: JudgeInput) -> Verdict | None:
        return NO if next(turns) % 3 else UNDECIDED

    found = await calibrated(split, judges=3)
    assert found.accuracy.count(None, NO) == 110
    assert next(turns) == 330


async def test_many_at_once_find_the_same() -> None:
    """Whatever the order in which they come back, the figures and the order of the items are one."""

    class Slow(RuledJudge):
        async def judge(self, ask_: AskJudge, rules: Rules) -> str:
            for _ in range(len(ask_.given.owner_objective) % 5):
                await asyncio.sleep(0)
            return await super().judge(ask_, rules)

    one, many = [
        (await calibrated(Slow(sound), probes=True, at_once=at_once)).plain() for at_once in (1, 16)
    ]
    assert one == many
    assert [line["item"] for line in one["verdicts"]] == list(ITEMS)


@pytest.mark.parametrize("at_once", [1, 8])
async def test_a_provider_that_refuses_is_not_asked_a_thousand_times(at_once: int) -> None:
    """A refused key: it stops, what was found until then stands, and nothing of it is an error."""
    calls = count()

    class Refused(RuledJudge):
        async def judge(self, ask_: AskJudge, rules: Rules) -> str:
            if next(calls) >= 20:
                raise UpstreamFault("openai", "key_refused", retryable=False)
            return await super().judge(ask_, rules)

    found = await calibrated(Refused(lambda _: NO), at_once=at_once)
    assert found.asked.stopped == "key_refused"
    assert len(found.asked.sheets) == 20
    assert found.accuracy.errors == Proportion(0, 20)
    assert next(calls) <= 20 + at_once
    assert "the provider refused (key_refused)" in shown(found)


async def test_no_row_of_the_table_has_kappa_without_the_rest() -> None:
    """κ is the last of six columns; n, agreement, base rate and the constant baseline are before it,
    and no other line of the table has the sign."""
    lines = shown(await calibrated(sound, repeat=2, probes=True)).split("\n")
    head = next(line for line in lines if "κ" in line)
    assert head.split("  ")[-1] == "κ (95 %)"
    assert [line for line in lines if "κ" in line] == [head]
    for name in ("labels and judge, yes or no", "labels and judge, three labels"):
        (row,) = (line for line in lines if line.startswith(name))
        cells = [cell for cell in row.removeprefix(name).split("  ") if cell]
        assert len(cells) == 5
        assert cells[0].strip().isdigit()
