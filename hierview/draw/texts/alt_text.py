"""A drawing in words, for those who do not see the figure: who stands below whom, what is paired, and what flows."""

from __future__ import annotations

from ..scenes.scene import Item, Scene


def spoken(scene: Scene) -> str:
    """A scene in words: a hierarchy and the pairs below it, columns and their pairs, else as it says."""
    if scene.boxes:
        return " ".join([*_hierarchy(scene), *_pairs(scene)])
    if any(item.role == "column" for item in scene.items):
        return " ".join([f"{scene.says}.", *_pairs(scene)])
    return scene.says


def _hierarchy(scene: Scene) -> list[str]:
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
    said: set[str] = set()
    told = [f"Hierarchy of {count}, at the top: {_listed(top, classes, said)}."]
    for name, those in below.items():
        if those:
            order = sorted(those, key=place.__getitem__)
            told.append(f"Below {_parts(classes[name])[0]}: {_listed(order, classes, said)}.")
    return told


def _listed(names: list[str], classes: dict[str, Item], said: set[str]) -> str:
    found = []
    for name in names:
        shown, marks = _parts(classes[name])
        found.append(f"{shown} ({marks})" if marks and name not in said else shown)
        said.add(name)
    return "; ".join(found)


def _parts(item: Item) -> tuple[str, str]:
    """The name of a class, and all else that is said of it."""
    name = item.classes[0]
    beside = f" ({name})"  # after a label
    at = item.says.find(beside)
    end = len(name) if at < 0 else at + len(beside)
    name, comma, marks = item.says[:end], item.says[end : end + 2], item.says[end + 2 :]
    return (name, marks) if comma == ", " else (item.says, "")  # of a fold more is said than its name


def _pairs(scene: Scene) -> list[str]:
    """The pairs, those that are emphasised first; of a network its arcs between classes."""
    found: list[str] = []
    for role, head in (("pair", ""), ("rejected", "Others: ")):
        if told := [item.says for item in scene.items if item.role == role and item.says]:
            found.append(f"{head if found else ''}{'; '.join(told)}.")
    return found
