# SPDX-License-Identifier: GPL-2.0-or-later
"""The help of the panel: pages of docs/ as HTML that needs nothing but itself.

making    makes the pages and gathers their pictures
links     which links of a page lead to a place inside the help
__main__  makes them in a folder, for a plugin that runs from a checkout
"""
