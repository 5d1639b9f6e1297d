#!/usr/bin/env python3
"""`make page`: the owner's page on made-up money, with a day's worth of life in it. Ctrl-C ends it.

Each app goes on: one asks now and then, somebody pays an invoice, and blocks are found.
"""

import itertools
import os
import signal
import sys
import threading
import webbrowser

from world import PayportError, World, address

SHOP, TICKETS, CHAT = "Corner Shop", "Ticket Machine", "SimpleX Chat"


def live(world):
    """A morning: three apps, payments in both directions, something under way, and a question."""
    shop = world.paired("org.example.shop", SHOP, ("receive",))
    tickets = world.paired("org.example.tickets", TICKETS, ("receive", "pay"))
    chat = world.paired("chat.example.simplex", CHAT, ("receive", "pay", "statement"))
    world.owner("limit", TICKETS, "XMR", "--per", "week", "5", "--ask", "above", "0.5")
    sold = [("0.25", "Two tickets"), ("1.2", "Bread, cheese, olives"), ("0.075", "Coffee")]
    for number, (amount, what) in enumerate(sold):
        invoice = shop.invoice("LTC", amount, name=f"order {number}", description=what)
        world.owner("mock", "receive", invoice["address"], amount)
    bought = [("0.05", "Bus, line 9"), ("0.0825", "Museum, one adult"), ("0.03", "Tram")]
    for number, (amount, what) in enumerate(bought):
        tickets.pay("LTC", address(number), amount, name=f"ticket {number}", description=what)
    tickets.pay("XMR", address(9, "XMR"), "0.125", name="ticket 9", description="Night train to Vienna")
    world.owner("mock", "mine", "8")
    shop.invoice("XMR", "0.8", name="order 9", description="Repair of a bicycle", expires_at=None)
    half = shop.invoice("LTC", "2.5", name="order 10", description="Wine for Saturday")
    world.owner("mock", "receive", half["address"], "1")
    tickets.pay("LTC", address(4), "0.06", name="ticket 4", description="Ferry")
    chat.pay("LTC", address(0), "5", name="dinner", description="Your half of the dinner on Friday — Ann")
    return shop, tickets, chat


def ask_to_connect(world):
    """A newspaper shows its digits until it is let in, or told to stay away."""
    newcomer = world.client("org.example.newspaper", "The Daily Paper")
    try:
        newcomer.pair(lambda code: print(f"The Daily Paper wants to connect, and shows: {code.digits}", flush=True))
        print("The Daily Paper is connected.", flush=True)
    except PayportError as error:
        print(f"The Daily Paper is not connected: {error}", flush=True)


def main():
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    world = World(blocks=15)
    try:
        shop, tickets, chat = live(world)
        threading.Thread(target=ask_to_connect, args=(world,), daemon=True).start()
        page = world.page()
        print(f"The owner's page, with made-up money: {page}\nCtrl-C ends it.", flush=True)
        if os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
            webbrowser.open(page)
        for number in itertools.count(100):
            if threading.Event().wait(25):
                return
            if number % 2:
                tickets.pay("LTC", address(number % 7), "0.0425", name=f"ticket {number}", description="Bus, line 9")
            else:
                invoice = shop.invoice("LTC", "0.3", name=f"order {number}", description="Bread")
                world.owner("mock", "receive", invoice["address"], "0.3")
            if number % 6 == 0:
                chat.pay("LTC", address(number), "1.5", name=f"asked {number}", description="For the boat")
    except KeyboardInterrupt:
        sys.exit(0)
    finally:
        world.close()


if __name__ == "__main__":
    main()
