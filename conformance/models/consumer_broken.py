"""Broken consumers that are made around the reference consumer: each replaces one of its functions by one with a
mistake (see `broken.py`)."""

import uuid

from ..report import Mutant
from .broken import Broken, around
from .consumer_store import Trouble

BROKEN = {}


def broken(name, case, what):
    def register(change):
        if name in BROKEN:
            raise KeyError(name)
        BROKEN[name] = Broken(Mutant(name, case, what), change)
        return change
    return register


@broken("place of an event is stored before it is handled", "C5.87",
        "an event is lost if the app dies while it handles it")
def stored_before(consumer):
    async def handle(sound, event, held):
        consumer._handled(event)
        await sound(event, held)

    around(consumer, "_handle", handle)


@broken("first pairing code is shown again", "C3.100", "its user types a code of a connection that has ended")
def first_code(consumer):
    async def wait(sound, session, first, code, show):
        consumer.first_code = getattr(consumer, "first_code", code)
        return await sound(session, first, consumer.first_code, show)

    around(consumer, "_wait_for_owner", wait)


@broken("max_fee is not passed on", "C5.88", "its user pays any fee")
def no_max_fee(consumer):
    async def pay(sound, show, max_fee=None, **arguments):
        return await sound(show, **arguments)

    around(consumer, "pay", pay)


@broken("waits end after half a second", "C5.89", "it repeats before retry_after_ms if that is long")
def short_waits(consumer):
    async def before(sound, trouble, params):
        trouble.retry_after_ms = min(trouble.retry_after_ms or 0, 500)
        return await sound(trouble, params)

    around(consumer, "_before_repeating", before)


@broken("an order of another request is taken", "C4.20", "it tells of a payment that is not the one it asked for")
def other_order(consumer):
    around(consumer, "_check_subject", lambda sound, method, params, result:
           method == "payment_order" or sound(method, params, result))


@broken("an invoice of another request is taken", "C4.21", "it shows its payer the address of another invoice")
def other_invoice(consumer):
    around(consumer, "_check_subject", lambda sound, method, params, result:
           method == "invoice_request" or sound(method, params, result))


@broken("no pause between attempts", "C5.36", "it asks again and again while the provider asks it to wait")
def no_pause(consumer):
    async def before(sound, trouble, params):
        trouble.retry_after_ms = 0
        return await sound(trouble, params)

    around(consumer, "_before_repeating", before)


@broken("equal params are the same payment", "C5.01", "the second of two equal payments is never made")
def equal_is_same(consumer):
    around(consumer, "_id", lambda sound, request_id, kind, *asked:
           request_id or str(uuid.uuid5(uuid.NAMESPACE_OID, repr((kind, asked)))))


@broken("request id is another one after a crash", "C5.14", "a payment is made twice if the app dies")
def new_after_crash(consumer):
    before = list(consumer.store.kept.get("asked", []))

    async def pay(sound, show, request_id=None, **arguments):
        if request_id in before:
            request_id = str(uuid.uuid4())
        elif request_id:
            consumer.store.keep(asked=[*consumer.store.kept.get("asked", []), request_id])
        return await sound(show, request_id=request_id, **arguments)

    around(consumer, "pay", pay)


@broken("an order that is gone is made again", "C5.90", "it pays once more after its provider was restored")
def made_again(consumer):
    paid = {}

    async def pay(sound, show, **arguments):
        order = await sound(show, **arguments)
        paid[order["request_id"]] = arguments | {"request_id": order["request_id"]}
        return order

    async def status(sound, show, id=None, request_id=None):
        try:
            return await sound(show, id=id, request_id=request_id)
        except Trouble as trouble:
            if trouble.code != "order_not_found" or request_id not in paid:
                raise
            return await consumer.pay(show, **paid[request_id])

    around(consumer, "pay", pay)
    around(consumer, "status", status)
