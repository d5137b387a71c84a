"""Words, notes and small tables as HTML. Escaped here, once.

The names of classes carry their number (`data-n`), so that pointing at one lights it up everywhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from .. import glossary
from ..draw.scenes.scene import LONGEST_LABEL
from ..explain import Meaning, Name, Step, Symbol, Words
from ..languages import ENGLISH, N_, _, language
from ..model.case import Draft
from ..safe import Markup, escape, joined, safe
from . import mathml
from .class_ids import ClassIds as ClassIds
from .class_ids import Ids as Ids
from .class_ids import shown_name as shown_name


def class_ids(*cases: Draft) -> ClassIds:
    """A number for every class of the cases, and one for an artificial root above each.

    A class of the same name has one number in all of them.
    """
    names = dict.fromkeys([c for case in cases for c in case.hierarchy.classes])
    ids = {c: i for i, c in enumerate(names)}
    roots = {case.hierarchy.free_name(): len(ids) for case in cases}
    return ClassIds(ids | roots, (case.hierarchy.labels for case in cases))


def words_html(text: Words | str, ids: Ids) -> Markup:
    """The HTML of words: class names that light up when pointed at, and symbols in italics."""
    if isinstance(text, str):
        return escape(text)
    return joined(
        _name_html(w.text, ids) if isinstance(w, Name) else _symbol_html(w) if isinstance(w, Symbol) else escape(w)
        for w in text
    )


def sentence_html(words: Words | str, ids: Ids, terms: set[str] | None = None) -> Markup:
    """Words in which, besides, every term of the glossary tells what it means where it is first met.

    terms: the keys of terms that were met before in the same block; those of these words are added.
    """
    terms = set() if terms is None else terms

    def first(markup: Markup, entry: glossary.Term | None) -> Markup:
        if entry is None or entry.key in terms:
            return markup
        terms.add(entry.key)
        return term_html(entry, "abbr", markup)

    parts = []
    for word in (words,) if isinstance(words, str) else words:
        if isinstance(word, str):
            parts += [first(escape(piece), entry) for piece, entry in glossary.term_pieces(word)]
        elif isinstance(word, Symbol):
            parts.append(first(_symbol_html(word), glossary.term_of(str(word))))
        else:
            parts.append(_name_html(word.text, ids))
    return joined(parts)


def term_html(entry: glossary.Term, tag: str, markup: Markup) -> Markup:
    """A term of the glossary, which says what it means where it is pointed at."""
    return safe('<{0} class="term" tabindex="0" aria-describedby="{1}{2}">{3}</{0}>', tag, _TERM, entry.key, markup)


_TERM = "term-"


def with_term_meanings(markup: Markup, spoken: str = "") -> Markup:
    """The markup, and behind it what the terms in it mean, for whoever points at them or listens.

    spoken: the attribute that tells the language of all this, where the page has another one.
    """
    keys = set(re.findall(f'aria-describedby="{_TERM}([^"]+)"', markup))
    sentences = joined(
        safe('<span id="{}{}">{}</span>', _TERM, entry.key, _(entry.says))
        for entry in glossary.TERMS
        if entry.key in keys
    )
    return safe('{}<div class="told"{} hidden>{}</div>', markup, spoken, sentences) if sentences else markup


def _name_html(name: str, ids: Ids) -> Markup:
    n = safe(' data-n="{}"', ids[name]) if name in ids else ""
    return safe('<bdi class="name"{}{}>{}</bdi>', n, name_attribute(name, ids), shown_name(name, ids))


def name_attribute(c: str, ids: Ids) -> Markup:
    """The attribute that says the name of a class where its label stands; empty where the name does."""
    return Markup() if shown_name(c, ids) == c else safe(' title="{}"', c)


def _symbol_html(s: Symbol) -> Markup:
    sub = safe("<sub>{}</sub>", s.sub) if s.sub else ""
    letters = safe("<i>{}</i>{}", s.text, sub)
    return safe('<span class="name" data-n="{}">{}</span>', s.setting, letters) if s.setting else letters


def meanings_html(meanings: Sequence[Meaning]) -> Markup:
    """The list of what symbols and signs mean; a setting lights up together with its number."""
    spans = []
    for what, says in meanings:
        sign = _symbol_html(what) if isinstance(what, Symbol) else escape("| |" if what == "|" else what)
        spans.append(safe("<span>{}: {}</span>", sign, says))
    return joined(spans, "; ") + "." if spans else Markup()


def marked_name_html(case: Draft, c: str, ids: Ids) -> Markup:
    """The HTML of a class's name with its mark as true, predicted or both."""
    n = safe(' data-n="{}"', ids[c]) if c in ids else ""
    label = case.hierarchy.labels.label_or_name(c)
    long = " long" * (len(label) > LONGEST_LABEL)
    return safe(
        '<span class="mark {}{}"{} tabindex="0" title="{}"><span><bdi>{}</bdi></span></span>',
        case.mark(c),
        long,
        n,
        c,
        label,
    )


