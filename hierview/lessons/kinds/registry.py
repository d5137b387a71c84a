"""The kinds of questions, in the order in which they are listed."""

from __future__ import annotations

from collections.abc import Mapping

from .base import Kind
from .choices import One, Order, Which
from .drawing import Click, Predict
from .typed import Number
from .written import Edit, Words

KINDS: Mapping[str, Kind] = {
    kind.name: kind for kind in (Which(), One(), Number(), Order(), Click(), Predict(), Edit(), Words())
}
