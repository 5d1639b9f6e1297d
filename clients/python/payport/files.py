"""A private folder whose files appear whole or not at all, and stay once they were written."""

from __future__ import annotations

import contextlib
import fcntl
import functools
import os
import re
import secrets
import stat
from collections.abc import Callable, Iterator
from typing import Concatenate, ParamSpec, TypeVar, cast

from .errors import StoreDamaged

P = ParamSpec("P")
T = TypeVar("T")
_TEMPORARY = re.compile(r"\.([0-9]+)-[0-9a-f]{16}\.new")
LARGEST = 1 << 20


def _writing(method: Callable[Concatenate[Folder, P], T]) -> Callable[Concatenate[Folder, P], T]:
    """What the system refuses is told with the folder, so that its user finds it."""
    @functools.wraps(method)
    def told(self: Folder, *arguments: P.args, **named: P.kwargs) -> T:
        try:
            return method(self, *arguments, **named)
        except OSError as error:
            raise StoreDamaged(
                f"a file in {self.path} cannot be written, as on a full disk ({error.strerror})") from None
    return cast(Callable[Concatenate["Folder", P], T], told)


class Folder:
    """A folder that only this user can open. It is used through a descriptor, so nobody can swap it for another."""

    def __init__(self, descriptor: int, path: str) -> None:
        status = os.fstat(descriptor)
        if status.st_uid != os.geteuid() or status.st_mode & 0o077:
            os.close(descriptor)
            raise StoreDamaged(
                f"the folder {path} belongs to another user" if status.st_uid != os.geteuid() else
                f"the folder {path} is open to others, with mode {stat.S_IMODE(status.st_mode):04o}; "
                "type: chmod 700 on it")
        self._descriptor, self.path = descriptor, path
        self._remove_leftovers()

    @classmethod
    def at(cls, path: str | os.PathLike[str]) -> Folder:
        """The folder of a path. It and those above it are made where they are missing, and survive a loss of power."""
        path = os.path.abspath(path)
        try:
            cls._make(path)
            cls._check_above(path)
        except OSError as error:
            raise StoreDamaged(f"the folder {path} cannot be made ({error.strerror})") from None
        return cls._open(path, None, path)

    @staticmethod
    def _make(path: str) -> None:
        missing = []
        above = path
        while not os.path.lexists(above):
            missing.append(above)
            above = os.path.dirname(above)
        for place in reversed(missing):
            try:
                os.mkdir(place, 0o700)
            except FileExistsError:
                pass
            parent = os.open(os.path.dirname(place), os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
            try:
                os.fsync(parent)
            finally:
                os.close(parent)

    @_writing
    def folder(self, name: str) -> Folder:
        try:
            os.mkdir(name, 0o700, dir_fd=self._descriptor)
            os.fsync(self._descriptor)
        except FileExistsError:
            pass
        return self._open(name, self._descriptor, os.path.join(self.path, name))

    @staticmethod
    def _check_above(path: str) -> None:
        """Who can write a folder above can take this one away, and the app would go on with a new key."""
        for _ in range(2):
            path = os.path.dirname(path)
            status = os.stat(path)
            if status.st_mode & stat.S_IWOTH and not status.st_mode & stat.S_ISVTX:
                raise StoreDamaged(
                    f"the folder {path} can be written by everybody, with mode {stat.S_IMODE(status.st_mode):04o}; "
                    "type: chmod o-w on it")

    @classmethod
    def _open(cls, name: str, inside: int | None, path: str) -> Folder:
        try:
            opened = os.open(name, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC, dir_fd=inside)
        except NotADirectoryError:
            raise StoreDamaged(f"the folder {path} is a link or a file") from None
        except OSError as error:
            raise StoreDamaged(f"the folder {path} cannot be opened ({error.strerror})") from None
        return cls(opened, path)

    def close(self) -> None:
        """May be called again: the number may be another file's by then."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
        self._descriptor = -1

    def names(self) -> list[str]:
        return sorted(name for name in os.listdir(self._descriptor) if not name.startswith("."))

    def read(self, name: str, *, one_name: bool = False) -> bytes | None:
        """The content of a file, or None where there is none. With `one_name`, one that has another name, through which
        somebody may read or change it, is refused."""
        try:
            status, content = read_plain(self._descriptor, name, LARGEST)
        except FileNotFoundError:
            return None
        except OSError:
            raise StoreDamaged("a file is a link or no plain file, or cannot be opened") from None
        if status.st_uid != os.geteuid() or status.st_mode & 0o077:
            raise StoreDamaged("a file belongs to another user or is open to others")
        if one_name and self._has_other_names(name):
            raise StoreDamaged("a file has a second name (a hard link)")
        return content

    def _has_other_names(self, name: str) -> bool:
        """Whether a file has names besides those under which a process of this app is just writing it."""
        status = os.stat(name, dir_fd=self._descriptor, follow_symlinks=False)
        if status.st_nlink == 1:
            return False
        own = 0
        for other in os.listdir(self._descriptor):
            with contextlib.suppress(FileNotFoundError):
                if _TEMPORARY.fullmatch(other):
                    own += os.stat(other, dir_fd=self._descriptor, follow_symlinks=False).st_ino == status.st_ino
        # It is counted again, because that process may have removed its name in the meantime.
        return os.stat(name, dir_fd=self._descriptor, follow_symlinks=False).st_nlink > 1 + own

    @_writing
    def create(self, name: str, content: bytes) -> bool:
        """Writes a file that is not there yet. Returns False where another process was faster, and writes nothing."""
        temporary = self._write(content)
        try:
            # A link, unlike a rename, never replaces a file: of two processes exactly one makes it.
            os.link(temporary, name, src_dir_fd=self._descriptor, dst_dir_fd=self._descriptor)
            created = True
        except FileExistsError:
            created = False
        os.unlink(temporary, dir_fd=self._descriptor)
        # Also where another process made it: it may not have come to this yet.
        os.fsync(self._descriptor)
        return created

    @_writing
    def replace(self, name: str, content: bytes) -> None:
        temporary = self._write(content)
        os.rename(temporary, name, src_dir_fd=self._descriptor, dst_dir_fd=self._descriptor)
        os.fsync(self._descriptor)

    @_writing
    def note(self, name: str, content: bytes) -> None:
        """Writes a file that may be gone or damaged after a loss of power, and is therefore checked when it is
        read."""
        temporary = self._write(content, synced=False)
        os.rename(temporary, name, src_dir_fd=self._descriptor, dst_dir_fd=self._descriptor)

    @contextlib.contextmanager
    def locked(self) -> Iterator[None]:
        """Nobody else who takes this lock is between its reading and its writing. It ends with the process at the
        latest."""
        self._lock()
        try:
            yield
        finally:
            fcntl.flock(self._descriptor, fcntl.LOCK_UN)

    @_writing
    def _lock(self) -> None:
        fcntl.flock(self._descriptor, fcntl.LOCK_EX)

    @_writing
    def remove(self, name: str) -> None:
        try:
            os.unlink(name, dir_fd=self._descriptor)
        except FileNotFoundError:
            return
        os.fsync(self._descriptor)

    def _write(self, content: bytes, synced: bool = True) -> str:
        temporary = f".{os.getpid()}-{secrets.token_hex(8)}.new"
        file = os.open(
            temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600,
            dir_fd=self._descriptor)
        try:
            while content:
                content = content[os.write(file, content):]
            if synced:
                os.fsync(file)
        except OSError:
            os.unlink(temporary, dir_fd=self._descriptor)
            raise
        finally:
            os.close(file)
        return temporary

    def _remove_leftovers(self) -> None:
        """Removes what processes that were killed in the middle of a write have left behind."""
        for name in os.listdir(self._descriptor):
            match = _TEMPORARY.fullmatch(name)
            if match and not process_exists(int(match[1])):
                try:
                    os.unlink(name, dir_fd=self._descriptor)
                except FileNotFoundError:
                    pass


def read_plain(folder: int, name: str, largest: int) -> tuple[os.stat_result, bytes]:
    """The status of a file and at most one byte more than `largest` of it; `OSError` for a link or what is no file."""
    file = os.open(name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC, dir_fd=folder)
    try:
        status = os.fstat(file)
        if not stat.S_ISREG(status.st_mode):
            raise OSError("no plain file")
        content = b""
        while len(content) <= largest and (more := os.read(file, largest + 1 - len(content))):
            content += more
        return status, content
    finally:
        os.close(file)


def process_exists(pid: int) -> bool:
    """Whether a process of this id exists, which may be another program by now."""
    if pid <= 0:
        return False
    try:
        os.kill(pid, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:
        return True
    return True
