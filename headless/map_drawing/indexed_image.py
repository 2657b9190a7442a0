# SPDX-License-Identifier: GPL-2.0-or-later
"""Makes small pictures: at most 256 colours, chosen so that rare signs keep theirs."""

from __future__ import annotations

import numpy as np
from qgis.PyQt.QtGui import QImage

MOST_COLOURS = 256
COMMON_SHARE = 0.625  # the colours of most pixels; the others are those farthest from what is chosen already
SHADES = 32  # of each channel, when colours are gathered


def indexed(image: QImage, most: int = MOST_COLOURS) -> QImage:
    """Returns an image with a colour table.

    Args:
        image: Of format RGB32.
        most: Size of the table, 256 at most; fewer colours make a smaller file and coarser edges.
    """
    width, height = image.width(), image.height()
    pixels = np.frombuffer(image.constBits().asarray(image.sizeInBytes()), np.uint8)
    pixels = pixels.reshape(height, image.bytesPerLine())[:, : width * 4].reshape(height, width, 4)
    bins, place = _gathered(pixels[..., 2::-1].reshape(-1, 3))
    table = _chosen(bins, most)
    nearest = np.argmin(_distances(bins[:, :3], table), axis=1).astype(np.uint8)
    rows = np.zeros((height, -(-width // 4) * 4), np.uint8)
    rows[:, :width] = nearest[place].reshape(height, width)
    result = QImage(rows.tobytes(), width, height, rows.shape[1], QImage.Format.Format_Indexed8).copy()
    result.setColorTable([0xFF000000 | int(r) << 16 | int(g) << 8 | int(b) for r, g, b in np.rint(table).astype(int)])
    result.setDotsPerMeterX(image.dotsPerMeterX())
    result.setDotsPerMeterY(image.dotsPerMeterY())
    return result


def _gathered(colours: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Returns the mean colour and the count of each used bin, and the bin of every pixel."""
    step = 256 // SHADES
    code = (colours[:, 0] // step).astype(np.intp)
    for channel in (1, 2):
        code = code * SHADES + colours[:, channel] // step
    counts = np.bincount(code, minlength=SHADES**3)
    used = np.flatnonzero(counts)
    means = [np.bincount(code, colours[:, channel], SHADES**3)[used] / counts[used] for channel in range(3)]
    place = np.zeros(SHADES**3, np.intp)
    place[used] = np.arange(len(used))
    return np.column_stack([*means, counts[used]]), place[code]


def _chosen(bins: np.ndarray, most: int) -> np.ndarray:
    """Returns the commonest colours, then again and again the one that is farthest from all of them."""
    if len(bins) <= most:
        return bins[:, :3]
    order = np.argsort(-bins[:, 3], kind="stable")
    table = [bins[index, :3] for index in order[: round(most * COMMON_SHARE)]]
    gap = _distances(bins[:, :3], np.array(table)).min(axis=1)
    while len(table) < most:
        farthest = int(np.argmax(gap))
        table.append(bins[farthest, :3])
        gap = np.minimum(gap, _distances(bins[:, :3], bins[farthest : farthest + 1, :3])[:, 0])
    return np.array(table)


def _distances(colours: np.ndarray, table: np.ndarray) -> np.ndarray:
    squares = (colours**2).sum(axis=1)[:, None] + (table**2).sum(axis=1)[None, :]
    return np.asarray(squares - 2 * colours @ table.T)
