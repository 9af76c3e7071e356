"""Where a request comes from, as limits count it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Any
from urllib.parse import urlsplit

from holecard.errors import Unreadable
from holecard.server.base.settings import Settings

NOBODY = "nobody"


def address_of(host: str) -> str:
    """One household, one address: of IPv6 the network of 64 bits that a house is given."""
    try:
        found = ip_address(host.partition("%")[0])
    except ValueError:
        return host[:64] or NOBODY
    if isinstance(found, IPv6Address):
        if found.ipv4_mapped is not None:
            return str(found.ipv4_mapped)
        return str(ip_network((found, 64), strict=False))
    return str(found)


def header(scope: Mapping[str, Any], name: bytes) -> str | None:
    """The one header of that name; none where there are several."""
    found = [value for key, value in scope["headers"] if key == name]
    return found[0].decode("latin-1") if len(found) == 1 else None


def caller_of(scope: Mapping[str, Any], settings: Settings) -> str:
    """The address limits go by. A proxy's word is taken only where the operator trusts it."""
    if settings.trusted_proxies:
        forwarded = header(scope, b"x-forwarded-for")
        if forwarded:
            return address_of(forwarded.rpartition(",")[2].strip())
    client = scope.get("client")
    return address_of(client[0]) if client else NOBODY


def is_within(host: str, networks: Iterable[str]) -> bool:
    try:
        found = ip_address(host)
    except ValueError:
        return False
    return any(found in ip_network(one, strict=False) for one in networks)


def is_address(host: str | None) -> bool:
    """Whether a Host header names an address, or this machine: any name can be made to lead here,
    and a browser then takes our answers for those of the page that asked."""
    try:
        name = urlsplit(f"//{host or ''}").hostname or ""
        return name == "localhost" or bool(ip_address(name))
    except ValueError:
        return False


def check_networks(networks: Iterable[str]) -> None:
    for one in networks:
        try:
            ip_network(one, strict=False)
        except ValueError as wrong:
            raise Unreadable(
                f"HOLECARD_METRICS_FROM names {one!r}: addresses or networks such as 10.0.0.0/8"
            ) from wrong
