# SPDX-License-Identifier: GPL-2.0-or-later
"""The words of the window in the language of QGIS.

Words are looked up in a table of this plugin alone, read from a Qt Linguist file (`de.ts`, `es.ts`). So no string of
QGIS passes through Python, threads may ask, and the plugin ships no compiled file that somebody would have to trust.

words       looks words up; the table of the chosen language
ts_files    reads and writes Qt Linguist files
extraction  finds what is to be translated in the sources
__main__    brings the files up to date after words have changed
"""

from .words import marked, plural, tr, tr_marked

__all__ = ["marked", "plural", "tr", "tr_marked"]
