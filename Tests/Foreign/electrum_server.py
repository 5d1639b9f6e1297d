"""An Electrum server before litecoind, configured by its environment, that looks at it every 20 ms in place of 5 s.

    electrum_server.py [SECONDS]      how often it looks
"""
import asyncio
import os
import sys

from electrumx import Controller, Env
from electrumx.server import block_processor, mempool

pause = float(sys.argv[1]) if len(sys.argv) > 1 else 0.02
for place, name in [(block_processor.Prefetcher, "polling_delay"), (mempool.MemPool, "refresh_secs")]:
    # Both set a value of their own when they are made, which counts for nothing.
    setattr(place, name, property(lambda self: pause, lambda self, value: None))
os.environ.setdefault("ALLOW_ROOT", "1")
asyncio.run(Controller(Env()).run())
