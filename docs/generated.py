"""Pages of the handbook that are made from the registry of measures, the presets, the glossary and the oracle."""

import ast
import os
import re
from html import escape
from pathlib import Path
from urllib.parse import quote

import yaml

import hierview
from hierview.answers.answers import compare_presets
from hierview.answers.cards import card_example, card_index, measure_card, measures_bibtex, references_bibtex
from hierview.answers.counting import AXES
from hierview.answers.tools import Tool, tools
from hierview.explain import number
from hierview.formats import preset, preset_groups, preset_names
from hierview.glossary import TERMS
from hierview.lessons.library import IN_90_MINUTES
from hierview.lessons.reading import open_lesson
from hierview.markup import html
from hierview.markup.pages.card import card_html
from hierview.measures import Measure, parse_measure
from hierview.model.case import Case
from hierview.workbench.choosing import NEEDS, consequences
from hierview.workbench.markup.choice import signs_html
from hierview.workbench.sheets.properties import PROPERTIES
from hierview.workbench.sheets.shipped import shipped_signs

ROOT = Path(__file__).resolve().parents[1]
LOCAL = "http://127.0.0.1:8501"  # as pages are written
EXPLORER = os.environ.get("HIERVIEW_EXPLORER", LOCAL)  # where links open a case

SIGNS = "\nWhat the signs say: [A measure of your own](../own-measures.md#signs).\n"
_EDGES = [("Arts", "Music"), ("Music", "Pop"), ("Music", "Rock"), ("Arts", "Theater")]
EDGE_CASES = {
    "Pop is predicted for Pop": (["Pop"], ["Pop"]),
    "a sibling: Rock for Pop": (["Pop"], ["Rock"]),
    "an ancestor: Music for Pop": (["Pop"], ["Music"]),
    "a descendant: Pop for Music": (["Music"], ["Pop"]),
    "nothing is predicted for Pop": (["Pop"], []),
    "Pop is predicted where nothing is true": ([], ["Pop"]),
}


def raw(markup: str, kind: str = "") -> str:
    """HTML within a page of Markdown; a term in it leads to the glossary."""
    markup = re.sub(r'<div class="told"[^>]*>.*?</div>', "", markup)
    linked = r'<a class="term" href="../glossary.html#\2">\3</a>'
    markup = re.sub(r'<(\w+) class="term" tabindex="0" aria-describedby="([\w-]+)">(.*?)</\1>', linked, markup)
    lines = "\n".join(line for line in markup.splitlines() if line.strip())
    return f'````{{raw}} html\n<div class="hv {kind}">{lines}</div>\n````\n'


def table(head: list[str], rows: list[list[str]]) -> str:
    """A table in Markdown."""
    lines = (" | ".join(cell.replace("|", r"\|") for cell in row) for row in [head, ["---"] * len(head), *rows])
    return "".join(f"| {line} |\n" for line in lines)


def explorer(case: str, measure: str = "") -> str:
    """The address of a case in the explorer."""
    return f"{LOCAL}/?c={quote(case)}{f'&m={quote(measure)}' if measure else ''}"


def live(case: str, measure: str) -> str:
    """A case to be drawn on, below a measure's page, once it is unfolded."""
    address = escape(f"../explore/index.html?c={quote(case)}&m={quote(measure)}")
    frame = f'<iframe src="{address}" loading="lazy" title="{escape(measure)}"></iframe>'
    return f'````{{raw}} html\n<details class="live"><summary>Draw on it</summary>{frame}</details>\n````\n'


def cards() -> list[tuple[str, list[str]]]:
    """The names of the measures by family."""
    return [(family, [entry.key for row in rows for entry in row]) for family, rows in card_index()]


def card_list() -> str:
    """The list of all cards, below the page on measures."""
    lines = ["\n## Every measure\n"]
    for family, names in cards():
        links = " · ".join(f"[{name}](measures/{name}.md)" for name in names)
        lines.append(f"- **{family}**: {links}")
    names = "\n".join(f"measures/{name}" for _, names in cards() for name in names)
    return "\n".join(lines) + f"\n\n```{{toctree}}\n:hidden:\n{names}\n```\n"


