# SPDX-License-Identifier: GPL-2.0-or-later
"""Environment variables that hold a secret, which no child process needs."""

from __future__ import annotations

import re

_WORDS = re.compile(r"(?:^|_)(?:KEY|TOKEN|SECRET|(?:PG)?PASSW(?:OR)?D|PASSPHRASE|CREDENTIALS?)(?:_|$)", re.IGNORECASE)


def is_secret_name(name: str) -> bool:
    """Tells whether a variable is named like a key, a token or a password.

    >>> is_secret_name("OPENAI_API_KEY"), is_secret_name("KEYBOARD_LAYOUT")
    (True, False)
    """
    return _WORDS.search(name) is not None


def is_login(name: str, value: str) -> bool:
    """Tells whether a variable names a proxy together with who may use it.

    >>> is_login("HTTPS_PROXY", "http://ada@proxy:8080"), is_login("HTTPS_PROXY", "http://proxy:8080")
    (True, False)
    """
    return name.upper().endswith("_PROXY") and "@" in value
