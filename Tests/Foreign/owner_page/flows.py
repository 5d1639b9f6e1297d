#!/usr/bin/env python3
"""The owner's page in Chromium and Firefox, against a payd with made-up money: what its owner does, step by step.

Prints a line for each flow, with what was measured. Ends with 1 at the first that is not as it has to be.
"""

import argparse
import json
import pathlib
import signal
import subprocess
import tempfile
import threading
import time

from browser import Browser, Firefox, missing
from crowd import Crowd
from home import backup, balances, receive_alone
from life import live
from reading import heard, zoomed
from world import PermissionRefused, World, address, kept, require


def asked_for(work):
    """Has an app ask in a thread of its own, which ends with the answer or the test."""
    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    return thread


def open_question(page, text):
    page.go("now")
    page.see(text)
    if text not in page.script("return document.querySelector('[data-test=sheet]')?.innerText ?? ''"):
        page.click_text("button.line", text)
    page.see(text, within="[data-test=sheet]")
    page.rest()


def pair(world, page):
    shown = threading.Event()
    codes = []

    def show(code):
        codes.append(code)
        shown.set()
    client = world.client("org.example.newspaper", "The Daily Paper")
    pairing = asked_for(lambda: client.pair(show))
    require(shown.wait(20), "the app shows no digits")
    open_question(page, "The Daily Paper")
    wrong = "000000" if codes[0].digits != "000000" else "111111"
    page.type("[data-test=code]", wrong)
    page.click("[data-test=approve]")
    page.see("These are not the digits")
    page.rest()
    page.type("[data-test=code]", codes[0].digits)
    page.click("[data-test=approve]")
    pairing.join(20)
    require(not pairing.is_alive(), "the app is not let in")
    page.see("Let in", "The Daily Paper")
    return client


def settle(world, app, order):
    """Mines once the payment was sent: a block that came before would not have it."""
    deadline = time.monotonic() + 60
    while app.get_payment_order_status(order_id=order["order_id"])["payment_order"]["state"] != "in_flight":
        require(time.monotonic() < deadline, "it is not sent")
        time.sleep(0.05)
    world.owner("mock", "mine", "8")
    require(app.wait_for_order(order, timeout=60)["state"] == "succeeded", "it is not paid")


def approve_with_pin(world, page, app):
    page.go("health")
    page.click_text("summary", "Set a PIN")
    page.type("#field-new_pin", "471108")
    page.type("#field-new_pin_again", "471108")
    page.type("#field-above-pin_LTC", "2")
    page.click("[data-test=pin-set]")
    page.see("The PIN is set")
    page.go("now")
    page.script("""window.seen = 0; new MutationObserver(() => {
      const sheet = document.querySelector('[data-test=sheet]');
      if (!window.seen && sheet?.innerText.includes('3.25')) window.seen = Date.now();
    }).observe(document.body, {subtree: true, childList: true, characterData: true});""")
    began = time.time() * 1000
    order = app.pay("LTC", address(41), "3.25", name="with pin", description="Boat")
    open_question(page, "3.25")
    visible = page.script("return window.seen") - began
    page.see("First time to this address", "Boat", "at most")
    page.type("input.pin", "0000")
    page.click("[data-test=approve]")
    page.see("This is not the PIN")
    page.rest()
    page.type("input.pin", "471108")
    page.click("[data-test=approve]")
    page.gone("3.25", within="[data-test=sheet]") if page.count("[data-test=sheet]") else None
    settle(world, app, order)
    return f"{visible:.0f} ms from the app's call to the sheet"


def deny(_, page, app):
    order = app.pay("LTC", address(42), "1.125", name="denied")
    open_question(page, "1.125")
    page.click_text("summary", "Decide about")
    page.type("[id^=field-always_]", "5")
    page.see("from now on up to 5 LTC per week without asking", within="[data-test=approve]")
    page.click_text("summary", "Decide about")
    page.gone("from now on", within="[data-test=approve]")
    page.rest()
    page.click("[data-test=deny]")
    require(app.wait_for_order(order, timeout=60)["state"] == "rejected", "it is not rejected")
    page.go("money")
    page.script("document.getElementById('timeline').scrollIntoView()")
    page.see("1.125", "Denied")


