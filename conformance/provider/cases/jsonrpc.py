"""Chapter 4: JSON-RPC inside the records."""

import json

from ...report import Violation, require
from ...schemas import PROTOCOL
from ..app import new_id
from ..registry import case
from ..rpc import Error, result_of


def _answer_to(bench, message):
    """The one answer to a message that is sent as it is, and proof that the session continues."""
    session = bench.app().session
    session.send(message if isinstance(message, bytes) else message.encode())
    answer = session.next_answer()
    session.call("get_session")
    return answer


def _error(answer):
    require(isinstance(answer, dict), "an array came instead of one error object")
    try:
        result_of(answer)
    except Error as error:
        return error
    raise Violation("it was accepted")


def _bad(message, code, id_, data):
    def run(bench):
        error = _error(_answer_to(bench, message))
        require(error.code == code, f"the number is {error.code} instead of {code}")
        require(error.id == id_ and type(error.id) is type(id_), f"the id is {error.id!r} instead of {id_!r}")
        for name, value in data.items():
            require(error.data.get(name) == value, f"data.{name} is {error.data.get(name)!r} instead of {value!r}")
        if not data:
            require("limit" not in error.data, "a limit is named although none was broken")
    return run


def _call(**more):
    return json.dumps({"jsonrpc": "2.0", "id": 5, "method": "get_session"} | more)


def _nested(depth):
    """A request whose deepest array is so deep, counted from the message."""
    return '{"jsonrpc":"2.0","id":5,"method":"get_session","params":' + '{"x":' * (depth - 2) + "[]" + "}" * (depth
        - 2) + "}"


DEEP = {"reason": "limit_exceeded", "limit": "depth", "maximum": 32}
MANY = {"reason": "limit_exceeded", "limit": "values", "maximum": 4096}
BATCH = {"reason": "limit_exceeded", "limit": "batch", "maximum": 32}

BAD = [
    ("an empty message", b"", -32700, None, {}),
    ("a text that is not JSON", b"{", -32700, None, {}),
    ("two texts", b"{}{}", -32700, None, {}),
    ("a byte order mark", b"\xef\xbb\xbf" + _call().encode(), -32700, None, {}),
    ("bytes that are not UTF-8", b'{"jsonrpc":"2.0","id":5,"method":"\xff"}', -32700, None, {}),
    ("a member that occurs twice", '{"jsonrpc":"2.0","id":5,"id":6,"method":"get_session"}', -32700, None, {}),
    ("a member of params that occurs twice", '{"jsonrpc":"2.0","id":5,"method":"get_session","params":{"a":1,"a":1}}',
     -32700, None, {}),
    ("a member that occurs twice in different spelling", '{"jsonrpc":"2.0","id":5,"\\u0069d":6,"method":"get_session"}',
     -32700, None, {}),
    ("half of a surrogate pair", '{"jsonrpc":"2.0","id":"\\ud800","method":"get_session"}', -32700, None, {}),
    ("a control character in a string", b'{"jsonrpc":"2.0","id":"\x01","method":"get_session"}', -32700, None, {}),
    ("a comma behind the last member", '{"jsonrpc":"2.0","id":5,"method":"get_session",}', -32700, None, {}),
    ("a number with a leading zero", '{"jsonrpc":"2.0","id":05,"method":"get_session"}', -32700, None, {}),
    ("NaN", '{"jsonrpc":"2.0","id":NaN,"method":"get_session"}', -32700, None, {}),
    ("33 arrays and objects inside each other", _nested(33), -32700, None, DEEP),
    ("200,000 arrays inside each other", "[" * 200_000 + "]" * 200_000, -32700, None, DEEP),
    ("4,097 values", json.dumps([1] * 4_096), -32700, None, MANY),
    ("a string", '"get_session"', -32600, None, {}),
    ("a number", "1", -32600, None, {}),
    ("null", "null", -32600, None, {}),
    ("an empty object", "{}", -32600, None, {}),
    ("no jsonrpc", '{"id":5,"method":"get_session"}', -32600, 5, {}),
    ("jsonrpc 1.0", _call(jsonrpc="1.0"), -32600, 5, {}),
    ("the number 2.0 as jsonrpc", '{"jsonrpc":2.0,"id":5,"method":"get_session"}', -32600, 5, {}),
    ("no method", '{"jsonrpc":"2.0","id":5}', -32600, 5, {}),
    ("a method that is a number", _call(method=1), -32600, 5, {}),
    ("params that are a string", _call(params="x"), -32600, 5, {}),
    ("params that are null", _call(params=None), -32600, 5, {}),
    ("an id that is an object", _call(id={}), -32600, None, {}),
    ("an id that is true", _call(id=True), -32600, None, {}),
    ("an id of 1,025 bytes", _call(id="x" * 1_025), -32600, None, {}),
    ("an unknown member", _call(more=1), -32600, 5, {"reason": "unknown_member", "member": "more"}),
    ("an empty batch", "[]", -32600, None, {}),
    ("a batch of 33", "[" + ",".join([_call()] * 33) + "]", -32600, None, BATCH),
    ("an unknown method", _call(method="get_sessions"), -32601, 5, {"reason": "method_not_found"}),
    ("connect_app as a method", _call(method="connect_app"), -32601, 5, {"reason": "method_not_found"}),
    ("an array of params", _call(params=[]), -32602, 5, {"reason": "invalid_params"}),
    ("an unknown member of params", _call(params={"more": 1}), -32602, 5,
     {"reason": "invalid_params", "pointer": "/more"}),
]

