# SPDX-License-Identifier: GPL-2.0-or-later
"""The words for kinds of streets, as data: what is written out and what is short stand for one another.

One code may stand for several kinds that share an abbreviation, such as street and saint: two addresses that differ in
that alone are taken as equal. Words of the compass are not among them, since East Street is not E Street everywhere.
"""

from __future__ import annotations

STREET_TYPES: dict[str, tuple[str, ...]] = {
    "aly": ("alley", "aly", "ally"),
    "av": ("avenue", "avenida", "ave", "aven", "avenu", "avda", "avd", "av"),
    "blvd": ("boulevard", "bulevar", "blvd", "boul", "boulv", "bvd", "bd"),
    "c": ("calle", "c"),
    "cir": ("circle", "cir", "circ"),
    "cres": ("crescent", "cres", "cresc"),
    "ct": ("court", "ct", "crt"),
    "dr": ("drive", "doctor", "dr", "drv"),
    "expy": ("expressway", "expy", "expwy"),
    "fwy": ("freeway", "fwy"),
    "hwy": ("highway", "hwy", "hiway"),
    "ln": ("lane", "laan", "ln"),
    "pkwy": ("parkway", "pkwy", "pky", "parkwy"),
    "pl": ("place", "platz", "pl"),
    "plz": ("plaza", "piazza", "praca", "plz", "plza", "pza", "pca"),
    "r": ("rua", "rue", "r"),
    "rd": ("road", "rd"),
    "rte": ("route", "rte"),
    "sq": ("square", "sq", "sqr"),
    "st": ("street", "saint", "strasse", "straat", "st", "str", "strt"),
    "ter": ("terrace", "ter", "terr"),
    "tpke": ("turnpike", "tpke", "tnpk"),
    "trl": ("trail", "trl"),
    "tv": ("travessa", "tv", "trav"),
}
# Kinds that are written in one word with the name: Hauptstrasse, Hauptstr., Kerkstraat.
STREET_ENDINGS: dict[str, str] = {"strasse": "st", "straat": "st", "str": "st", "platz": "pl"}
CODE_OF: dict[str, str] = {word: code for code, words in STREET_TYPES.items() for word in words}
