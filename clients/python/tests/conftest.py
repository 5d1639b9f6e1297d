from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from daemon import Daemon, client, paired


@pytest.fixture(scope="session")
def daemon(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Daemon]:
    """One payd for all tests that do not restart it or change its limits."""
    daemon = Daemon(tmp_path_factory.mktemp("payd"))
    yield daemon
    daemon.stop()


@pytest.fixture
def own_daemon(tmp_path: Path) -> Iterator[Daemon]:
    daemon = Daemon(tmp_path)
    yield daemon
    daemon.stop()


@pytest.fixture(scope="session")
def state(daemon: Daemon, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The state folder of an app that is paired with `daemon`."""
    return paired(daemon, tmp_path_factory.mktemp("app") / "state")


@pytest.fixture
def shop(daemon: Daemon, state: Path):
    with client(daemon, state) as made:
        yield made
