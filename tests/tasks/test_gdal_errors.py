# SPDX-License-Identifier: GPL-2.0-or-later
"""Words of GDAL that quote bytes of a file."""

from __future__ import annotations

import pytest

from gisagentbench.tasks.gdal_errors import GDAL_ERRORS, gdal_words


def test_a_quotation_that_is_no_text_has_a_mark() -> None:
    with pytest.raises(GDAL_ERRORS) as raised:
        b"Unexpected character (\xae)".decode()
    assert gdal_words(raised.value) == "Unexpected character (\N{REPLACEMENT CHARACTER})"
    assert gdal_words(RuntimeError("no such file")) == "no such file"
