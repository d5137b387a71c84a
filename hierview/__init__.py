"""hierview: how wrong is a hierarchical prediction, which measure says so, and why.

>>> import hierview
>>> case = hierview.load_case("12a")
>>> hierview.evaluate(case, "MGIA(max_distance=None)").parts["f_error"]
4
"""

from .flats import missing_flat_word_sentence
from .moved import install
from .public import attach

# Its public names stand in `__init__.pyi`.
__getattr__, __dir__, __all__ = attach(__name__, __file__, lost=missing_flat_word_sentence)

install()