def question_html(case: Draft, ids: Ids, first: Draft | None = None) -> Markup:
    """The question of a case: what is true, what was predicted, and how wrong that is.

    first: the case with prediction A, where that of `case` is B.
    """
    if not case.marked and first is None:
        return safe('<h1 class="question">{}</h1>', _("Which classes are true, and which were predicted?"))

    def side(word: str, classes: frozenset[str], case: Draft = case) -> Markup:
        listed = sorted(classes)
        nobody = safe('<span class="nobody">{}</span>', _("none"))
        names = joined([marked_name_html(case, c, ids) for c in listed[:12]], " ") or nobody
        more = (
            safe(' <span class="quiet">{}</span>', _("and {n:,} more", n=len(listed) - 12)) if len(listed) > 12 else ""
        )
        return safe('<span class="side"><span class="word">{}:</span> {}{}</span>', word, names, more)

    if first is not None:
        sides = joined([side(_("True"), case.true), side("A", first.predicted, first), side("B", case.predicted)], " ")
        return safe('<h1 class="question two">{} <span class="ask">{}</span></h1>', sides, _("Which is worse?"))
    return safe(
        '<h1 class="question">{} {} <span class="ask">{}</span></h1>',
        side(_("True"), case.true),
        side(_("Predicted"), case.predicted),
        _("How wrong is that?"),
    )


def marks_legend_html() -> Markup:
    """The marks of classes, each with its meaning."""
    return safe(
        '<p class="legend">'
        '<span><i class="mark true"></i>{}</span><span><i class="mark predicted"></i>{}</span>'
        '<span><i class="mark both"><i></i></i>{}</span>'
        '<span><i class="mark none"></i>{}</span></p>',
        _("true"),
        _("predicted"),
        _("both"),
        _("none"),
    )


def formula_html(step: Step, ids: Ids, meanings: Sequence[Meaning] = ()) -> Markup:
    """The formula with this case's numbers, ending in the value, and the short lines beside it.

    meanings: what is said of its symbols.
    """
    if step.formula is None:
        return Markup()
    terms: set[str] = set()
    aside = joined(
        safe("<span{}>{}</span>", english_attribute(), sentence_html(line, ids, terms)) for line in step.aside
    )
    result = safe('<output class="result">{}</output>', step.formula.value) if step.formula.value else ""
    below = (
        safe('<div class="aside meanings"{}>{}</div>', english_attribute(), meanings_html(meanings)) if meanings else ""
    )
    return safe(
        '<div class="formula"><div class="math"{}>{}{}</div><div class="aside">{}</div>{}</div>',
        english_attribute(),
        mathml.formula_mathml(step.formula, ids),
        result,
        aside,
        below,
    )


def english_attribute() -> Markup:
    """The attribute of what stays English where the page is in another language; empty where it is not."""
    return language_attribute(ENGLISH)


def case_name_html(case: Draft) -> Markup:
    """The name of a case in quiet ink, if it has one."""
    return safe('<p class="quiet">{}</p>', case.name) if case.name else Markup()


