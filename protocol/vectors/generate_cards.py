#!/usr/bin/env python3
"""Makes cards.json beside this file: the test vectors of cards, version 1 (chapter 14).

Independent of the Swift code, and written from the chapter alone; needs nothing but Python. A second run changes nothing.
"""

import base64
import hashlib
import itertools
import json
import pathlib
import uuid

AUTHOR, OTHER, READER = "alice", "bob", "carol"
CARD = "5d0f0c5e-3f0a-4e0c-9d43-0b9b0a1d7a11"
CREATED, EXPIRES = "2026-03-20T11:01:25.000Z", "2026-03-27T11:01:25.000Z"
BEFORE, AFTER = "2026-03-21T00:00:00.000Z", "2026-03-27T11:01:25.000Z"
# Thirty days, and an hour in which a clock may be ahead, before EXPIRES.
TOO_EARLY, EARLY_ENOUGH = "2026-02-25T10:01:24.999Z", "2026-02-25T10:01:25.000Z"


def link(value):
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    data = base64.urlsafe_b64encode(text.encode()).decode()
    return "payport:card?data=" + data.rstrip("=")


def terms(kind="request", **changes):
    value = {
        "kind": kind,
        "prices": [{"currency": "XMR", "amount": "0.5"}, {"currency": "LTC", "amount": "1.2"}],
        "note": "Pizza",
        "created_at": CREATED,
        "expires_at": EXPIRES,
        "to": OTHER,
    }
    value.update(changes)
    return {name: part for name, part in value.items() if part is not None}


def proposal(steps=(), kind="request", **changes):
    return {"v": 1, "card": CARD, "terms": terms(kind, **changes), "steps": list(steps)}


def answer(steps):
    return {"v": 1, "card": CARD, "author": AUTHOR, "steps": list(steps)}


def lp4(text):
    data = text.encode()
    return len(data).to_bytes(4, "big") + data


def request_id(what, author, card):
    digest = hashlib.sha256(b"payport/card/1\0" + lp4(what) + lp4(author) + lp4(card.lower())).digest()[:16]
    return str(uuid.UUID(bytes=digest, version=4))


def permitted(step, by_author, kind):
    payee = by_author == (kind == "request")
    name, currency = step["step"], step.get("currency")
    if currency is not None and currency not in ("XMR", "LTC"):
        return False
    address = step.get("address")
    for told in (address, step.get("lightning")):
        if told is not None and not (1 <= len(told) <= 2048 and all("!" <= letter <= "~" for letter in told)):
            return False
    if "lightning" in step and address is None:
        return False
    if len(step.get("reason", "")) > 200:
        return False
    return {
        "accepted": not by_author and (address is not None) == payee,
        "address": by_author and payee,
        "paid": not payee,
        "failed": not payee,
        "received": payee,
        "declined": not by_author,
        "cancelled": by_author,
    }[name]


def states(kind, messages, now):
    """What the chapter says, for those whose provider knows nothing and for one who reads along."""
    if now < EARLY_ENOUGH:
        return {role: "text" for role in ("payer", "payee", "reader")}
    sides = {AUTHOR: {}, OTHER: {}}
    for sender, message in messages:
        for step in message["steps"]:
            if sender in sides and permitted(step, sender == AUTHOR, kind):
                sides[sender].setdefault(step["step"], step)
    payer = sides[OTHER if kind == "request" else AUTHOR]
    payee = sides[AUTHOR if kind == "request" else OTHER]
    if "cancelled" in sides[AUTHOR]:
        words = "cancelled"
    elif "declined" in sides[OTHER]:
        words = "declined"
    elif "failed" in payer:
        words = "failed"
    elif now >= EXPIRES:
        words = "expired"
    else:
        words = "accepted" if "accepted" in sides[OTHER] else "created"
    own = "paid" if "paid" in payer and "failed" not in payer else words
    claims = "settled" if "received" in payee else own
    return {"payer": own, "payee": words, "reader": claims}


