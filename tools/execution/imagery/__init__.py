# SPDX-License-Identifier: GPL-2.0-or-later
"""Classes of images.

cell_sample         a random sample of cells that depends on their place and the seed alone
classified_rasters  bands as rows of values, and the classes a classifier gives them, by window
classifiers         the class of a cell from the values of its bands, and how well it is told
training_cells      the cells of training features, and which features are kept back for a test
training_rows       training features as rows of band values with their classes
"""
