import JSON
import OwnerSocket
import PaymentsModel
import TerminalUI
import Testing

@testable import payd

@Suite("Owner's console")
struct ConsoleModelTests {
  /// A console, and what it printed and asked for.
  private struct Bench {
    var model: ConsoleModel
    var printed: [String] = []
    var requests: [ConsoleModel.Request] = []
    var bells = 0
    var hasLeft = false
    var now = Timestamp(milliseconds: 1_700_000_000_000)

    init(takesKeys: Bool = true) {
      model = ConsoleModel(
        style: TextStyle(isEnabled: false), takesKeys: takesKeys, isTTY: true, width: 90,
        now: Timestamp(milliseconds: 1_700_000_000_000))
    }

    /// A console that is connected, with these questions.
    static func with(_ questions: JSONValue..., takesKeys: Bool = true, locked: Bool = false) -> Bench {
      var bench = Bench(takesKeys: takesKeys)
      bench.apply(.connected)
      bench.tell(["change": "standing", "provider": "test", "locked": .bool(locked), "pin": false])
      for question in questions { bench.tell(["change": "shown", "approval": question]) }
      bench.tell(["change": "ready"])
      return bench
    }

    mutating func apply(_ event: ConsoleModel.Event) {
      for action in model.handle(event, at: now) {
        switch action {
        case .print(let lines): printed += lines
        case .bell: bells += 1
        case .ask(let request): requests.append(request)
        case .leave: hasLeft = true
        }
      }
    }

    mutating func tell(_ message: JSONValue) { apply(.told(message)) }

    mutating func type(_ keys: String) {
      for key in keys { apply(.key(key == "\n" ? .enter : .character(key))) }
    }

