"""How templates are filled: everything that people said is escaped, and a missing value is an error."""

from __future__ import annotations

from typing import Any, Final

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape
from starlette.responses import HTMLResponse

from greenroom.app.reports.wording import replied
from greenroom.web import languages
from greenroom.web.reports import charts
from greenroom.web.titles import LEVELS, applied, is_titled, titled

TRANSLATED: Final = frozenset(
    {
        "start.html",
        "check.html",
        "room.html",
        "unstarted.html",
        "404.html",
        "broken.html",
        "report.html",
        "shared.html",
        "report_file.html",
        "practice.html",
        "bank.html",
        "questions.html",
        "comparison.html",
        "history.html",
        "privacy.html",
        "prepare.html",
        "keys.html",
        "plans.html",
        "plan_read.html",
        "plan.html",
        "try.html",
        "circles.html",
        "circle.html",
        "watching.html",
    }
)
"""Pages that are in every language; the others are in English as a whole, with their frame."""


def _lang(plan: Any, title: str = "") -> Markup:
    """The attribute for words of the plan, where they are in another language than the page; for `title`,
    where it is none of Greenroom's own."""
    code = escape(plan.language)
    here = code == languages.current().code or (title and is_titled(title))
    return Markup("") if here else Markup(f' lang="{code}"')  # noqa: S704  # escaped


def _english(text: str = "") -> Markup:
    """The attribute for words that are in English on every page; for `text`, where it is in no catalogue, as
    those of a rubric that is none of ours."""
    if languages.current().code == languages.ENGLISH or (text and languages.is_told(text)):
        return Markup("")
    return Markup(' lang="en"')


def _theirs(title: str = "") -> Markup:
    """The attribute for what somebody said or wrote, in whatever language; for `title`, where it is none of
    Greenroom's own."""
    here = languages.current().code == languages.ENGLISH or (title and is_titled(title))
    return Markup("") if here else Markup(' translate="no"')


_environment = Environment(
    loader=PackageLoader("greenroom.web", "templates"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
    extensions=["jinja2.ext.i18n"],
)
_environment.filters["clock"] = charts.clock
_environment.filters["replied"] = replied
_environment.filters["told"] = languages.told
_environment.filters["titled"] = titled
_environment.filters["applied"] = applied
_environment.filters["begun"] = lambda text: text[:1].upper() + text[1:]
_environment.filters["extract_word"] = lambda name, words: words[name]
_environment.filters["minutes"] = lambda plan: -(-sum(s.hard_limit for s in plan.stages) // 60_000)


_environment.install_gettext_callables(  # type: ignore[attr-defined]  # the extension adds it
    lambda text: languages.current().words.gettext(text),
    lambda one, many, n: languages.current().words.ngettext(one, many, n),
    newstyle=True,
    pgettext=lambda context, text: languages.current().words.pgettext(context, text),
)
_environment.globals.update(lang=_lang, english=_english, theirs=_theirs)
_environment.globals["level_titles"] = LEVELS
_environment.globals["languages"] = languages.LANGUAGES
_environment.globals["page_language"] = languages.current
_environment.globals["address_in"] = languages.address_in
_environment.globals["script_address"] = languages.script_address


def rendered(template: str, **values: Any) -> str:
    """The template with these values, in the language of the request if there is such a page."""
    translated, language = template in TRANSLATED, languages.current()
    if not translated:
        language = languages.page_language(languages.ENGLISH)
    with languages.using(language):
        return _environment.get_template(template).render(translated=translated, **values)


def page(template: str, status: int = 200, **values: Any) -> HTMLResponse:
    """The template as an answer that no cache keeps."""
    later = {"Retry-After": "20"} if status == 503 else {}
    html = rendered(template, **values)
    return HTMLResponse(html, status, {"Cache-Control": "no-store", **later})
