# SPDX-License-Identifier: GPL-2.0-or-later
"""`qgis` opens the desktop program with the plugin on, or says why it cannot."""

import argparse
import os
import shutil
import signal
import subprocess

import pytest

from gisagentbench.headless import machine
from gisagentbench.headless.command_line import qgis

# QGIS runs the file before its event loop: only what is put off can end it.
REPORT_AND_CLOSE = """
import pathlib
from qgis.PyQt.QtCore import QTimer
from qgis.core import QgsApplication
from qgis.utils import iface, plugins

def report():
    provider = QgsApplication.processingRegistry().providerById("gisagentbench")
    told = f"{'gisagentbench' in plugins} {provider is not None} {iface.mainWindow().isVisible()}"
    pathlib.Path(r"FILE").write_text(told)
    QgsApplication.exit(0)

QTimer.singleShot(1000, report)
"""


def test_without_a_screen_the_way_out_is_named(monkeypatch):
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.setattr(qgis.shutil, "which", lambda name: f"/usr/bin/{name}")
    with pytest.raises(machine.MachineBroken, match="xvfb-run"):
        qgis.run(argparse.Namespace(fresh=False, code=None, files=[], json=False))


def test_without_desktop_qgis_its_absence_is_said(monkeypatch):
    monkeypatch.setattr(qgis.shutil, "which", lambda name: None)
    with pytest.raises(machine.MachineBroken, match="Desktop QGIS was not found"):
        qgis.run(argparse.Namespace(fresh=False, code=None, files=[], json=False))


@pytest.mark.qgis
@pytest.mark.slow
@pytest.mark.skipif(shutil.which("qgis") is None, reason="no desktop QGIS on the search path")
def test_desktop_qgis_opens_with_the_plugin_and_its_provider(tmp_path):
    script = tmp_path / "report.py"
    script.write_text(REPORT_AND_CLOSE.replace("FILE", str(tmp_path / "told")))
    screen = ["xvfb-run", "-a", "-s", "-screen 0 1600x1000x24"]
    command = [*screen, str(machine.ROOT / "gisagentbench"), "qgis", "--fresh", "--code", str(script)]
    opened = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, cwd=tmp_path, start_new_session=True)
    try:
        story = opened.communicate(timeout=120)[1]
    except subprocess.TimeoutExpired:
        os.killpg(opened.pid, signal.SIGKILL)
        raise
    assert (tmp_path / "told").read_text() == "True True True", story
    assert opened.returncode == 0
