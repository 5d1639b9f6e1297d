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
        try pty.type("a")
        try await pty.screen(has("The six digits that the app shows:"))
        try pty.type(code + "\r")
        try await pty.screen(has("Paired with"))
        #expect(try await pairing.exit() == .code(0))

        let order = try await app.ask("pay", "LTC", stranger, "5")["payment_order"]?.text("order_id") ?? ""
        let next = try await app.ask("pay", "LTC", stranger, "6")["payment_order"]?.text("order_id") ?? ""
        let shown = try await pty.screen(has("wants to pay 5 LTC"))
        #expect(!shown.contains { $0.hasPrefix("payctl wants to pay 6 LTC") }, "one at a time")
        try await pty.screen(has("Also waiting: payctl wants to pay 6 LTC."))
        try pty.type("a")
        try await pty.screen(has("Approved: 5 LTC"))
        try await app.order(order, is: "in_flight")
        try await pty.screen(has("wants to pay 6 LTC"))
        try await app.ask("cancel-order", next)
        try await pty.screen(has("was cancelled by the app"))

        let third = try await app.ask("pay", "LTC", stranger, "1")["payment_order"]?.text("order_id") ?? ""
        try await pty.screen(has("wants to pay 1 LTC"))
        try pty.type("A")
        try pty.type("20/day\r")
        try await pty.screen(has("From now on: up to 20 LTC a day without asking."))
        try await app.order(third, is: "in_flight")
        try pty.type("\u{4}")
        #expect(try await console.exit() == .code(0))
      }
      #expect(try await daemon.broadcasts("LTC").count == 2)
    }
  }

  @Test func thePINIsTypedUnseenAndTheDaemonMayRestart() async throws {
    try await withPairedApp { daemon, app in
      try await daemon.owner("pin", "set", "--new-pin-file", try daemon.file("pin", "2468\n"))
      try await withConsole(daemon) { pty, console in
        try await pty.screen(has("Nothing waits for you."))
        let order = try await app.ask("pay", "LTC", stranger, "5")["payment_order"]?.text("order_id") ?? ""
        try await pty.screen(has("your PIN"))
        try pty.type("a")
        try await pty.screen(has("Your PIN:"))
        try pty.type("1357\r")
        try await pty.screen(has("This is not your PIN; 4 tries are left"))

        await daemon.kill()
        try await pty.screen(has("payd has ended"))
        try await daemon.start()
        try await pty.screen { $0.contains { $0.contains("payd is back") } && $0.contains { $0.contains("[a]pprove") } }
        try pty.type("a")
        try await pty.screen { $0.last { !$0.isEmpty }?.hasPrefix("Your PIN:") == true }
        try pty.type("2468\r")
        let screen = try await pty.screen(has("Approved: 5 LTC"))
        #expect(!has("2468")(screen) && !has("1357")(screen))
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
        try await pty.screen(has("[a]pprove"))
        try pty.type("approve\n")
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
