"""Starts a program at the first connection to a socket that it listens on, as systemd does with a socket unit.

activator.py --apps HOST:PORT --owner PATH -- PROGRAM ARGUMENTS...

Both sockets stay open while the program does not run; when it has ended, the next connection starts it again. Prints
"listening", and "started PID" and "ended STATUS" for each run. SIGTERM ends the program and then this one.
"""

import argparse
import os
import select
import signal
import socket
import sys

options = argparse.ArgumentParser()
options.add_argument("--apps", help="HOST:PORT")
options.add_argument("--owner", help="the path of the owner's socket")
options.add_argument("--mode", default="600", help="the mode of the owner's socket")
options.add_argument("--names", default="payport.socket:payport.socket", help="the value of LISTEN_FDNAMES")
options.add_argument("command", nargs="+")
given = options.parse_args()

sockets = []
if given.apps:
    host, port = given.apps.rsplit(":", 1)
    listener = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.bind((host.strip("[]"), int(port)))
    sockets.append(listener)
if given.owner:
    os.makedirs(os.path.dirname(given.owner), mode=0o700, exist_ok=True)
    if os.path.exists(given.owner):
        os.unlink(given.owner)
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(given.owner)
    os.chmod(given.owner, int(given.mode, 8))
    sockets.append(listener)
for listener in sockets:
    listener.listen(64)

child = None


def end(number, frame):
    if child:
        os.kill(child, number)
        os.waitpid(child, 0)
    sys.exit(0)


def start():
    pid = os.fork()
    if pid:
        return pid
    # Above all descriptors that are wanted, so that none of them is overwritten.
    copies = [os.dup2(listener.fileno(), 100 + index) for index, listener in enumerate(sockets)]
    for index, copy in enumerate(copies):
        os.dup2(copy, 3 + index)
        os.close(copy)
    os.environ["LISTEN_FDS"] = str(len(copies))
    os.environ["LISTEN_PID"] = str(os.getpid())
    os.environ["LISTEN_FDNAMES"] = given.names
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, signal.SIG_DFL)
    os.execv(given.command[0], given.command)


signal.signal(signal.SIGTERM, end)
print("listening", flush=True)
while True:
    select.select(sockets, [], [])
    child = start()
    print("started", child, flush=True)
    _, status = os.waitpid(child, 0)
    child = None
    print("ended", os.waitstatus_to_exitcode(status), flush=True)
