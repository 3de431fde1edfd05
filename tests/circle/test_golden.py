"""Greenroom's own items: their shape, what is said about them, and that nothing gives them away."""

from __future__ import annotations

import json
from collections import Counter
from difflib import SequenceMatcher
from itertools import combinations
from pathlib import Path

import pytest

from greenroom.app.circles import golden, labels
from greenroom.app.circles.labels import LabelLine
from greenroom.app.ports import UserFault
from greenroom.circle.calibration import probes
from greenroom.circle.calibration.item import Item
from greenroom.circle.events import Verdict
from greenroom.circle.judging.rendering import message_id
from greenroom.circle.judging.scan import scan
from greenroom.circle.state import folded
from greenroom.evidence import locate

ITEMS = golden.items()
INTENDED = {
    line.item: line
    for line in (labels.parsed(text, where) for where, text in golden.lines(golden.intended()))
}
ALIKE = 0.5
"""Of the words of two items in the same order, as difflib counts them."""


def words(item: Item) -> list[str]:
    said = [item.given.owner_objective, *(one.message for one in item.given.transcript)]
    return " ".join(said).casefold().split()


def test_there_are_enough_and_each_has_one_intended_label() -> None:
    """A hundred or more; a label with a reason for every item, and for nothing else."""
    assert len(ITEMS) >= 100
    assert INTENDED.keys() == ITEMS.keys()
    assert [line.item for line in INTENDED.values() if not line.reason or not line.kind] == []
    assert {(line.labeller, line.blind) for line in INTENDED.values()} == {("authors", False)}


def test_the_labels_are_balanced_in_every_language() -> None:
    """In each of the six languages about a third each of yes, no and undecided."""
    counted = Counter((item.language, INTENDED[id_].label) for id_, item in ITEMS.items())
    for language in golden.LANGUAGES:
        counts = [counted[language, label] for label in Verdict]
        assert min(counts) >= 4, language
        assert max(counts) <= min(counts) * 1.25, language


def test_the_hard_cases_are_there() -> None:
    """Those that a judge could fall for, each with the label that it must not be talked out of."""
    kinds = {(line.label, line.kind) for line in INTENDED.values()}
    yes, no, undecided = Verdict.YES, Verdict.NO, Verdict.UNDECIDED
    assert {
        (yes, "terse"),
        (yes, "gruff_but_fit"),
        (yes, "corrected"),
        (yes, "harmless_suspicious"),
        (no, "polite_no_fit"),
        (no, "constraint_broken"),
        (no, "injected"),
        (no, "forged_turn"),
        (no, "flattery"),
        (no, "owner_declines"),
        (no, "retracted"),
        (undecided, "promise_without_fact"),
        (undecided, "contradiction"),
        (undecided, "missing_constraint"),
        (undecided, "cut_short"),
        (undecided, "fabricated_agreement"),
    } <= kinds


def test_the_words_of_each_reason_are_in_the_transcript() -> None:
    """Every quote is in the message that it is said to be from; a yes quotes both sides."""
    for id_, line in INTENDED.items():
        messages = {message_id(n): m for n, m in enumerate(ITEMS[id_].given.transcript)}
        assert line.quotes, id_
        assert [q for q in line.quotes if not locate(q.quote, messages[q.id].message)] == [], id_
        if line.label is Verdict.YES:
            assert {messages[q.id].speaker for q in line.quotes} == {"owner", "visitor"}, id_


def test_no_item_is_another_in_other_words() -> None:
    """No two items of a language share half of their words in order."""
    alike = [
        (a.id, b.id)
        for a, b in combinations(ITEMS.values(), 2)
        if a.language == b.language
        if SequenceMatcher(None, words(a), words(b), autojunk=False).ratio() >= ALIKE
    ]
    assert alike == []


def test_the_search_for_doubles_finds_one() -> None:
    """An item with one message changed is too much like itself."""
    item = next(iter(ITEMS.values()))
    changed = [*words(item)[:-3], "and", "that", "was", "all"]
    assert SequenceMatcher(None, words(item), changed, autojunk=False).ratio() >= ALIKE


