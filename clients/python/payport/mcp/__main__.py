"""The program payport-mcp."""

from __future__ import annotations

import argparse
import asyncio
import logging
import os
import sys

from .. import App, AsyncClient, PairingCode, PayportError, __version__
from .server import Server, serve
from .tools import INSTRUCTIONS, TOOLS, Tools

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
        else:
            server = Server("payport-mcp", __version__, INSTRUCTIONS, TOOLS, Tools(client).call)
            await serve(server, sys.stdin.buffer, sys.stdout.buffer)


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="payport-mcp",
        description="Lets an agent pay and be paid through the wallet on this machine (MCP, stdio).")
    parser.add_argument("command", nargs="?", choices=("serve", "pair"), default="serve",
                        help="pair: show a code for the wallet's owner, once; serve: the server, which is the default")
    parser.add_argument("--state", help="the folder of this program's key and requests")
    parser.add_argument("--provider", help="the name of the wallet, if several run")
    parser.add_argument("--runtime", help="the folder in which wallets are found (PAYPORT_RUNTIME)")
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
