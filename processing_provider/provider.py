# SPDX-License-Identifier: GPL-2.0-or-later
"""The provider `gisagentbench`."""

from __future__ import annotations

from pathlib import Path

from qgis.core import QgsProcessingProvider
from qgis.PyQt.QtGui import QIcon

from ..tools.declaration.registry import all_tools
from .replay_trajectory import ReplayTrajectoryAlgorithm
from .run_batch import RunBatchAlgorithm
from .score_output import ScoreOutputAlgorithm
from .tool_algorithm import ToolAlgorithm
from .tool_host import ToolHostAlgorithm

ICONS = Path(__file__).parent / "icons"


class GisAgentBenchProvider(QgsProcessingProvider):
    """Offers every registered tool, the scorer of files, replays of trajectories, runs of packs, and the tool host."""

    def id(self) -> str:
        """Gives the prefix of the algorithm ids."""
        return "gisagentbench"

    def name(self) -> str:
        """Gives the name shown in the toolbox."""
        return "GISAgentBench"

    def longName(self) -> str:  # noqa: N802 (name of QGIS)
        """Gives the name shown where there is room."""
        return "GISAgentBench harness APIs"

    def icon(self) -> QIcon:
        """Gives the icon shown in the toolbox."""
        return QIcon(self.svgIconPath())

    def svgIconPath(self) -> str:  # noqa: N802 (name of QGIS)
        """Gives the path of the icon."""
        return str(ICONS / "provider.svg")

    def loadAlgorithms(self) -> None:  # noqa: N802 (name of QGIS)
        """Makes one algorithm per tool; a tool that cannot be made stops the loading with its name."""
        for spec in all_tools().values():
            self.addAlgorithm(ToolAlgorithm(spec))
        self.addAlgorithm(ScoreOutputAlgorithm())
        self.addAlgorithm(ReplayTrajectoryAlgorithm())
        self.addAlgorithm(RunBatchAlgorithm())
        self.addAlgorithm(ToolHostAlgorithm())
