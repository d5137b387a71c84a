"""A measure of one's own."""


def overlap(hierarchy, true, predicted):
    """The share of all marked classes that both sides mark."""
    return len(true & predicted) / max(1, len(true | predicted))