def notes_html(texts: Iterable[str]) -> Markup:
    """Notes as paragraphs."""
    terms: set[str] = set()
    listed = [safe("<p{}>{}</p>", english_attribute(), sentence_html(text, {}, terms)) for text in texts]
    return (
        with_term_meanings(safe('<div class="notes"><h3>{}</h3>{}</div>', _("Notes"), joined(listed)))
        if listed
        else Markup()
    )


def quiet_paragraph_html(text: str, attributes: Markup = Markup()) -> Markup:
    """A paragraph in quiet ink."""
    return with_term_meanings(safe('<p class="note"{}>{}</p>', attributes, sentence_html(text, {})))


def paragraph_html(words: Words, ids: Ids) -> Markup:
    """A paragraph in which classes and terms can be pointed at."""
    return with_term_meanings(safe('<p class="why-text"{}>{}</p>', english_attribute(), sentence_html(words, ids)))


def new_window_link_html(text: str, address: str) -> Markup:
    """A link that opens in a window of its own."""
    return safe('<p class="elsewhere"><a href="{}" target="_blank" rel="noopener">{}</a></p>', address, text)


def address_with_language(query: str) -> str:
    """An address with what it asks for and, where that is not English, the language of the page."""
    return query if language() == ENGLISH else f"{query}&lang={language()}"


def language_attribute(code: str) -> Markup:
    """The attribute of what is in a language of its own; nothing where that is the page's."""
    return Markup() if code == language() else safe(' lang="{}"', code)


MOVED = (
    N_("Open, Save, Describe and Export are one menu, File."),
    N_("Tools to look at a small drawing, and Numbers, are behind ⋯ below it."),
    N_("Sensitivity, Long distance and Conventions are under More."),
    N_("Printed values stand beside the answers once the box above them is ticked."),
)


def page_menu_html(languages: Mapping[str, str], now: str) -> Markup:
    """The menu at the bar's end: languages by their codes, called as those who speak them do; light and dark; paper.

    With it comes what moved when the first page was folded, which a browser that was here before shows once.
    """
    links = joined(
        safe(
            '<a lang="{0}" hreflang="{0}" href="?lang={0}" data-pick="{0}"{1}>{2}</a>',
            code,
            " aria-current=true" * (code == now),
            name,
        )
        for code, name in languages.items()
    )
    themes = {"System": _("As the device"), "Light": _("Light"), "Dark": _("Dark")}
    buttons = joined(
        safe('<button type="button" data-theme="{}" aria-pressed="false">{}</button>', theme, word)
        for theme, word in themes.items()
    )
    name = _("Language, light and dark")
    return safe(
        '<div class="page-menu"><button type="button" popovertarget="hv-page-menu" aria-label="{0}" title="{0}">'
        '<svg viewBox="0 0 16 16" width="20" height="20" aria-hidden="true"><path d="M8 2.8v.01M8 8v.01M8 13.2v.01"/>'
        '</svg></button><div popover id="hv-page-menu" role="group" aria-label="{0}">'
        "<p>{1}</p>{2}<p>{3}</p>{4}<hr>"
        '<button type="button" data-print>{5}</button></div>'
        '<div popover id="hv-moved" role="status"><b>{6}</b>'
        "{7}</div></div>",
        name,
        _("Language"),
        links,
        _("Light and dark"),
        buttons,
        _("Print"),
        _("Moved since your last visit"),
        joined(safe("<p>{}</p>", _(line)) for line in MOVED),
    )


def qr_figure_html(drawing: Markup) -> Markup:
    """A QR code, on a ground that cameras read."""
    return safe('<figure class="qr-code" role="img" aria-label="{}">{}</figure>', _("QR code of the link"), drawing)


def copy_button_html(label: str, text: str) -> Markup:
    """A button that puts a text on the clipboard."""
    return safe('<button type="button" class="copy" data-copy="{}">{}</button>', text, label)


def notice_html(text: str, kind: str = "error") -> Markup:
    """The HTML of a sentence for whoever gave something that cannot be used."""
    role = "alert" if kind == "error" else "status"
    return safe('<div class="notice {}" role="{}"><p>{}</p></div>', kind, role, text)