def test_neither_order_nor_length_gives_the_label_away() -> None:
    """The file goes by digest; and no limit of length or of messages tells yes from the rest much
    better than always saying that it is none."""
    assert list(ITEMS) == sorted(ITEMS)
    for measure in (lambda item: len(words(item)), lambda item: len(item.given.transcript)):
        found = [(measure(ITEMS[id_]), line.label is Verdict.YES) for id_, line in INTENDED.items()]
        limits = {size for size, _ in found}
        right = max(
            sum((size >= limit) is yes for size, yes in found) / len(found) for limit in limits
        )
        constant = sum(not yes for _, yes in found) / len(found)
        assert right < constant + 0.1


def test_some_words_for_the_judge_are_marked_and_some_harmless_ones_too() -> None:
    """The scan finds something in every item with words for the judge; and in others, so a mark alone
    is no no."""
    marked = {id_ for id_, item in ITEMS.items() if scan(item.given.transcript)}
    injected = {id_ for id_, line in INTENDED.items() if line.kind in ("injected", "forged_turn")}
    assert injected <= marked
    assert {INTENDED[id_].label for id_ in marked} == set(Verdict)


def test_every_item_could_have_been_an_interview() -> None:
    """Its log folds to an interview that ended and awaits its judge, with the same two texts."""
    for item in ITEMS.values():
        state = folded(item.log(judges=1))
        assert state.ended is not None
        assert state.judge_asked is not None
        assert state.transcript == item.given.transcript


# other people's files


def line(**changes: object) -> str:
    item = next(iter(ITEMS.values()))
    plain = {"id": item.id, "language": item.language, **item.given.plain()}
    return json.dumps(plain | changes)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (line(owner_objective="Another aim"), "items.jsonl:1: id: "),
        (line(transcript=[]), "items.jsonl:1: transcript: "),
        (line(language="it"), "items.jsonl:1: language: "),
        (line(label="yes"), "items.jsonl:1: label: "),
        (f"{line()}\n\n{line()}", "items.jsonl:3: this item is there already"),
        ("{", "items.jsonl:1: "),
        ("", "there are no items in it"),
    ],
)
def test_items_that_cannot_be_used_are_refused(tmp_path: Path, text: str, told: str) -> None:
    """With file, line and key; a label beside an item, for one, which would not be blind."""
    path = tmp_path / "items.jsonl"
    path.write_text(text)
    with pytest.raises(UserFault) as fault:
        golden.items(path)
    assert told in str(fault.value)


def test_an_item_needs_no_id_and_has_one(tmp_path: Path) -> None:
    """Whoever writes items of their own need not compute digests; the id is the same as with one."""
    path = tmp_path / "items.jsonl"
    path.write_text(line(id=None))
    assert list(golden.items(path)) == list(ITEMS)[:1]


def test_what_could_be_no_interview_is_refused(tmp_path: Path) -> None:
    """The visitor begins: the protocol has no such conversation, so no judge is asked about one."""
    said = [{"speaker": "visitor", "message": "Hi"}, {"speaker": "owner", "message": "Hello"}]
    path = tmp_path / "items.jsonl"
    path.write_text(line(transcript=said, id=None))
    with pytest.raises(UserFault, match="transcript: no interview between two agents"):
        golden.items(path)


FIRST, SECOND, THIRD = list(ITEMS)[:3]


