# SPDX-License-Identifier: GPL-2.0-or-later
"""What GDAL raises where it fails, and what it said."""

from __future__ import annotations

# GDAL quotes the file, and Python cannot make text of the quotation where it is not UTF-8.
GDAL_ERRORS = (RuntimeError, UnicodeDecodeError)


def gdal_words(error: Exception) -> str:
    """Returns the words of an error of GDAL, with a mark for each byte that is not UTF-8."""
    return error.object.decode(errors="replace") if isinstance(error, UnicodeDecodeError) else str(error)
