# SPDX-License-Identifier: GPL-2.0-or-later
"""The reference of the tools, derived from their declarations: catalogue, pages, pictures.

argument_words   what an argument takes, in words for people and in the notation of the catalogue
catalogue_file   docs/api-catalogue.csv, a row a tool
group_pages      docs/tools, a page a group
example_run      runs the worked examples in one workspace
example_maps     what the picture of an example shows
__main__         writes them all
"""
