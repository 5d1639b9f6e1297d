import JSON
import MockWallet
import Platform
import TestSupport
import Testing

/// `payd console` at a terminal and in a pipe, with a real daemon and app.
@Suite(.serialized) struct ConsoleTests {
  private let stranger = MockAddress.example(currency: "LTC")

  /// Runs a test with a console at its own terminal.
  private func withConsole(
    _ daemon: Daemon, term: String = "xterm", _ body: (PseudoTerminal, ChildProcess) async throws -> Void
  ) async throws {
    let pty = try PseudoTerminal(width: 100)
    let console = try daemon.launchConsole(["console"], input: .terminal(pty.terminal), term: term)
    do {
      try await body(pty, console)
    } catch {
      console.signal(SIGKILL)
      throw error
    }
    if console.isRunning { try await console.stop(SIGTERM, within: .seconds(5)) }
  }

  /// Types an answer to the question that is shown, once it has stood as long as it must.
  private func answer(_ keys: String, at pty: PseudoTerminal) async throws {
    try await Task.sleep(for: .milliseconds(1400))
    try pty.type(keys)
  }

  private func has(_ text: String) -> @Sendable ([String]) -> Bool {
    { lines in lines.contains { $0.contains(text) } }
  }

  @Test func questionsComeAndAreAnsweredByKeys() async throws {
    try await Daemon.with(Configurations.mock()) { daemon in
      try await withConsole(daemon) { pty, console in
        try await pty.screen(has("Nothing waits for you."))
        let app = try Client(daemon.runtime)
        let (pairing, code, _) = try await app.beginPairing()
        try await pty.screen(has("wants to be paired"))
        try await answer("a", at: pty)
        try await pty.screen(has("The six digits that the app shows:"))
        try pty.type(code + "\r")
        try await pty.screen(has("Paired with"))
        #expect(try await pairing.exit() == .code(0))

        let order = try await app.ask("pay", "LTC", stranger, "5")["payment_order"]?.text("order_id") ?? ""
        let next = try await app.ask("pay", "LTC", stranger, "6")["payment_order"]?.text("order_id") ?? ""
        let shown = try await pty.screen(has("wants to pay 5 LTC"))
        #expect(!shown.contains { $0.contains("  payctl wants to pay 6 LTC") }, "one at a time")
        try await pty.screen(has("Also waiting: payctl wants to pay 6 LTC."))
        try await answer("a", at: pty)
        try await pty.screen(has("Approved: 5 LTC"))
        try await app.order(order, is: "in_flight")
        try await pty.screen(has("wants to pay 6 LTC"))
        try await app.ask("cancel-order", next)
        try await pty.screen(has("was cancelled by the app"))

        let third = try await app.ask("pay", "LTC", stranger, "1")["payment_order"]?.text("order_id") ?? ""
        try await pty.screen(has("wants to pay 1 LTC"))
        try await answer("A", at: pty)
        try pty.type("20/day\r")
        try await pty.screen(has("From now on: up to 20 LTC a day without asking."))
        try await app.order(third, is: "in_flight")
        try pty.type("\u{4}")
        #expect(try await console.exit() == .code(0))
      }
      #expect(try await daemon.broadcasts("LTC").count == 2)
    }
  }

  /// A key that is held down, a key typed twice and pasted text answer no question that has just come up.
  @Test func aHeldKeyApprovesWhatWasReadAndNothingElse() async throws {
    try await withPairedApp { daemon, app in
      var orders: [String] = []
      for amount in ["1", "2", "3", "4"] {
        orders.append(try await app.ask("pay", "LTC", stranger, amount)["payment_order"]?.text("order_id") ?? "")
      }
      try await withConsole(daemon) { pty, console in
        try await pty.screen(has("wants to pay 1 LTC"))
        // The repetition of a key that is held for three seconds.
        for _ in 0..<100 {
          try pty.type("a")
          try await Task.sleep(for: .milliseconds(30))
        }
        try await pty.screen(has("answers nothing"))
        try await answer("aa", at: pty)
        try await pty.screen(has("Approved: 1 LTC"))
        try await pty.screen(has("wants to pay 2 LTC"))
        try pty.type(String(repeating: "a", count: 50))
        try await answer("d", at: pty)
        try await pty.screen(has("Denied: 2 LTC"))
        try pty.type("\u{4}")
        #expect(try await console.exit() == .code(0))
      }
      try await app.order(orders[0], is: "in_flight")
      #expect(try await daemon.questions("payment").map { $0.text("amount") } == ["3", "4"])
      #expect(try await daemon.broadcasts("LTC").count == 1)
    }
  }

