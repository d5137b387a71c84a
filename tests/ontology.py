"""An ontology of any size, as OBO, made from a seed: three roots, several parents, part_of, obsolete terms."""

from __future__ import annotations

import random

WORDS = [
    *("cell", "process", "regulation", "positive", "negative", "membrane", "mitochondrial", "transport"),
    *("binding", "nucleus", "acid", "kinase", "response", "stress", "signal", "pathway", "protein", "lipid"),
    *("sugar", "metabolic", "synthesis", "repair", "division", "growth", "axon", "muscle"),
]
ROOTS = 3


def identifier(i: int) -> str:
    return f"MO:{i:07}"


def label(i: int) -> str:
    words = random.Random(i).sample(WORDS, 2)
    return " ".join(words) + (f" {i}" if i >= ROOTS else "")


def obo(terms: int) -> str:
    """Terms as deep and as wide as those of a gene ontology; one in forty more is obsolete."""
    rng = random.Random(7)
    stanzas = ["format-version: 1.2\nontology: made\n"]
    for i in range(terms):
        lines = ["[Term]", f"id: {identifier(i)}", f"name: {label(i)}"]
        if i >= ROOTS:
            above = {rng.randrange(max(0, i // 40 - 30), max(ROOTS, i // 8 + 1)) for _ in range(rng.choice((1, 1, 2)))}
            lines += [f"is_a: {identifier(p)} ! {label(p)}" for p in sorted(above)]
            lines += [f"relationship: part_of {identifier(rng.randrange(i))}"] * (rng.random() < 0.1)
        stanzas.append("\n".join(lines) + "\n")
    for i in range(terms // 40):
        stanzas.append(f"[Term]\nid: MO:9{i:06}\nname: obsolete {i}\nis_obsolete: true\n")
    return "\n".join(stanzas)
