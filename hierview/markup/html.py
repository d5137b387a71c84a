"""Words, notes and small tables as HTML. Escaped here, once.

The names of classes carry their number (`data-n`), so that pointing at one lights it up everywhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from html import escape

from .. import glossary
from ..draw.scenes.scene import LONGEST_LABEL
from ..explain import Meaning, Name, Step, Symbol, Words
from ..languages import ENGLISH, N_, _, language
from ..model.case import Draft
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


def words_html(text: Words | str, ids: Ids) -> str:
    """Words with class names that can be pointed at, and symbols in italics."""
    if isinstance(text, str):
        return escape(text)
    return "".join(
        _name(w.text, ids) if isinstance(w, Name) else _symbol(w) if isinstance(w, Symbol) else escape(w) for w in text
    )


def sentence_html(words: Words | str, ids: Ids, terms: set[str] | None = None) -> str:
    """Words in which, besides, every term of the glossary tells what it means where it is first met.

    terms: the keys of terms that were met before in the same block; those of these words are added.
    """
    terms = set() if terms is None else terms

    def first(markup: str, entry: glossary.Term | None) -> str:
        if entry is None or entry.key in terms:
            return markup
        terms.add(entry.key)
        return term_html(entry, "abbr", markup)

    parts = []
    for word in (words,) if isinstance(words, str) else words:
        if isinstance(word, str):
            parts += [first(escape(piece), entry) for piece, entry in glossary.term_pieces(word)]
        elif isinstance(word, Symbol):
            parts.append(first(_symbol(word), glossary.term_of(str(word))))
        else:
            parts.append(_name(word.text, ids))
    return "".join(parts)


def term_html(entry: glossary.Term, tag: str, markup: str) -> str:
    """A term of the glossary, which says what it means where it is pointed at."""
    return f'<{tag} class="term" tabindex="0" aria-describedby="{_TERM}{entry.key}">{markup}</{tag}>'


_TERM = "term-"


def with_term_meanings(markup: str, spoken: str = "") -> str:
    """The markup, and behind it what the terms in it mean, for whoever points at them or listens.

    spoken: the attribute that tells the language of all this, where the page has another one.
    """
    keys = set(re.findall(f'aria-describedby="{_TERM}([^"]+)"', markup))
    sentences = "".join(
        f'<span id="{_TERM}{entry.key}">{escape(_(entry.says))}</span>' for entry in glossary.TERMS if entry.key in keys
    )
    return f'{markup}<div class="told"{spoken} hidden>{sentences}</div>' if sentences else markup


def _name(name: str, ids: Ids) -> str:
    n = f' data-n="{ids[name]}"' if name in ids else ""
    return f'<bdi class="name"{n}{name_attribute(name, ids)}>{escape(shown_name(name, ids))}</bdi>'


def name_attribute(c: str, ids: Ids) -> str:
    """The attribute that says the name of a class where its label stands; empty where the name does."""
    return "" if shown_name(c, ids) == c else f' title="{escape(c)}"'


def _symbol(s: Symbol) -> str:
    sub = f"<sub>{escape(s.sub)}</sub>" if s.sub else ""
    letters = f"<i>{escape(s.text)}</i>{sub}"
    return f'<span class="name" data-n="{escape(s.setting)}">{letters}</span>' if s.setting else letters


def meanings_html(meanings: Sequence[Meaning]) -> str:
    """Meanings of symbols and signs; a setting lights up with its number."""
    spans = []
    for what, says in meanings:
        sign = _symbol(what) if isinstance(what, Symbol) else escape("| |" if what == "|" else what)
        spans.append(f"<span>{sign}: {escape(says)}</span>")
    return f"{'; '.join(spans)}." if spans else ""


def marked_name_html(case: Draft, c: str, ids: Ids) -> str:
    """A class's name wearing its mark."""
    n = f' data-n="{ids[c]}"' if c in ids else ""
    label = case.hierarchy.labels.label_or_name(c)
    long = " long" * (len(label) > LONGEST_LABEL)
    return (
        f'<span class="mark {case.mark(c)}{long}"{n} tabindex="0" title="{escape(c)}">'
        f"<span><bdi>{escape(label)}</bdi></span></span>"
    )


def question_html(case: Draft, ids: Ids, first: Draft | None = None) -> str:
    """The question of a case: what is true, what was predicted, and how wrong that is.

    first: the case with prediction A, where that of `case` is B.
    """
    if not case.marked and first is None:
        return f'<h1 class="question">{_("Which classes are true, and which were predicted?")}</h1>'

    def side(word: str, classes: frozenset[str], case: Draft = case) -> str:
        listed = sorted(classes)
        nobody = f'<span class="nobody">{_("none")}</span>'
        names = " ".join(marked_name_html(case, c, ids) for c in listed[:12]) or nobody
        more = f' <span class="quiet">{_("and {n:,} more", n=len(listed) - 12)}</span>' if len(listed) > 12 else ""
        return f'<span class="side"><span class="word">{word}:</span> {names}{more}</span>'

    if first is not None:
        sides = f"{side(_('True'), case.true)} {side('A', first.predicted, first)} {side('B', case.predicted)}"
        return f'<h1 class="question two">{sides} <span class="ask">{_("Which is worse?")}</span></h1>'
    return (
        f'<h1 class="question">{side(_("True"), case.true)} {side(_("Predicted"), case.predicted)} '
        f'<span class="ask">{_("How wrong is that?")}</span></h1>'
    )


