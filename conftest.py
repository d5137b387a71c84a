"""Names that the examples in hierview's docstrings need not import."""

import pytest


@pytest.fixture(scope="session", autouse=True)
def names_in_examples(doctest_namespace):
    """`Case` and `evaluate` in every example."""
    from hierview import Case, evaluate  # not before tests are run: it takes a second

    doctest_namespace |= {"Case": Case, "evaluate": evaluate}
