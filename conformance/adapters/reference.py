"""The verbs of the reference consumer: `python -m conformance.adapters.reference [--deviate NAME]`."""

import argparse
import asyncio
import json
import os
import sys

from ..models.consumer import Consumer
from ..models.consumer_store import Trouble


def tell(line):
    print(json.dumps(line), flush=True)


async def show(line):
    tell({"show": line})


async def handling(event):
    tell({"handling": event})


async def answered(consumer, verb, arguments, show=show):
    """The answer to a verb, as a line of `verbs.md`."""
    try:
        return {"ok": True, "result": await getattr(consumer, verb)(show, **arguments)}
    except Trouble as trouble:
        return {"ok": False, "error": {"code": trouble.code, "sentence": str(trouble)}}
    except Exception as error:  # one verb that fails is one answer
        return {"ok": False, "error": {"code": "other", "sentence": f"{type(error).__name__}: {error}"}}


async def serve(deviations):
    consumer = Consumer(os.environ["PAYPORT_RUNTIME"], os.environ["PAYPORT_STATE"], deviations)
    consumer.handling = handling
    lines = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(lines), sys.stdin)
    while line := await lines.readline():
        request = json.loads(line)
        tell(await answered(consumer, request.pop("verb"), request))
    await consumer.close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--deviate", action="append", default=[])
    asyncio.run(serve(parser.parse_args().deviate))
