"""What opens a door: tokens that no one can guess, and codes that can be read out across a table."""

import hashlib
import secrets

LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""What a code is made of: nothing that looks like something else."""

CODE_LENGTH = 6
LONGEST_NAME = 40


def new_token() -> str:
    """What only one device knows: 256 bits."""
    return secrets.token_urlsafe(32)


def token_hash(token: str) -> str:
    """How a token is kept: whoever reads it cannot pretend to be the device."""
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


def new_code() -> str:
    """A code for a table: one of 887 million."""
    return "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))


def clean_code(text: str) -> str:
    """A code as somebody typed it, without spaces and dashes."""
    return "".join(letter for letter in text.upper() if letter.isascii() and letter.isalnum())[:40]


def clean_name(name: str) -> str:
    """A name that fits on one line."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in name).split())[:LONGEST_NAME]