def foot_lines_html(*lines: str) -> Markup:
    """The HTML of lines under a table or in its place, each a paragraph; nothing where there are none."""
    paragraphs = joined(safe("<p>{}</p>", line) for line in lines if line)
    return safe('<div class="foot">{}</div>', paragraphs) if paragraphs else Markup()


LAST_READ = N_("These are of the last text that could be read.")


def stale_notice_html(unread: bool) -> Markup:
    """The notice that the answers are older than the text that is being typed; an empty place while they are not."""
    text = _(LAST_READ) if unread else ""
    return safe('<p class="last-read" role="status" aria-live="polite">{}</p>', text)


def plain_table_html(head: Sequence[str], rows: Iterable[Sequence[Words | str]], ids: Ids, kind: str = "") -> Markup:
    """A small table; the first cell of a row names it, the last one may be long."""
    cells = joined(safe('<th scope="col">{}</th>', h) for h in head)
    body, terms = Markup(), set[str]()
    for first, *others in rows:
        rest = joined(
            safe("<td{}>{}</td>", "" if isinstance(cell, str) else english_attribute(), sentence_html(cell, ids, terms))
            for cell in others
        )
        body += safe('<tr><th scope="row">{}</th>{}</tr>', words_html(first, ids), rest)
    table = safe('<table class="plain {}"><thead><tr>{}</tr></thead><tbody>{}</tbody></table>', kind, cells, body)
    return with_term_meanings(safe('<div class="sideways" tabindex="0">{}</div>', table))


def why_title_html(title: str, unread: bool = False) -> Markup:
    """The heading of the panel that answers why. unread: whether it is older than the text that is being typed."""
    older = safe('<p class="last-read">{}</p>', _("Of the last text that could be read.")) if unread else ""
    return safe('<h2 class="why-title">{}</h2>{}', title, older)


def step_buttons_html(labels: Sequence[str], current: int) -> Markup:
    """A button for each step or slide. labels: what each says to whoever listens."""
    here = Markup(' aria-current="step"')
    return joined(
        safe('<button type="button" data-go="{}" aria-label="{}"{}></button>', i, label, here if i == current else "")
        for i, label in enumerate(labels)
    )


def fold_button_html(key: str, word: str, aria_label: str, aloud: str = "") -> Markup:
    """A line that unfolds a part of the page, on narrow pages only. aloud: its name where `word` is only a sign."""
    label = safe(' aria-label="{}"', aloud) if aloud else ""
    return safe(
        '<button type="button" class="fold" data-fold="{}" aria-expanded="false"{}>{}'
        '<span class="quiet">{}</span></button>',
        key,
        label,
        word,
        aria_label,
    )


def read_as_html(sentence: str, notes: Iterable[str], others: Sequence[str] = ()) -> Markup:
    """The sentence on what a file was taken for, and what was left out or made.

    others: how else it may be read, in words, behind which stands the list.
    """
    listed = joined(safe("<li>{}</li>", note) for note in notes)
    text = f"{sentence[:1].upper()}{sentence[1:]}."
    list_html = safe("<ul{}>{}</ul>", english_attribute(), listed) if listed else ""
    return safe(
        '<div class="read-as"><p><span{}>{}</span>{}</p>{}</div>',
        english_attribute(),
        text,
        other_readings_link_html(others),
        list_html,
    )


def other_readings_link_html(others: Sequence[str]) -> Markup:
    """The link behind how a file was read that leads to how else it may be, in words; "" where that is all."""
    also = _("also: {ways}", ways="; ".join(others))
    return safe(' <button type="button" data-pick="also">{}</button>', also) if others else Markup()


def first_rows_html(rows: Iterable[Sequence[str]]) -> Markup:
    """The table of a file's first rows, split into cells; empty where there are none."""
    body = joined(
        safe("<tr>{}</tr>", joined(safe("<td><bdi>{}</bdi></td>", cell[:60]) for cell in row)) for row in rows
    )
    table = safe('<table class="plain rows"><tbody>{}</tbody></table>', body)
    return safe('<div class="sideways" tabindex="0">{}</div>', table) if body else Markup()
