"""Words that head the columns of labels and results, in several languages."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence

_WORDS = {
    "id": "id ids uid uuid guid pmid doi isbn key index idx number no nr num num row instance document doc item record "
    "entry example sample ticket case image img photo picture file filename path url article page nummer numero "
    "número clave clé chiave schlüssel kennung dokument bild datei fichier archivo documento identifiant",
    "true": "true truth gold golden target actual reference ref human expected correct annotated annotation annotator "
    "gt groundtruth y wahr wahrheit richtig soll referenz vrai vérité attendu réel verdadero verdad real esperado "
    "vero verità atteso reale sand facit verdadeiro",
    "predicted": "pred preds predicted predict prediction predictions guess guessed output answer answers assigned "
    "system model hat hyp hypothesis response result inferred machine estimated estimate classified vorhersage "
    "vorhergesagt antwort prognose ergebnis prédit prédiction réponse predicho predicción respuesta salida previsto "
    "predetto predizione risposta forudsagt gæt svar previsão",
    "label": "label labels class classes classe classes category categories categorie catégorie categoría categoria "
    "kategorie kategorien klasse klassen tag tags topic topics thema themen genre genres subject subjects code codes "
    "taxonomy taxon level levels concept concepts annotations leaf etiqueta etiquette étiquette etichetta",
    "text": "text title abstract comment snippet description body content sentence note notes titel beschreibung texte "
    "texto testo tekst résumé resumen",
    "score": "score scores prob probability probabilities proba confidence conf certainty logit weight weights rank "
    "similarity p konfidenz wahrscheinlichkeit confiance probabilité confianza probabilidad confidenza sicherheit",
}
_KINDS = {word: kind for kind, words in _WORDS.items() for word in words.split()}
_BEGINNING = re.compile(r"[^\W_]+[ _.:(\[-]+")
_ORDER = ("predicted", "true", "score", "id", "text", "label")


def kind_of_head(head: str) -> str:
    """Kind of the column below a head: id, true, predicted, label, text or score; "" for nothing.

    >>> [kind_of_head(head) for head in ("doc_id", "y_true", "predictedLabel", "label_2", "name of a class", "zones")]
    ['id', 'true', 'predicted', 'label', '', '']
    """
    words = re.split(r"[\W_]+", re.sub(r"(?<=[a-zà-ÿ])(?=[A-Z])", " ", head).lower().strip())
    kinds = {_KINDS[w] for word in words if (w := word.rstrip("0123456789")) in _KINDS}
    return next((kind for kind in _ORDER if kind in kinds), "") if len(words) < 4 else ""


def head_stem(head: str) -> str:
    """A head without the number or the word by which columns of one side differ.

    >>> head_stem("label_2"), head_stem("true_level1"), head_stem("Level 3"), head_stem("bert")
    ('label', 'true', '', 'bert')
    """
    text = re.sub(r"(?i)[\s_.-]*(?:level|lvl|ebene|stufe|niveau|nivel|livello|(?<![a-z])l)?[\s_.-]*\d+$", "", head)
    return text.strip(" _-.").lower()


def rank_of_head(head: str) -> int:
    """Rank that a head gives to the classes below it, from 1 on; 0 where it gives none.

    >>> [rank_of_head(head) for head in ("top1", "bert_top-2", "Rank 10", "label_1", "stop1")]
    [1, 2, 10, 0, 0]
    """
    found = re.search(r"(?i)(?<![^\W_])(?:top|rank|rang|best)[\s_.-]*(\d{1,4})$", head.strip())
    return int(found[1]) if found else 0


def heads_without_common_words(heads: Sequence[str]) -> list[str]:
    """Heads of systems without the words with which all begin or end; as they are where what is left is no name.

    >>> heads_without_common_words(["model_a", "model_b"]), heads_without_common_words(["run1", "run2"])
    (['a', 'b'], ['run1', 'run2'])
    >>> heads_without_common_words(["bert pred", "svm pred"])
    ['bert', 'svm']
    """
    parts = [re.split(r"([\W_]+)", head) for head in heads]
    shared = min(map(len, parts), default=0) if len({*heads}) > 1 else 0
    before = next((k for k in range(shared) if len({own[k] for own in parts}) > 1), 0)
    after = next((k for k in range(shared) if len({own[-1 - k] for own in parts}) > 1), 0)
    names = ["".join(own[before - before % 2 : len(own) - after + after % 2]) for own in parts]
    return names if all(name and not name.isdigit() and not kind_of_head(name) for name in names) else [*heads]


def heads_without_common_start(heads: Sequence[str], is_class: Callable[[str], bool]) -> list[str]:
    """Heads without the word that most begin with, where a class is left.

    >>> heads_without_common_start(["id", "p(Pop)", "p(Rock)"], {"Pop", "Rock"}.__contains__)
    ['id', 'Pop', 'Rock']
    """
    begins = Counter(match[0] for head in heads[1:] if (match := _BEGINNING.match(head)))
    prefix = max(begins, key=lambda word: begins[word], default="")
    bare = [head.removeprefix(prefix).rstrip(")]") if prefix and head.startswith(prefix) else head for head in heads]
    return [b if is_class(b) else head for head, b in zip(heads, bare, strict=True)]


def free_name(name: str, taken_names: Iterable[str]) -> str:
    """A name for a system that begins as this one and is unlike those that are taken.

    >>> free_name("gpt-4.1", ["a", "gpt-4.1"])
    'gpt-4.1 2'
    """
    plain = "".join(c if c.isprintable() else " " for c in name).strip()[:60] or "system"
    used = set(taken_names)
    return next(n for n in (plain, *(f"{plain} {k}" for k in range(2, len(used) + 3))) if n not in used)
