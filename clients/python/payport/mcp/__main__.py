"""The program payport-mcp."""

from __future__ import annotations

import argparse
import asyncio
import logging
import os
import sys

from .. import App, AsyncClient, PairingCode, PayportError, __version__
from ..client_base import default_state
from .http import HTTPTransport
from .server import Server, serve
from .tool_list import TOOLS
from .token import token
from .tools import INSTRUCTIONS, Tools

APP = App("org.payport.mcp", "Payport MCP", __version__, scopes=("receive", "pay", "statement"))
_PATIENCE = 10.0


def _show(code: PairingCode) -> None:
    print(f"The code of this program is {code.digits}.", flush=True)
    if code.question_id is not None:
        print(
            f"Type it in the wallet: payd approve {code.question_id} --code {code.digits} --scopes "
            "receive,pay,statement",
              flush=True)


async def _run(arguments: argparse.Namespace) -> None:
    async with AsyncClient(
            APP, arguments.state, provider=arguments.provider, runtime=arguments.runtime, patience=_PATIENCE) as client:
        if arguments.command == "pair":
            await client.pair(_show)
            print("The wallet's owner has approved this program.", flush=True)
            return
        tools, by_http = Tools(client), arguments.http is not None
        server = Server(
            "payport-mcp", __version__, INSTRUCTIONS, TOOLS, tools.call, listed=tools.listed, initialized=by_http)
        if by_http:
            await _serve_http(server, arguments.http, *token(arguments.state or default_state(APP)))
        else:
            await serve(server, sys.stdin.buffer, sys.stdout.buffer)


async def _serve_http(server: Server, port: int, secret: str, place: str) -> None:
    """Until the program is ended. The token is not printed, because whoever has it may pay."""
    try:
        transport = HTTPTransport(server, port, secret)
    except (OSError, OverflowError) as error:
        raise SystemExit(f"Port {port} of 127.0.0.1 cannot be used: {error}. Name another one, or 0.") from None
    try:
        print(f"{transport.url}\nThe bearer token is in {place}", flush=True)
        await asyncio.Event().wait()
    finally:
        transport.close()


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="payport-mcp",
        description="Lets an agent pay and be paid through the wallet on this machine (MCP).")
    parser.add_argument("command", nargs="?", choices=("serve", "pair"), default="serve",
                        help="pair: show a code for the wallet's owner, once; serve: the server, which is the default")
    parser.add_argument("--state", help="the folder of this program's key and requests")
    parser.add_argument("--provider", help="the name of the wallet, if several run")
    parser.add_argument("--runtime", help="the folder in which wallets are found (PAYPORT_RUNTIME)")
    parser.add_argument("--http", type=int, metavar="PORT",
                        help="serve on this port of 127.0.0.1, 0 being a free one, and not on standard streams")
    parser.add_argument("--version", action="version", version=__version__)
    logging.basicConfig(stream=sys.stderr, level=logging.WARNING)
    try:
        asyncio.run(_run(parser.parse_args()))
    except PayportError as error:
        print(error, file=sys.stderr)
        return 1
    except BrokenPipeError:
        # Nobody reads any more, and nothing is left to be written when the interpreter ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
