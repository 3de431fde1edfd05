"""Brings the catalogues of `web/translations` up to date with templates and scripts: `scripts/catalogues`."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from functools import cache
from gettext import NullTranslations
from io import BytesIO
from pathlib import Path
from typing import Any, Final

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import write_po

from greenroom.app import plans
from greenroom.app.plans.format import PlanSource
from greenroom.app.roles import role_packs
from greenroom.app.scorecards.rubrics import load_builtin, names
from greenroom.assessment.coaching.rules import WORDS
from greenroom.web import languages

WEB: Final = Path(languages.__file__).parent
METHODS: Final = [
    ("static/vendor/**", "ignore"),
    ("static/*.js", "javascript"),
    ("templates/**.html", "jinja2.ext.babel_extract"),
    ("**.py", "python"),
]
OPTIONS: Final = {
    "templates/**.html": {"silent": "false", "newstyle_gettext": "true"},
    "static/*.js": {"parse_template_string": "true"},
}
NAMED: Final = {
    "schema",
    "stages",
    "bank",
    "probes",
    "facts",
    "opening",
    "when",
    "id",
    "reply_delay_ms",
}
"""Keys of a plan that have words of their own in the editor."""
ROOMS: Final = ("assessment", "app", "adapters")
"""Where sentences of reports and refusals are made, beside the pages."""
NOTICES: Final = ("session", "adapters/speech", "bootstrap")
"""Where the room's notices are made. A worker knows no page's language, so the page's script says them."""
KEYWORDS: Final = {
    "_": None,
    "N_": None,
    "ngettext": (1, 2),
    "counted": (2, 3),
    "pgettext": ((1, "c"), 2),
}


def extracted() -> Catalog:
    """Every message of the pages, with the files that show it: a catalogue that may be changed."""
    found = Catalog(project="Greenroom", version="", fuzzy=False)
    for name, message, comments, context in _gathered():
        found.add(message, None, [(name, 0)], auto_comments=comments, context=context)
    return found


@cache
def _gathered() -> tuple[tuple[str, Any, Sequence[str], str | None], ...]:
    """File, message, comments and context of each. To read all templates, scripts and modules takes a second."""
    pages = extract_from_dir(
        WEB, METHODS, OPTIONS, KEYWORDS, comment_tags=("Note:",), strip_comment_tags=False
    )
    others = (*sentences(), *coaching(), *keys_of_plans(), *rubrics(), *titles())
    return (
        *((name, message, comments, context) for name, _, message, comments, context in pages),
        *((name, message, (), None) for name, message in others),
    )


def sentences() -> Iterator[tuple[str, str | tuple[str, ...]]]:
    """What is said by a `Sentence`, and where."""
    for room in dict.fromkeys((*ROOMS, "web", *NOTICES)):
        for file in sorted((WEB.parent / room).rglob("*.py")):
            place = "static/room.js" if room in NOTICES else file.name
            for node in ast.walk(ast.parse(file.read_text("utf-8"))):
                if not isinstance(node, ast.Call) or getattr(node.func, "id", "") != "Sentence":
                    continue
                words = [
                    ast.literal_eval(one) for one in node.args if isinstance(one, ast.Constant)
                ]
                if words and len(words) == len(node.args):
                    yield place, words[0] if len(words) == 1 else tuple(words)


def coaching() -> Iterator[tuple[str, str]]:
    """Every wording of the rules."""
    told: list[object] = [
        text
        for rule in WORDS["rules"]
        for text in (
            *rule["say"],
            *rule.get("weighed", ()),
            *rule.get("habit", ()),
            rule.get("once", ""),
        )
    ]
    told += [say for rule in WORDS["rules"] for say in rule.get("instead", {}).values()]
    told += [one["say"] for one in WORDS["polish"]]
    tables = (table for name, table in WORDS.items() if name not in ("rules", "polish"))
    told += [value for table in tables for value in table.values()]
    for text in told:
        for one in [text] if isinstance(text, str) else text:  # type: ignore[attr-defined]
            if one:
                yield "rules.toml", one


def keys_of_plans() -> Iterator[tuple[str, str]]:
    """What the editor of a plan says of each key, from the JSON Schema of plans: its name and what it means."""
    schema = PlanSource.model_json_schema()
    for table in (schema, *schema["$defs"].values()):
        for key, about in table.get("properties", {}).items():
            if key not in NAMED:
                yield "static/plan_form.js", key[0].upper() + key[1:].replace("_", " ")
            if "description" in about:
                yield "static/plan_form.js", about["description"].replace("`", "")


def rubrics() -> Iterator[tuple[str, str]]:
    """The words of every built-in rubric that a report shows."""
    for name in names():
        rubric = load_builtin(name)
        yield f"{name}.toml", rubric.title
        for criterion in rubric.criteria:
            for text in (criterion.title, *criterion.anchors):
                yield f"{name}.toml", text


def titles() -> Iterator[tuple[str, str]]:
    """What roles and built-in plans are called, their parts too, and what a plan says of itself."""
    for role in role_packs().values():
        yield "roles.toml", role.title
    for one in plans.catalogue():
        told = [one.title, one.description, *(stage.title for stage in one.stages)]
        yield from ((f"{one.id}.toml", text) for text in told)


def brought_up(code: str) -> Catalog:
    """A language's catalogue with today's messages: what is new has no translation, what is gone is left out."""
    kept = languages.catalogue(code)
    kept.update(extracted(), no_fuzzy_matching=True, update_creation_date=False)
    kept.obsolete.clear()
    for message in kept:
        message.locations = sorted(set(message.locations))
    return kept


def written(kept: Catalog) -> bytes:
    """The file's bytes."""
    out = BytesIO()
    write_po(out, kept, width=110, include_lineno=False, sort_by_file=True)
    return out.getvalue()


class Brackets(NullTranslations):
    """A language in which every message stands in brackets: words without them never went to a translator."""

    def gettext(self, message: str) -> str:
        apart = re.sub(r"(%\(\w+\)s)", r"⟧\1⟦", message)  # a value may bring tags of its own
        return re.sub(r"(?:^|(?<=>))[^<]+", lambda piece: f"⟦{piece[0]}⟧", apart)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)

    def pgettext(self, context: str, message: str) -> str:
        return self.gettext(message)


def bracketed(code: str) -> languages.PageLanguage:
    """This language, replaced by brackets on pages and in their scripts."""
    every = extracted()
    for message in every:
        if message.id:
            ids = [message.id] if isinstance(message.id, str) else list(message.id)
            words = tuple(f"⟦{text}⟧" for text in ids)
            message.string = words[0] if isinstance(message.id, str) else words
    return languages.PageLanguage(code, Brackets(), languages.script_of(every))


def main() -> None:
    for code in languages.LANGUAGES:
        if code != languages.ENGLISH:
            (WEB / "translations" / f"{code}.po").write_bytes(written(brought_up(code)))


if __name__ == "__main__":
    main()
