# SPDX-License-Identifier: GPL-2.0-or-later
"""Kinds of difference as people see them: a word, and a sign that has the colour and the shape it has on the map."""

from __future__ import annotations

from qgis.core import QgsFillSymbol, QgsSymbol, QgsSymbolLayerUtils
from qgis.PyQt.QtCore import QSize
from qgis.PyQt.QtGui import QColor, QIcon, QImage, QPainter, QPixmap

from ...headless.difference_layers.written_layers import LAYER_TITLES, LayerKind
from ...headless.map_drawing.difference_styles import before_symbol, difference_symbol
from ...headless.map_drawing.palette import CELL_LOOKS, FRAME, PAPER, ROW_LOOKS
from ...headless.map_drawing.vector_styles import POINT
from ..i18n import marked, tr_marked

WORDS = {
    "repeated": marked("repeated"),
    "missing": marked("missing"),
    "extra": marked("extra"),
    "moved": marked("moved or reshaped"),
    "wrong": marked("wrong value"),
    "cell": marked("wrong cell"),
    "same": marked("the same"),
}
TITLES: dict[LayerKind, str] = {
    "extra": marked("Extra rows"),
    "missing": marked("Missing rows"),
    "moved": marked("Moved or reshaped"),
    "before": marked("Where they should be"),
    "wrong": marked("Wrong values"),
    "same": marked("The same"),
    "cells": marked("Wrong cells and mask"),
    "gaps": marked("Output minus reference"),
}
CELL_WORDS = {
    "same": marked("same"),
    "too_high": marked("too high"),
    "extra": marked("value where none should be"),
    "missing": marked("value missing"),
    "wrong": marked("wrong class"),
    "too_low": marked("too low"),
}
SIGN = QSize(30, 16)
MANY = 10**6  # a lone polygon carries a sign on the map, which would fill a small picture


def kind_word(kind: str) -> str:
    """Names a kind of difference."""
    return tr_marked(WORDS.get(kind, kind))


def layer_title(kind: LayerKind) -> str:
    """Names a difference layer; the English one is that of every other place where such layers are shown."""
    return tr_marked(TITLES.get(kind, LAYER_TITLES[kind]))


def kind_icon(kind: str) -> QIcon:
    """Paints the shape that stands for a kind in tables, where no other thing tells what it is."""
    look = {"repeated": "extra", "cell": "wrong"}.get(kind, kind)
    return sign_icon(difference_symbol(look, POINT, 1), QSize(16, 16)) if look in ROW_LOOKS else QIcon()


def layer_icon(kind: LayerKind, shape: object) -> QIcon:
    """Paints what a difference layer looks like on the map."""
    if kind == "before":
        return sign_icon(before_symbol(shape))
    return sign_icon(difference_symbol(kind, shape, 1 if shape == POINT else MANY))


def cell_icon(kind: str) -> QIcon:
    """Paints the colour of a kind of cells."""
    style = {"color": CELL_LOOKS[kind][1], "outline_color": FRAME, "outline_width": "0.1"}
    return sign_icon(QgsFillSymbol.createSimple(style))


def sign_icon(symbol: QgsSymbol, size: QSize = SIGN) -> QIcon:
    """Paints a symbol on paper, as maps and the report do, so that it looks alike in a dark window."""
    image = QImage(size, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(QColor(PAPER))
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.drawPixmap(0, 0, QgsSymbolLayerUtils.symbolPreviewPixmap(symbol, size, 1))
    painter.setPen(QColor(FRAME))
    painter.drawRect(0, 0, size.width() - 1, size.height() - 1)
    painter.end()
    return QIcon(QPixmap.fromImage(image))
