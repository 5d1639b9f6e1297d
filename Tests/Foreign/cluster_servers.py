"""PostgreSQL with a synchronous standby, pgbouncer before it, and a door for each provider that can be shut."""

import asyncio
import glob
import os
import pathlib
import pwd
import shutil
import signal
import subprocess

USER, NAME = "payport", "payport"


class Trouble(Exception):
    """Something is not as it has to be."""


def require(holds, what):
    if not holds:
        raise Trouble(what)


def binaries():
    """The folder of PostgreSQL's programs, or None."""
    found = sorted(glob.glob("/usr/lib/postgresql/*/bin"), key=lambda path: int(path.split("/")[4]))
    return pathlib.Path(found[-1]) if found else None


def missing():
    """The Debian packages that are not there."""
    bouncer = shutil.which("pgbouncer", path=os.defpath + ":/usr/sbin")
    return [name for name, there in (("postgresql", binaries()), ("pgbouncer", bouncer)) if not there]


async def until(holds, what, seconds=60):
    """Waits for what another process does; it is asked for often."""
    deadline = asyncio.get_running_loop().time() + seconds
    while not holds():
        require(asyncio.get_running_loop().time() < deadline, f"not within {seconds} s: {what}")
        await asyncio.sleep(0.05)


class Server:
    """One server of PostgreSQL, which listens on a socket in its folder only."""

    def __init__(self, folder, name):
        self.folder, self.data, self.name = folder / name, folder / name / "data", name
        self.process, self.options = None, []
        self.folder.mkdir(mode=0o700)
        own(self.folder)

    def run(self, program, *arguments):
        done = subprocess.run(as_server([binaries() / program, *arguments]), capture_output=True, text=True, cwd="/")
        require(done.returncode == 0, f"{program}: {done.stderr[-500:]}")

    def initialise(self):
        self.run("initdb", "-D", self.data, "-U", USER, "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "-N")
        configuration = self.data / "postgresql.conf"
        configuration.write_text(configuration.read_text() + """
listen_addresses = ''
max_connections = 60
shared_buffers = 32MB
wal_retrieve_retry_interval = 200ms
log_min_messages = warning
""")

    def copy(self, primary):
        """Becomes a standby of another server."""
        self.run("pg_basebackup", "-h", primary.folder, "-U", USER, "-D", self.data, "-R", "-X", "stream", "-c", "fast")

    async def start(self, *options):
        self.options = options or self.options
        log = open(self.folder / "log", "ab")
        self.process = subprocess.Popen(
            as_server([binaries() / "postgres", "-D", self.data, "-k", self.folder, *self.options]), stdout=log,
            stderr=log, cwd="/")
        await until(self.is_ready, f"PostgreSQL {self.name} starts")

    def is_ready(self):
        require(self.process.poll() is None,
                f"PostgreSQL {self.name} has ended: {(self.folder / 'log').read_text()[-500:]}")
        return subprocess.run([binaries() / "pg_isready", "-q", "-h", self.folder]).returncode == 0

    async def stop(self, number=signal.SIGINT):
        if self.process and self.process.poll() is None:
            self.process.send_signal(number)
            await asyncio.to_thread(self.process.wait)

    def query(self, sql, database=NAME):
        """The rows of a query, each a list of texts."""
        done = subprocess.run(
            [binaries() / "psql", "-h", self.folder, "-U", USER, "-d", database, "-XqAt", "-F", "\t", "-c", sql],
            capture_output=True, text=True)
        require(done.returncode == 0, f"psql: {done.stderr[-500:]}")
        return [line.split("\t") for line in done.stdout.splitlines()]


class Database:
    """The server that is written to, its standby, and the pgbouncer that leads to the former."""

    def __init__(self, folder):
        self.folder = folder
        self.primary, self.standby = Server(folder, "pg1"), Server(folder, "pg2")
        self.pool = folder / "pool"
        self.pool.mkdir(mode=0o700)
        own(self.pool)
        self.bouncer = None

    async def start(self):
        self.primary.initialise()
        await self.primary.start()
        self.primary.query(f"CREATE DATABASE {NAME}", "postgres")
        self.standby.copy(self.primary)
        await self.standby.start()
        await self.primary.stop()
        # Only here, so that the standby does not wait for one of its own after it took over.
        await self.primary.start("-c", "synchronous_standby_names=*")
        await until(self.is_synchronous, "the standby follows")
        self.configure()
        log = open(self.pool / "log", "ab")
        self.bouncer = subprocess.Popen(
            as_server([shutil.which("pgbouncer", path=os.defpath + ":/usr/sbin"), self.pool / "ini"]), stdout=log,
            stderr=log, cwd="/")
        await until((self.pool / ".s.PGSQL.6432").exists, "pgbouncer starts")

    def is_synchronous(self):
        return self.primary.query("SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'", "postgres") != []

    def configure(self):
        (self.pool / "ini").write_text(f"""
[databases]
{NAME} = host={self.primary.folder} user={USER} dbname={NAME}
[pgbouncer]
listen_addr =
unix_socket_dir = {self.pool}
listen_port = 6432
auth_type = any
pool_mode = transaction
max_client_conn = 200
default_pool_size = 20
server_login_retry = 0.2
server_check_delay = 0
""")
        own(self.pool / "ini")

    async def restart(self, number):
        await self.primary.stop(number)
        await self.primary.start()

    async def fail_over(self):
        """The server dies for ever, and its standby takes its place."""
        await self.primary.stop(signal.SIGQUIT)
        shutil.rmtree(self.primary.data)
        self.standby.run("pg_ctl", "promote", "-w", "-D", self.standby.data)
        self.primary, self.standby = self.standby, None
        self.configure()
        self.bouncer.send_signal(signal.SIGHUP)

    async def stop(self):
        if self.bouncer:
            self.bouncer.kill()
            self.bouncer.wait()
        for server in (self.primary, self.standby):
            if server:
                await server.stop(signal.SIGQUIT)


class Door:
    """A Unix socket that leads to another one, and can be shut, or lose the answer to a COMMIT."""

    def __init__(self, path, target):
        self.path, self.target = path, target
        self.is_shut = self.loses_answer = False
        self.lost, self.open = 0, set()
        self.passing = asyncio.Event()
        self.passing.set()

    async def start(self):
        self.server = await asyncio.start_unix_server(self.lead, self.path)

    async def lead(self, reader, writer):
        if self.is_shut:
            writer.close()
            return
        try:
            far_reader, far_writer = await asyncio.open_unix_connection(self.target)
        except OSError:
            writer.close()
            return
        connection = {"losing": False}
        pipes = [asyncio.create_task(self.forward(reader, far_writer, connection, True)),
                 asyncio.create_task(self.forward(far_reader, writer, connection, False))]
        self.open.add(here := (writer, far_writer))
        await asyncio.wait(pipes, return_when=asyncio.FIRST_COMPLETED)
        for pipe in pipes:
            pipe.cancel()
        for side in here:
            side.transport.abort()
        self.open.discard(here)

    async def forward(self, source, target, connection, is_outward):
        try:
            while data := await source.read(1 << 16):
                await self.passing.wait()
                if is_outward and self.loses_answer and b"COMMIT\0" in data:
                    self.loses_answer, connection["losing"] = False, True
                if not is_outward and connection["losing"]:
                    # The server has done what it was told, and nobody hears of it.
                    self.lost += 1
                    return
                target.write(data)
                await target.drain()
        except OSError:
            return

    def shut(self):
        self.is_shut = True
        for sides in list(self.open):
            for side in sides:
                side.transport.abort()

    def hold(self):
        """Takes everything, and passes nothing on: neither end notices."""
        self.passing.clear()

    def let_pass(self):
        self.passing.set()

    def reopen(self):
        self.is_shut = False

    def stop(self):
        self.shut()
        self.server.close()


def as_server(command):
    """The servers do not run as root."""
    if os.geteuid():
        return command
    return ["setpriv", "--reuid", "postgres", "--regid", "postgres", "--init-groups", *command]


def own(path):
    if os.geteuid() == 0:
        entry = pwd.getpwnam("postgres")
        os.chown(path, entry.pw_uid, entry.pw_gid)
