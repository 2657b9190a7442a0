# SPDX-License-Identifier: GPL-2.0-or-later
"""What has no number is NULL, and whole numbers stay exact."""

from __future__ import annotations

import numpy as np
import pytest


def test_columns_are_of_the_types_of_their_fields_and_nan_is_null() -> None:
    from gisagentbench.tools.declaration.facts import Field
    from gisagentbench.tools.execution.layers.nan_columns import columns_of

    fields = [Field("n", "integer"), Field("m", "integer"), Field("x", "real"), Field("p", "real"), Field("t", "text")]
    values = [np.array([2**62 + 1, 0]), [np.nan, 3.0], [1, 2], [None, 0.5], np.array(["a", "nan"], object)]
    n, m, x, p, t = columns_of(fields, values)
    assert n.values.tolist() == [2**62 + 1, 0] and not n.is_null.any()
    assert m.values.dtype == np.int64 and m.is_null.tolist() == [True, False] and m.values[1] == 3
    assert x.values.dtype == np.float64 and p.is_null.tolist() == [True, False] and p.values[1] == 0.5
    assert t.values.tolist() == ["a", "nan"] and not t.is_null.any()


def test_a_field_without_values_is_a_fault() -> None:
    from gisagentbench.tools.declaration.facts import Field
    from gisagentbench.tools.execution.layers.nan_columns import columns_of

    with pytest.raises(ValueError, match="argument 2"):
        columns_of([Field("n", "integer"), Field("m", "integer")], [[1]])
