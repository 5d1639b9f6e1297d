"""Chapter 3.6 to 3.8: records, goodbyes, and what a session that was disturbed is worth."""

from ...models.script import Raw
from ...report import require
from ...wire.records import GOODBYE, LAST, MORE
from ...wire.text import compact
from ..registry import case, table
from .transport import believed_nothing, forge_after


def sealed(connection, flag, data=b""):
    return Raw(connection.session.sealer.seal(flag, data))


def skipped(connection):
    connection.session.sealer.seal(LAST, b"{}")
    return []


def replayed(connection):
    record = sealed(connection, LAST, b'{"jsonrpc":"2.0","method":"later"}')
    return [record, record]


def swapped(connection):
    first, second = (sealed(connection, LAST, b'{"jsonrpc":"2.0","method":"later"}') for _ in range(2))
    return [second, first]


def changed(connection):
    record = bytearray(sealed(connection, LAST, b'{"jsonrpc":"2.0","method":"later"}').value)
    record[3] ^= 1
    return [Raw(bytes(record))]


@table("C3.50", "3.8", "On a failure a side MUST erase the keys of the session and close with 1008",
       "nothing is believed after a record that", [
    ("was left out", skipped), ("is sent a second time", replayed), ("comes too early", swapped),
    ("was changed", changed),
    ("has an unknown flag", lambda c: [sealed(c, 3, b"{}")]), ("is an empty part", lambda c: [sealed(c, MORE)]),
    ("is text", lambda c: [Raw('{"jsonrpc":"2.0","method":"later"}')]), ("has 16 bytes", lambda c: [Raw(bytes(16))]),
    ("has 65,536 bytes", lambda c: [Raw(bytes(65_536))]),
    ("is a goodbye with data", lambda c: [sealed(c, GOODBYE, b"x")]),
    ("is a goodbye inside of a message", lambda c: [sealed(c, MORE, b"{"), sealed(c, GOODBYE)]),
    ("makes a message of more than 1 MiB", lambda c: [sealed(c, MORE, b" " * 65_518) for _ in range(17)])])
async def bad_records(bench, bad):
    forged = forge_after(bench, bad)
    await bench.open()
    await believed_nothing(bench, forged, "3.8")
    await bench.until(lambda: forged[0] not in [c.number for c in bench.provider.connections],
                      "3.8: the connection stays open")
    codes = bench.close_codes(forged[0])
    require(codes in ([1008], [1009], [1006]), f"3.8: the connection was closed with {codes}")


@case("C3.62", "3.6", "Nothing follows a goodbye", "an answer after a goodbye is not believed")
async def after_goodbye(bench):
    forged = forge_after(bench, lambda connection: [sealed(connection, GOODBYE)])
    await bench.open()
    await believed_nothing(bench, forged, "3.6")


@case("C3.63", "3.6", "The other side sends its own goodbye, and closes with 1000",
      "a goodbye is answered by a goodbye")
async def goodbye(bench):
    goodbyes = []

    def change(value, connection):
        goodbyes.append(connection.number)
        return [sealed(connection, GOODBYE)]

    bench.answer_to("payment_order", change)
    await bench.open()
    answer = await bench.pay()
    require(answer.ok or answer.code == "unknown_outcome", f"3.6: {answer}")
    await bench.until(
        lambda: [kind for number, kind, _ in bench.seen.all if number == goodbyes[0] and kind == "goodbye"],
                      "3.6: no goodbye answered the goodbye")
    bench.paid_once()


@case("C3.64", "3.6", "A side that ends the session as intended sends a record with flag 2 as its last record",
      "the consumer says goodbye when it ends")
async def own_goodbye(bench):
    await bench.open()
    await bench.works("3.6")
    await bench.consumer.close()
    await bench.until(lambda: len(bench.seen.kinds("goodbye")) == bench.seen.sessions(),
                      "3.6: a session ended without a goodbye")
    require(set(bench.close_codes()) <= {1000}, f"3.6: closed with {bench.close_codes()}")


@table("C3.65", "3.6", "A message is the data of any number of records", "an answer is read in records of",
       [("one byte", 1), ("17 bytes", 17)])
async def parts(bench, size):
    def cut_up(value, connection):
        data = compact(value).encode()
        pieces = [data[at:at + size] for at in range(0, len(data), size)]
        return [*(sealed(connection, MORE, piece) for piece in pieces[:-1]), sealed(connection, LAST, pieces[-1])]

    count = bench.answer_to("payment_order", cut_up)
    await bench.open()
    await bench.works("3.6")
    require(count, "3.6: there was no answer")


@case("C3.67", "3.6", "the record with flag 0 may have no data", "an answer is read whose last record is empty")
async def empty_last(bench):
    bench.answer_to("payment_order", lambda value, connection: [
        sealed(connection, MORE, compact(value).encode()), sealed(connection, LAST)])
    await bench.open()
    await bench.works("3.6")


@case("C3.68", "3.6", "the key is replaced after 65,536 records", "an answer is read across a change of keys",
      alone=True)
async def change_of_keys(bench):
    def long(value, connection):
        # One message in parts of a byte costs the consumer little, and takes the counter beyond the first key.
        space = [sealed(connection, MORE, b" ") for _ in range(65_600)]
        return [*space, sealed(connection, LAST, compact(value).encode())]

    count = bench.answer_to("payment_order", long)
    await bench.open()
    await bench.works("3.6")
    require(count and bench.seen.sessions() <= 2, "3.6: the session was not used across the change of keys")


@case("C3.69", "3.6", "a message has at most 1,048,576 bytes", "an answer of exactly 1 MiB is read", alone=True)
async def largest(bench):
    def pad(value, connection):
        text = compact(value)
        return text + " " * (1_048_576 - len(text.encode()))

    bench.answer_to("payment_order", pad)
    await bench.open()
    await bench.works("3.6")
    require(bench.seen.sessions() <= 2, "3.6: the session did not survive it")


@case("C3.70", "3.7", "The owner may end any session at any time",
      "a session that the owner ends is made anew for the next request")
async def ended(bench):
    await bench.open()
    await bench.works("3.7")
    for connection in list(bench.provider.connections):
        await connection.say_goodbye(1000)
    answer = await bench.invoice()
    require(answer.ok, f"3.7: {answer}")


