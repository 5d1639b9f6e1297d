"""How the page is read by those who hear it, and by those who need it large."""

import zoom
from browser import Browser
from world import address, require


def heard(page, app):
    """What Chromium tells a screen reader, first of the question that waits, then of another one that comes up."""
    page.go("now")
    page.see("One question waits for you")
    told = page.told()
    for role, name in (("heading", "SimpleX Chat wants to pay"), ("button", "Deny"), ("link", "Money"),
                       ("navigation", "Views"), ("main", "")):
        require((role, name) in told, f"no {role} {name!r} is told in {told}")
    require(any(role == "button" and name.startswith("Pay 5 LTC") for role, name in told), f"no yes is told: {told}")
    order = app.pay("LTC", address(46), "2.125", name="heard", description="Oars")
    page.see("2 questions wait for you")
    require("2 questions wait for you" in page.announced(), f"the live region says {page.announced()!r}")
    page.click_text("button.line", "2.125")
    page.see("2.125", within="[data-test=sheet]")
    page.drawn()
    said = page.announced()
    require("Ticket Machine" in said and "2.125 LTC" in said, f"the live region says {said!r}")
    page.rest()
    page.click("[data-test=deny]")
    require(app.wait_for_order(order, timeout=60)["state"] == "rejected", "it is not rejected")


def zoomed(world, page, downloads, pictures):
    page.go("money")
    page.find(".timeline-row a")
    invoice = page.script("return document.querySelector('.timeline-row a').getAttribute('href').split('/').pop()")
    found = zoom.look(page, invoice, zoom.ZOOMED, pictures)
    page.size(1280)
    large = Browser(downloads, letters=32)
    try:
        large.open(world.page())
        large.find("main h1")
        found += zoom.look(large, invoice, zoom.LARGE_LETTERS, pictures)
    finally:
        large.close()
    require(not found, "\n".join(found))
