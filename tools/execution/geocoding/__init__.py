# SPDX-License-Identifier: GPL-2.0-or-later
"""Addresses and the streets they lie on.

address_ranges  house numbers along streets: side, segment and place
addresses       addresses in one way of writing, and which rows have the same
street_types    the words for kinds of streets, as data
"""
