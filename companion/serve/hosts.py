"""The names this machine answers to: a page on the internet must not be able to point its own name at us."""

import ipaddress
import re
import socket
from collections.abc import Iterable
from contextlib import suppress

HOST = re.compile(r"(?:\[(?P<number>[0-9a-f:.]+)\]|(?P<name>[a-z0-9._-]+))(?::\d{1,5})?")
"""A Host header, as in [::1]:8550 or laptop.local:8550."""

LOCAL = (".local", ".lan", ".home", ".home.arpa", ".internal", ".localdomain")


class Hosts:
    """Addresses, this machine's own name, names that only mean something in a local network, and those added."""

    def __init__(self, more: Iterable[str] = ()) -> None:
        self._names = {"localhost", socket.gethostname().lower(), *(name.lower() for name in more)}

    def ours(self, host: str) -> bool:
        """Is this Host header for us?"""
        name = _without_port(host.strip().lower())
        if not name:
            return False
        try:
            ipaddress.ip_address(name)
        except ValueError:
            return name in self._names or name.endswith(LOCAL)
        return True


def _without_port(host: str) -> str:
    found = HOST.fullmatch(host)
    return (found["number"] or found["name"]) if found else ""


def is_near(address: str) -> bool:
    """Is this an address of a local network, or of this machine?"""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return False
    mapped = getattr(found, "ipv4_mapped", None)
    there = mapped or found
    return bool(there.is_private or there.is_loopback or there.is_link_local)


def local_addresses() -> list[str]:
    """This machine's addresses in the local network, the one that leads outside first."""
    found: list[str] = []
    for family, target in ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1")):
        try:
            with socket.socket(family, socket.SOCK_DGRAM) as probe:
                probe.connect((target, 9))  # sends nothing: it only asks which way it would go
                found.append(probe.getsockname()[0])
        except OSError:
            continue
    with suppress(OSError):
        found += [str(info[4][0]) for info in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
    usable = [
        address for address in dict.fromkeys(found) if not ipaddress.ip_address(address.partition("%")[0]).is_loopback
    ]
    return [address for address in usable if ":" not in address] or usable


def url_host(address: str) -> str:
    """An address as it stands in a URL."""
    return f"[{address}]" if ":" in address else address
