# SPDX-License-Identifier: GPL-2.0-or-later
"""Qt comes through qgis.PyQt, and its enums are named with their class, so that Qt 5 and Qt 6 both work."""

import ast
import importlib
import re
from collections.abc import Iterator
from pathlib import PurePosixPath

import pytest

from gisagentbench.tests.house.source_tree import dotted, files, findings, findings_in, package_files, tree_of

BINDINGS = {"PyQt5", "PyQt6", "PySide2", "PySide6", "sip"}
GONE_IN_QT6 = {"exec_", "qApp", "QRegExp", "QRegExpValidator", "QDesktopWidget", "QVariant.Null", "QTextCodec"}
# Methods: of events (globalPosition().toPoint()), headers, dates and fonts.
GONE_IN_QT6 |= {"globalPos", "setResizeMode", "toTime_t", "fromTime_t", "charWidth", "setCodec"}
# What Qt 6 has in QtGui alone; qgis.PyQt of Qt 5 has the first three in both places, and the others in the old one.
MOVED_TO_QTGUI = {
    "QAction",
    "QActionGroup",
    "QShortcut",
    "QUndoCommand",
    "QUndoGroup",
    "QUndoStack",
    "QFileSystemModel",
}
# What variables of Qt objects are called here.
OBJECT = re.compile(r"(?:\w+_)?(?:event|dialog|widget|view|button|frame|box|tree|table|item|painter|dock|bar|self)")
QT_CLASS = re.compile(r"Qt|Q[A-Z]\w+|Qgis|Qgs[A-Z]\w+")
# Members are written like classes (Qt.AlignLeft, QgsTask.CanCancel) or as Qt.AA_…; constants are all capitals.
MEMBER = re.compile(r"[A-Z]\w*[a-z]\w*|[A-Z]{2}_\w+")
# An enum itself may be kept as a value; that it is one is asked of QGIS, by the last tests.
ENUM = re.compile(
    r"\w+(?:Type|Types|Flag|Flags|Role|Level|Mode|Format|Policy|Shape|Kind)|StandardButton|KeyboardModifier"
)
MODULES = ("qgis.core", "qgis.gui", "qgis.analysis", "qgis.PyQt.QtCore", "qgis.PyQt.QtGui", "qgis.PyQt.QtWidgets")
MODULES += ("qgis.PyQt.QtNetwork", "qgis.PyQt.QtXml")


def imports_a_binding(path: PurePosixPath, tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom) and node.level == 0:
            names = [node.module or ""]
        yield from (
            f"{node.lineno}: imports {name}; Qt comes through qgis.PyQt"
            for name in names
            if name.split(".")[0] in BINDINGS
        )