for _number, (_what, _message, _code, _id, _data) in enumerate(BAD, 10):
    case(f"P4.{_number}", "4.1" if _code == -32700 else "4.6",
         "P answers a message that is not valid JSON-RPC with an error object, and the session "
         "continues", f"{_what}: {_code}")(_bad(_message, _code, _id, _data))


GOOD = [
    ("white space around the message", b" \t\r\n" + _call().encode() + b"\n"),
    ("a string as the id", _call(id="five")),
    ("an id of 1,024 bytes", _call(id="x" * 1_024)),
    ("a negative number as the id", _call(id=-5)),
    ("an empty string as the id", _call(id="")),
    ("null as the id", _call(id=None)),
    ("escapes in the method", '{"jsonrpc":"2.0","id":5,"method":"get\\u005fsession"}'),
    ("empty params", _call(params={})),
    ("a character outside of the basic plane as the id", _call(id="\U0001F600")),
    ("such a character as two escapes", '{"jsonrpc":"2.0","id":"\\ud83d\\ude00","method":"get_session"}'),
]


def _good(message):
    def run(bench):
        answer = _answer_to(bench, message)
        require(isinstance(answer, dict) and "result" in answer, f"it was refused: {answer.get('error')}")
        require(answer["id"] == json.loads(message)["id"], "the answer has another id")
    return run


for _number, (_what, _message) in enumerate(GOOD, 60):
    case(f"P4.{_number}", "4.2", "The form of a request", f"{_what} is accepted")(_good(_message))


@case("P4.70", "4.2", "Ids are compared by their values: numbers by their digits as they are written",
      "an id of many digits or with a fraction comes back as it "
      "was written")
def digits_of_ids(bench):
    session = bench.app().session
    for digits in ("1.0", "1.50", "1e2", "123456789012345678901234567890", "-0"):
        session.send(f'{{"jsonrpc":"2.0","id":{digits},"method":"get_session"}}'.encode())
        answer = session.next_answer()
        # Numbers with a fraction are kept as their digits by the suite's parser.
        require(digits in (str(answer.get("id")), {"-0": "-0"}.get(digits)) and "result" in answer,
                f"{digits} came back as {answer.get('id')}")


@case("P4.71", "4.2", "An id of a request that has no response yet MUST NOT be used again",
      "a second request with an id in use is refused, and the first one is "
      "answered")
