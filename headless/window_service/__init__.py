# SPDX-License-Identifier: GPL-2.0-or-later
"""What the window inside QGIS asks of a child process, JSON lines over its standard input and output.

shapes             what is answered and told, key by key
op                 what an op is
"""
