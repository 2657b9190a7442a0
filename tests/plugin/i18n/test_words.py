# SPDX-License-Identifier: GPL-2.0-or-later
"""Every word of the window has a German and a Spanish one, with the same values in it."""

from __future__ import annotations

import re
import string
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from gisagentbench.plugin.i18n import plural, tr, words
from gisagentbench.plugin.i18n.extraction import texts_in, words_of
from gisagentbench.plugin.i18n.ts_files import read_ts, ts_text

PLUGIN = Path(words.__file__).parents[1]
FOUND = words_of(PLUGIN)
ENDS = (".", "…", ":", "?", "!")


@pytest.fixture(autouse=True)
def english_again() -> Iterator[None]:
    yield
    words.choose_language("en")


def table(language: str) -> dict[str, str]:
    return read_ts(words.FOLDER / f"{language}.ts")


def values_of(text: str) -> list[str]:
    """The values that a text names, with how they are written."""
    return sorted(f"{name}!{spec}" for _, name, spec, _ in string.Formatter().parse(text) if name is not None)


def test_all_words_are_written_out_where_they_are_translated() -> None:
    assert FOUND.faults == []


@pytest.mark.parametrize("language", words.LANGUAGES)
class TestLanguage:
    """Each of the languages."""

    def test_every_word_is_translated(self, language: str) -> None:
        assert [text for text in FOUND.texts if text not in table(language)] == []

    def test_no_word_is_translated_that_is_not_there(self, language: str) -> None:
        assert [text for text in table(language) if text not in FOUND.texts] == []

    def test_values_are_the_same(self, language: str) -> None:
        assert [text for text, said in table(language).items() if values_of(text) != values_of(said)] == []

    def test_ends_and_rims_are_the_same(self, language: str) -> None:
        """A label keeps its colon, a sentence its full stop, a menu entry its dots; spaces stay outside."""
        unlike = [
            text
            for text, said in table(language).items()
            if said != said.strip()
            or text != text.strip()
            or [text.endswith(end) for end in ENDS] != [said.endswith(end) for end in ENDS]
        ]
        assert unlike == []

    def test_keys_of_menus_stay(self, language: str) -> None:
        keyed = re.compile(r"&(?=\w)")
        assert [t for t, said in table(language).items() if bool(keyed.search(t)) != bool(keyed.search(said))] == []

    def test_the_file_is_as_it_is_written_anew(self, language: str) -> None:
        file = words.FOLDER / f"{language}.ts"
        assert file.read_text(encoding="utf-8") == ts_text(language, FOUND.texts, table(language))


@pytest.mark.parametrize(
    ("locale", "language"),
    [("de", "de"), ("de_AT", "de"), ("es-MX", "es"), ("en_US", "en"), ("fr", "en"), ("", "en"), ("../de", "en")],
)
def test_a_locale_gets_its_language(locale: str, language: str) -> None:
    assert words.choose_language(locale) == language


def test_words_are_those_of_the_language(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    sources = {"Run": ["../a.py"], "{n} step": ["../a.py"], "{n} steps": ["../a.py"], "Stop": ["../a.py"]}
    said = {"Run": "Ausführen", "{n} step": "{n} Schritt", "{n} steps": "{n} Schritte"}
    (tmp_path / "de.ts").write_text(ts_text("de", sources, said), encoding="utf-8")
    monkeypatch.setattr(words, "FOLDER", tmp_path)
    words.choose_language("de")
    assert (tr("Run"), tr("Stop"), tr("never seen")) == ("Ausführen", "Stop", "never seen")
    assert [plural("{n} step", "{n} steps", n) for n in (0, 1, 2)] == ["0 Schritte", "1 Schritt", "2 Schritte"]
    heard: list[str] = []
    thread = threading.Thread(target=lambda: heard.append(tr("Run")))
    thread.start()
    thread.join()
    assert heard == ["Ausführen"]
    words.choose_language("en")
    assert (tr("Run"), plural("{n} step", "{n} steps", 1)) == ("Run", "1 step")


def test_a_file_says_what_is_not_finished() -> None:
    text = ts_text("de", {"a < b": ["../x.py"], "c": []}, {"a < b": "ä & b"})
    assert "<source>a &lt; b</source>" in text and "<translation>ä &amp; b</translation>" in text
    assert '<translation type="unfinished" />' in text
    assert text.startswith('<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE TS>\n<TS version="2.1" language="de"')


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ('tr("a")', ["a"]),
        ('tr("a" " b")', ["a b"]),
        ('i18n.tr("a").format(b=1)', ["a"]),
        ('plural("{n} a", "{n} b", count)', ["{n} a", "{n} b"]),
        ('TITLES = {"x": marked("X")}', ["X"]),
        ("tr_marked(title)", []),
        ("tr(title)", ["\0tr takes a text that is written out"]),
        ('tr(f"{n} a")', ["\0tr takes a text that is written out"]),
        ('tr("a" + b)', ["\0tr takes a text that is written out"]),
        ('tr("")', ["\0tr takes a text that is written out"]),
        ('self.tr("a")', ["\0self.tr is not looked up; use tr of i18n"]),
    ],
)
def test_words_are_found_in_sources(source: str, found: list[str]) -> None:
    assert [text for _, text in texts_in(source)] == found
