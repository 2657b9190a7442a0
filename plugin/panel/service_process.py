# SPDX-License-Identifier: GPL-2.0-or-later
"""The process behind the panel: started without waiting, ended without waiting."""

from __future__ import annotations

from typing import Any, NamedTuple

from qgis.PyQt.QtCore import QCoreApplication, QObject, QProcess, QProcessEnvironment, QTimer

from ...headless.machine import child_environment, python_program

MODULE = "gisagentbench.headless.window_service"
SECONDS_TO_END = 5.0
_ending: list[QProcess] = []


class ServiceCommand(NamedTuple):
    """How the service is started.

    Args:
        program: Its interpreter.
        arguments: What follows.
        environment: All variables it gets.
    """

    program: str
    arguments: list[str]
    environment: dict[str, str]


def service_command(settings: Any = None) -> ServiceCommand:
    """Gives the command of the real service.

    Args:
        settings: Those of the person, with interpreter, proxy and folder; left out: those of the project.
    Raises: MachineBroken where the folders of the project cannot be written to.
    """
    module = ["-P", "-m", MODULE]
    if settings is None:
        return ServiceCommand(str(python_program()), module, child_environment())
    runs = settings.folders().runs
    folder = ["--folder", str(runs)] if runs else []
    return ServiceCommand(str(settings.python_program()), [*module, *folder], dict(settings.service_environment()))


def new_process(command: ServiceCommand, parent: QObject) -> QProcess:
    """Makes the process, not started yet, so that whoever wants to hear of it can be connected first."""
    process = QProcess(parent)
    process.setProgram(command.program)
    process.setArguments(command.arguments)
    environment = QProcessEnvironment()
    for name, value in command.environment.items():
        environment.insert(name, value)
    process.setProcessEnvironment(environment)
    process.setProcessChannelMode(QProcess.ProcessChannelMode.SeparateChannels)
    return process


def end_process(process: QProcess, seconds: float = SECONDS_TO_END) -> None:
    """Lets a process end by itself, since it has children of its own to end; kills it where it does not.

    Returns at once. The process frees itself when it has ended; nobody hears of it any more.
    """
    process.disconnect()
    if process.state() == QProcess.ProcessState.NotRunning:
        process.deleteLater()
        return
    process.setParent(QCoreApplication.instance())
    _ending.append(process)
    process.finished.connect(lambda *_: _free(process))
    timer = QTimer(process)
    timer.setSingleShot(True)
    timer.timeout.connect(process.kill)
    timer.start(int(seconds * 1000))
    process.closeWriteChannel()


def wait_for_ending(seconds: float = SECONDS_TO_END) -> None:
    """Waits for processes that were let go of; for the end of QGIS, which would kill them with their children left."""
    for process in list(_ending):
        if not process.waitForFinished(int(seconds * 1000)):
            process.kill()
            process.waitForFinished()


def _free(process: QProcess) -> None:
    _ending.remove(process)
    process.deleteLater()
