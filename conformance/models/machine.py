"""What the provider asks of the machine: whose a peer is (1.3), and whether a name is free (2.3)."""

import fcntl
import os
from pathlib import Path

TABLE = Path("/proc/net/tcp")
ESTABLISHED = "01"


def hold_name(folder: Path, name: str) -> int:
    """Takes a name for as long as what is returned is open. RuntimeError where a provider of this name runs."""
    folder.mkdir(mode=0o700, exist_ok=True)
    held = os.open(folder / name, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(held)
        raise RuntimeError("a provider of this name runs") from None
    return held


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