def names_what_qt6_dropped(path: PurePosixPath, tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        name = node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else None
        if name in GONE_IN_QT6 or dotted(node) in GONE_IN_QT6:
            yield f"{node.lineno}: {dotted(node) or name} is gone in Qt 6"


def imports_from_the_old_place(path: PurePosixPath, tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module == "qgis.PyQt.QtWidgets":
            moved = [alias.name for alias in node.names if alias.name in MOVED_TO_QTGUI]
            yield from (f"{node.lineno}: {name} is in QtGui" for name in moved)


def enums_of_instances(path: PurePosixPath, tree: ast.Module) -> Iterator[str]:
    """Finds members of enums asked of objects (`event.KeyPress`), which Qt 6 has on the enum alone."""
    types = _positions_of_types(tree)
    for node in ast.walk(tree):
        if not isinstance(node, ast.Attribute) or id(node) in types or not re.fullmatch(r"[A-Z][a-z]\w+", node.attr):
            continue
        owner = node.value.attr if isinstance(node.value, ast.Attribute) else getattr(node.value, "id", "")
        if OBJECT.fullmatch(owner):
            yield f"{node.lineno}: {owner}.{node.attr} does not name its enum"


def unscoped_enums(path: PurePosixPath, tree: ast.Module) -> Iterator[str]:
    """Finds `Class.Member` of Qt or QGIS classes used as a value, where `Class.Enum.Member` is meant."""
    types = _positions_of_types(tree)
    for node in ast.walk(tree):
        if not (isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)) or id(node) in types:
            continue
        if QT_CLASS.fullmatch(node.value.id) and MEMBER.fullmatch(node.attr) and not ENUM.fullmatch(node.attr):
            yield f"{node.lineno}: {node.value.id}.{node.attr} does not name its enum"


def _positions_of_types(tree: ast.Module) -> set[int]:
    """Returns the nodes where `Class.Name` is a type: called, looked into, annotated, asked for, inherited."""
    types: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            types.add(id(node.func))
            if dotted(node.func) in {"isinstance", "issubclass", "cast", "list", "tuple"}:
                types.update(id(inner) for argument in node.args for inner in ast.walk(argument))
        elif isinstance(node, ast.Attribute):
            types.add(id(node.value))
        elif isinstance(node, ast.ClassDef):
            types.update(id(base) for base in node.bases)
        for annotation in (getattr(node, "annotation", None), getattr(node, "returns", None)):
            if annotation is not None:
                types.update(id(inner) for inner in ast.walk(annotation))
    return types


def class_named(name):
    for module in map(importlib.import_module, MODULES):
        if hasattr(module, name):
            return getattr(module, name)
    return None


def fault_of(chain):
    """Follows `Class.A.B` in the libraries; returns what is wrong with it, None where nothing is."""
    first, *rest = chain.split(".")
    owner = class_named(first)
    if owner is None:
        return f"{first} does not exist"
    for name in rest:
        value = getattr(owner, name, None)
        if value is None:
            return f"{chain} does not exist"
        if owner is class_named(first) and MEMBER.fullmatch(name) and not callable(value):
            return f"{chain} is a member of an enum that it does not name"
        owner = value
    return None


def chains():
    """Returns where each chain of the code that begins with a class of Qt or QGIS stands."""
    found = {}
    for path in package_files():
        for node in ast.walk(tree_of(path)):
            chain = dotted(node) if isinstance(node, ast.Attribute) else None
            first = chain.split(".")[0] if chain else ""
            if chain and QT_CLASS.fullmatch(first) and not first.isupper():
                found.setdefault(".".join(chain.split(".")[:3]), f"{path}:{node.lineno}")
    return found


@pytest.mark.parametrize(
    "check",
    [imports_a_binding, names_what_qt6_dropped, imports_from_the_old_place, unscoped_enums, enums_of_instances],
)
def test_no_file_is_bound_to_one_qt(check):
    assert findings(check, files(".py")) == []


@pytest.mark.parametrize(
    ("check", "source"),
    [
        (imports_a_binding, "from PyQt5.QtCore import Qt"),
        (imports_a_binding, "import PyQt6.QtGui"),
        (names_what_qt6_dropped, "dialog.exec_()"),
        (names_what_qt6_dropped, "pattern = QRegExp('a')"),
        (names_what_qt6_dropped, "place = event.globalPos()"),
        (imports_from_the_old_place, "from qgis.PyQt.QtWidgets import QAction, QLabel"),
        (enums_of_instances, "if event.type() == event.KeyPress: ..."),
        (enums_of_instances, "self.dock_widget.setFeatures(self.dock_widget.NoDockWidgetFeatures)"),
        (unscoped_enums, "label.setAlignment(Qt.AlignLeft)"),
        (unscoped_enums, "flags = QgsTask.CanCancel"),
        (unscoped_enums, "level = Qgis.Warning"),
        (unscoped_enums, "QgsField('a', QMetaType.QString)"),
        (unscoped_enums, "app.setAttribute(Qt.AA_ShareOpenGLContexts)"),
        (unscoped_enums, "kinds = [QgsProcessing.TypeVectorPoint]"),
    ],
)
def test_a_bad_snippet_is_found(check, source):
    assert len(findings_in(check, source)) == 1


@pytest.mark.parametrize(
    "source",
    [
        "label.setAlignment(Qt.AlignmentFlag.AlignLeft)",
        "QgsField('a', QMetaType.Type.QString)",
        "options = QgsVectorFileWriter.SaveVectorOptions()",
        "def f(flag: QgsTask.Flag) -> Qgis.MessageLevel: ...",
        "sink = QgsProcessing.TEMPORARY_OUTPUT",
        "text = QgsProject.instance().title()",
        "numbers = Qgis.ProcessingNumberParameterType",
    ],
)
def test_a_good_snippet_passes(source):
    assert findings_in(unscoped_enums, source) == []
    assert findings_in(enums_of_instances, source) == []


@pytest.mark.qgis
def test_every_name_of_qt_and_qgis_exists_and_is_scoped():
    assert [f"{where}: {fault}" for chain, where in chains().items() if (fault := fault_of(chain))] == []


@pytest.mark.qgis
def test_a_wrong_name_is_found():
    assert fault_of("QgsNothing.Flag") == "QgsNothing does not exist"
    assert fault_of("QgsTask.Flag.CanFly") == "QgsTask.Flag.CanFly does not exist"
    assert fault_of("QgsTask.Flag.CanCancel") is None
    assert fault_of("QgsCoordinateReferenceSystem.fromUserInput") is not None
    assert fault_of("QgsCoordinateReferenceSystem.fromWkt") is None
    assert fault_of("Qt.AlignmentFlag.AlignLeft") is None
