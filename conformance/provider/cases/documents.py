"""Chapter 12: requests as signed files."""

import json
import os
import shutil
import stat
import time

from ...report import NotApplicable, require
from ...schemas import Mismatch, payments
from ...wire.documents import ANSWER, DOCUMENT, document_request_id, seal
from ...wire.identity import Identity
from ..app import new_id
from ..documents import FOLDERS, Desk, file_of, now
from ..registry import case

TAKEN = lambda answer: answer["state"] in ("accepted", "ended")  # noqa: E731
REFUSED = lambda answer: answer["state"] == "refused"  # noqa: E731


def _desk(bench, request="invoice_request"):
    return Desk(bench.app(), request)


def _taken(desk, submitted):
    return desk.answer(submitted, TAKEN)


def _reason(answer, reason):
    require(answer["state"] == "refused" and answer["failure"]["reason"] == reason,
            f"it is {answer['state']}, {answer.get('failure', {}).get('reason')} instead of refused, {reason}")
    return answer["failure"]


@case("P12.01", "12.1", "All folders belong to the owner and have mode 0700",
      "the folders of an app are private and all there")
def folders(bench):
    for request in FOLDERS:
        found = os.lstat(_desk(bench, request).path)
        require(stat.S_ISDIR(found.st_mode) and stat.S_IMODE(found.st_mode) == 0o700,
                f"the folder of {request} is not private")


@case("P12.02", "12.3", "All other members are the params of the method",
      "an invoice by a document is the invoice of a call")
def invoice(bench):
    desk = _desk(bench)
    text = desk.text(currency=bench.currency, amount="0.50", description="Two tickets")
    submitted = desk.submit(text, stem := desk.name())
    answer = _taken(desk, submitted)
    made = answer["result"]["invoice"]
    require((made["amount"], made["description"]) == ("0.5", "Two tickets"), "the invoice differs")
    require(answer["request_id"] == document_request_id(desk.app.identity.public, stem, text),
            "the request id is not that of 12.4")
    found = desk.app.call("get_invoice_request_status", request_id=answer["request_id"])["invoice"]
    require(found["invoice_id"] == made["invoice_id"], "a call does not find it")
    require("replayed" not in answer["result"], "the answer says replayed")


@case("P12.03", "12.6", "The file of a signature is a JSON object with exactly these members",
      "the signature of an answer has its form")
def signature_form(bench):
    desk = _desk(bench)
    name, data = desk.submit(desk.text(currency=bench.currency))
    _taken(desk, (name, data))
    try:
        payments().check("document", "signature",
                         json.loads((desk.path / name.replace(".yml", ".answer.yml.sig")).read_bytes()))
    except Mismatch as mismatch:
        require(False, f"the file does not match its schema: {mismatch}")


@case("P12.04", "12.4", "the same document a second time, signed again or sealed, and a call are one request",
      "an order by documents and calls is one order and one payment")
def one_request(bench):
    desk = _desk(bench, "payment_order")
    address, request_id = bench.address(), new_id()
    members = {"currency": bench.currency, "address": address, "amount": "0.04", "request_id": f'"{request_id}"'}
    text = desk.text(**members)
    first = _taken(desk, desk.submit(text))
    again = _taken(desk, desk.submit(text))
    sealed = _taken(desk, desk.submit(text, sealed=True))
    call = desk.app.call("payment_order", request_id=request_id, currency=bench.currency, address=address,
                         amount="0.040")
    require(call["replayed"], "the call is a new order")
    ids = {r["payment_order"]["order_id"] for r in (first["result"], again["result"], sealed["result"], call)}
    require(len(ids) == 1, "there are several orders")
    bench.do("approve", order_id=ids.pop())
    order = desk.app.until_order(call["payment_order"], "in_flight", "state: in_flight")
    require(bench.sent_to(order["address"]) == ["0.04"], "there is not one payment")


@case("P12.05", "12.4", "A document with another text or another STEM is another request",
      "another name or another text is another request")
def another_request(bench):
    desk = _desk(bench)
    text = desk.text(currency=bench.currency)
    made = [_taken(desk, desk.submit(t))["result"]["invoice"]["invoice_id"] for t in (text, text, text + b"# more\n")]
    require(len(set(made)) == 3, "they are one request")


