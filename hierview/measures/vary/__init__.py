"""One measure over many variants of a case: every class as the prediction, or one quantity changed.

Every value comes from `Measure.evaluate` on an ordinary case, so all of this works for any measure.
"""

from .cut import cut_sentences
from .landscape import HOWS, Landscape, landscape, landscape_picture, short_number_text, with_class_predicted
from .sensitivity import Quantity, Sensitivity, quantities, sensitivity, sensitivity_picture, with_chain_above

__all__ = [
    "HOWS",
    "Landscape",
    "Quantity",
    "Sensitivity",
    "cut_sentences",
    "landscape",
    "landscape_picture",
    "quantities",
    "sensitivity",
    "sensitivity_picture",
    "short_number_text",
    "with_chain_above",
    "with_class_predicted",
]
