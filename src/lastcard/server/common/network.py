"""The network that an address belongs to: what limits count by."""

from __future__ import annotations

from ipaddress import AddressValueError, IPv4Address, IPv6Address, IPv6Network


def network_of(address: str) -> str:
    """One IPv4 address, also where it is mapped into IPv6, or the /64 of an IPv6 address.

    A /64 is what one household or one rented machine gets, and all of its addresses can be used from there.
    What is not an address stays as it is.
    """
    if ":" not in address:
        return address
    try:
        whole = IPv6Address(address.partition("%")[0])
    except AddressValueError:
        return address
    mapped: IPv4Address | None = whole.ipv4_mapped
    return str(IPv6Network((whole, 64), strict=False)) if mapped is None else str(mapped)
