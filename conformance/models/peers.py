"""Whose program is at the other end of a connection on loopback (1.3)."""

import os
from pathlib import Path

TABLE = Path("/proc/net/tcp")
ESTABLISHED = "01"


def is_own(peer: tuple[str, int], local: tuple[str, int]) -> bool:
    """Whether the table of the kernel has the peer's socket, and it is one of this user."""
    wanted = _written(peer), _written(local)
    for line in TABLE.read_text().splitlines()[1:]:
        _, near, far, state, _, _, _, user, _, inode, *_ = line.split()
        if (near, far) == wanted and state == ESTABLISHED:
            return int(user) == os.geteuid() and inode != "0"
    return False


def _written(address: tuple[str, int]) -> str:
    """An address of IPv4 as the table writes it: the host byte by byte from the end, and the port."""
    host, port = address[:2]
    return "".join(f"{int(part):02X}" for part in reversed(host.split("."))) + f":{port:04X}"
