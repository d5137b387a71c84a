"""One measure over many variants of a case: every class as the prediction, or one quantity changed.

Every value comes from `Measure.evaluate` on an ordinary case, so all of this works for any measure.
"""

from .cut import what_was_cut
from .landscape import HOWS, Landscape, landscape, landscape_picture, short_number, with_class_predicted
from .sensitivity import Quantity, Sensitivity, quantities, sensitivity, sensitivity_picture, with_chain_above

__all__ = [
    "HOWS",
    "Landscape",
    "Quantity",
    "Sensitivity",
    "landscape",
    "landscape_picture",
    "quantities",
    "sensitivity",
    "sensitivity_picture",
    "short_number",
    "what_was_cut",
    "with_chain_above",
    "with_class_predicted",
]
