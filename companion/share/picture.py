"""A picture of what is on the screen, as a PNG file."""

from typing import Any

import flet as ft

PNG = b"\x89PNG\r\n\x1a\n"
SHARPNESS = 3.0
"""Pixels to a point: sharp on any phone it is sent to."""


async def picture_of(shown: ft.Screenshot) -> bytes:
    """The picture; ValueError where this device cannot make one."""
    made: Any = await shown.capture(pixel_ratio=SHARPNESS)
    if not isinstance(made, bytes | bytearray) or not made.startswith(PNG):
        raise ValueError("this device made no picture")
    return bytes(made)