def deny_always(_, page, app):
    order = app.pay("XMR", address(43, "XMR"), "1.0625", name="denied always")
    open_question(page, "1.0625")
    page.click_text("summary", "Decide about")
    page.click("[data-test=deny-always]")
    require(app.wait_for_order(order, timeout=60)["state"] == "rejected", "it is not rejected")
    try:
        app.pay("XMR", address(43, "XMR"), "0.5", name="refused at once")
    except PermissionRefused:
        return
    raise AssertionError("the app may ask again")


def answers_that_move(world, page, app):
    """What comes up above the answers moves them, and then they rest as if the question had just come up."""
    order = app.pay("LTC", address(48), "1.375", name="moves")
    open_question(page, "1.375")
    page.script("""scrollTo(0, 0); window.rests = false; new MutationObserver(() => {
      const has = (selector) => document.querySelector(selector) !== null;
      window.rests ||= has('[data-test=locked]') && has('[data-test=deny][aria-disabled]');
    }).observe(document.body, {subtree: true, childList: true, attributes: true});""")
    world.owner("lock")
    page.find("[data-test=locked]")
    page.rest()
    require(page.script("return window.rests"), "a banner above the answers moves them under the pointer")
    world.owner("unlock")
    page.gone("Paying is locked")
    page.rest()
    page.click("[data-test=deny]")
    require(app.wait_for_order(order, timeout=60)["state"] == "rejected", "it is not rejected")


def changed_while_open(world, page, app):
    with world.short_quotes():
        order = app.pay("LTC", address(44), "1.5", name="changes")
        open_question(page, "1.5")
        world.owner("mock", "fee", "LTC", "0.05")
        page.see("This has changed while it was open", "Largest fee")
    page.rest()
    page.click("[data-test=approve]")
    state = app.get_payment_order_status(order_id=order["order_id"])["payment_order"]["state"]
    require(state == "awaiting_approval", f"the click on the old sheet approved the new one: {state}")
    page.click("[data-test=acknowledge]:not([aria-disabled])")
    page.gone("This has changed while it was open")
    page.rest()
    page.click("[data-test=approve]:not([aria-disabled])")
    settle(world, app, order)
    world.owner("mock", "fee", "LTC", "0.0001")


def limit(world, page):
    page.go("apps")
    page.click_text(".app-line", "Ticket Machine")
    page.type("[data-test=most-LTC]", "250")
    page.choose("#" + page.find("[data-test=limit-LTC] select").get_attribute("id"), "month")
    page.click("[data-test=set-LTC]")
    page.type("dialog [data-test=pin]", "471108")
    page.click("[data-test=pin-give]")
    page.see("The limit is set", "250 LTC")
    budget = budget_of(world)
    require((budget["limits"]["per_period"], budget["limits"]["period"]) == ("250", "month"), f"the limit is {budget}")
    # With the keyboard, as with a drag: one step less needs no PIN. A slip alone changes nothing.
    slider = page.find("[data-test=limit-LTC] input[type=range]")
    page.script("arguments[0].focus()", slider)
    slider.send_keys("\ue012")
    require(page.find("[data-test=most-LTC]").get_attribute("value") == "100", "the step is not in the field")
    require(budget_of(world)["limits"]["per_period"] == "250", "a slip of the mouse sets a limit")
    page.click("[data-test=set-LTC]")
    page.see("The limit is set", "100 LTC")
    deadline = time.monotonic() + 20
    while budget_of(world)["limits"]["per_period"] != "100":
        require(time.monotonic() < deadline, "the limit was not dragged")
    # Without a limit is a second word's matter.
    page.click_text("[data-test=limit-LTC] button", "Let it pay any sum")
    page.click_text("dialog button", "Cancel")
    require(budget_of(world)["limits"]["per_period"] == "100", "one click takes the limit away")
    page.click_text("a.back", "Apps")


def budget_of(world):
    grants = json.loads(world.owner("grants", "Ticket Machine", "--json"))
    return next(each for each in grants["apps"][0]["budgets"] if each["currency"] == "LTC")


