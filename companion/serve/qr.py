"""An address as a QR code: for a terminal, and as squares to draw."""

from typing import NamedTuple

import qrcode
from qrcode.constants import ERROR_CORRECT_M

QUIET = 2
"""Empty squares around it; scanners need them."""


class Squares(NamedTuple):
    """A QR code as dark stretches (row, first column, length) on a square of so many."""

    size: int
    stretches: tuple[tuple[int, int, int], ...]


def _matrix(text: str) -> list[list[bool]]:
    code = qrcode.QRCode(error_correction=ERROR_CORRECT_M, border=QUIET)
    code.add_data(text)
    code.make(fit=True)
    matrix: list[list[bool]] = code.get_matrix()
    return matrix


def squares(text: str) -> Squares:
    """To draw: dark squares side by side are one stretch."""
    matrix = _matrix(text)
    found = []
    for row, cells in enumerate(matrix):
        column = 0
        while column < len(cells):
            length = 0
            while column + length < len(cells) and cells[column + length]:
                length += 1
            if length:
                found.append((row, column, length))
            column += length + 1
    return Squares(len(matrix), tuple(found))


def printed(text: str, *, plain: bool = False) -> str:
    """For a terminal: two rows in a line of half blocks, light on dark; plain, with signs any terminal has."""
    matrix = _matrix(text)
    if plain:
        return "\n".join("".join("  " if dark else "##" for dark in row) for row in matrix)
    if len(matrix) % 2:
        matrix.append([False] * len(matrix[0]))
    signs = {(True, True): " ", (True, False): "▄", (False, True): "▀", (False, False): "█"}
    return "\n".join(
        "".join(signs[pair] for pair in zip(upper, lower, strict=True))
        for upper, lower in zip(matrix[0::2], matrix[1::2], strict=True)
    )