def marks_legend() -> str:
    """The marks of classes, each with its meaning."""
    return (
        '<p class="legend">'
        f'<span><i class="mark true"></i>{_("true")}</span><span><i class="mark predicted"></i>{_("predicted")}</span>'
        f'<span><i class="mark both"><i></i></i>{_("both")}</span>'
        f'<span><i class="mark none"></i>{_("none")}</span></p>'
    )


def formula_html(step: Step, ids: Ids, meanings: Sequence[Meaning] = ()) -> str:
    """The formula with this case's numbers, ending in the value, and the short lines beside it.

    meanings: what is said of its symbols.
    """
    if step.formula is None:
        return ""
    terms: set[str] = set()
    aside = "".join(f"<span{english_attribute()}>{sentence_html(line, ids, terms)}</span>" for line in step.aside)
    result = f'<output class="result">{escape(step.formula.value)}</output>' if step.formula.value else ""
    below = f'<div class="aside meanings"{english_attribute()}>{meanings_html(meanings)}</div>' if meanings else ""
    math = mathml.formula_mathml(step.formula, ids)
    return (
        f'<div class="formula"><div class="math"{english_attribute()}>{math}{result}</div>'
        f'<div class="aside">{aside}</div>{below}</div>'
    )


def english_attribute() -> str:
    """The attribute of what stays English where the page is in another language; empty where it is not."""
    return language_attribute(ENGLISH)


def case_name(case: Draft) -> str:
    """The name of a case in quiet ink, if it has one."""
    return f'<p class="quiet">{escape(case.name)}</p>' if case.name else ""


def notes_html(texts: Iterable[str]) -> str:
    """Notes as paragraphs."""
    terms: set[str] = set()
    listed = [f"<p{english_attribute()}>{sentence_html(text, {}, terms)}</p>" for text in texts]
    return with_term_meanings(f'<div class="notes"><h3>{_("Notes")}</h3>{"".join(listed)}</div>') if listed else ""


def quiet_paragraph(text: str, attributes: str = "") -> str:
    """A paragraph in quiet ink."""
    return with_term_meanings(f'<p class="note"{attributes}>{sentence_html(text, {})}</p>')


def paragraph_html(words: Words, ids: Ids) -> str:
    """A paragraph in which classes and terms can be pointed at."""
    return with_term_meanings(f'<p class="why-text"{english_attribute()}>{sentence_html(words, ids)}</p>')


def link_elsewhere(text: str, address: str) -> str:
    """A link that opens in a window of its own."""
    return f'<p class="elsewhere"><a href="{escape(address)}" target="_blank" rel="noopener">{escape(text)}</a></p>'


def language_address(query: str) -> str:
    """An address with what it asks for and, where that is not English, the language of the page."""
    return query if language() == ENGLISH else f"{query}&lang={language()}"


def language_attribute(code: str) -> str:
    """The attribute of what is in a language of its own; nothing where that is the page's."""
    return "" if code == language() else f' lang="{escape(code)}"'


MOVED = (
    N_("Open, Save, Describe and Export are one menu, File."),
    N_("Tools to look at a small drawing, and Numbers, are behind ⋯ below it."),
    N_("Sensitivity, Long distance and Conventions are under More."),
    N_("Printed values stand beside the answers once the box above them is ticked."),
)


def page_menu(languages: Mapping[str, str], now: str) -> str:
    """The menu at the bar's end: languages by their codes, called as those who speak them do; light and dark; paper.

    With it comes what moved when the first page was folded, which a browser that was here before shows once.
    """
    links = "".join(
        f'<a lang="{escape(code)}" hreflang="{escape(code)}" href="?lang={escape(code)}" data-pick="{escape(code)}"'
        f"{' aria-current=true' * (code == now)}>{escape(name)}</a>"
        for code, name in languages.items()
    )
    themes = {"System": _("As the device"), "Light": _("Light"), "Dark": _("Dark")}
    buttons = "".join(
        f'<button type="button" data-theme="{theme}" aria-pressed="false">{word}</button>'
        for theme, word in themes.items()
    )
    name = _("Language, light and dark")
    return (
        f'<div class="page-menu"><button type="button" popovertarget="hv-page-menu" aria-label="{name}" title="{name}">'
        '<svg viewBox="0 0 16 16" width="20" height="20" aria-hidden="true"><path d="M8 2.8v.01M8 8v.01M8 13.2v.01"/>'
        f'</svg></button><div popover id="hv-page-menu" role="group" aria-label="{name}">'
        f"<p>{_('Language')}</p>{links}<p>{_('Light and dark')}</p>{buttons}<hr>"
        f'<button type="button" data-print>{_("Print")}</button></div>'
        f'<div popover id="hv-moved" role="status"><b>{_("Moved since your last visit")}</b>'
        f"{''.join(f'<p>{_(line)}</p>' for line in MOVED)}</div></div>"
    )