@case("P12.06", "12.4", "with other params the answer is request_conflict",
      "a document with the request id of another request is a conflict")
def conflict(bench):
    desk = _desk(bench)
    made = desk.app.invoice("0.5")
    text = desk.text(currency=bench.currency, amount="0.6", request_id=f'"{made["request_id"]}"')
    _reason(desk.answer(desk.submit(text), REFUSED), "request_conflict")


@case("P12.07", "12.5", "P answers a sealed document with an answer that is sealed in the same way",
      "a sealed document has a sealed answer, and no open one")
def sealed(bench):
    desk = _desk(bench)
    submitted = desk.submit(desk.text(currency=bench.currency), sealed=True)
    _taken(desk, submitted)
    stem = submitted[0].removesuffix(".sealed")
    require(not (desk.path / f"{stem}.answer.yml").exists(), "there is an open answer, too")


@case("P12.08", "12.7", "waiting: it is not signed",
      "a document waits for its signature, and is taken when that is there")
def unsigned(bench):
    desk = _desk(bench)
    name, data = desk.name() + ".yml", desk.text(currency=bench.currency)
    desk.write(name, data)
    answer = desk.answer((name, data))
    require((answer["state"], answer["failure"]["reason"]) == ("waiting", "unsigned"), f"it is {answer['state']}")
    desk.write(name + ".sig", desk.signature(name, data))
    _taken(desk, (name, data))


SIGNED = [
    ("by another key", "wrong_key", {"identity": Identity.generate()}),
    ("for another provider", "bad_signature", {"provider": bytes(32)}),
    ("as an answer", "bad_signature", {"label": ANSWER}),
    ("25 hours ago", "not_fresh", {"signed_at": now(-25 * 3_600)}),
    ("10 minutes ahead", "not_fresh", {"signed_at": now(600)}),
]


def _badly_signed(reason, signing):
    def run(bench):
        desk = _desk(bench)
        _reason(desk.answer(desk.submit(desk.text(currency=bench.currency), **signing), REFUSED), reason)
    return run


for _number, (_what, _why, _signing) in enumerate(SIGNED, 10):
    case(f"P12.{_number}", "12.6",
        "P MUST refuse a document whose signature was not made by the app to which the folder belongs, does not match, "
        "or is not fresh",
         f"a document signed {_what}: {_why}")(_badly_signed(_why, _signing))


def _over(change_name=None, change_data=None):
    """A signature over another name or other bytes than those of the file."""
    def run(bench):
        desk = _desk(bench)
        name, data = desk.name() + ".yml", desk.text(currency=bench.currency)
        signed = desk.signature(change_name(name) if change_name else name, change_data(data) if change_data else data)
        desk.write(name + ".sig", signed)
        desk.write(name, data)
        _reason(desk.answer((name, data), REFUSED), "bad_signature")
    return run


case("P12.15", "12.6", "The signature is over the name of the file",
     "the signature of another name does not match")(_over(lambda n: "x" + n))
case("P12.16", "12.6", "The signature is over SHA-256 of the file",
     "the signature of other bytes does not match")(_over(None, lambda d: d + b" "))

BROKEN_SIGNATURES = [b"", b"{", b"[]", b'{"v":1}', b"x" * 900]


@case("P12.17", "12.6", "a JSON object of at most 1,024 bytes with exactly these members",
      "what is no signature is refused, and an unknown member in one, too")
def broken_signature(bench):
    desk = _desk(bench)
    for change in [*(lambda good, b=b: b for b in BROKEN_SIGNATURES),
                   lambda good: json.dumps(json.loads(good) | {"more": 1}).encode(),
                   lambda good: json.dumps(json.loads(good) | {"v": 2}).encode()]:
        name, data = desk.name() + ".yml", desk.text(currency=bench.currency)
        desk.write(name + ".sig", change(desk.signature(name, data)))
        desk.write(name, data)
        _reason(desk.answer((name, data), REFUSED), "bad_signature")


@case("P12.18", "12.6", "Freshness does not matter for a request that P has taken already",
      "a request that was taken is answered, however old the next signature is")
