# SPDX-License-Identifier: GPL-2.0-or-later
"""Coordinates given as numbers or text: read without guessing, and held against their CRS."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ....tasks.crs_equality import is_geographic
from ...declaration.errors import ToolError
from ...declaration.facts import Extent
from ...declaration.observation import crs_label
from ...declaration.wording import counted
from ..layers.rows import Column
from ..run import Run
from .area_of_use import outside_area_of_use

if TYPE_CHECKING:
    import numpy as np

NORTHS = re.compile(r"(?:^|[_\W])(?:lat|latitude|northing|y)(?:$|[_\W])", re.IGNORECASE)
EASTS = re.compile(r"(?:^|[_\W])(?:lon|long|lng|longitude|easting|x)(?:$|[_\W])", re.IGNORECASE)
FARTHEST_LONGITUDE = 360.0


def numbers_of(column: Column, argument: str) -> np.ndarray:
    """Gives the coordinates in a column, NaN where there is none; blank text is none.

    Raises:
        ToolError BAD_VALUE for text that is no decimal number, and for infinite numbers.
    """
    import numpy as np

    if column.values.dtype == object:
        return _numbers_of_text(column, argument)
    numbers = np.where(column.is_null, np.nan, column.values.astype(float))
    wrong = np.flatnonzero(np.isinf(numbers))
    if len(wrong):
        raise ToolError("BAD_VALUE", f'{argument}: {counted(len(wrong), "value")} of "{column.field.name}" infinite, '
                        f"first in row {wrong[0] + 1}", argument=argument)  # fmt: skip
    return numbers


def _numbers_of_text(column: Column, argument: str) -> np.ndarray:
    import numpy as np

    from ..files.column_types import ANY_REAL

    texts = [None if is_null or not text.strip() else text.strip()
             for text, is_null in zip(column.values.tolist(), column.is_null.tolist(), strict=True)]  # fmt: skip
    wrong = [row for row, text in enumerate(texts, start=1) if text is not None and not ANY_REAL.fullmatch(text)]
    if wrong:
        first = texts[wrong[0] - 1] or ""
        verb = "is" if len(wrong) == 1 else "are"
        raise ToolError("BAD_VALUE", f'{argument}: {counted(len(wrong), "value")} of "{column.field.name}" {verb} no '
                        f'decimal number, first "{first[:40]}" in row {wrong[0]}; no point was made',
                        _advice(first), argument=argument, found=first[:40])  # fmt: skip
    return np.array([np.nan if text is None else float(text) for text in texts], float)


def _advice(text: str) -> str:
    from ..files.column_types import COMMA_REAL, SEXAGESIMAL

    if COMMA_REAL.fullmatch(text):
        return 'load_layer with decimal_mark "," reads decimal commas'
    if SEXAGESIMAL.fullmatch(text):
        return "degrees, minutes and seconds become decimal by degrees + minutes / 60 + seconds / 3600"
    return "load_layer with null_values makes what stands for no value NULL"


def warn_of_swapped_names(run: Run, x_field: str, y_field: str) -> None:
    """Warns where the names of the fields say that x and y are swapped."""
    if NORTHS.search(x_field) and not EASTS.search(x_field) or EASTS.search(y_field) and not NORTHS.search(y_field):
        run.warn("BAD_VALUE", f'x_field is "{x_field}" and y_field "{y_field}"; x is easting or longitude, '
                 "y is northing or latitude")  # fmt: skip


def demand_place(run: Run, x: np.ndarray, y: np.ndarray, crs: str) -> None:
    """Holds positions against their CRS: degrees that cannot be are a finding, a place outside its area is warned of.

    Raises:
        ToolError CRS_UNSUITABLE.
    """
    import numpy as np

    if not len(x):
        return
    if is_geographic(crs):
        wrong = np.flatnonzero((np.abs(y) > 90) | (np.abs(x) > FARTHEST_LONGITUDE))
        if len(wrong):
            first = wrong[0]
            run.require.find("CRS_UNSUITABLE",
                             f"{len(wrong):,} of {counted(len(x), 'point')} cannot be degrees of {crs_label(crs)}, "
                             f"first {x[first]:.12g} {y[first]:.12g}",
                             "x is longitude and y latitude; or the coordinates are in another CRS")  # fmt: skip
    outside = outside_area_of_use(crs, Extent(x.min(), y.min(), x.max(), y.max()), crs)
    if outside:
        run.warn("CRS_UNSUITABLE", f"the layer {outside}")
    at_zero = int(((x == 0) & (y == 0)).sum())
    if 0 < at_zero < len(x):
        run.note(f"at 0 0, which often stands for an unknown place: {counted(at_zero, 'point')}.")
