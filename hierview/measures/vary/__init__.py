"""One measure over many variants of a case: every class as the prediction, or one quantity changed.

Every value comes from `Measure.evaluate` on an ordinary case, so all of this works for any measure.
"""

from .cut import what_was_cut
from .landscape import HOWS, Landscape, adopted, landscape, landscape_picture, short_number
from .sensitivity import Quantity, Sensitivity, chained, quantities, sensitivity, sensitivity_picture

__all__ = [
    "HOWS",
    "Landscape",
    "Quantity",
    "Sensitivity",
    "adopted",
    "chained",
    "landscape",
    "landscape_picture",
    "quantities",
    "sensitivity",
    "sensitivity_picture",
    "short_number",
    "what_was_cut",
]