def receive(world, page, app):
    invoice = app.invoice("LTC", "0.375", name="by QR", description="Apples")
    page.go("money")
    page.see("0.375")
    page.click_text("[data-test=receive]", "0.375")
    page.see("Pay to this address")
    page.find("svg.qr")
    picture = world.folder / "qr.png"
    page.picture(picture)
    read = subprocess.run(["zbarimg", "--quiet", "--raw", str(picture)], capture_output=True, text=True, check=False)
    require(read.stdout.strip() == invoice["uri"], f"the code says {read.stdout!r} {read.stderr}")
    world.owner("mock", "receive", invoice["address"], "0.375")
    world.owner("mock", "mine", "8")
    page.see("Received", "0.375")
    page.gone("Pay to this address")


def statement(_, page):
    page.go("books")
    page.click("[data-test=statement]")
    page.see("At the end", "LTC", within="[data-test=section]")
    page.find("figure.chart svg")
    for form, ending in (("csv", "csv"), ("pdf", "pdf")):
        page.click(f"[data-test=download-{form}]")
        deadline = time.monotonic() + 30
        while not any(len(kept(each)) > 100 for each in page.downloads.glob(f"*.{ending}")):
            require(time.monotonic() < deadline, f"no {ending} was downloaded")
    page.click("[data-test=verify]")
    page.see("entries are what they were", "computed the seals", within="[data-test=verdict]")


def lock(world, page):
    page.click("[data-test=lock]")
    page.click("[data-test=lock-sure]")
    page.find("[data-test=locked]")
    require(json.loads(world.owner("status", "--json"))["locked"], "it is not locked")
    page.click("[data-test=lock]")
    page.type("dialog [data-test=pin]", "471108")
    page.click("[data-test=pin-give]")
    page.gone("Paying is locked")
    require(not json.loads(world.owner("status", "--json"))["locked"], "it is not unlocked")


def restarted(world, page, app):
    app.pay("LTC", address(45), "1.875", name="survives")
    open_question(page, "1.875")
    world.payd.stop(signal.SIGKILL)
    page.find("[data-test=away]")
    world.start()
    page.gone("Payport is not running")
    page.see("1.875", within="[data-test=sheet]")
    page.rest()
    page.click("[data-test=deny]")
    page.gone("1.875 LTC", within="[data-test=sheet]") if page.count("[data-test=sheet]") else None


def revoke(world, page):
    page.go("apps")
    page.click_text(".app-line", "The Daily Paper")
    page.click("[data-test=revoke]")
    page.click("[data-test=revoke-sure]")
    page.see("Taken back")
    status = {each["app"]["name"]: each["status"] for each in json.loads(world.owner("apps", "--json"))["apps"]}
    require(status["The Daily Paper"] == "revoked", f"the apps are {status}")