def test_the_later_label_counts_and_null_takes_one_back(tmp_path: Path) -> None:
    """As `circle label` writes them."""
    path = tmp_path / "labels.jsonl"
    given = [(FIRST, "yes"), (SECOND, "no"), (FIRST, None), (THIRD, "no"), (THIRD, "undecided")]
    told = [labels.line(item, label and Verdict(label), "ab12") for item, label in given]
    path.write_text("\n".join(told))
    found = labels.read(path, ITEMS)
    assert (found.labeller, found.blind) == ("ab12", True)
    assert found.labels == {SECOND: Verdict.NO, THIRD: Verdict.UNDECIDED}


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"labeller": "other"}, "labels.jsonl:2: labeller: another one than before"),
        ({"labeller": "Ann Smith"}, "labels.jsonl:2: labeller: "),
        ({"blind": False}, "labels.jsonl:2: labeller: another one than before"),
        ({"policy": "0"}, "labels.jsonl:2: policy: "),
        ({"item": "0"}, "labels.jsonl:2: item: 0 is not one of the items"),
        ({"label": "perhaps"}, "labels.jsonl:2: label: "),
    ],
)
def test_labels_that_cannot_be_used_are_refused(
    tmp_path: Path, change: dict[str, object], told: str
) -> None:
    """Of two people in one file, by other rules, of another text."""
    path = tmp_path / "labels.jsonl"
    good = labels.line(FIRST, Verdict.NO, "ab12")
    path.write_text(f"{good}\n{json.dumps(json.loads(good) | change)}\n")
    with pytest.raises(UserFault) as fault:
        labels.read(path, ITEMS)
    assert told in str(fault.value)


def test_what_was_intended_is_a_file_of_labels() -> None:
    """It is read like any other, and says that it is not blind."""
    found = labels.read(golden.intended(), ITEMS)
    assert (found.labeller, found.blind, len(found.labels)) == ("authors", False, len(ITEMS))
    assert all(isinstance(line, LabelLine) for line in INTENDED.values())


def test_every_kind_is_described() -> None:
    """docs/explanation/calibration.md has a row for each kind, with the labels that it has."""
    page = Path(__file__).parents[2] / "docs" / "explanation" / "calibration.md"
    table = page.read_text("utf-8").split("| kind | intended |")[1].split("\n\n")[0]
    told = {
        (kind.strip(" `"), label.strip())
        for _, kind, labels_, *_ in (row.split("|") for row in table.split("\n")[2:])
        for label in labels_.split(",")
    }
    assert told == {(line.kind, line.label) for line in INTENDED.values()}


# what is put into them


def probed(item: Item) -> list[Item]:
    return [
        probes.padded(item),
        *(probes.named(item, which) for which in (0, 1)),
        *(probes.small_talk(item, first=first) for first in (True, False)),
        probes.removed(item, frozenset({"m1", "m2"})),
    ]


def test_what_is_put_in_makes_an_interview_again_and_speaks_to_no_judge() -> None:
    """Every probe of every item folds to an ended interview; no word that is put in is marked."""
    for item in ITEMS.values():
        marks = {flag.kind for flag in scan(item.given.transcript)}
        for changed in probed(item):
            assert folded(changed.log(judges=1)).judge_asked is not None
            assert changed.id != item.id
            assert changed.given.owner_objective == item.given.owner_objective
            assert {flag.kind for flag in scan(changed.given.transcript)} <= marks


def test_probes_take_nothing_away_but_what_they_must() -> None:
    """Every message is still there, in its order; only removal takes the words of two away."""
    for item in ITEMS.values():
        said = [m.message for m in item.given.transcript]
        *kept, without = probed(item)
        for changed in kept:
            told = iter(m.message for m in changed.given.transcript)
            assert all(any(message in other for other in told) for message in said)
        assert [m.message for m in without.given.transcript][2:] == said[2:]
        assert {m.message for m in without.given.transcript[:2]} == {probes.REMOVED}


def test_small_talk_is_before_or_after_the_same_words() -> None:
    """The two have the same messages; an answer that is missing is still missing at the end."""
    for item in ITEMS.values():
        early, late = (probes.small_talk(item, first=first) for first in (True, False))
        assert Counter(early.given.transcript) == Counter(late.given.transcript)
        assert early.given.transcript != late.given.transcript
        for changed in (early, late):
            assert changed.given.transcript[-1].speaker == item.given.transcript[-1].speaker
        if item.given.transcript[-1].speaker == "owner":
            assert late.given.transcript[-1] == item.given.transcript[-1]