def measure_page(name: str) -> str:
    """A measure: card, a worked case, edge cases, behaviour where it ships, BibTeX."""
    measure = parse_measure(name)
    shown, others = card_example(measure)
    whole = measure_card(measure)
    face = card_html(whole)
    start, end = face.index("<h1>"), face.index("</h1>") + len("</h1>")
    formula = (
        html.formula_html(shown.step, html.class_ids(shown.case)) or f"<p>{html.words_html(shown.step.text, {})}</p>"
    )
    more = ", ".join(f"[{other}]({explorer(other, name)})" for other in others)
    drawn = f"hierview figure {shown.name} --measure {name} --width 174 -o {name}.svg"
    return "\n".join(
        [
            f"# {name}: {whole.subtitle.partition(' · ')[0]}\n",
            raw(face[:start] + face[end:]),
            f"## {shown.title}\n",
            f"{shown.case.name}. [Open this case in the explorer]({explorer(shown.name, name)})"
            + (f"; others that tell something: {more}.\n" if more else ".\n"),
            raw(formula, "worked"),
            live(shown.name, name),
            f"```sh show picture={name}.svg\nhierview score {shown.name} --measure {name}\n{drawn}\n```\n",
            "## Edge cases\n",
            "Below Arts stand Music and Theater, below Music Pop and Rock.\n",
            table(["case", name, "what is said"], list(map(list, edge_rows(measure)))),
            behaviour(name),
            f"## To cite\n\n```bibtex\n{references_bibtex(measure) or '% no paper of its own'}\n```\n",
        ]
    )


def edge_rows(measure: Measure) -> list[tuple[str, str, str]]:
    """What a measure says at its edges, with its notes."""
    rows = []
    for words, (true, predicted) in EDGE_CASES.items():
        result = measure.evaluate(Case.of(_EDGES, true, predicted))
        value = "undefined" if result.value is None else number(result.value)
        rows.append((words, value, " ".join(dict.fromkeys(result.notes))))
    return rows


def behaviour(name: str) -> str:
    """The signs of a measure whose sheet ships; "" for others."""
    signs = shipped_signs().get(name)
    if signs is None:
        return ""
    rows = [(signs[rule.key], rule.name, rule.claim) for rule in PROPERTIES if rule.key in signs]
    return "## Behaviour\n\n" + raw(signs_html(rows).replace("<h2>Behaviour</h2>", "")) + SIGNS


def case_gallery() -> str:
    """All presets as drawings with their values; each opens in the explorer."""
    parts = [
        "# Gallery of cases\n",
        f"All {len(preset_names())} presets. A click opens one in the explorer, once that runs; in a shell "
        "`hierview score NAME` answers.\n",
    ]
    for group, names in preset_groups().items():
        figures = []
        for name in names:
            case = preset(name)
            picture = str(hierview.figure(case, "hierarchy", legend=False)) if isinstance(case, Case) else ""
            values = [f"{m} {number(hierview.evaluate(case, m).value)}" for m in ("hF", "LCaF", "GIE", "MGIA")]
            figures.append(
                f'<a class="case" href="{escape(explorer(name))}">{picture[picture.find("<svg") :]}<b>{name} · '
                f"{escape(case.name)}</b><span>{' · '.join(values)}</span></a>"
            )
        parts.append(f"## {group}\n\n" + raw(f'<div class="cases">{"".join(figures)}</div>'))
    return "\n".join(parts)