def old_signature(bench):
    desk = _desk(bench)
    name, data = desk.submit(desk.text(currency=bench.currency))
    made = _taken(desk, (name, data))["result"]["invoice"]["invoice_id"]
    desk.write(name + ".sig", desk.signature(name, data, signed_at=now(-30 * 3_600)))
    desk.write(name, data)
    require(_taken(desk, (name, data))["result"]["invoice"]["invoice_id"] == made, "it is another invoice")


BAD_TEXTS = [
    ("an unknown member", "invalid_params", lambda d, c: d.text(currency=c, fee_limit="1")),
    ("no currency", "invalid_params", lambda d, c: d.text()),
    ("another request's name", "wrong_request", lambda d,
     c: d.text(spec="payment_order", currency=c, address="x", amount="1")),
    ("version 3", "unsupported_version", lambda d, c: d.text(version=3, currency=c)),
    ("version 0", "unsupported_version", lambda d, c: d.text(version=0, currency=c)),
    ("a key that occurs twice", "malformed", lambda d, c: d.text(currency=c) + b"version: 1\n"),
    ("an anchor", "malformed", lambda d, c: d.text(currency="&a " + c)),
    ("an alias", "malformed", lambda d, c: d.text(currency="*a")),
    ("a tag", "malformed", lambda d, c: d.text(currency="!!binary " + c)),
    ("a tag of its own", "malformed", lambda d, c: d.text(currency="!wallet " + c)),
    ("a merge key", "malformed", lambda d, c: d.text(currency=c) + b"<<: {amount: 1}\n"),
    ("a second document", "malformed", lambda d, c: d.text(currency=c) + b"---\nspec: invoice_request\n"),
    ("a number that JSON cannot write", "malformed", lambda d, c: d.text(currency=c, amount=".5")),
    ("a hexadecimal number", "malformed", lambda d, c: d.text(currency=c, amount="0x10")),
    ("an octal number", "malformed", lambda d, c: d.text(currency=c, amount="007")),
    ("infinity", "malformed", lambda d, c: d.text(currency=c, amount=".inf")),
    ("a tab as indentation", "malformed", lambda d, c: d.text(currency=c) + b"amount:\n\t0.5\n"),
    ("bytes that are not UTF-8", "malformed", lambda d, c: d.text(currency=c) + b"# \xff\n"),
    ("a control character", "malformed", lambda d, c: d.text(currency=c) + b"description: \"a\x07\"\n"),
    ("33 levels", "malformed", lambda d, c: d.text(currency=c, description="[" * 33 + "]" * 33)),
    ("a list", "", lambda d, c: b"- spec: invoice_request\n"),
    ("nothing", "", lambda d, c: b""),
    ("an amount with too many decimals", "too_many_decimals", lambda d,
     c: d.text(currency=c, amount="0." + "0" * 30 + "1")),
    ("an exponent", "invalid_params", lambda d, c: d.text(currency=c, amount="1e3")),
    ("an unknown currency", "unknown_currency", lambda d, c: d.text(currency="ZZZ")),
]


def _bad_text(reason, make):
    def run(bench):
        desk = _desk(bench)
        answer = desk.answer(desk.submit(make(desk, bench.currency)), REFUSED)
        if reason:
            _reason(answer, reason)
    return run


for _number, (_what, _why, _make) in enumerate(BAD_TEXTS, 20):
    case(f"P12.{_number}", "12.3", "P checks a document in this order, and answers with the first failure",
         f"a document with {_what}: {_why or 'refused'}")(_bad_text(_why, _make))


@case("P12.50", "12.3", "a number stands for its own digits as they were typed, never a floating-point number",
      "amounts keep their digits")
def digits(bench):
    desk = _desk(bench)
    for typed, read in (("0.300001", "0.300001"), ("0.50", "0.5"), ("'0.25'", "0.25"), ("1", "1"),
                        ("123.450", "123.45")):
        answer = _taken(desk, desk.submit(desk.text(currency=bench.currency, amount=typed)))
        require(answer["result"]["invoice"]["amount"] == read,
                f"{typed} was read as {answer['result']['invoice']['amount']}")