def id_in_use(bench):
    app = bench.app()
    invoice = app.invoice()
    session = app.session
    wait = {"invoice_id": invoice["invoice_id"], "after": invoice["version"], "wait_ms": 300}
    session.request("get_invoice_request_status", wait, id_="twice")
    session.send(b'{"jsonrpc":"2.0","id":"tw\\u0069ce","method":"get_session"}')
    error = _error(session.next_answer())
    require((error.code, error.reason, error.id) == (-32600, "duplicate_id", None), f"it failed with {error}")
    require(error.data.get("id") == "twice", "data.id does not name the id")
    session.answer("twice", "get_invoice_request_status")
    session.request("get_session", id_="twice")
    session.answer("twice", "get_session")


@case("P4.72", "4.2", "1, 1.0 and \"1\" are three ids", "ids that only look alike are three")
def alike(bench):
    app = bench.app()
    invoice = app.invoice()
    session = app.session
    params = json.dumps({"invoice_id": invoice["invoice_id"], "after": invoice["version"], "wait_ms": 200})
    for id_ in ("1", "1.0", '"1"'):
        session.send(f'{{"jsonrpc":"2.0","id":{id_},"method":"get_invoice_request_status","params":{params}}}'.encode())
    for _ in range(3):
        require("result" in session.next_answer(), "two of them were taken for one id")


@case("P4.73", "4.4", "P ignores all notifications",
      "no method has an effect as a notification, and it is not answered")
def notifications(bench):
    app = bench.app()
    session = app.session
    params = {"request_id": new_id(), "currency": bench.currency, "label": "notified"}
    session.send({"jsonrpc": "2.0", "method": "new_address_for_currency", "params": params})
    session.send({"jsonrpc": "2.0", "method": "no_such_method"})
    session.send({"jsonrpc": "2.0", "method": "disconnect_app"})
    id_ = session.request("get_session")
    require(session.next_answer().get("id") == id_, "a notification was answered")
    labels = [a.get("label") for a in app.call("addresses_for_currency", currency=bench.currency)["addresses"]]
    require("notified" not in labels, "a notification had an effect")


@case("P4.74", "4.5", "P sends the responses as one array, in the order of the requests",
      "a batch is answered in its order, without notifications")
def batch(bench):
    session = bench.app().session
    session.send([{"jsonrpc": "2.0", "id": "a", "method": "get_session"},
                  {"jsonrpc": "2.0", "method": "get_session"},
                  {"jsonrpc": "2.0", "id": "b", "method": "no_such_method"},
                  {"jsonrpc": "2.0", "id": "c", "method": "list_currencies"},
                  1])
    answers = session.next_answer()
    require(isinstance(answers, list), "the answer to a batch is no array")
    require([answer.get("id") for answer in answers] == ["a", "b", "c", None],
            "the order or the number of the answers is another one")
    require("result" in answers[0] and answers[1]["error"]["code"] == -32601 and answers[3]["error"]["code"] == -32600,
            "the answers differ")


@case("P4.75", "4.5", "When there is nothing to respond to, nothing is sent",
      "a batch of notifications is not answered")
def batch_of_notifications(bench):
    session = bench.app().session
    session.send([{"jsonrpc": "2.0", "method": "get_session"}] * 3)
    id_ = session.request("get_session")
    answer = session.next_answer()
    require(isinstance(answer, dict) and answer.get("id") == id_, "it was answered")


@case("P4.76", "4.5", "A batch is an array of 1 to 32", "a batch of 32 is answered whole")
def largest_batch(bench):
    session = bench.app().session
    session.send([{"jsonrpc": "2.0", "id": f"n{n}", "method": "get_session"} for n in range(32)])
    answers = session.next_answer()
    require([answer["id"] for answer in answers] == [f"n{n}" for n in range(32)], "not all were answered")