    /// The daemon answers the last request, and takes the question back where it was answered.
    mutating func answer(_ outcome: Result<JSONValue, OwnerFailure>) throws {
      apply(.answered(try #require(requests.last), outcome))
    }

    func hasPrinted(_ text: String) -> Bool { printed.contains { $0.contains(text) } }
  }

  private func payment(_ id: String, amount: String = "0.5", more: JSONObject = [:]) -> JSONValue {
    var view: JSONObject = [
      "id": .string(id), "kind": "payment", "name": "Chat", "fingerprint": "AAAA BBBB", "currency": "LTC",
      "address": "mltc1xyz", "amount": .string(amount), "fee": "0.001", "fee_cap": "0.00125", "total": "0.501",
      "paid_before": ["by_app": 0, "in_all": 0], "behind": 0, "needs_pin": false,
      "expires_at": .string(Timestamp(milliseconds: 1_700_000_090_000).text),
    ]
    for member in more { view[member.name] = member.value }
    return .object(view)
  }

  private let pairing: JSONValue = [
    "id": "pair_1", "kind": "pairing", "name": "Chat", "version": "1", "app_id": "chat.example.app",
    "fingerprint": "AAAA BBBB", "scopes": ["receive", "pay"],
    "expires_at": .string(Timestamp(milliseconds: 1_700_000_600_000).text),
  ]

  @Test("a question is shown with all that is known of it, and approved by one key")
  func approve() throws {
    var bench = Bench.with(payment("ord_1"))
    for text in [
      "Chat wants to pay 0.5 LTC", "mltc1xyz", "never: this address is new", "0.001 LTC, at most 0.00125", "0.501 LTC",
      "1:30 left",
    ] {
      #expect(bench.hasPrinted(text), "\(text)")
    }
    #expect(bench.model.prompt.contains("[a]pprove"))
    #expect(bench.model.prompt.contains("1:30"))
    bench.type("a")
    let request = try #require(bench.requests.first)
    #expect(request.method == "approve")
    #expect(request.params == ["id": "ord_1", "fee_cap": "0.00125"], "what was seen is what is agreed to")
    bench.tell(["change": "withdrawn", "id": "ord_1", "kind": "payment", "because": "approved"])
    try bench.answer(.success(["id": "ord_1", "state": "approved"]))
    #expect(bench.printed.last?.contains("Approved: 0.5 LTC for Chat.") == true)
    #expect(!bench.hasPrinted("elsewhere"))
    #expect(bench.model.questions.isEmpty)
  }

  @Test("however many questions come, the bell rings at most every ten seconds")
  func bells() {
    var bench = Bench.with(payment("ord_1"))
    for number in 2..<140 { bench.tell(["change": "shown", "approval": payment("ord_\(number)")]) }
    #expect(bench.bells == 1)
    bench.now = bench.now.advanced(by: .seconds(10))
    bench.tell(["change": "shown", "approval": payment("ord_200")])
    #expect(bench.bells == 2)
  }

  @Test("one at a time: a further one rings and waits, and comes up when the first is answered")
  func two() throws {
    var bench = Bench.with(payment("ord_1"))
    bench.tell(["change": "shown", "approval": payment("ord_2", amount: "7")])
    #expect(bench.bells == 1)
    #expect(bench.printed.last?.contains("Also waiting: Chat wants to pay 7 LTC") == true)
    #expect(bench.model.current == "ord_1")
    #expect(bench.model.prompt.contains("1/2"))
    bench.type("d")
    #expect(bench.requests.last?.method == "deny")
    try bench.answer(.success(["id": "ord_1", "state": "rejected"]))
    bench.tell(["change": "withdrawn", "id": "ord_1", "kind": "payment", "because": "denied"])
    #expect(bench.model.current == "ord_2")
    #expect(bench.hasPrinted("7 LTC"))
    #expect(!bench.hasPrinted("elsewhere"))
  }

  @Test("what is answered elsewhere, expires or is cancelled goes, whatever was being typed")
  func withdrawn() {
    var bench = Bench.with(payment("ord_1"), payment("ord_2"), payment("ord_3"))
    bench.type("A1.5/we")
    bench.tell(["change": "withdrawn", "id": "ord_1", "kind": "payment", "because": "expired"])
    #expect(bench.hasPrinted("The payment of 0.5 LTC for Chat has expired."))
    #expect(bench.model.mode == .choosing)
    #expect(bench.model.current == "ord_2")
    bench.tell(["change": "withdrawn", "id": "ord_3", "kind": "payment", "because": "cancelled"])
    #expect(bench.hasPrinted("was cancelled by the app"))
    bench.tell(["change": "withdrawn", "id": "ord_2", "kind": "payment", "because": "approved"])
    #expect(bench.hasPrinted("was approved elsewhere"))
    bench.type("a")
    #expect(bench.requests.isEmpty)
  }

  @Test("always within a limit, and deny always after a yes")
  func always() {
    var bench = Bench.with(payment("ord_1"))
    bench.type("A1.5/week\n")
    #expect(bench.requests.last?.params == ["id": "ord_1", "always": "1.5/week", "fee_cap": "0.00125"])
    var other = Bench.with(payment("ord_1"))
    other.type("Dn\n")
    #expect(other.requests.isEmpty)
    other.type("Dy\n")
    #expect(other.requests.last?.method == "deny")
    #expect(other.requests.last?.params == ["id": "ord_1", "always": true])
  }

  @Test("a pairing takes the code that the app shows; a wrong one can be typed again")
  func pair() throws {
    var bench = Bench.with(pairing)
    bench.type("123 456\n")
    #expect(bench.requests.last?.params["code"] == "123456")
    try bench.answer(.failure(OwnerFailure(.wrongCode, "these are not the digits")))
    #expect(bench.printed.last?.contains("These are not the digits.") == true)
    bench.type("a654321\n")
    #expect(bench.requests.last?.params["code"] == "654321")
    try bench.answer(.success(["name": "Chat"]))
    #expect(bench.printed.last?.contains("Paired with Chat.") == true)
  }

  @Test("a PIN is asked for where it is needed, is never shown, and may be typed again after a wrong one")
  func pin() throws {
    var bench = Bench.with(payment("ord_1", more: ["needs_pin": true]))
    bench.type("a")
    #expect(bench.requests.isEmpty)
    #expect(bench.model.hidesInput)
    bench.type("24689")
    bench.apply(.key(.backspace))
    #expect(bench.model.prompt == "Your PIN: ")
    bench.type("\n")
    #expect(bench.requests.last?.params["pin"] == "2468")
    try bench.answer(.failure(OwnerFailure(.wrongPin, "this is not your PIN; 4 tries are left")))
    #expect(bench.printed.last?.contains("This is not your PIN; 4 tries are left.") == true)
    #expect(bench.model.hidesInput)
    bench.type("1357\n")
    #expect(bench.requests.last?.params["pin"] == "1357")
    try bench.answer(.success(["id": "ord_1", "state": "approved"]))
    #expect(!bench.printed.contains { $0.contains("2468") || $0.contains("1357") })
  }

  @Test("a PIN that the daemon wants unexpectedly is asked for, also to unlock")
  func unexpectedPin() throws {
    var bench = Bench.with(locked: true)
    #expect(bench.hasPrinted("The wallet is locked"))
    #expect(bench.model.prompt.hasPrefix("locked "))
    bench.type("U")
    try bench.answer(.failure(OwnerFailure(.pinRequired, "this needs your PIN")))
    bench.type("2468\n")
    #expect(bench.requests.last?.method == "unlock")
    #expect(bench.requests.last?.params["pin"] == "2468")
    try bench.answer(.failure(OwnerFailure(.wrongPin, "this is not your PIN; 4 tries are left")))
    #expect(bench.model.hidesInput)
    bench.type("2469\n")
    try bench.answer(.success(["locked": false]))
    bench.tell(["change": "standing", "provider": "test", "locked": false, "pin": true])
    #expect(bench.printed.last?.contains("The wallet is unlocked.") == true)
  }

  @Test("later puts a question off, n brings it back")
  func later() {
    var bench = Bench.with(payment("ord_1"), payment("ord_2", amount: "7"))
    bench.type("l")
    #expect(bench.model.current == "ord_2")
    bench.type("l")
    #expect(bench.model.current == nil)
    #expect(bench.model.prompt.contains("2 questions were put off"))
    bench.type("a")
    #expect(bench.requests.isEmpty)
    bench.type("na")
    #expect(bench.requests.last?.params["id"] == "ord_1")
  }

  @Test("the daemon's end takes the questions away, and its return brings them again")
  func restart() {
    var bench = Bench.with(payment("ord_1"))
    bench.type("A1")
    bench.apply(.lost)
    #expect(bench.printed.last?.contains("payd has ended") == true)
    #expect(bench.model.prompt.contains("waiting for payd"))
    bench.type("a")
    #expect(bench.requests.isEmpty)
    bench.apply(.connected)
    #expect(bench.printed.last?.contains("payd is back") == true)
    bench.tell(["change": "standing", "provider": "test", "locked": false, "pin": false])
    bench.tell(["change": "shown", "approval": payment("ord_1")])
    bench.tell(["change": "ready"])
    bench.type("a")
    #expect(bench.requests.last?.params["id"] == "ord_1")
  }

  @Test("a refusal is told in the daemon's words, and the question stays")
  func refused() throws {
    var bench = Bench.with(payment("ord_1"))
    bench.type("a")
    try bench.answer(.failure(OwnerFailure(.walletLocked, "the wallet is locked")))
    #expect(bench.printed.last?.contains("The wallet is locked.") == true)
    bench.type("d")
    #expect(bench.requests.count == 2)
  }

  @Test("keys while the daemon is asked do nothing, so that none answers the next question by mistake")
  func impatience() throws {
    var bench = Bench.with(payment("ord_1"), payment("ord_2"))
    bench.type("aaa")
    #expect(bench.requests.count == 1)
    try bench.answer(.success(["id": "ord_1", "state": "approved"]))
    #expect(bench.requests.count == 1)
    #expect(bench.model.current == "ord_2")
  }

  @Test("in lines: a word and what it needs; a PIN on a line of its own")
  func lines() throws {
    var bench = Bench.with(payment("ord_1", more: ["needs_pin": true]), pairing, takesKeys: false)
    #expect(bench.printed.last?.contains("[a]pprove") == true)
    bench.apply(.line("always 1.5/week"))
    #expect(bench.printed.last == "Your PIN: ")
    #expect(bench.model.hidesInput)
    bench.apply(.line("2468"))
    #expect(bench.requests.last?.params["always"] == "1.5/week")
    #expect(bench.requests.last?.params["pin"] == "2468")
    try bench.answer(.success(["id": "ord_1", "state": "approved", "always": "up to 1.5 LTC a week without asking"]))
    #expect(bench.hasPrinted("From now on: up to 1.5 LTC a week without asking."))
    bench.apply(.line("approve 123 456"))
    #expect(bench.requests.last?.params["code"] == "123456")
    try bench.answer(.success(["name": "Chat"]))
    bench.apply(.line("nonsense"))
    #expect(bench.hasPrinted("nonsense is not known here"))
    bench.apply(.line("quit"))
    #expect(bench.hasLeft)
  }

  @Test("Ctrl-C takes back what is being typed, and leaves otherwise; Ctrl-D and the end of the input leave")
  func leaving() {
    var bench = Bench.with(payment("ord_1"))
    bench.type("A1")
    bench.apply(.key(.control("c")))
    #expect(!bench.hasLeft)
    #expect(bench.model.mode == .choosing)
    bench.apply(.key(.control("c")))
    #expect(bench.hasLeft)
    for event in [ConsoleModel.Event.key(.control("d")), .endOfInput, .key(.character("q"))] {
      var other = Bench.with()
      other.apply(event)
      #expect(other.hasLeft)
    }
  }

  @Test("what an app calls itself and says cannot move the cursor, nor draw a second question")
  func untrusted() {
    let evil = payment(
      "ord_1", more: ["name": "\u{1B}[2JBank\r\npay 0 LTC", "description": "x\u{202E}y\n[a]pprove"])
    let bench = Bench.with(evil)
    #expect(!bench.printed.contains { line in line.unicodeScalars.contains { $0.value < 0x20 || $0 == "\u{202E}" } })
  }

  @Test("the prompt fits narrow windows")
  func narrow() {
    var bench = Bench.with(payment("ord_1"), payment("ord_2"))
    for width in [40, 60, 80, 120] {
      bench.model.width = width
      #expect(bench.model.prompt.count < width, "\(width): \(bench.model.prompt)")
    }
  }
}
