# SPDX-License-Identifier: GPL-2.0-or-later
"""Shows why a result is right or wrong.

judge_view  the tab of the panel
"""