def destination(kind, messages):
    """Where the payer is to pay: the address, or the Lightning invoice, in the currency that was picked."""
    sides = {AUTHOR: {}, OTHER: {}}
    for sender, message in messages:
        for step in message["steps"]:
            if sender in sides and permitted(step, sender == AUTHOR, kind):
                name = (step["step"], step["currency"]) if step["step"] == "address" else step["step"]
                sides[sender].setdefault(name, step)
    accepted = sides[OTHER].get("accepted")
    if accepted is None:
        return None
    told = accepted if kind == "offer" else sides[AUTHOR].get(("address", accepted["currency"]), {})
    if "address" not in told:
        return None
    ways = {way: told[way] for way in ("address", "lightning") if way in told}
    return {"currency": accepted["currency"], **ways}


def conversation(name, kind, messages, now=BEFORE):
    return {
        "name": name,
        "messages": [{"from": sender, "link": link(message)} for sender, message in messages],
        "now": now,
        "states": states(kind, messages, now),
        "destination": destination(kind, messages),
    }


def conversations():
    yes = {"step": "accepted", "currency": "LTC"}
    yes_with_address = {"step": "accepted", "currency": "LTC", "address": "ltc1qexample"}
    where = {"step": "address", "currency": "LTC", "address": "ltc1qexample"}
    paid, received, failed = {"step": "paid"}, {"step": "received"}, {"step": "failed"}
    no, back = {"step": "declined", "reason": "Not mine"}, {"step": "cancelled"}
    told = (AUTHOR, proposal([where]))
    yield conversation("a request", "request", [(AUTHOR, proposal())])
    yield conversation("a request that is accepted", "request", [(AUTHOR, proposal()), (OTHER, answer([yes]))])
    yield conversation("a request that nobody has to believe to be paid", "request", [told, (OTHER, answer([yes, paid]))])
    yield conversation("a request that was received", "request", [
        told, (OTHER, answer([yes, paid])), (AUTHOR, proposal([where, received]))])
    yield conversation("a request that is declined", "request", [(AUTHOR, proposal()), (OTHER, answer([no]))])
    yield conversation("a request that is cancelled", "request", [(AUTHOR, proposal([back]))])
    yield conversation("no is said by both at once", "request", [(AUTHOR, proposal([back])), (OTHER, answer([no]))])
    yield conversation("a request that was accepted and is cancelled", "request", [
        told, (OTHER, answer([yes])), (AUTHOR, proposal([where, {"step": "cancelled", "reason": "Twice"}]))])
    yield conversation("a payment that failed after the request was cancelled", "request", [
        (OTHER, answer([yes, failed])), (AUTHOR, proposal([where, back]))])
    elsewhere = {"step": "address", "currency": "XMR", "address": "4example"}
    another = {"step": "address", "currency": "LTC", "address": "ltc1qanother"}
    yield conversation("an address in a currency that was not picked", "request", [
        (AUTHOR, proposal([elsewhere])), (OTHER, answer([yes]))])
    yield conversation("the right address after one in a currency that was not picked", "request", [
        (AUTHOR, proposal([elsewhere])), (OTHER, answer([yes])), told])
    yield conversation("two addresses in two currencies", "request", [
        (AUTHOR, proposal([elsewhere, where])), (OTHER, answer([yes]))])
    yield conversation("two addresses in one currency", "request", [
        told, (OTHER, answer([yes])), (AUTHOR, proposal([another]))])
    yield conversation("an address before the yes", "request", [told])
    both = {**where, "lightning": "lnltc1example"}
    yield conversation("a Lightning invoice beside the address", "request", [
        (AUTHOR, proposal([both])), (OTHER, answer([yes]))])
    yield conversation("a Lightning invoice that comes later", "request", [
        told, (OTHER, answer([yes])), (AUTHOR, proposal([both]))])
    yield conversation("an address of 2048 characters", "request", [
        (AUTHOR, proposal([{**where, "address": "l" * 2048}])), (OTHER, answer([yes]))])
    yield conversation("a Lightning invoice of 2049 characters", "request", [
        (AUTHOR, proposal([{**both, "lightning": "l" * 2049}])), (OTHER, answer([yes]))])
    yield conversation("a payer has no Lightning invoice to give", "request", [
        (AUTHOR, proposal()), (OTHER, answer([{**yes, "lightning": "lnltc1example"}]))])
    yield conversation("received before it was paid", "request", [
        (AUTHOR, proposal([received])), (OTHER, answer([yes])), (AUTHOR, proposal([where, received]))])
    yield conversation("a proposal from too far ahead", "request", [(AUTHOR, proposal())], TOO_EARLY)
    yield conversation("a proposal from ahead, as clocks differ", "request", [(AUTHOR, proposal())], EARLY_ENOUGH)
    yield conversation("yes and then no", "request", [(AUTHOR, proposal()), (OTHER, answer([yes, no]))])
    yield conversation("a payment that failed", "request", [told, (OTHER, answer([yes, failed]))])
    yield conversation("a payment that failed after it was handed over", "request", [
        told, (OTHER, answer([yes, paid, failed]))])
    yield conversation("a request whose time is over", "request", [(AUTHOR, proposal()), (OTHER, answer([yes]))], AFTER)
    yield conversation("a declined request whose time is over", "request", [
        (AUTHOR, proposal()), (OTHER, answer([no]))], AFTER)
    yield conversation("the payer says what is the payee's to say", "request", [
        (AUTHOR, proposal()), (OTHER, answer([where, received, back]))])
    yield conversation("the author says what is the other's to say", "request", [
        (AUTHOR, proposal([yes, no, paid, failed]))])
    yield conversation("somebody else answers", "request", [(AUTHOR, proposal()), (READER, answer([yes, no, paid]))])
    yield conversation("a currency that was not proposed", "request", [
        (AUTHOR, proposal()), (OTHER, answer([{"step": "accepted", "currency": "BTC"}]))])
    yield conversation("a payer has no address to give", "request", [
        (AUTHOR, proposal()), (OTHER, answer([yes_with_address]))])
    yield conversation("an offer", "offer", [(AUTHOR, proposal(kind="offer"))])
    yield conversation("an offer that is accepted", "offer", [
        (AUTHOR, proposal(kind="offer")), (OTHER, answer([yes_with_address]))])
    yield conversation("an offer that is accepted with a Lightning invoice", "offer", [
        (AUTHOR, proposal(kind="offer")), (OTHER, answer([{**yes_with_address, "lightning": "lnltc1example"}]))])
    yield conversation("an offer that is accepted without an address", "offer", [
        (AUTHOR, proposal(kind="offer")), (OTHER, answer([yes]))])
    yield conversation("an address with a space", "offer", [
        (AUTHOR, proposal(kind="offer")), (OTHER, answer([{**yes_with_address, "address": "ltc1q example"}]))])
    yield conversation("an offer that is paid and received", "offer", [
        (AUTHOR, proposal([paid], kind="offer")), (OTHER, answer([yes_with_address, received]))])
    yield conversation("a reason of more than 200 characters", "request", [
        (AUTHOR, proposal()), (OTHER, answer([{"step": "declined", "reason": "é" * 201}]))])
    # However they come, and however often, they say the same.
    story = [(AUTHOR, proposal()), (OTHER, answer([yes])), told, (OTHER, answer([yes, paid]))]
    for number, order in enumerate(itertools.permutations(story)):
        yield conversation(f"any order, {number}", "request", list(order) + [order[0]])


