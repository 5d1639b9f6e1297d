#!/usr/bin/env python3
"""How long the owner waits, in Chromium, over a ledger with 20,000 payments: for the first paint, for a question after
the app's call, and for the timeline while it is scrolled. It judges nothing: other programs take time, too. What is
the machine's own is told beside it: the first paint of a page with one word, in the same browser.

timing.py [ROUNDS]
"""

import http.server
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import threading
import time

from browser import Browser
from life import TICKETS
from world import PROGRAMS, World, address

PAYMENTS = 20_000
# The moment at which a text was first drawn: a frame has begun after it came into the document.
SEEN = """
  const text = arguments[0];
  window.seen = 0;
  const observer = new MutationObserver(() => {
    if (!document.querySelector('[data-test=sheet]')?.innerText.includes(text)) return;
    observer.disconnect();
    requestAnimationFrame(() => { window.seen = Date.now(); });
  });
  observer.observe(document.body, {subtree: true, childList: true, characterData: true});
"""
COUNT = "return document.querySelector('#page').innerText.match(/[0-9.,]+ payments\\./)?.[0]"
SCROLL = """
  return new Promise((resolve) => {
    const tasks = [], list = document.getElementById('timeline');
    const start = list.getBoundingClientRect().top + scrollY;
    new PerformanceObserver((all) => tasks.push(...all.getEntries().map((each) => Math.round(each.duration))))
      .observe({type: 'longtask'});
    let step = 0;
    const next = () => {
      if (step++ === 120) return setTimeout(() => resolve(tasks), 200);
      scrollTo(0, start + step / 120 * list.offsetHeight);
      requestAnimationFrame(next);
    };
    next();
  });
"""


PAINT = "return performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? null"


class Word(http.server.BaseHTTPRequestHandler):
    """Serves a page with one word."""

    def do_GET(self):
        body = b"<!doctype html><title>Word</title><p>Payport"
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def paint(page, address):
    """Milliseconds until something is drawn; None where the browser had no time to notice."""
    page.open("about:blank")
    page.open(address)
    page.drawn()
    return page.script(PAINT)


def told(what, measured):
    values = [each for each in measured if each is not None]
    print(f"{what}: median {statistics.median(values):.0f} ms, {min(values):.0f} to {max(values):.0f}"
          f" of {len(values)}", flush=True)


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 9
    world = World()
    with tempfile.TemporaryDirectory() as downloads:
        try:
            tickets = world.paired("org.example.tickets", TICKETS, ("receive", "pay"))
            world.payd.stop()
            subprocess.run(
                [PROGRAMS / "PayportBenchmark", "--fill", world.folder / "state" / "ledger", "--objects",
                 str(PAYMENTS)], check=True)
            world.start()
            measure(world, tickets, pathlib.Path(downloads), rounds)
        finally:
            world.close()


def measure(world, tickets, downloads, rounds):
    print(f"of {os.cpu_count()} processors, {os.getloadavg()[0]:.1f} programs want one", flush=True)
    page = Browser(downloads)
    try:
        page.size(1280)
        paints, words = [], []
        with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Word) as server:
            threading.Thread(target=server.serve_forever, daemon=True).start()
            for _ in range(rounds):
                words.append(paint(page, f"http://127.0.0.1:{server.server_port}/"))
                paints.append(paint(page, world.page()))
                page.find("main h1")
            server.shutdown()
        told("first contentful paint of a page with one word", words)
        told("first contentful paint", paints)
        waits = []
        for number in range(rounds):
            amount = f"3.{number + 1:04}"
            page.script(SEEN, amount)
            began = time.time() * 1000
            tickets.pay("LTC", address(number), amount, name=f"timed {began}")
            page.see(amount, within="[data-test=sheet]")
            page.drawn()
            waits.append(page.script("return window.seen") - began)
            page.rest()
            page.click("[data-test=deny]")
            page.gone(amount, within="[data-test=sheet]") if page.count("[data-test=sheet]") else None
        told("a question is seen after the app's call", waits)
        page.go("money")
        began = time.monotonic()
        page.see("payments.", patience=120)
        page.gone("Older ones are being fetched")
        print(f"all payments are there after {time.monotonic() - began:.1f} s: {page.script(COUNT)}", flush=True)
        for _ in range(3):
            before = page.processor()
            tasks = page.script(SCROLL)
            frame = (page.processor() - before) / 120
            print(f"120 leaps through them: {frame:.1f} ms of a processor each; tasks above 50 ms: {tasks}", flush=True)
    finally:
        page.close()


if __name__ == "__main__":
    main()