def qr_figure(drawing: str) -> str:
    """A QR code, on a ground that cameras read."""
    return f'<figure class="qr-code" role="img" aria-label="{_("QR code of the link")}">{drawing}</figure>'


def copy_button(label: str, text: str) -> str:
    """A button that puts a text on the clipboard."""
    return f'<button type="button" class="copy" data-copy="{escape(text)}">{escape(label)}</button>'


def notice(text: str, kind: str = "error") -> str:
    """A sentence for the person who gave something that cannot be used."""
    role = "alert" if kind == "error" else "status"
    return f'<div class="notice {kind}" role="{role}"><p>{escape(text)}</p></div>'


def foot_lines(*lines: str) -> str:
    """Lines under a table or in its place, each a paragraph; nothing where there are none."""
    paragraphs = "".join(f"<p>{escape(line)}</p>" for line in lines if line)
    return f'<div class="foot">{paragraphs}</div>' if paragraphs else ""


LAST_READ = N_("These are of the last text that could be read.")


def stale_notice(unread: bool) -> str:
    """Says that the answers are older than the text that is being typed; an empty place while they are not."""
    text = _(LAST_READ) if unread else ""
    return f'<p class="last-read" role="status" aria-live="polite">{text}</p>'


def plain_table(head: Sequence[str], rows: Iterable[Sequence[Words | str]], ids: Ids, kind: str = "") -> str:
    """A small table; the first cell of a row names it, the last one may be long."""
    cells = "".join(f'<th scope="col">{escape(h)}</th>' for h in head)
    body, terms = "", set[str]()
    for first, *others in rows:
        rest = "".join(
            f"<td{'' if isinstance(cell, str) else english_attribute()}>{sentence_html(cell, ids, terms)}</td>"
            for cell in others
        )
        body += f'<tr><th scope="row">{words_html(first, ids)}</th>{rest}</tr>'
    table = f'<table class="plain {escape(kind)}"><thead><tr>{cells}</tr></thead><tbody>{body}</tbody></table>'
    return with_term_meanings(f'<div class="sideways" tabindex="0">{table}</div>')


def why_title(title: str, unread: bool = False) -> str:
    """The heading of the panel that answers why. unread: whether it is older than the text that is being typed."""
    older = f'<p class="last-read">{_("Of the last text that could be read.")}</p>' if unread else ""
    return f'<h2 class="why-title">{escape(title)}</h2>{older}'


def step_buttons(labels: Sequence[str], current: int) -> str:
    """A button for each step or slide. labels: what each says to whoever listens."""
    here = ' aria-current="step"'
    return "".join(
        f'<button type="button" data-go="{i}" aria-label="{label}"{here if i == current else ""}></button>'
        for i, label in enumerate(labels)
    )


def fold_button(key: str, word: str, aria_label: str, aloud: str = "") -> str:
    """A line that unfolds a part of the page, on narrow pages only. aloud: its name where `word` is only a sign."""
    label = f' aria-label="{escape(aloud)}"' if aloud else ""
    return (
        f'<button type="button" class="fold" data-fold="{escape(key)}" aria-expanded="false"{label}>{escape(word)}'
        f'<span class="quiet">{escape(aria_label)}</span></button>'
    )


def read_as_html(sentence: str, notes: Iterable[str], others: Sequence[str] = ()) -> str:
    """The sentence on what a file was taken for, and what was left out or made.

    others: how else it may be read, in words, behind which stands the list.
    """
    listed = "".join(f"<li>{escape(note)}</li>" for note in notes)
    text = f"<span{english_attribute()}>{escape(f'{sentence[:1].upper()}{sentence[1:]}.')}</span>"
    list_html = f"<ul{english_attribute()}>{listed}</ul>" if listed else ""
    return f'<div class="read-as"><p>{text}{also_html(others)}</p>{list_html}</div>'


def also_html(others: Sequence[str]) -> str:
    """The link behind how a file was read that leads to how else it may be, in words; "" where that is all."""
    also = _("also: {ways}", ways="; ".join(others))
    return f' <button type="button" data-pick="also">{escape(also)}</button>' if others else ""


def first_rows_html(rows: Iterable[Sequence[str]]) -> str:
    """The first rows as they were parted; empty where there are none."""
    body = "".join(f"<tr>{''.join(f'<td><bdi>{escape(cell[:60])}</bdi></td>' for cell in row)}</tr>" for row in rows)
    table = f'<table class="plain rows"><tbody>{body}</tbody></table>'
    return f'<div class="sideways" tabindex="0">{table}</div>' if body else ""