def views(page, pictures):
    """Every view at three widths, light and dark: nothing for axe to say, and nothing wider than the screen."""
    found = []
    for view in ("now", "money", "apps", "books", "health", "setup"):
        page.go(view)
        if view == "apps":
            page.click_text(".app-line", "Ticket Machine")
            page.find("[data-test=limit-LTC]")
        page.script("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
        for width in (360, 800, 1440):
            page.size(width)
            require(not page.too_wide(), f"{view} is wider than {width}")
            for is_dark in (False, True):
                page.dark(is_dark)
                if pictures:
                    page.picture(pictures / f"{view}-{width}-{'dark' if is_dark else 'light'}.png")
                # Each width and each kind of light once: axe takes a second.
                if (width, is_dark) in ((360, False), (1440, True)) and (type(page) is Browser or not is_dark):
                    found += [f"{view} {width} {'dark' if is_dark else 'light'}: {each}" for each in page.violations()]
    page.dark(False)
    page.size(1280)
    require(not found, "\n".join(found))


def crowd(page):
    """200 questions and 20,000 payments, with the worst names that there are."""
    with Crowd(questions=200, payments=20_000) as many:
        page.open(many.page())
        page.see("200 questions wait for you", "<img src=x onerror=alert(1)>")
        for width in (360, 1280):
            page.size(width)
            require(not page.too_wide(), "a name makes the page wider than the screen")
        require(page.count("#page img, #page script, #page a[href*=evil]") == 0, "a name became an element")
        heading = page.script("return document.querySelector('#question-title').textContent")
        require(heading.endswith("wants to connect to your wallet") and "\u202e" not in heading, f"it is {heading!r}")
        page.go("money")
        page.see("20000 payments.", patience=60)
        page.gone("Older ones are being fetched")
        before = page.processor()
        longest = page.script("""
          return new Promise((resolve) => {
            const tasks = [], list = document.getElementById('timeline');
            const start = list.getBoundingClientRect().top + scrollY;
            new PerformanceObserver((all) => tasks.push(...all.getEntries().map((each) => each.duration)))
              .observe({type: 'longtask'});
            let step = 0;
            const next = () => {
              if (step++ === 120) {
                const rows = document.querySelectorAll('.timeline-row').length;
                return setTimeout(() => resolve([Math.max(0, ...tasks), rows]), 200);
              }
              scrollTo(0, start + step / 120 * list.offsetHeight);
              requestAnimationFrame(next);
            };
            next();
          });""")
        frame = (page.processor() - before) / 120
        page.see("Payment number 0 ")
        page.script("scrollTo(0, 0)")
        page.type("#field-query", "0.00012346")
        page.see("One payment.")
        measured = (f"; {frame:.1f} ms of a processor for each of 120 leaps through them, the longest task by the clock"
                    f" {longest[0]:.0f} ms (0: none above 50)") if frame else ""
        return f"20,000 rows, of which {longest[1]} in the document{measured}"


def german(world, downloads):
    page = Browser(downloads, "de-DE")
    try:
        page.open(world.page())
        page.see("Das ist Spielgeld.", "Eine Frage wartet auf Sie")
        page.size(360)
        for view in ("now", "money", "apps", "books", "health"):
            page.go(view)
            require(page.violations() == [] and not page.too_wide(), f"{view} in German")
    finally:
        page.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pictures", type=pathlib.Path, help="a folder for pictures of every view")
    options = parser.parse_args()
    if options.pictures:
        options.pictures.mkdir(parents=True, exist_ok=True)
    skipped = []
    for kind in (Browser, Firefox):
        if why := missing(kind):
            skipped.append(f"owner page: SKIPPED: the page is NOT tested in {kind.__name__}, which does not run: {why}")
            continue
        with tempfile.TemporaryDirectory() as downloads:
            play(kind, pathlib.Path(downloads), options.pictures)
    # At the end, where it is read.
    print("\n".join(skipped))


def play(kind, downloads, pictures):
    world, page = World(), kind(downloads)
    name = "Chromium" if kind is Browser else "Firefox"

    def flow(work, *arguments):
        began = time.monotonic()
        said = work(*arguments)
        complaints = page.complaints()
        # A socket that is lost is one of these.
        require(not complaints or work is restarted, f"the browser complains in {work.__name__}: {complaints}")
        measured = f"; {said}" if isinstance(said, str) else ""
        print(f"owner page: {name}: {work.__name__}: {time.monotonic() - began:.1f} s{measured}", flush=True)
    try:
        shop, tickets, _ = live(world)
        page.size(1280)
        used = world.page()
        page.open(used)
        page.see("This is made-up money.", "One question waits for you")
        paint = page.script("return performance.getEntriesByName('first-contentful-paint')[0]?.startTime")
        print(f"owner page: {name}: first contentful paint after {paint or 0:.0f} ms")
        flow(pair, world, page)
        flow(receive, world, page, shop)
        flow(balances, world, page)
        flow(receive_alone, world, page)
        flow(backup, world, page)
        flow(deny, world, page, tickets)
        flow(deny_always, world, page, tickets)
        flow(answers_that_move, world, page, tickets)
        flow(approve_with_pin, world, page, tickets)
        flow(changed_while_open, world, page, tickets)
        flow(limit, world, page)
        flow(statement, world, page)
        flow(lock, world, page)
        flow(restarted, world, page, tickets)
        flow(revoke, world, page)
        flow(views, page, pictures)
        if kind is Browser:
            flow(heard, page, tickets)
            flow(zoomed, world, page, downloads, pictures)
        # It is over ten seconds after the last page has gone.
        page.open("about:blank")
        page.open(used)
        page.see("This page has to be opened anew")
        require(kind is Firefox or any("403" in each for each in page.complaints()), "the address was taken twice")
        flow(crowd, page)
        # Whoever served that page has ended, which it would notice.
        page.open("about:blank")
        page.complaints()
        if kind is Browser:
            flow(german, world, downloads)
    finally:
        page.close()
        world.close()


if __name__ == "__main__":
    main()
