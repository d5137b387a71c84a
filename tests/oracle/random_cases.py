"""Random small cases: hierarchies with awkward names, and classes marked in them."""

# The order of names is not the order of creation, "10" comes before "9", and "0" may be
# taken, so that an artificial root needs a prime.
_NAMES = ("10", "9", "0", "1", "2", "11", "a", "B", "b", "x y", "é", "0'", "3", "C")
_WEIGHTS = ("0.1", "0.2", "0.3", "0.5", "1", "2.5")


def random_case(rng, max_classes=8, dag=True, weighted=False, max_marked=3):
    """(edges, true, predicted) with 1 to `max_marked` classes marked on each side.

    Inner classes may be marked, a class may be on both sides, and there may be
    several roots. Every class has an edge. `rng` is a random.Random; at most 14
    classes. With `weighted`, most edges carry a weight.
    """
    size = rng.randint(2, max_classes)
    names = rng.sample(_NAMES, size)
    root_count = min(rng.choice((1, 1, 1, 2, 3)), size - 1)
    edges = []
    for position in range(root_count, size):
        parent_count = rng.choice((1, 1, 1, 2, 2, 3)) if dag else 1
        earlier = names[:position]
        for parent in rng.sample(earlier, min(parent_count, position)):
            edges.append((parent, names[position]))
    if weighted:
        edges = [(*edge, rng.choice(_WEIGHTS)) if rng.random() < 0.8 else edge for edge in edges]
    rng.shuffle(edges)
    # A root that nobody chose as a parent is no class of this hierarchy.
    present = sorted({name for edge in edges for name in edge[:2]})
    most = min(max_marked, len(present))
    true = rng.sample(present, rng.randint(1, most))
    predicted = rng.sample(present, rng.randint(1, most))
    return edges, true, predicted
