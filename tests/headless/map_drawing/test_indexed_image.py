# SPDX-License-Identifier: GPL-2.0-or-later
"""A picture of few colours keeps them to the bit; one of many keeps the rare ones."""

import numpy as np
import pytest

pytestmark = pytest.mark.qgis


def image_of(pixels):
    from qgis.PyQt.QtGui import QImage

    height, width, _ = pixels.shape
    whole = np.zeros((height, width, 4), np.uint8)
    whole[..., 2::-1], whole[..., 3] = pixels, 255
    return QImage(whole.tobytes(), width, height, width * 4, QImage.Format.Format_RGB32).copy()


def colours_of(image):
    return np.array(
        [[image.pixelColor(x, y).getRgb()[:3] for x in range(image.width())] for y in range(image.height())]
    )


def test_few_colours_are_kept(qgis_application):
    from gisagentbench.headless.map_drawing.indexed_image import indexed

    pixels = np.array([[[255, 0, 0], [0, 255, 0], [0, 0, 255]], [[9, 9, 9], [0, 255, 0], [255, 255, 255]]], np.uint8)
    assert colours_of(indexed(image_of(pixels))).tolist() == pixels.tolist()


def test_a_rare_colour_among_thousands_stays_near_itself(qgis_application):
    from gisagentbench.headless.map_drawing.indexed_image import indexed

    blues = np.random.default_rng(1).integers(0, 160, (60, 60, 3), np.uint8)
    blues[..., 2] = 255
    blues[30, 30] = (255, 60, 0)  # one pixel of 3600
    image = indexed(image_of(blues))
    found = np.array(image.pixelColor(30, 30).getRgb()[:3])
    assert image.colorCount() <= 256
    assert np.abs(found - [255, 60, 0]).max() <= 8
    assert np.abs(colours_of(image).astype(int) - blues).mean() < 12
