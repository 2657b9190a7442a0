# SPDX-License-Identifier: GPL-2.0-or-later
"""Records what a person does as steps.

trace_view  the tab of the panel
"""
