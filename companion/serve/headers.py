"""What browsers are told about our pages: where things may come from, and who may look in."""

import base64
import hashlib
import re
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

Message = MutableMapping[str, Any]
Send = Callable[[Message], Awaitable[None]]

ALWAYS = (
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"x-robots-tag", b"noindex"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=(), payment=(), usb=()"),
)
NOT_OURS = (b"access-control-allow-origin", b"server")
"""What the app's own server says too much."""

INLINE = re.compile(rb"<script(?![^>]*\bsrc=)[^>]*>(.*?)</script>", re.DOTALL)


def policy(page: bytes) -> bytes:
    """Only our own files, the scripts written into this very page, and compiled code; nobody may frame it."""
    hashes = (base64.b64encode(hashlib.sha256(script).digest()).decode() for script in INLINE.findall(page))
    scripts = " ".join(f"'sha256-{digest}'" for digest in hashes)
    return (
        "default-src 'self'; "
        f"script-src 'self' 'wasm-unsafe-eval' blob: {scripts}; "
        "style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; "
        "connect-src 'self' data: blob:; worker-src 'self' blob:; media-src 'none'; object-src 'none'; "
        "base-uri 'self'; form-action 'none'; frame-ancestors 'none'"
    ).encode()


def with_headers(send: Send, cookie: str | None) -> Send:
    """Send on what the app answers, with our headers; a page also gets its policy, and a new device its cookie."""
    held: list[Message] = []
    parts: list[bytes] = []

    async def passed_on(message: Message) -> None:
        if message["type"] == "http.response.start":
            kept = [(name, value) for name, value in message["headers"] if name.lower() not in NOT_OURS]
            message = {**message, "headers": [*kept, *ALWAYS]}
            if _is_page(kept):
                held.append(message)
                return
        elif held:
            parts.append(message.get("body", b""))
            if message.get("more_body"):
                return
            start, body = held.pop(), b"".join(parts)
            start["headers"] += [(b"content-security-policy", policy(body)), (b"cache-control", b"no-store")]
            if cookie is not None:
                start["headers"].append((b"set-cookie", cookie.encode("latin-1")))
            await send(start)
            message = {"type": "http.response.body", "body": body}
        await send(message)

    return passed_on


def _is_page(headers: list[tuple[bytes, bytes]]) -> bool:
    return any(name.lower() == b"content-type" and value.startswith(b"text/html") for name, value in headers)