@case("P12.51", "12.3", "1 or 2, which mean the same", "documents of version 2 are read")
def version_two(bench):
    desk = _desk(bench)
    text = ("# Written by a person.\r\nspec: invoice_request\r\nversion: 2\r\n\r\n"
            "currency: '%s' # the usual\r\n") % bench.currency
    _taken(desk, desk.submit(text.encode()))


@case("P12.52", "12.2",
    "P reads a file only if it is a regular file, has one link, and cannot be written by group or others",
      "links and writable files are not read")
def unsafe(bench):
    desk = _desk(bench)
    text = desk.text(currency=bench.currency)
    names = [desk.name() + ".yml" for _ in range(4)]
    for name in names:
        desk.write(name + ".sig", desk.signature(name, text))
    desk.write("outside", text)
    (desk.path / names[0]).symlink_to(desk.path / "outside")
    os.link(desk.path / "outside", desk.path / names[1])
    desk.write(names[2], text, mode=0o622)
    (desk.path / names[3]).mkdir(0o700)
    for name in names:
        _reason(desk.answer((name, text), REFUSED), "unsafe_file")
        require(os.path.lexists(desk.path / name), "it was removed")
    for name in names:
        path = desk.path / name
        path.rmdir() if path.is_dir() and not path.is_symlink() else path.unlink()


@case("P12.53", "12.2", "The mode of the file may allow others to read it", "a file of mode 0644 is read")
def readable(bench):
    desk = _desk(bench)
    name, data = desk.name() + ".yml", desk.text(currency=bench.currency)
    desk.write(name + ".sig", desk.signature(name, data), mode=0o644)
    desk.write(name, data, mode=0o644)
    _taken(desk, (name, data))


@case("P12.54", "12.2", "A document has at most 65,536 bytes", "65,537 bytes are too large, 65,536 are not")
def size(bench):
    desk = _desk(bench)
    text = desk.text(currency=bench.currency) + b"# "
    _taken(desk, desk.submit(text.ljust(65_536, b"x")))
    _reason(desk.answer(desk.submit(text.ljust(65_537, b"x")), REFUSED), "too_large")


@case("P12.55", "12.7", "cannot_open: the document was not sealed with the app's present key for this name",
      "another key, another name and a changed byte do not open")
def cannot_open(bench):
    desk = _desk(bench)
    text = desk.text(currency=bench.currency)
    for make in (lambda n: seal(bytes(32), n, text), lambda n: seal(desk.key, "x" + n, text),
                 lambda n: seal(desk.key, n, text)[:-1] + b"x",
                 lambda n: b"\x02" + seal(desk.key, n, text)[1:], lambda n: b"\x01" + bytes(28)):
        name = desk.name() + ".sealed"
        data = make(name)
        desk.write(name + ".sig", desk.signature(name, data))
        desk.write(name, data)
        _reason(desk.answer((name, data), REFUSED), "cannot_open")


@case("P12.56", "12.7",
    "P leaves the file in its place, and looks at it again only after it was changed or signed again",
      "a refused document that is corrected is taken")
def corrected(bench):
    desk = _desk(bench)
    stem = desk.name()
    name, data = desk.submit(desk.text(currency="ZZZ"), stem)
    _reason(desk.answer((name, data), REFUSED), "unknown_currency")
    require((desk.path / name).read_bytes() == data, "the refused document is gone")
    _taken(desk, desk.submit(desk.text(currency=bench.currency), stem))


@case("P12.57", "12.7", "accepted: P writes the answer anew after changes",
      "the answer follows the invoice until it is settled, and is archived then")
def follows(bench):
    desk = _desk(bench)
    submitted = desk.submit(desk.text(currency=bench.currency, amount="0.5", confirmations=1))
    invoice = _taken(desk, submitted)["result"]["invoice"]
    bench.do("pay", address=invoice["address"], amount="0.5")
    desk.answer(submitted, lambda a: a["result"]["invoice"]["payment"] == "paid")
    bench.do("mine", count=1)
    ended = desk.answer(submitted, lambda a: a["state"] == "ended")
    require(ended["result"]["invoice"]["state"] == "settled", "it ended too early")
    _archived(desk, submitted)


