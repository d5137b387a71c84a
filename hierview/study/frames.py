"""Frames of pandas, which takes long to load and is loaded for the first of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..errors import extras

if TYPE_CHECKING:
    import pandas as pd


@extras()
def frame_of(data: Any, **how: Any) -> pd.DataFrame:
    """A frame, made as `pandas.DataFrame` makes it."""
    import pandas as pd

    return pd.DataFrame(data, **how)
