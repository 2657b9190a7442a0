# SPDX-License-Identifier: GPL-2.0-or-later
"""`python -m gisagentbench.plugin.i18n` brings the language files up to date: new words unfinished, old ones out."""

from __future__ import annotations

import sys

from .extraction import words_of
from .ts_files import read_ts, ts_text
from .words import FOLDER, LANGUAGES


def main() -> int:
    """Writes the files. Returns: 0 where every word is translated, else 1."""
    words = words_of(FOLDER.parent)
    missing = 0
    for language in LANGUAGES:
        file = FOLDER / f"{language}.ts"
        known = read_ts(file)
        file.write_text(ts_text(language, words.texts, known), encoding="utf-8")
        lacking = [text for text in words.texts if text not in known]
        missing += len(lacking)
        sys.stderr.write(f"{file.name}: {len(words.texts)} texts, {len(lacking)} not translated\n")
    sys.stderr.writelines(f"{fault}\n" for fault in words.faults)
    return 1 if missing or words.faults else 0


if __name__ == "__main__":
    sys.exit(main())