def _archived(desk, submitted):
    """The document is in the archive with its companions, and not in the folder any more."""
    name, data = submitted
    stem, suffix = name.rsplit(".", 1)
    answer = f"{stem}.answer.{suffix}"
    end = time.monotonic() + 5
    while not (found := list((desk.path / "archive").glob(f"*/{name}"))) or (desk.path / name).exists():
        require(time.monotonic() < end, "it was not moved to the archive")
        time.sleep(0.005)
    for file in (name, name + ".sig", answer, answer + ".sig"):
        require((found[-1].parent / file).exists(), f"{file} is not in the archive")
    require(found[-1].read_bytes() == data, "the document in the archive is another one")


@case("P12.58", "12.7", "A payment order has ended when its state is one that ends",
      "an order by a document is approved by the owner and archived")
def order(bench):
    desk = _desk(bench, "payment_order")
    address = bench.address()
    submitted = desk.submit(desk.text(currency=bench.currency, address=address, amount="0.06"))
    made = _taken(desk, submitted)["result"]["payment_order"]
    require(bench.sent_to(address) == [], "it was paid without the owner's yes")
    desk.app.until_order(made, "awaiting_approval", "state: awaiting_approval")
    bench.do("deny", order_id=made["order_id"])
    ended = desk.answer(submitted, lambda a: a["state"] == "ended")
    require(ended["result"]["payment_order"]["state"] == "rejected", "it ended in another way")
    _archived(desk, submitted)


@case("P12.59", "12.7", "A proof has ended at once", "a proof by a document ends at once")
def proof(bench):
    made = bench.app().invoice()
    desk = _desk(bench, "proof_request")
    submitted = desk.submit(
        desk.text(currency=bench.currency, kind="address", address=made["address"], message="for Ann"))
    ended = desk.answer(submitted, lambda a: a["state"] in ("ended", "refused"))
    if ended.get("failure", {}).get("reason") == "cannot_prove":
        raise NotApplicable("the wallet makes no proofs of addresses")
    require(made["address"] in ended["result"]["signed_message"], "the proof is about something else")


@case("P12.66", "12.7", "The result of a statement has the statement's file in data if that file has one part",
      "a statement by a document ends with its file")
def statement(bench):
    desk = _desk(bench, "statement_request")
    submitted = desk.submit(desk.text(**{"from": "2026-01-01", "to": "2026-02-01", "format": "json"}))
    ended = desk.answer(submitted, lambda a: a["state"] == "ended")
    require(json.loads(file_of(ended))["sections"] is not None, "the file is no statement")


@case("P12.60", "12.8", "Removing a document does not end its request",
      "the request stays when its document is removed")
def removed(bench):
    desk = _desk(bench)
    name, data = desk.submit(desk.text(currency=bench.currency, amount="0.5"))
    made = _taken(desk, (name, data))["result"]["invoice"]
    (desk.path / name).unlink()
    require(desk.app.invoice_now(made)["state"] == "pending", "the invoice ended")


@case("P12.61", "12.9", "If P ends at any moment, it finds at its next start everything that was there",
      "documents that were submitted while the provider was down are taken, those of before once", fresh=True)
def while_down(bench):
    desk = _desk(bench)
    before = desk.submit(desk.text(currency=bench.currency, amount="0.5"))
    made = _taken(desk, before)["result"]["invoice"]["invoice_id"]
    bench.do("kill")
    during = desk.submit(desk.text(currency=bench.currency, amount="0.7"))
    bench.do("run")
    desk.app.hang_up()
    require(_taken(desk, during)["result"]["invoice"]["amount"] == "0.7", "the amount differs")
    require(_taken(desk, before)["result"]["invoice"]["invoice_id"] == made, "it is another invoice")
    require(len(desk.app.call("list_invoice_requests")["invoices"]) == 2, "there are more invoices than documents")


@case("P12.62", "12.1", "It is absent when P accepts no documents",
      "a provider that takes no documents names no folder", fresh=True)
def none_accepted(bench):
    bench.start({"documents": False})
    require("folder" not in bench.app().call("get_session"), "a folder is named")


@case("P12.63", "12.4", "P makes the same checks as for a call", "a document needs the scope that a call needs",
      fresh=True)