def accuracy() -> str:
    """Every printed value beside ours, every oracle, every tool and paper that says something else."""
    compared = compare_presets((name, preset(name)) for name in preset_names())
    rows = [[name, f"`{c.text}`", c.printed, number(c.value), c.verdict, c.because] for name, c in compared]
    agree = sum(row[4] == "agrees" for row in rows)
    oracles = []
    for path in sorted((ROOT / "tests" / "oracle").glob("brute*.py")):
        said = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
        oracles.append(f"- `{path.relative_to(ROOT)}`: {' '.join(said.splitlines()[0].split())}")
    places = []
    for _, names in cards():
        for name in names:
            places += [
                [f"[{name}](measures/{name}.md)", p.place, p.what] for p in measure_card(parse_measure(name)).elsewhere
            ]
    return "\n".join(
        [
            "# Accuracy\n",
            f"Of {len(rows)} printed cells {agree} agree, {len(rows) - agree} differ with a stated reason. "
            "`hierview check` says so anew on your machine, and exits with 1 on a difference without a reason.\n",
            "## Oracles\n",
            "Every measure is compared with a second implementation that shares no code with it and tries everything, "
            "on every preset and thousands of random cases:\n",
            *oracles,
            "\n## What other tools and papers say\n",
            table(["measure", "where", "what"], places),
            "## Every printed value\n",
            table(["case", "value", "printed", "ours", "", "because"], rows),
        ]
    )


def lesson_list() -> str:
    """The lessons that come along, each with its goal; below the guide for teachers."""
    rows = []
    for path in sorted((ROOT / "cases" / "lessons").glob("*.md")):
        lesson, _ = open_lesson(path)
        if lesson is not None:
            link = f"[{lesson.title}]({LOCAL}/lessons?lesson={quote(lesson.name)})"
            rows.append([link, lesson.goal, str(lesson.minutes), "yes" if path.stem in IN_90_MINUTES else ""])
    return "\n## The lessons that come along\n\n" + table(["lesson", "goal", "minutes", "of the 90"], rows)


def which_measure() -> str:
    """Each question of *Choose a measure* with what an answer rules out."""
    parts = [
        "# Which measure?\n",
        "Say what your data are like and what must not happen; each answer rules out measures, by the smallest case "
        f"that shows why. The page [Choose a measure]({LOCAL}/measures?m=%3F) takes all answers together, and "
        "writes the paragraph for a paper.\n",
    ]
    for need in NEEDS:
        parts.append(f"## {need.question}\n")
        for option in need.options:
            fallen = [judged for judged in consequences({need.key: option.key}).judged if not judged.remains]
            if not fallen:
                parts.append(f"- **{option.text}** rules nothing out.")
                continue
            remain = ", ".join(f"`{j.measure}`" for j in consequences({need.key: option.key}).remaining)
            faults = "; ".join(f"`{j.measure}` {j.reasons_against[0].fault}" for j in fallen)
            parts.append(f"- **{option.text}** leaves {remain or 'none'}. Ruled out: {faults}.")
        parts.append("")
    return "\n".join(parts)


def glossary() -> str:
    """The terms of the field, each in a sentence."""
    terms = sorted(TERMS, key=lambda term: term.name.strip("[").lower())
    rows = [f'<dt id="term-{t.key}"><b>{escape(t.name)}</b></dt><dd>{escape(t.says)}</dd>' for t in terms]
    return "# Glossary\n\n" + raw(f"<dl>{''.join(rows)}</dl>")


def how_to_cite() -> str:
    """CITATION.cff as BibTeX, and where the papers' entries stand."""
    cff = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    authors = " and ".join(a.get("name") or f"{a['family-names']}, {a['given-names']}" for a in cff["authors"])
    fields = {"title": f"{{{cff['title']}}}", "author": f"{{{authors}}}", "version": f"{{{cff['version']}}}"}
    entry = ",\n".join(f"  {key} = {value}" for key, value in fields.items())
    return (
        "# How to cite\n\nIf hierview is part of published work, please cite it and the paper of each measure.\n\n"
        f"```bibtex\n@software{{hierview,\n{entry}\n}}\n```\n\nThe papers, as they stand on the measures' cards:\n\n"
        f"```bibtex\n{measures_bibtex(parse_measure(name) for _, names in cards() for name in names)}\n```\n"
    )


