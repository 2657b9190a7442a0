# SPDX-License-Identifier: GPL-2.0-or-later
"""An endpoint while it is edited, and why it cannot be stored yet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from ...headless.agents.language_model.base_url import checked_base_url
from ...headless.refusal import CommandRefused
from ..i18n import tr
from .endpoint import Endpoint


@dataclass
class Draft:
    """An endpoint while it is edited.

    Args:
        new_key: A key that was typed and is not stored yet.
        stored: What the settings hold of it; None for a new one.
    """

    name: str
    base_url: str = ""
    models: list[str] = field(default_factory=list)
    auth_id: str = ""
    new_key: str = field(default="", repr=False)
    stored: Endpoint | None = None

    @classmethod
    def of(cls, endpoint: Endpoint) -> Draft:
        """Makes the draft of a stored endpoint."""
        return cls(endpoint.name, endpoint.base_url, list(endpoint.models), endpoint.auth_id, stored=endpoint)

    def endpoint(self) -> Endpoint:
        """Returns what is stored of it."""
        return Endpoint(self.name, checked_base_url(self.base_url), tuple(self.models), self.auth_id)

    def fault(self, taken: Sequence[str] = ()) -> str:
        """Says why it cannot be stored; "" where it can.

        Args:
            taken: Names of other endpoints.
        """
        if not self.name:
            return tr("An endpoint needs a name; it was not changed.")
        if self.name in taken:
            return tr("There are two endpoints named “{name}”; the second was not changed.").format(name=self.name)
        if address_fault(self.base_url):
            return f"{self.name}: {address_fault(self.base_url)}"
        return ""


def address_fault(base_url: str) -> str:
    """Says what is wrong with a base URL; "" where nothing is."""
    try:
        checked_base_url(base_url)
    except CommandRefused:
        return tr("The base URL begins with http:// or https:// and goes up to /chat/completions, without it.")
    return ""
