# SPDX-License-Identifier: GPL-2.0-or-later
raise ImportError("this tier runs without QGIS; mark the test with pytest.mark.qgis")