def links():
    good = proposal([], note="Pizza „Ω“ 🍕", collection={"id": "0b8f8a4c-1a3b-4f0e-8d57-0b9b0a1d7a12", "title": "Dinner"})
    yield "a proposal", link(good), "card"
    yield "an answer", link(answer([{"step": "paid"}])), "card"
    yield "members in another order", link(dict(reversed(list(answer([]).items())))), "card"
    yield "a note of 500 characters", link(proposal(note="é" * 500)), "card"
    yield "thirty days", link(proposal(expires_at="2026-04-19T11:01:25.000Z")), "card"
    yield "version 2", link({"v": 2, "anything": []}), "newer"
    yield "no data", "payport:card?data=", "text"
    yield "another scheme", link(good).replace("payport:", "payports:"), "text"
    yield "padding", link(good) + "=", "text"
    yield "not JSON", link("{"), "text"
    yield "no object", link("[]"), "text"
    yield "version 0", link({**answer([]), "v": 0}), "text"
    yield "version 1.5", link({**answer([]), "v": 1.5}), "text"
    yield "no version", link({"card": CARD, "steps": []}), "text"
    yield "a member twice", link('{"v":1,"v":1,"card":"%s","steps":[]}' % CARD), "text"
    yield "an unknown member", link({**answer([]), "paid": True}), "text"
    yield "no UUID", link({**answer([]), "card": "1"}), "text"
    yield "the nil UUID", link({**answer([]), "card": "00000000-0000-0000-0000-000000000000"}), "text"
    yield "an unknown step", link(answer([{"step": "won"}])), "text"
    yield "a step twice", link(answer([{"step": "paid"}, {"step": "paid"}])), "text"
    address = {"step": "address", "currency": "LTC", "address": "ltc1qexample"}
    yield "addresses in two currencies", link(proposal([address, {**address, "currency": "XMR"}])), "card"
    yield "addresses in one currency", link(proposal([address, {**address, "address": "ltc1qanother"}])), "text"
    yield "a Lightning invoice", link(proposal([{**address, "lightning": "lnltc1example"}])), "card"
    yield "a Lightning invoice without an address", link(proposal([{
        "step": "address", "currency": "LTC", "lightning": "lnltc1example"}])), "text"
    yield "a step with too much in it", link(answer([{"step": "paid", "amount": "1"}])), "text"
    yield "no price", link(proposal(prices=[])), "text"
    yield "nine prices", link(proposal(prices=[{"currency": f"A{n}", "amount": "1"} for n in range(9)])), "text"
    yield "eight prices", link(proposal(prices=[{"currency": f"A{n}", "amount": "1"} for n in range(8)])), "card"
    yield "a currency twice", link(proposal(prices=[{"currency": "LTC", "amount": n} for n in "12"])), "text"
    yield "nothing", link(proposal(prices=[{"currency": "LTC", "amount": "0.00"}])), "text"
    yield "less than nothing", link(proposal(prices=[{"currency": "LTC", "amount": "-1"}])), "text"
    yield "an exponent", link(proposal(prices=[{"currency": "LTC", "amount": "1e3"}])), "text"
    yield "an amount as a number", link(proposal(prices=[{"currency": "LTC", "amount": 1}])), "text"
    yield "no currency code", link(proposal(prices=[{"currency": "ltc", "amount": "1"}])), "text"
    yield "a note of 501 characters", link(proposal(note="n" * 501)), "text"
    yield "a title of 101 characters", link(proposal(collection={"id": CARD, "title": "t" * 101})), "text"
    yield "no lifetime", link(proposal(expires_at=CREATED)), "text"
    yield "more than thirty days", link(proposal(expires_at="2026-04-19T11:01:25.001Z")), "text"
    yield "no time", link(proposal(expires_at="tomorrow")), "text"
    full = "payport:card?data=" + base64.urlsafe_b64encode(json.dumps(answer([])).encode()).decode().rstrip("=")
    yield "more than 8192 characters", full + "A" * (8193 - len(full)), "text"


def main():
    value = {
        "author": AUTHOR,
        "other": OTHER,
        "reader": READER,
        "card": CARD,
        "request_ids": [
            {"what": what, "author": author, "card": card, "request_id": request_id(what, author, card)}
            for what in ("invoice", "order", "cancel_invoice", "cancel_order")
            for author, card in ((AUTHOR, CARD), (AUTHOR, CARD.upper()), ("Ωmega 🍕", CARD), ("", CARD))
        ],
        "links": [{"name": name, "link": text, "is": verdict} for name, text, verdict in links()],
        "conversations": list(conversations()),
    }
    path = pathlib.Path(__file__).with_name("cards.json")
    path.write_text(json.dumps(value, ensure_ascii=False, indent=2) + "\n")


main()