def scopes(bench):
    app = bench.app("other", granted=["receive"])
    desk = Desk(app, "payment_order")
    answer = desk.answer(desk.submit(desk.text(currency=bench.currency, address=bench.address(), amount="0.1")),
                         REFUSED)
    _reason(answer, "scope_not_granted")


@case("P12.64", "12.2", "P ignores files of other names", "files of other names are left alone")
def other_names(bench):
    desk = _desk(bench)
    text = desk.text(currency=bench.currency)
    names = ["a.b.yml", "-x.yml", "note.txt", ".hidden.yml", "x" * 101 + ".yml", "UPPER.YML"]
    for name in names:
        desk.write(name + ".sig", desk.signature(name, text))
        desk.write(name, text)
    _taken(desk, desk.submit(text))  # it has looked into the folder by now
    answers = [path.name for path in desk.path.iterdir() if ".answer." in path.name]
    for name in names:
        require((desk.path / name).exists(), f"{name} is gone")
        require(not any(answer.startswith(name.split(".")[0] + ".") for answer in answers if name.split(".")[0]),
                f"{name} was answered")


@case("P12.65", "12.4", "app to which the folder belongs", "a document in another app's folder is refused", fresh=True)
def folder_of_another(bench):
    desk, other = _desk(bench), Desk(bench.app("other"), "invoice_request")
    text = desk.text(currency=bench.currency)
    name = desk.name() + ".yml"
    other.write(name + ".sig", desk.signature(name, text))
    other.write(name, text)
    _reason(other.answer((name, text), REFUSED), "wrong_key")
    require(DOCUMENT != ANSWER and desk.path != other.path, "two apps share a folder")


def _unsafe_folder(desk, make):
    """A document in such a folder is not taken while others are, and is taken once the folder is right again."""
    place, other = desk.path, _desk(desk.app.bench, "statement_request")
    restore = make(place)
    try:
        submitted = desk.submit(desk.text(currency=desk.app.bench.currency, amount="0.5"))
        for _ in range(3):
            _taken(other, other.submit(other.text(**{"from": "2026-01-01", "to": "2026-02-01", "format": "text"})))
        stem = submitted[0].removesuffix(".yml")
        require(not (place / f"{stem}.answer.yml").exists(), "a document in such a folder was answered")
        made = [i for i in desk.app.call("list_invoice_requests", limit=100)["invoices"] if i["amount"] == "0.5"]
        require(not made, "a document in such a folder was carried out")
    finally:
        restore(lambda: _taken(other, other.submit(other.text(**{
            "from": "2026-01-01", "to": "2026-02-01", "format": "text"}))))
    # Signed again, because a provider need not notice that only the folder is another one.
    _taken(desk, desk.submit(desk.text(currency=desk.app.bench.currency, amount="0.5")))


def _open_to_group(place):
    place.chmod(0o770)
    return lambda _: place.chmod(0o700)


def _link(place):
    aside = place.with_name(place.name + "-aside")
    place.rename(aside)
    place.symlink_to(aside)

    def restore(look):
        place.unlink()
        # The provider looks at its folders, and makes the one that is missing. Then nothing else is a reason to look
        # again: it has to hear of the one that is put in its place.
        look()
        time.sleep(1.5)
        for attempt in range(20):
            try:
                aside.rename(place)
                return
            except OSError:
                # The provider may make the folder in the moment in which there is none.
                if attempt == 19 or not place.is_dir():
                    raise
                shutil.rmtree(place)
    return restore


@case("P12.67", "12.1", "P MUST NOT use a folder that is a symbolic link, or that is open to group or others",
      "documents in a folder that is open or a link are not taken", fresh=True)
def unsafe_folders(bench):
    for make in (_open_to_group, _link):
        bench.leave()
        bench.start({})
        _unsafe_folder(_desk(bench), make)


@case("P12.68", "12.5", "Each sealing MUST have a nonce of its own", "no two sealed answers have one nonce")
def nonces(bench):
    desk, found = _desk(bench), []
    for _ in range(3):
        name, data = desk.submit(desk.text(currency=bench.currency), sealed=True)
        _taken(desk, (name, data))
        found += [data[1:13], (desk.path / name.replace(".sealed", ".answer.sealed")).read_bytes()[1:13]]
    require(len(set(found)) == len(found), "a nonce was used twice under one key")