# Tools, from the one table of conventions

AXES_SAY = {
    "sets": "which classes each side has",
    "root": "whether the root counts, in sets with ancestors",
    "average": "over what is averaged",
    "f": "whether F is averaged, or made of the averages",
    "classes": "over which classes a mean over classes is",
    "class_weight": "whether frequent classes weigh more",
    "zero": "what 0/0 is",
    "absent": "at a level, what a branch is that ends above",
    "unknown": "what a class is that the hierarchy lacks",
    "weight": "what a class weighs",
}
_LEVELS = 2  # as which the levels of a tool are listed: the first ones


def tool_file(key: str) -> str:
    """The name of a tool's page."""
    return re.sub(r"[^a-z0-9]+", "-", key.lower()).strip("-")


def tool_list() -> str:
    """The axes and the list of all tools, below the page on numbers that differ."""
    rows = [[f"`{axis}`", ", ".join(f"`{value}`" for value in AXES[axis]), says] for axis, says in AXES_SAY.items()]
    listed = [
        [f"[{one.key}](tools/{tool_file(one.key)}.md)", one.version, one.licence, one.otherwise or "shares of sets"]
        for one in tools().values()
    ]
    names = "\n".join(f"tools/{tool_file(key)}" for key in tools())
    return (
        table(["axis", "values, the default first", "what it is"], rows)
        + "\n## The tools\n\nEach was profiled from its code; its own outputs on small data are reproduced.\n\n"
        + table(["tool", "version", "licence", "what it computes"], listed)
        + f"\n```{{toctree}}\n:hidden:\n{names}\n```\n"
    )


def tool_page(key: str) -> str:
    """A tool: version, licence, source, what it takes, what it prints as points, its faults on the smallest data."""
    one = tools()[key]
    parts = [
        f"# {one.key}\n",
        f"Version {one.version}; licence: {one.licence}; [source]({one.source}).\n",
        f"It takes {one.takes}. An empty side: {one.empty}. An unknown class: {one.unknown}."
        + (f" It prints {one.digits} digits." if one.digits else "")
        + "\n",
    ]
    if one.otherwise:
        return "\n".join([*parts, f"It computes something else than shares of sets: {one.otherwise}.\n", *_faults(one)])
    # Not at the top: who sets pages says first that nothing is to be compiled.
    from hierview.study.concordance.faults import small_run
    from hierview.study.concordance.values import value_of_point

    worked = small_run(WORKED)
    listed = [
        [p.name, escape(p.put_in), f"`{p.point}`", number(value_of_point(worked, p.point), 4), p.point.in_words]
        for p in one.printed_numbers(_LEVELS)
    ]
    return "\n".join(
        [
            *parts,
            "## What it computes\n",
            "The example: below Arts stand Music and Theater, below Music Pop and Rock; Pop is answered for Pop, "
            "Theater for Rock, Theater for Theater, Rock for Pop. Of levels the first two are listed.\n",
            table(["number", "data put in as", "counted as", "of the example", "in words"], listed),
            *_faults(one),
        ]
    )


WORKED = "Arts>Music, Arts>Theater, Music>Pop, Music>Rock; Pop→Pop, Rock→Theater, Theater→Theater, Pop→Rock"


def _faults(one: Tool) -> list[str]:
    from hierview.study.concordance.faults import fault_values

    if not one.faults:
        return []
    parts = ["## Faults\n"]
    for fault in one.faults:
        shown = ""
        if fault.case:
            printed, right = (number(x, 4) if x is not None else "undefined" for x in fault_values(one, fault))
            shown = f" On `{fault.case}` it gives {printed} for {fault.prints}; `{fault.instead}` is {right}."
        parts.append(f"- {fault.says}{shown}")
    return [*parts, ""]


PAGES = {
    "cases": case_gallery,
    "accuracy": accuracy,
    "which-measure": which_measure,
    "glossary": glossary,
    "cite": how_to_cite,
}
