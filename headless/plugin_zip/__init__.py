# SPDX-License-Identifier: GPL-2.0-or-later
"""The zip that QGIS installs, made of the last commit and held against the rules of its plugin repository.

members   the files of a commit that are not marked as left out, and the help made of its docs
rules     what may be in it: size, names, kinds of files
metadata  what metadata.txt must say
scans     Bandit and detect-secrets, as the repository runs them
making    makes both files: the plugin, and the demo pack beside it
"""