  @Test func thePINIsTypedUnseenAndTheDaemonMayRestart() async throws {
    try await withPairedApp { daemon, app in
      try await daemon.owner("pin", "set", "--new-pin-file", try daemon.file("pin", "246824\n"))
      try await withConsole(daemon) { pty, console in
        try await pty.screen(has("Nothing waits for you."))
        let order = try await app.ask("pay", "LTC", stranger, "5")["payment_order"]?.text("order_id") ?? ""
        try await pty.screen(has("your PIN"))
        try await answer("a", at: pty)
        try await pty.screen(has("Your PIN:"))
        try pty.type("135713\r")
        try await pty.screen(has("This is not your PIN; 4 tries are left"))

        await daemon.kill()
        try await pty.screen(has("payd has ended"))
        try await daemon.start()
        try await pty.screen { $0.contains { $0.contains("payd is back") } && $0.contains { $0.contains("a approve") } }
        try await answer("a", at: pty)
        try await pty.screen { $0.last { !$0.isEmpty }?.hasPrefix("Your PIN:") == true }
        try pty.type("246824\r")
        let screen = try await pty.screen(has("Approved: 5 LTC"))
        #expect(!has("246824")(screen) && !has("135713")(screen))
        try await app.order(order, is: "in_flight")
        try pty.type("\u{3}")
        #expect(try await console.exit() == .code(0))
      }
    }
  }

  @Test func aDumbTerminalTakesLines() async throws {
    try await withPairedApp { daemon, app in
      let order = try await app.ask("pay", "LTC", stranger, "5")["payment_order"]?.text("order_id") ?? ""
      try await withConsole(daemon, term: "dumb") { pty, console in
        try await pty.screen(has("a approve"))
        try await answer("approve\n", at: pty)
        try await pty.screen(has("Approved: 5 LTC"))
        try pty.type("quit\n")
        #expect(try await console.exit() == .code(0))
      }
      try await app.order(order, is: "in_flight")
    }
  }

  @Test func aPipeTakesLinesAndEndsWithThem() async throws {
    try await withPairedApp { daemon, app in
      let order = try await app.ask("pay", "LTC", stranger, "5")["payment_order"]?.text("order_id") ?? ""
      let console = try daemon.launchConsole(["console"], input: .pipe)
      _ = try await console.line(containing: "wants to pay 5 LTC", on: .output)
      try await Task.sleep(for: .milliseconds(700))
      try console.write("d\n")
      console.closeInput()
      #expect(try await console.exit() == .code(0))
      let lines = console.lines(.output)
      #expect(lines.contains { $0.contains("wants to pay 5 LTC") }, "\(lines)")
      #expect(lines.contains { $0.contains("Denied: 5 LTC") }, "\(lines)")
      #expect(!lines.joined().contains("\u{1B}"))
      try await app.order(order, is: "rejected")
    }
  }

  /// What no question is asked about is told all the same: payments within a limit, and money that arrives.
  @Test func moneyThatMovesUnaskedIsTold() async throws {
    try await withPairedApp { daemon, app in
      let key = try await daemon.owner("apps")["apps"]?[0]?["app"]?.text("key") ?? ""
      try await daemon.owner("limit", key, "LTC", "--per", "day", "5", "--ask", "never")
      let console = try daemon.launchConsole(["console", "--watch"], input: .none)
      _ = try await console.line(containing: "Nothing waits for you.", on: .output)
      let order = try await app.ask("pay", "LTC", stranger, "0.2")["payment_order"]?.text("order_id") ?? ""
      try await app.order(order, is: "in_flight")
      _ = try await console.line(containing: "paid 0.2 LTC to \(stranger), within its limits", on: .output)
      _ = try await eventually("the order is named") {
        console.lines(.output).contains { $0.contains(order) } ? true : nil
      }
      let invoice = try await app.ask("invoice", "LTC", "0.3")["invoice"] ?? .null
      try await daemon.mock("receive", invoice.text("address"), "0.3")
      _ = try await app.invoice(invoice.text("invoice_id"), "seen") { $0.text("state") == "processing" }
      _ = try await console.line(containing: "was seen, and waits for confirmations", on: .output)
      try await daemon.mock("mine", "6")
      _ = try await app.invoice(invoice.text("invoice_id"), "settled") { $0.text("state") == "settled" }
      _ = try await console.line(containing: "0.3 LTC for payctl has arrived", on: .output)
      try await console.stop(SIGTERM, within: .seconds(5))
    }
  }

  @Test func withWatchItOnlyShows() async throws {
    try await withPairedApp { daemon, app in
      let console = try daemon.launchConsole(["console", "--watch"], input: .none)
      _ = try await console.line(containing: "Nothing waits for you.", on: .output)
      let order = try await app.ask("pay", "LTC", stranger, "5")["payment_order"]?.text("order_id") ?? ""
      _ = try await console.line(containing: "wants to pay 5 LTC", on: .output)
      try await daemon.owner("lock")
      _ = try await console.line(containing: "The wallet is locked", on: .output)
      try await daemon.owner("deny", order)
      _ = try await console.line(containing: "was denied elsewhere", on: .output)
      try await console.stop(SIGTERM, within: .seconds(5))
    }
  }

  @Test func withoutADaemonItSaysSo() async throws {
    let daemon = try Daemon(Configurations.mock())
    let run = try await daemon.console("console")
    #expect(run.status == 69)
    #expect(run.remarks.contains("payd is not running here"))
  }
}
