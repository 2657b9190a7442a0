# SPDX-License-Identifier: GPL-2.0-or-later
"""What stands in the way of a pack that is to be added, unpacked or packed."""

from __future__ import annotations

from typing import Literal

RefusalCode = Literal[
    "BAD_FORMAT", "BAD_VALUE", "FILE_NOT_FOUND", "INVALID_DOCUMENT", "LIMIT_EXCEEDED", "OUTPUT_EXISTS"
]


class PackRefused(Exception):
    """A pack that is not taken; nothing was changed.

    Args:
        code: Of the closed list of error codes.
        message: What is the case; stands alone.
        hint: What helps.
    """

    def __init__(self, code: RefusalCode, message: str, hint: str) -> None:
        super().__init__(f"{message} Hint: {hint}")
        self.code, self.message, self.hint = code, message, hint
