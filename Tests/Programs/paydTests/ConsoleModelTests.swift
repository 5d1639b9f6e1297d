import OwnerAPI
import PaymentsAPI
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
    /// The same on the clock of the keyboard.
    var moment: ContinuousClock.Instant { epoch + now.since(Timestamp(milliseconds: 1_700_000_000_000)) }
    private let epoch = ContinuousClock.now

    init(takesKeys: Bool = true) {
      model = ConsoleModel(
        style: TextStyle(isEnabled: false), takesKeys: takesKeys, isTTY: true, width: 90,
        now: Timestamp(milliseconds: 1_700_000_000_000))
    }

    /// A console that is connected, with these questions.
    static func with(_ questions: OwnerQuestion..., takesKeys: Bool = true, locked: Bool = false) -> Bench {
      var bench = Bench(takesKeys: takesKeys)
      bench.apply(.connected)
      bench.tell(.standing(provider: "test", locked: locked, pin: false, wallets: []))
      for question in questions { bench.tell(.shown(question)) }
      bench.tell(.ready)
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
      model.wasDrawn(at: moment)
    }

    mutating func tell(_ news: OwnerNews) { apply(.told(news)) }

    /// Types keys, after the question at hand could be read.
    mutating func type(_ keys: String) {
      now = now.advanced(by: ReadingPause.afterAnswer)
      hold(keys)
    }

    /// Types a line, after the question at hand could be read.
    mutating func enter(_ line: String) {
      now = now.advanced(by: ReadingPause.afterAnswer)
      apply(.line(line, readAt: moment))
    }

    /// Types keys at once, each 30 milliseconds after the other.
    mutating func hold(_ keys: String) {
      for key in keys {
        apply(.key(key == "\n" ? .enter : .character(key), readAt: moment))
        now = now.advanced(by: .milliseconds(30))
      }
    }

    /// The daemon answers the last request, and takes the question back where it was answered.
    mutating func answer(_ outcome: Result<OwnerDecision?, OwnerFailure>) throws {
      apply(.answered(try #require(requests.last), outcome))
    }

    /// Tells how the wallet of LTC is.
    mutating func tell(_ ready: String, _ trouble: WalletTrouble? = nil) {
      let wallet = CurrencyReport(
        code: "LTC", network: "mainnet", ready: ready, stopped: false, madeUp: false, trouble: trouble)
      tell(.standing(provider: "test", locked: false, pin: false, wallets: [wallet]))
    }

    func hasPrinted(_ text: String) -> Bool { printed.contains { $0.contains(text) } }
  }

  private func payment(
    _ id: String, amount: String = "0.5", name: String = "Chat", memo: String? = nil, needsPIN: Bool = false
  ) throws -> OwnerQuestion {
    .payment(
      PaymentOwnerQuestion(
        id: id,
        order: OwnerOrder(
          id: id, app: Self.app(name), currency: "LTC", amount: try DecimalAmount(amount), address: "mltc1xyz",
          state: .awaitingApproval, group: .waiting, confirmations: 0, confirmationsWanted: 6,
          createdAt: Timestamp(milliseconds: 1_700_000_000_000), updatedAt: Timestamp(milliseconds: 1_700_000_000_000),
          fee: try DecimalAmount("0.001"), feeCap: try DecimalAmount("0.00125"), total: try DecimalAmount("0.501"),
          expiresAt: Timestamp(milliseconds: 1_700_000_090_000), description: memo),
        paidBefore: AddressPayments(byApp: 0, inAll: 0), behind: 0, needsPin: needsPIN))
  }

  private static func app(_ name: String) -> AppNames {
    AppNames(key: AppKey(rawValue: "AAAABBBB"), fingerprint: "AAAA BBBB", name: name, claimedName: name)
  }

  private let pairing = OwnerQuestion.pairing(
    PairingOwnerQuestion(
      id: "pair_1", app: app("Chat"), appID: "chat.example.app", version: "1", scopes: [.receive, .pay],
      granted: [.receive, .pay], askedAt: Timestamp(milliseconds: 1_700_000_000_000),
      expiresAt: Timestamp(milliseconds: 1_700_000_600_000), needsPin: false))

  private func decided(_ state: OrderState, always: String? = nil) throws -> Result<OwnerDecision?, OwnerFailure> {
    guard case .payment(var question) = try payment("ord_1") else { return .success(nil) }
    question.order.state = state
    return .success(OwnerDecision(order: question.order, always: always))
  }

  private func paired() throws -> Result<OwnerDecision?, OwnerFailure> {
    let limits = AppLimits(
      period: .day, ask: .above, askAbove: try DecimalAmount("0.05"), perPeriod: try DecimalAmount("1"))
    return .success(
      OwnerDecision(
        app: Self.app("Chat"), scopes: [.receive, .pay],
        unasked: NamedValues([.init(name: "LTC", value: limits)])))
  }

  @Test("a question is shown with all that is known of it, and approved by one key")
  func approve() throws {
    var bench = try Bench.with(payment("ord_1"))
    for text in [
      "Chat wants to pay 0.5 LTC", "mltc1xyz", "never: this address is new", "0.001 LTC, at most 0.00125", "0.501 LTC",
      "1:30 left",
    ] {
      #expect(bench.hasPrinted(text), "\(text)")
    }
    #expect(bench.model.prompt.contains("a approve"))
    #expect(bench.model.prompt.contains("1:30"))
    bench.type("a")
    let request = try #require(bench.requests.first)
    #expect(request.act == .approve(.init(id: "ord_1", feeCap: "0.00125")), "what was seen is what is agreed to")
    bench.tell(.withdrawn(id: "ord_1", kind: .payment, because: .approved))
    try bench.answer(decided(.approved))
    #expect(bench.printed.last?.contains("Approved: 0.5 LTC for Chat.") == true)
    #expect(!bench.hasPrinted("elsewhere"))
    #expect(bench.model.questions.isEmpty)
  }

  @Test("a held key, and one that was meant for the question before, answer nothing")
  func heldKeys() throws {
    var bench = try Bench.with(payment("ord_1"), payment("ord_2", amount: "2"))
    bench.hold("aaaa")
    #expect(bench.requests.isEmpty, "nobody can have read it")
    #expect(bench.printed.count { $0.contains("answers nothing") } == 1, "it is said once")
    bench.type("aa")
    #expect(bench.requests.count == 1)
    bench.tell(.withdrawn(id: "ord_1", kind: .payment, because: .approved))
    try bench.answer(decided(.approved))
    #expect(bench.hasPrinted("wants to pay 2 LTC"))
    bench.hold(String(repeating: "a", count: 100))
    #expect(bench.requests.count == 1, "three seconds of a held key")
    bench.type("d")
    #expect(bench.requests.count == 2)
  }

  @Test("a limit that is typed while the fee rises is typed again")
  func risingWhileTyping() throws {
    var bench = try Bench.with(payment("ord_1"))
    bench.type("A1.5/we")
    var dearer = try payment("ord_1")
    if case .payment(var view) = dearer {
      view.order.feeCap = try DecimalAmount("0.0025")
      dearer = .payment(view)
    }
    bench.tell(.updated(dearer))
    bench.hold("ek\n")
    #expect(bench.requests.isEmpty, "the fee that was agreed to is not the one that would be paid")
  }

  @Test("what changes under the finger has to be read again")
  func changing() throws {
    var bench = try Bench.with(payment("ord_1"))
    bench.now = bench.now.advanced(by: .seconds(5))
    var dearer = try payment("ord_1")
    if case .payment(var view) = dearer {
      view.order.feeCap = try DecimalAmount("0.0025")
      dearer = .payment(view)
    }
    bench.tell(.updated(dearer))
    bench.hold("a")
    #expect(bench.requests.isEmpty)
    bench.tell(.withdrawn(id: "ord_1", kind: .payment, because: .cancelled))
    bench.tell(.shown(try payment("ord_2")))
    bench.hold("a")
    #expect(bench.requests.isEmpty)
    bench.type("a")
    #expect(bench.requests.count == 1)
  }

  @Test("however many questions come, the bell rings at most every ten seconds")
  func bells() throws {
    var bench = try Bench.with(payment("ord_1"))
    for number in 2..<140 { bench.tell(.shown(try payment("ord_\(number)"))) }
    #expect(bench.bells == 1)
    bench.now = bench.now.advanced(by: .seconds(10))
    bench.tell(.shown(try payment("ord_200")))
    #expect(bench.bells == 2)
  }

  @Test("one at a time: a further one rings and waits, and comes up when the first is answered")
  func two() throws {
    var bench = try Bench.with(payment("ord_1"))
    bench.tell(.shown(try payment("ord_2", amount: "7")))
    #expect(bench.bells == 1)
    #expect(bench.printed.last?.contains("Also waiting: Chat wants to pay 7 LTC") == true)
    #expect(bench.model.current == "ord_1")
    #expect(bench.model.prompt.contains("1/2"))
    bench.type("d")
    #expect(bench.requests.last?.act == .deny(.init(id: "ord_1")))
    try bench.answer(decided(.rejected))
    bench.tell(.withdrawn(id: "ord_1", kind: .payment, because: .denied))
    #expect(bench.model.current == "ord_2")
    #expect(bench.hasPrinted("7 LTC"))
    #expect(!bench.hasPrinted("elsewhere"))
  }

  @Test("what is answered elsewhere, expires or is cancelled goes, whatever was being typed")
  func withdrawn() throws {
    var bench = try Bench.with(payment("ord_1"), payment("ord_2"), payment("ord_3"))
    bench.type("A1.5/we")
    bench.tell(.withdrawn(id: "ord_1", kind: .payment, because: .expired))
    #expect(bench.hasPrinted("The payment of 0.5 LTC for Chat has expired."))
    #expect(bench.model.mode == .choosing)
    #expect(bench.model.current == "ord_2")
    bench.tell(.withdrawn(id: "ord_3", kind: .payment, because: .cancelled))
    #expect(bench.hasPrinted("was cancelled by the app"))
    bench.tell(.withdrawn(id: "ord_2", kind: .payment, because: .approved))
    #expect(bench.hasPrinted("was approved elsewhere"))
    bench.type("a")
    #expect(bench.requests.isEmpty)
  }

  @Test("always within a limit, and deny always after a yes")
  func always() throws {
    var bench = try Bench.with(payment("ord_1"))
    bench.type("A1.5/week\n")
    #expect(bench.requests.last?.act == .approve(.init(id: "ord_1", feeCap: "0.00125", always: "1.5/week")))
    var other = try Bench.with(payment("ord_1"))
    other.type("Dn\n")
    #expect(other.requests.isEmpty)
    other.type("Dy\n")
    #expect(other.requests.last?.act == .deny(.init(id: "ord_1", always: true)))
  }

  @Test("a pairing takes the code that the app shows; a wrong one can be typed again")
  func pair() throws {
    var bench = Bench.with(pairing)
    bench.model.width = 200
    bench.type("123 456\n")
    #expect(bench.requests.last?.act == .approve(.init(id: "pair_1", code: "123456")))
    try bench.answer(.failure(OwnerFailure(.wrongCode, "these are not the digits")))
    #expect(bench.printed.last?.contains("These are not the digits.") == true)
    bench.type("a654321\n")
    #expect(bench.requests.last?.act == .approve(.init(id: "pair_1", code: "654321")))
    try bench.answer(paired())
    #expect(bench.printed.last?.contains("Paired with Chat. It may: receive, pay.") == true)
    #expect(bench.hasPrinted("Without asking you: up to 0.05 LTC each, 1 LTC a day."))
  }

  @Test("a key that was typed before a question was drawn answers nothing, however late the console comes to it")
  func typedBefore() throws {
    var bench = Bench.with(try payment("ord_1"))
    bench.now = bench.now.advanced(by: .seconds(5))
    let typed = bench.moment
    // The console was busy while the question was typed at, and draws another one first.
    bench.now = bench.now.advanced(by: .seconds(5))
    bench.tell(.withdrawn(id: "ord_1", kind: .payment, because: .cancelled))
    bench.tell(.shown(try payment("ord_2", amount: "7")))
    bench.now = bench.now.advanced(by: .seconds(5))
    bench.apply(.key(.character("a"), readAt: typed))
    #expect(bench.requests.isEmpty)
    bench.type("a")
    #expect(bench.requests.last?.question == "ord_2")
  }

  @Test("an answer that was typed in time counts, however late the console comes to it")
  func typedInTime() throws {
    var bench = Bench.with(try payment("ord_1"))
    let typed = bench.moment + ReadingPause.length
    bench.now = bench.now.advanced(by: .seconds(50))
    bench.apply(.key(.character("a"), readAt: typed - .milliseconds(1)))
    #expect(bench.requests.isEmpty)
    bench.apply(.key(.character("a"), readAt: typed - .milliseconds(1) + ReadingPause.length))
    #expect(bench.requests.last?.question == "ord_1")
  }

  @Test("a PIN is asked for where it is needed, is never shown, and may be typed again after a wrong one")
  func pin() throws {
    var bench = try Bench.with(payment("ord_1", needsPIN: true))
    bench.type("a")
    #expect(bench.requests.isEmpty)
    #expect(bench.model.hidesInput)
    bench.type("24689")
    bench.apply(.key(.backspace, readAt: bench.moment))
    #expect(bench.model.prompt == "Your PIN: ")
    bench.type("\n")
    #expect(bench.requests.last?.act.pin == "2468")
    try bench.answer(.failure(OwnerFailure(.wrongPin, "this is not your PIN", .init(triesLeft: 4))))
    #expect(bench.printed.last?.contains("This is not your PIN; 4 tries are left before you have to wait.") == true)
    #expect(bench.model.hidesInput)
    bench.type("1357\n")
    #expect(bench.requests.last?.act.pin == "1357")
    try bench.answer(decided(.approved))
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
    #expect(bench.requests.last?.act == .unlock(.init(pin: "2468")))
    #expect(bench.requests.last?.act.pin == "2468")
    try bench.answer(.failure(OwnerFailure(.wrongPin, "this is not your PIN", .init(triesLeft: 4))))
    #expect(bench.model.hidesInput)
    bench.type("2469\n")
    try bench.answer(.success(nil))
    bench.tell(.standing(provider: "test", locked: false, pin: true, wallets: []))
    #expect(bench.printed.last?.contains("The wallet is unlocked.") == true)
  }

  @Test("later puts a question off, n brings it back")
  func later() throws {
    var bench = try Bench.with(payment("ord_1"), payment("ord_2", amount: "7"))
    bench.type("l")
    #expect(bench.model.current == "ord_2")
    bench.type("l")
    #expect(bench.model.current == nil)
    #expect(bench.model.prompt.contains("2 questions were put off"))
    bench.type("a")
    #expect(bench.requests.isEmpty)
    bench.type("n")
    bench.type("a")
    #expect(bench.requests.last?.act == .approve(.init(id: "ord_1", feeCap: "0.00125")))
  }

  @Test("the daemon's end takes the questions away, and its return brings them again")
  func restart() throws {
    var bench = try Bench.with(payment("ord_1"))
    bench.type("A1")
    bench.apply(.lost)
    #expect(bench.printed.last?.contains("payd has ended") == true)
    #expect(bench.model.prompt.contains("waiting for payd"))
    bench.type("a")
    #expect(bench.requests.isEmpty)
    bench.apply(.connected)
    #expect(bench.printed.last?.contains("payd is back") == true)
    bench.tell(.standing(provider: "test", locked: false, pin: false, wallets: []))
    bench.tell(.shown(try payment("ord_1")))
    bench.tell(.ready)
    bench.type("a")
    #expect(bench.requests.last?.act == .approve(.init(id: "ord_1", feeCap: "0.00125")))
  }

  @Test("a refusal is told with what to do next, and the question stays")
  func refused() throws {
    var bench = try Bench.with(payment("ord_1"))
    bench.type("a")
    try bench.answer(.failure(OwnerFailure(.walletLocked, "the wallet is locked")))
    #expect(bench.printed.last?.contains("The wallet is locked: payd unlock.") == true)
    bench.type("d")
    #expect(bench.requests.count == 2)
  }

  @Test("keys while the daemon is asked do nothing, so that none answers the next question by mistake")
  func impatience() throws {
    var bench = try Bench.with(payment("ord_1"), payment("ord_2"))
    bench.type("aaa")
    #expect(bench.requests.count == 1)
    try bench.answer(decided(.approved))
    #expect(bench.requests.count == 1)
    #expect(bench.model.current == "ord_2")
  }

  @Test("in lines: a word and what it needs; a PIN on a line of its own")
  func lines() throws {
    var bench = try Bench.with(payment("ord_1", needsPIN: true), pairing, takesKeys: false)
    #expect(bench.printed.last?.contains("a approve") == true)
    bench.enter("always 1.5/week")
    #expect(bench.printed.last == "Your PIN: ")
    #expect(bench.model.hidesInput)
    bench.enter("2468")
    #expect(
      bench.requests.last?.act
        == .approve(.init(id: "ord_1", feeCap: "0.00125", always: "1.5/week", pin: "2468")))
    try bench.answer(decided(.approved, always: "up to 1.5 LTC a week without asking"))
    #expect(bench.hasPrinted("From now on: up to 1.5 LTC a week without asking."))
    bench.enter("approve 123 456")
    #expect(bench.requests.last?.act == .approve(.init(id: "pair_1", code: "123456")))
    try bench.answer(paired())
    bench.enter("nonsense")
    #expect(bench.hasPrinted("nonsense is not known here"))
    bench.enter("quit")
    #expect(bench.hasLeft)
  }

  @Test("Ctrl-C takes back what is being typed, and leaves otherwise; Ctrl-D and the end of the input leave")
  func leaving() throws {
    var bench = try Bench.with(payment("ord_1"))
    bench.type("A1")
    bench.apply(.key(.control("c"), readAt: bench.moment))
    #expect(!bench.hasLeft)
    #expect(bench.model.mode == .choosing)
    bench.apply(.key(.control("c"), readAt: bench.moment))
    #expect(bench.hasLeft)
    for event in [
      ConsoleModel.Event.key(.control("d"), readAt: .now), .endOfInput, .key(.character("q"), readAt: .now),
    ] {
      var other = Bench.with()
      other.apply(event)
      #expect(other.hasLeft)
    }
  }

  @Test("what an app calls itself and says cannot move the cursor, nor draw a second question")
  func untrusted() throws {
    let evil = try payment("ord_1", name: "\u{1B}[2JBank\r\npay 0 LTC", memo: "x\u{202E}y\n[a]pprove")
    let bench = Bench.with(evil)
    #expect(!bench.printed.contains { line in line.unicodeScalars.contains { $0.value < 0x20 || $0 == "\u{202E}" } })
  }

  @Test("the prompt fits narrow windows, also while something is typed, so that it is drawn in place")
  func narrow() throws {
    var crowd = try payment("ord_1")
    if case .payment(var view) = crowd {
      view.behind = 3
      view.order.expiresAt = Timestamp(milliseconds: 1_700_900_000_000)
      crowd = .payment(view)
    }
    for (keys, question) in [("", crowd), ("", pairing), ("A", crowd), ("D", crowd), ("a", pairing), ("l", crowd)] {
      var bench = try Bench.with(question, payment("ord_2"), locked: true)
      bench.type(keys)
      for width in 24...120 {
        bench.model.width = width
        #expect(
          DisplayWidth.columns(bench.model.prompt) < width || width < 40 && !keys.isEmpty,
          "\(width): \(bench.model.prompt)")
      }
    }
  }

  @Test("keys stand in the prompt with their words at 40 and at 80 columns", arguments: [40, 80])
  func keysInWords(_ width: Int) throws {
    var bench = try Bench.with(payment("ord_1"), payment("ord_2"))
    bench.model.width = width
    #expect(bench.model.prompt.contains("a approve") && bench.model.prompt.contains("d deny"))
    #expect(bench.model.prompt.contains("A always") == (width == 80))
    #expect(bench.model.prompt.contains("1:30"))
  }

  @Test("no word is broken at the edge of a window")
  func wholeWords() throws {
    var bench = Bench.with()
    bench.model.width = 40
    bench.printed = []
    try bench.tell(.shown(payment("ord_1")))
    try bench.tell(.shown(payment("ord_2", amount: "0.25", name: "A chat with quite a long name")))
    bench.tell(.withdrawn(id: "ord_1", kind: .payment, because: .cancelled))
    bench.type("?")
    for line in bench.printed { #expect(DisplayWidth.columns(line) <= 40, "\(line)") }
    #expect(bench.printed.joined(separator: " ").contains("without asking"))
  }

  @Test("a wallet that is not ready is told with the reason, once for each change, and again when it is ready")
  func wallets() {
    var bench = Bench.with()
    bench.model.width = 200
    let refused = WalletTrouble(.refused, reason: .notRunning, program: "litecoind", url: "http://127.0.0.1:1")
    for _ in 0..<3 { bench.tell("unavailable", refused) }
    #expect(bench.printed.count { $0.contains("The wallet of LTC is unavailable.") } == 1)
    #expect(bench.hasPrinted("http://127.0.0.1:1 (litecoind): the connection is refused."))
    for height in [1, 2] {
      var behind = WalletTrouble(.syncing, reason: .syncing)
      (behind.height, behind.target) = (height, 9)
      bench.tell("syncing", behind)
    }
    #expect(bench.printed.count { $0.contains("The wallet of LTC is syncing.") } == 1)
    bench.tell("ready")
    bench.tell("ready")
    #expect(bench.printed.count { $0.contains("The wallet of LTC is ready.") } == 1)
  }

  @Test("a wallet that is ready from the beginning is not worth a line")
  func readyWallet() {
    var bench = Bench.with()
    bench.tell("ready")
    #expect(!bench.hasPrinted("The wallet of LTC"))
  }
}
