"""A drawing in words, for those who do not see the figure: who stands below whom, what is paired, and what flows."""

from __future__ import annotations

from ..scenes.scene import Item, Scene


def alt_text(scene: Scene) -> str:
    """The text that describes a scene: a hierarchy and the pairs below it, columns and their pairs, else as it says."""
    if scene.boxes:
        return " ".join([*_hierarchy_sentences(scene), *_pair_sentences(scene)])
    if any(item.role == "column" for item in scene.items):
        return " ".join([f"{scene.says}.", *_pair_sentences(scene)])
    return scene.says


def _hierarchy_sentences(scene: Scene) -> list[str]:
    """The classes below each class, in the order of the drawing; the marks of each once."""
    classes = {item.classes[0]: item for item in scene.items if item.role == "class"}
    below: dict[str, list[str]] = {name: [] for name in classes}
    for item in scene.items:
        if item.role == "edge" and len(item.classes) == 2 and set(item.classes) <= below.keys():
            parent, child = item.classes
            below[parent] += [child] * (child not in below[parent])
    children = {child for those in below.values() for child in those}
    top = [name for name in classes if name not in children]
    count = "1 class" if len(classes) == 1 else f"{len(classes)} classes"
    place = {name: i for i, name in enumerate(classes)}
    with_marks: set[str] = set()
    sentences = [f"Hierarchy of {count}, at the top: {_listed_names(top, classes, with_marks)}."]
    for name, those in below.items():
        if those:
            order = sorted(those, key=place.__getitem__)
            sentences.append(f"Below {_name_and_facts(classes[name])[0]}: {_listed_names(order, classes, with_marks)}.")
    return sentences


def _listed_names(names: list[str], classes: dict[str, Item], with_marks: set[str]) -> str:
    texts = []
    for name in names:
        text, marks = _name_and_facts(classes[name])
        texts.append(f"{text} ({marks})" if marks and name not in with_marks else text)
        with_marks.add(name)
    return "; ".join(texts)


def _name_and_facts(item: Item) -> tuple[str, str]:
    """The name of a class, and the text on all else that is said of it."""
    name = item.classes[0]
    beside = f" ({name})"  # after a label
    at = item.says.find(beside)
    end = len(name) if at < 0 else at + len(beside)
    name, comma, marks = item.says[:end], item.says[end : end + 2], item.says[end + 2 :]
    return (name, marks) if comma == ", " else (item.says, "")  # of a fold more is said than its name


def _pair_sentences(scene: Scene) -> list[str]:
    """The pairs, those that are emphasised first; of a network its arcs between classes."""
    sentences: list[str] = []
    for role, head in (("pair", ""), ("rejected", "Others: ")):
        if pairs := [item.says for item in scene.items if item.role == role and item.says]:
            sentences.append(f"{head if sentences else ''}{'; '.join(pairs)}.")
    return sentences
