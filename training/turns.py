"""The weights of `greenroom_turns.posterior`, fitted, and how right its chances are, as a picture.

    python -m training.turns [--hear [SET ...]]

Without options it fits to the tuning set in `heard/*.jsonl` beside it (seconds), writes the weights to
`weights.toml` of the package, prints what they decide on each set, and draws docs/pictures/turn-chances.svg from the
sets that it did not fit to. They share no voice with the tuning set, and few phrases.
With `--hear` the recogniser on board first hears the sets of `benchmarks.turns` again; what is heard already is kept.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from greenroom_turns import Hold, Spoken, decide
from greenroom_turns.interruption import Action, written_kind
from greenroom_turns.posterior import KINDS, NAMES, WEIGHTS, evidence
from greenroom_turns.sound import SoundFeatures
from greenroom_turns.spoken import Alternative, Chances
from greenroom_turns.written import Kind, written

COMMAND = "python -m training.turns"
HEARD = Path(__file__).with_name("heard")
ROOT = Path(__file__).parents[1]
WEIGHTS_FILE = ROOT / "packages/greenroom-turns/src/greenroom_turns/weights.toml"
PICTURE = ROOT / "docs" / "pictures" / "turn-chances.svg"
LANG = "en"
NOTHING = ("ack", "noise")
"""Roles of which nothing should come; the others are what their text is."""
OVER = (*NOTHING, "stop", "mixed", "brief")
CHAINED = ("mixed",)
"""Their beginning may be of another kind than the whole."""
STEPS, RIDGE = 40, 0.5
"""Of Newton's method, and how much of each weight's square is added to what is made small."""
DIGITS = 2
"""Of the weights that are written down: more would tell chance from chance."""
BINS = 10
SPEAKS = (Hold(-2_000, -1_000),)
"""The interviewer speaks all the while."""
Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Example:
    """A transcript of a labelled utterance."""

    set_name: str
    role: str
    voice: str
    clean: bool
    kind: Kind
    spoken: Spoken
    share: float
    """Of the utterance: its transcripts count as one together."""


def read() -> list[Example]:
    files = sorted(HEARD.glob("*.jsonl"))
    lines = [line for file in files for line in file.read_text("utf-8").splitlines()]
    return [example for line in lines for example in _examples(json.loads(line))]


def _examples(kept: dict[str, Any]) -> Iterator[Example]:
    """Those transcripts that tell the kind of the whole; an utterance that came in two parts has none."""
    kind: Kind = "backchannel" if kept["role"] in NOTHING else written(kept["text"], LANG).kind
    finals = sum(one["final"] for one in kept["heard"])
    used = [one for one in kept["heard"] if one["final"] or kept["role"] not in CHAINED]
    for one in used if finals == 1 and kept["role"] in OVER else ():
        clean = kept["how"] == "clean"
        about = (kept["set"], kept["role"], kept["voice"], clean, kind)
        yield Example(*about, _spoken(one), 1 / len(used))


def _spoken(one: dict[str, Any]) -> Spoken:
    near, chances, sound = one["near"], one["chances"], one["sound"]
    return Spoken(
        0,
        500 if one["final"] else None,
        one["text"],
        one["final"],
        one["sure"],
        None if sound is None else SoundFeatures(*sound),
        None if near is None else tuple(Alternative(*other) for other in near),
        None if chances is None else Chances(*chances),
        one["hum"],
    )


def fitted(examples: Sequence[Example]) -> Floats:
    """The likeliest weights of a multinomial logistic regression on `evidence`.
    Every transcript is seen twice, with its sound and without: a recogniser may not tell it. What is too long to be a
    phrase that is expected is not in doubt, and not seen."""
    short = [one for one in examples if one.spoken.chances is not None]
    heard = np.array([_rows(one.spoken) for one in short])
    unheard = heard.copy()
    unheard[:, :, NAMES.index("sound")] = 0.0
    rows = np.concatenate((heard, unheard))
    said = np.tile([KINDS.index(one.kind) for one in short], 2)
    share = np.tile([one.share for one in short], 2)
    weights = np.zeros(len(NAMES))
    for _ in range(STEPS):
        chances = _chances(rows, weights)
        mean = np.einsum("nk,nki->ni", chances, rows)
        slope = share @ (mean - rows[np.arange(len(said)), said]) + RIDGE * weights
        bend = np.einsum("n,nk,nki,nkj->ij", share, chances, rows, rows)
        bend -= np.einsum("n,ni,nj->ij", share, mean, mean)
        weights -= np.linalg.solve(bend + RIDGE * np.eye(len(weights)), slope)
    return np.round(weights, DIGITS)


def _rows(spoken: Spoken) -> Any:
    return evidence(spoken, written_kind(spoken, LANG), LANG)


def _chances(rows: Floats, weights: Floats) -> Floats:
    scores = rows @ weights
    grown = np.exp(scores - scores.max(axis=1, keepdims=True))
    return np.asarray(grown / grown.sum(axis=1, keepdims=True))


def toml(weights: Floats) -> str:
    """What `weights.toml` has to hold."""
    pairs = zip(NAMES, weights, strict=True)
    lines = [f"{name} = {weight:g}" for name, weight in pairs]
    return "\n".join([f"# Made by `{COMMAND}`.", *lines, ""])


def table(examples: Sequence[Example]) -> str:
    """What the weights in use decide of the final words of each set."""
    lines = [
        "| set | backchannels let pass | calls missed | of them clean | content missed |",
        "|---|---|---|---|---|",
    ]
    finals = [one for one in examples if one.spoken.final]
    for name in dict.fromkeys(one.set_name for one in finals):
        these = [one for one in finals if one.set_name == name]
        clean = [one for one in these if one.clean]
        kinds = ((these, "backchannel"), (these, "call"), (clean, "call"), (these, "content"))
        cells = [_passed(some, kind) for some, kind in kinds]
        lines.append(f"| {name} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def _passed(examples: Sequence[Example], kind: str) -> str:
    from benchmarks.turns.scores import Share

    each = [
        decide(one.spoken, SPEAKS, one.spoken.ended_ms or 0).action is Action.IGNORE
        for one in examples
        if one.kind == kind
    ]
    return str(Share(sum(each), len(each)))


def bins(examples: Sequence[Example]) -> Iterator[tuple[Kind, float, float, int]]:
    """For each kind: the mean chance that was given, how often it was so, and of how many, by tenths."""
    chances = _chances(np.array([_rows(one.spoken) for one in examples]), np.array(WEIGHTS))
    for at, kind in enumerate(KINDS):
        given = [(row[at], one.kind == kind) for row, one in zip(chances, examples, strict=True)]
        for n in range(BINS):
            some = [one for one in given if min(int(one[0] * BINS), BINS - 1) == n]
            if some:
                mean = sum(chance for chance, _ in some) / len(some)
                yield kind, mean, sum(was for _, was in some) / len(some), len(some)


COLOURS: dict[Kind, str] = {"backchannel": "#2563a8", "call": "#b3361b", "content": "#4d7a1f"}


def picture(examples: Sequence[Example]) -> str:
    """How often it was so, against the chance that was given; the area of a dot grows with its count."""
    parts = [
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 450 360" font-family="sans-serif" '
        'font-size="12" role="img" aria-label="Chance given against how often it was so">',
        '<rect width="450" height="360" fill="#fff"/>',
        '<path d="M50 310H350M50 310V10" stroke="#333" fill="none"/>',
        '<path d="M50 310L350 10" stroke="#999" stroke-dasharray="4" fill="none"/>',
        '<text x="200" y="345" text-anchor="middle">chance given</text>',
        '<text x="16" y="160" text-anchor="middle" transform="rotate(-90 16 160)">was so</text>',
    ]
    for at in (0, 0.5, 1):
        parts.append(f'<text x="{50 + 300 * at:g}" y="326" text-anchor="middle">{at:g}</text>')
        parts.append(f'<text x="44" y="{314 - 300 * at:g}" text-anchor="end">{at:g}</text>')
    for kind, mean, was, count in bins(examples):
        x, y, r = 50 + 300 * mean, 310 - 300 * was, 1.5 + count**0.5 / 3
        parts.append(
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{r:.1f}" fill="{COLOURS[kind]}" opacity="0.6">'
            f"<title>{kind}: {count}</title></circle>"
        )
    for n, (kind, colour) in enumerate(COLOURS.items()):
        parts.append(f'<text x="362" y="{30 + 18 * n}" fill="{colour}">{kind}</text>')
    return "\n".join([*parts, "</svg>", ""])


def main() -> int:
    parser = argparse.ArgumentParser(prog=COMMAND, description=__doc__.split("\n")[0])
    parser.add_argument("--hear", nargs="*", metavar="SET", help="hear these sets first")
    asked = parser.parse_args()
    if asked.hear is not None:
        from training.hearing import hear

        hear(asked.hear or ["tuning", "held-out"], HEARD)
    examples = read()
    found = fitted([one for one in examples if one.set_name == "tuning"])
    WEIGHTS_FILE.write_text(toml(found), "utf-8")
    if tuple(found) != WEIGHTS:
        print(
            f"{WEIGHTS_FILE} is new: run this again for the table and the picture", file=sys.stderr
        )
        return 0
    print(table(examples))
    PICTURE.parent.mkdir(exist_ok=True)
    unseen = [one for one in examples if one.set_name != "tuning" and one.spoken.chances]
    PICTURE.write_text(picture(unseen), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