@case("P4.77", "4.6", "A message with result or error that is not a valid response is not answered",
      "responses that nobody asked for are ignored")
def stray_responses(bench):
    session = bench.app().session
    for stray in ({"jsonrpc": "2.0", "id": 1, "result": {}},
                  {"jsonrpc": "2.0", "id": None, "error": {"code": 1, "message": ""}},
                  {"jsonrpc": "2.0", "result": 1}, {"jsonrpc": "1.0", "id": 1, "error": 1}):
        session.send(stray)
    id_ = session.request("get_session")
    require(session.next_answer().get("id") == id_, "a response was answered")


@case("P4.78", "4.1", "32 arrays and objects nested inside each other", "a message with 32 levels is read")
def deepest(bench):
    error = _error(_answer_to(bench, _nested(32)))
    require((error.code, error.reason) == (-32602, "invalid_params"), f"it failed with {error}")


@case("P4.79", "7", "values of a message: 4,096", "a message with 4,096 values is read")
def most_values(bench):
    # The object, three members, params, and its array with what is left.
    message = {"jsonrpc": "2.0", "id": 5, "method": "get_session", "params": {"x": [1] * (4_096 - 6)}}
    error = _error(_answer_to(bench, json.dumps(message)))
    require((error.code, error.reason) == (-32602, "invalid_params"), f"it failed with {error}")


@case("P4.80", "4.1", "Numbers in params are integers, written without a fraction and without an exponent",
      "10.0 and 1e1 are refused where 10 is not")
def integers(bench):
    session = bench.app().session
    for number, fits in (("10", True), ("10.0", False), ("1e1", False), ("1E1", False), ("-10", False),
                         ("4294967296", False), ('"10"', False)):
        session.send(
            f'{{"jsonrpc":"2.0","id":5,"method":"list_invoice_requests","params":{{"limit":{number}}}}}'.encode())
        answer = session.next_answer()
        if fits:
            require("result" in answer, f"{number} was refused")
        else:
            require(_error(answer).reason == "invalid_params", f"{number} failed with another reason")


@case("P4.81", "4.7", "P checks a request in this order, and answers with the first failure",
      "the params come before the scope, the scope before the currency", fresh=True)
def order_of_checks(bench):
    app = bench.app("other", granted=["receive"])
    bench.do("grant", app=app.key, scopes=["receive"], currencies=[bench.currency])
    app.refused("payment_order", "invalid_params", wrong=True, currency="XXX")
    app.refused("payment_order", "scope_not_granted", request_id=new_id(), currency="XXX", address="x", amount="1")
    app.refused("invoice_request", "currency_not_granted", request_id=new_id(), currency="XXX", amount="0")


@case("P4.82", "4.7", "the pairing comes before the params", "a pending app is told so before its params are looked at",
      fresh=True)
def pairing_first(bench):
    session = bench.stranger().connect()
    session.refused("payment_order", "pairing_pending", wrong=True, more=1)
    session.refused("no_such_method", "method_not_found", wrong=True)


@case("P4.83", "4.2", "Responses may come in any order", "a call that waits holds up no other")
def waiting_call(bench):
    app = bench.app()
    invoice = app.invoice()
    session = app.session
    slow = session.request("get_invoice_request_status",
                           {"invoice_id": invoice["invoice_id"], "after": invoice["version"], "wait_ms": 1_000})
    fast = session.request("get_session")
    require(session.next_answer().get("id") == fast, "the call had to wait")
    session.answer(slow, "get_invoice_request_status")


@case("P9.01", "9", "a provider MUST NOT give metrics to apps; the owner's socket is not for apps",
      "no method of the owner's socket is there for an app")
def owner_methods(bench):
    session = bench.app().session
    own, apps = ({method["name"] for method in json.loads((PROTOCOL / name).read_text("utf-8"))["methods"]}
                 for name in ("openrpc-owner.json", "openrpc.json"))
    for method in sorted(own - apps):
        session.refused(method, "method_not_found", wrong=True)
